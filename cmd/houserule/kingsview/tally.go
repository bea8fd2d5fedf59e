package kingsview

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/kings"
	"houserule/engine/sim"
)

// A Tally counts the results of battles of one set-up, for [sim.Match]. Its
// tables:
//
//	endings   how battles ended, by winner
//	things    counters that began, that stood at the end, and that had
//	          retreated, by thing and the side for which they came
//	retreats  battles in which a side left the hex
//	disabled  battles in which a mod was disabled
//	steps     dice and hits, by step and side
//	causes    of the values' terms: in how many rolls there was one, and how
//	          many would have ended otherwise without it
//	hooks     of mods: how often they ran, and changed anything
type Tally struct {
	battle *kings.Position
	watch  *view.Watch
	causes *view.Causes

	endings, things, retreats, steps *view.Cells
}

// The columns of a side in the table of things, and their number.
const (
	started = iota
	stood
	retreated
	fates
)

// The columns of a side in the table of steps, and their number.
const (
	dice = iota
	hits
	rolls
)

// endingWords are the rows of endings, by [kings.Ending].
var endingWords = [...]string{
	kings.Undecided: "undecided",
	kings.Kept:      "kept",
	kings.Taken:     "taken",
	kings.TimeUp:    "time up",
	kings.Ruin:      "nobody left",
}

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *kings.Battle, t *engine.Table) *Tally {
	w, seats := view.NewWatch(b, t), b.Seats()
	return &Tally{
		battle: &b.Position, watch: w, causes: view.NewCauses(w.Ledger()),
		endings:  view.NewCells(w.Ledger(), "endings", seats+1, func(row int) string { return endingWords[row] }),
		things:   view.NewCells(w.Ledger(), "things", seats*fates, func(row int) string { return b.Game().Things[row].ID }),
		retreats: view.NewCells(w.Ledger(), "retreats", 1, func(row int) string { return b.Setup().SeatNames()[row] }),
		steps:    view.NewCells(w.Ledger(), "steps", seats*rolls, func(row int) string { return kings.CombatStep(row).String() }),
	}
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	result := b.Result()
	t.endings.Add(int(result.Ending), view.EndColumn(result.Winner, b.Seats()), 1)
	for side, s := range b.Setup().Sides {
		for _, run := range s.Army {
			t.things.Add(run.Thing.Index(), side*fates+started, run.N)
		}
		for _, run := range s.Items { // those that can fight
			if run.Thing.Fights {
				t.things.Add(run.Thing.Index(), side*fates+started, run.N)
			}
		}
	}
	var fled [engine.MaxSeats]bool
	counters := b.Counters()
	for i := range counters {
		c := &counters[i]
		row, column := c.Thing().Index(), int(c.First())*fates
		switch c.Status() {
		case kings.Standing:
			t.things.Add(row, column+stood, 1)
		case kings.Elsewhere:
			if b.Came(c) {
				t.things.Add(row, column+retreated, 1)
				fled[c.Side()] = true
			}
		}
	}
	for side, is := range fled {
		if is {
			t.retreats.Add(side, 0, 1)
		}
	}
	t.watch.Count()
}

// Watch makes the tally listen to the battles from now on, or restores the table as it
// was before.
func (t *Tally) Watch(on bool) { t.watch.Watch(on, t) }

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	if e.What != kings.Rolled {
		return
	}
	r := t.battle.Last()
	row, column := int(t.battle.CombatStep()), int(r.By.Side())*rolls
	t.steps.Add(row, column+dice, 1)
	t.steps.Add(row, column+hits, r.Hits)
	var scores func(die int, totals []int) bool
	if hit := r.Die <= r.Value.Total(); hit == (r.Hits > 0) { // else a script has decided
		scores = func(die int, totals []int) bool { return die <= totals[0] }
	}
	t.causes.Add(r.Hits > 0, r.Die, scores, r.Value)
	t.watch.Read()
}

// Ledger is what the tally counts in.
func (t *Tally) Ledger() *chain.Ledger { return t.watch.Ledger() }

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	seats := t.battle.Setup().SeatNames()
	return sim.Fill(t.Ledger(),
		view.NewTable("endings", view.EndColumns(seats)...),
		view.NewTable("things", view.SeatColumns(seats, "started", "stood", "retreated")...),
		view.NewTable("retreats", "battles"),
		t.watch.Disabled(),
		view.NewTable("steps", view.SeatColumns(seats, "dice", "hits")...),
		t.causes.Table(),
		t.watch.Hooks())
}
