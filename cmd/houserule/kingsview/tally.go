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
	tally, seats := &Tally{battle: &b.Position}, b.Setup().SeatNames()
	w := view.NewBook(b, t, tally)
	tally.Book = w
	tally.endings = w.Cells("endings", func(row int) string { return endingWords[row] }, view.EndColumns(seats)...)
	tally.things = w.Cells("things", func(row int) string { return b.Game().Things[row].ID }, view.SeatColumns(seats, "started", "stood", "retreated")...)
	tally.retreats = w.Cells("retreats", func(row int) string { return b.Setup().SeatNames()[row] }, "battles")
	w.Disabled()
	tally.steps = w.Cells("steps", func(row int) string { return kings.CombatStep(row).String() }, view.SeatColumns(seats, "dice", "hits")...)
	tally.causes = view.NewCauses(w.Tables)
	w.Hooks()
	return tally
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
			if b.Came(c) && (c.Thing().Kind != kings.Item || c.Thing().Fights) {
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
	t.Book.Count()
}

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
	t.Read()
}
