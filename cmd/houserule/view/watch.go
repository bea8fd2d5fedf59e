package view

import (
	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// A Book is the tables of a tally that listens to battles. It sits at the table while a
// battle is watched, and keeps the statistics that the games share:
//
//	endings   how battles ended, by winner
//	disabled  battles in which a mod was disabled
//	causes    of the terms of scores: in how many rolls there was one, and how many would
//	          have ended otherwise without it
//	hooks     of mods: how often they ran, and changed anything
type Book struct {
	*Tables
	Causes *Causes
	ends   *Cells
	battle engine.Battle
	table  *engine.Table
	hears  engine.Listener
	hooks  map[*scripting.Func][2]int // counters of runs and changes
	last   *scripting.Func            // that ran last: often it runs again
	of     [2]int                     // its counters
	scores *engine.Book               // the terms of scores, roll by roll
	before heard
}

// heard is the settings of the table before a battle was watched.
type heard struct {
	listener engine.Listener
	explains bool
	book     *engine.Book
}

// NewBook returns the book of a tally of the battles that b plays at t.
func NewBook(b engine.Battle, t *engine.Table, tally engine.Listener) *Book {
	return &Book{Tables: NewTables(), battle: b, table: t, hears: tally, hooks: map[*scripting.Func][2]int{}, scores: engine.NewBook(256)}
}

// Watch makes the tally listen to the battles from now on, or restores the table as it
// was before.
func (w *Book) Watch(on bool) {
	if !on {
		w.end()
		return
	}
	w.before = heard{w.table.Listener(), w.table.Explains(), w.table.Write(nil)}
	w.table.Explain(true)
	if other := w.before.listener; other == nil {
		w.table.Write(w.scores)
		w.table.Listen(w.hears)
	} else { // the other listener may keep the scores that it hears of
		w.table.Write(w.before.book)
		w.table.Listen(engine.Listeners(other, w.hears))
	}
	modhost.Count(w.battle, w)
}

func (w *Book) end() {
	w.table.Explain(w.before.explains)
	w.table.Write(w.before.book)
	if w.table.Err() == nil { // an error has removed the listeners
		w.table.Listen(w.before.listener)
	}
	modhost.Count(w.battle, nil)
}

// Read says that the scores of a roll will not be read any more.
func (w *Book) Read() { w.scores.Clear() }

// Ran counts a run of a hook.
func (w *Book) Ran(fn *scripting.Func, changed bool) {
	if fn != w.last {
		counters, ok := w.hooks[fn]
		if !ok {
			for column := range counters {
				counters[column] = w.ledger.Counter("hooks", fn.Mod+" "+fn.Hook, column)
			}
			w.hooks[fn] = counters
		}
		w.last, w.of = fn, counters
	}
	w.ledger.Add(w.of[0], 1)
	if changed {
		w.ledger.Add(w.of[1], 1)
	}
}

// Count counts the battle that has just ended, by its ending and its winner.
func (w *Book) Count(ending int) {
	w.ends.Ended(ending, w.battle.Winner())
	if out := modhost.Disabled(w.battle); len(out) > 0 { // even a loop over none takes time
		for mod := range out {
			w.ledger.Add(w.ledger.Counter("disabled", mod, 0), 1)
		}
	}
}

// Endings adds the table of endings, which have these names, Disabled that of mods that were
// disabled, and Rolls those of causes and of hooks.
func (w *Book) Endings(seats, names []string) {
	w.ends = w.Ends(seats, func(row int) string { return names[row] })
}
func (w *Book) Disabled() { w.Table("disabled", "battles") }
func (w *Book) Rolls() {
	w.Causes = NewCauses(w.Tables)
	w.Table("hooks", "runs", "changes")
}
