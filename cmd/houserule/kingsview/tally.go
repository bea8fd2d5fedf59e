package kingsview

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
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
//
// The last three count only watched battles, because watching takes time.
type Tally struct {
	battle *kings.Position
	watch  *view.Watch
	causes *view.Causes

	battles  int64
	endings  [len(endingWords)][engine.MaxSeats + 1]int64
	left     []fate // by slot
	retreats [engine.MaxSeats]int64
	steps    [kings.CombatSteps][engine.MaxSeats]struct{ dice, hits int64 }
}

// fate counts the counters of a thing by where they ended.
type fate struct{ stood, away int64 }

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
	return &Tally{
		battle: &b.Position, watch: view.NewWatch(b, t), causes: view.NewCauses(),
		left: make([]fate, slot(len(b.Game().Things), 0)),
	}
}

// slot is the place of a thing and the side for which it came.
func slot(thing int, side engine.Side) int { return thing*engine.MaxSeats + int(side) }

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	t.battles++
	b := t.battle
	result := b.Result()
	t.endings[result.Ending][view.EndColumn(result.Winner, b.Seats())]++
	var fled [engine.MaxSeats]bool
	counters := b.Counters()
	for i := range counters {
		c := &counters[i]
		switch at := &t.left[slot(c.Thing().Index(), c.First())]; c.Status() {
		case kings.Standing:
			at.stood++
		case kings.Elsewhere:
			if b.Came(c) {
				at.away++
				fled[c.Side()] = true
			}
		}
	}
	for side, is := range fled {
		if is {
			t.retreats[side]++
		}
	}
	t.watch.Count()
}

// Watch makes the tally listen to the next battle, or restores the table as it was
// before.
func (t *Tally) Watch(on bool) { t.watch.Watch(on, t) }

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	if e.What != kings.Rolled {
		return
	}
	r := t.battle.Last()
	at := &t.steps[t.battle.CombatStep()][r.By.Side()]
	at.dice++
	at.hits += int64(r.Hits)
	var hits func(totals []int) bool
	if hit := r.Die <= r.Value.Total(); hit == (r.Hits > 0) { // else a script has decided
		hits = func(totals []int) bool { return r.Die <= totals[0] }
	}
	t.causes.Add(r.Hits > 0, hits, r.Value)
	t.watch.Read()
}

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	return []sim.Table{t.ended(), t.things(), t.fled(), t.watch.Disabled(), t.fought(), t.causes.Table(), t.watch.Hooks()}
}

func (t *Tally) seats() []string { return t.battle.Setup().SeatNames() }

func (t *Tally) ended() sim.Table {
	table := view.NewTable("endings", view.EndColumns(t.seats())...)
	for ending, n := range t.endings {
		view.Put(table, endingWords[ending], n[:len(t.seats())+1]...)
	}
	return table
}

func (t *Tally) things() sim.Table {
	table := view.NewTable("things", view.SeatColumns(t.seats(), "started", "stood", "retreated")...)
	starts := t.starts()
	for i, thing := range t.battle.Game().Things {
		var row []int64
		for side := range t.seats() {
			at := slot(i, engine.Side(side))
			row = append(row, starts[at]*t.battles, t.left[at].stood, t.left[at].away)
		}
		view.Put(table, thing.ID, row...)
	}
	return table
}

// starts are the counters of one battle, by slot, with the items that can fight.
func (t *Tally) starts() []int64 {
	starts := make([]int64, len(t.left))
	for side, s := range t.battle.Setup().Sides {
		for _, run := range s.Army {
			starts[slot(run.Thing.Index(), engine.Side(side))] += int64(run.N)
		}
		for _, run := range s.Items {
			if run.Thing.Fights {
				starts[slot(run.Thing.Index(), engine.Side(side))] += int64(run.N)
			}
		}
	}
	return starts
}

func (t *Tally) fled() sim.Table {
	table := view.NewTable("retreats", "battles")
	for side, seat := range t.seats() {
		view.Put(table, seat, t.retreats[side])
	}
	return table
}

func (t *Tally) fought() sim.Table {
	table := view.NewWatched("steps", view.SeatColumns(t.seats(), "dice", "hits")...)
	for step, sides := range t.steps {
		var row []int64
		for _, n := range sides[:len(t.seats())] {
			row = append(row, n.dice, n.hits)
		}
		view.Put(table, kings.CombatStep(step).String(), row...)
	}
	return table
}
