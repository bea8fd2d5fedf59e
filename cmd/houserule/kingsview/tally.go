package kingsview

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
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
	*view.Book
	battle *kings.Position

	things, retreats, steps *view.Cells
}

// The columns of a side in the table of things.
const (
	started = iota
	stood
	retreated
)

// The columns of a side in the table of steps.
const (
	dice = iota
	hits
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
	tally, seats := &Tally{battle: &b.Position}, b.Setup().SeatNames()
	w := view.NewBook(b, t, tally)
	tally.Book = w
	w.Endings(seats, endingWords[:])
	tally.things = w.SeatCells(things.Plural, func(row int) string { return things.ID(b.Game().Things[row]) }, seats, "started", "stood", "retreated")
	tally.retreats = w.Cells("retreats", func(row int) string { return seats[row] }, "battles")
	w.Disabled()
	tally.steps = w.SeatCells("steps", func(row int) string { return kings.CombatStep(row).String() }, seats, "dice", "hits")
	w.Rolls()
	return tally
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	for side, s := range b.Setup().Sides {
		for _, run := range s.Army {
			t.things.For(engine.Side(side), run.Thing.Index(), started, run.N)
		}
		for _, run := range s.Items { // those that can fight
			if run.Thing.Fights {
				t.things.For(engine.Side(side), run.Thing.Index(), started, run.N)
			}
		}
	}
	var fled [engine.MaxSeats]bool
	counters := b.Counters()
	for i := range counters {
		c := &counters[i]
		row := c.Thing().Index()
		switch c.Status() {
		case kings.Standing:
			t.things.For(c.First(), row, stood, 1)
		case kings.Elsewhere:
			if b.Came(c) && (c.Thing().Kind != kings.Item || c.Thing().Fights) {
				t.things.For(c.First(), row, retreated, 1)
				fled[c.Side()] = true
			}
		}
	}
	t.retreats.Marked(fled[:])
	t.Book.Count(int(b.Result().Ending))
}

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	if e.What != kings.Rolled {
		return
	}
	r := t.battle.Last()
	step := int(t.battle.CombatStep())
	t.steps.For(r.By.Side(), step, dice, 1)
	t.steps.For(r.By.Side(), step, hits, r.Hits)
	t.Causes.Below(r.Hits > 0, r.Die, r.Value)
	t.Read()
}
