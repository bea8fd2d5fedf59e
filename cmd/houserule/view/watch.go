package view

import (
	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/sim"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// A Watch is what tallies that listen to battles have in common: they sit at the
// table while a battle is watched, and count what mods do. Its tables:
//
//	disabled  battles in which a mod was disabled
//	hooks     of mods: how often they ran, and changed anything
type Watch struct {
	battle engine.Battle
	table  *engine.Table
	ledger *chain.Ledger
	hooks  map[*scripting.Func][2]int // counters of runs and changes
	book   *engine.Book               // of the scores' terms, roll by roll
	before heard
}

// heard is the settings of the table before a battle was watched.
type heard struct {
	listener engine.Listener
	explains bool
	book     *engine.Book
}

// NewWatch returns a watch of the battles that b plays at t.
func NewWatch(b engine.Battle, t *engine.Table) *Watch {
	return &Watch{battle: b, table: t, ledger: chain.NewLedger(), hooks: map[*scripting.Func][2]int{}, book: engine.NewBook(256)}
}

// Ledger is what the tally counts in.
func (w *Watch) Ledger() *chain.Ledger { return w.ledger }

// Watch makes a listener hear the battles from now on, or restores the table as it was before.
func (w *Watch) Watch(on bool, l engine.Listener) {
	if on {
		w.begin(l)
	} else {
		w.end()
	}
}

func (w *Watch) begin(l engine.Listener) {
	w.before = heard{w.table.Listener(), w.table.Explains(), w.table.Write(nil)}
	w.table.Explain(true)
	if other := w.before.listener; other == nil {
		w.table.Write(w.book)
		w.table.Listen(l)
	} else { // the other listener may keep the scores that it hears of
		w.table.Write(w.before.book)
		w.table.Listen(engine.Listeners(other, l))
	}
	modhost.Count(w.battle, w)
}

func (w *Watch) end() {
	w.table.Explain(w.before.explains)
	w.table.Write(w.before.book)
	if w.table.Err() == nil { // an error has removed the listeners
		w.table.Listen(w.before.listener)
	}
	modhost.Count(w.battle, nil)
}

// Read says that the scores of a roll will not be read any more.
func (w *Watch) Read() { w.book.Clear() }

// Ran counts a run of a hook.
func (w *Watch) Ran(fn *scripting.Func, changed bool) {
	counters, ok := w.hooks[fn]
	if !ok {
		for column := range counters {
			counters[column] = w.ledger.Counter("hooks", fn.Mod+" "+fn.Hook, column)
		}
		w.hooks[fn] = counters
	}
	w.ledger.Add(counters[0], 1)
	if changed {
		w.ledger.Add(counters[1], 1)
	}
}

// Count counts the battle that has just ended.
func (w *Watch) Count() {
	if out := modhost.Disabled(w.battle); len(out) > 0 { // even a loop over none takes time
		for mod := range out {
			w.ledger.Add(w.ledger.Counter("disabled", mod, 0), 1)
		}
	}
}

// Disabled and Hooks are the tables.
func (w *Watch) Disabled() sim.Table { return NewTable("disabled", "battles") }
func (w *Watch) Hooks() sim.Table    { return NewTable("hooks", "runs", "changes") }
