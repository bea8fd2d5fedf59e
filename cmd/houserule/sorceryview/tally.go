package sorceryview

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/sim"
	"houserule/engine/sorcery"
)

// A Tally counts the results of battles of one set-up, for [sim.Match]. Its
// tables:
//
//	endings      how battles ended, by winner
//	units        units that began, that stood at the end, of those demoralised,
//	             that had withdrawn, were captured, or had stayed beside the
//	             hex, by kind and the side for which they came
//	withdrawals  battles in which a side left the hex
//	disabled     battles in which a mod was disabled
//	dice         rounds by the difference of their dice, attacker above defender
//	checks       morale checks and those that were passed, by side
//	causes       of the terms of dice and morale: in how many rolls there was
//	             one, and how many would have ended otherwise without it
//	hooks        of mods: how often they ran, and changed anything
//
// The last four count only watched battles, because watching takes time.
type Tally struct {
	battle *sorcery.Battle
	watch  *view.Watch
	causes *view.Causes

	battles     int64
	endings     [len(endingWords)][sorcery.Seats + 1]int64
	left        []fate // by slot
	withdrawals [sorcery.Seats]int64
	dice        map[int]int64
	checks      [sorcery.Seats]struct{ rolled, passed int64 }
	first       engine.Score // the attacker's die of the round at hand
}

// fate counts the units of a kind by where they ended.
type fate struct{ stood, shaken, away, taken, beside int64 }

// endingWords are the rows of endings, by [sorcery.Ending].
var endingWords = [...]string{
	sorcery.Undecided: "undecided",
	sorcery.Cleared:   "cleared",
	sorcery.Ruin:      "nobody left",
	sorcery.TimeUp:    "time up",

	sorcery.Annihilated: "no army left",
	sorcery.Conquered:   "conquered",
	sorcery.ByPoints:    "by points",
}

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *sorcery.Battle, t *engine.Table) *Tally {
	return &Tally{
		battle: b, watch: view.NewWatch(b, t), causes: view.NewCauses(),
		left: make([]fate, slot(len(b.Game().Kinds), 0)), dice: map[int]int64{},
	}
}

// slot is the place of a kind and the side for which it came.
func slot(kind int, side engine.Side) int { return kind*int(sorcery.Seats) + int(side) }

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	t.battles++
	b := t.battle
	result := b.Result()
	t.endings[result.Ending][view.EndColumn(result.Winner, b.Seats())]++
	var left [sorcery.Seats]bool
	units := b.Units()
	for i := range units {
		u := &units[i]
		switch at := &t.left[slot(u.Kind().Index(), u.First())]; u.Status() {
		case sorcery.Standing, sorcery.Afield:
			at.stood++
			if u.Demoralized() {
				at.shaken++
			}
		case sorcery.Withdrawn:
			at.away++
			left[u.Side()] = true
		case sorcery.Captured:
			at.taken++
		case sorcery.Adjacent:
			at.beside++
		}
	}
	for side, is := range left {
		if is {
			t.withdrawals[side]++
		}
	}
	t.watch.Count()
}

// Watch makes the tally listen to the next battle, or restores the table as it was
// before.
func (t *Tally) Watch(on bool) { t.watch.Watch(on, t) }

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	last := t.battle.Last()
	switch {
	case e.What == sorcery.Rolled:
		if die, _ := t.battle.Rolled(enemy(last.Side)); die == 0 {
			t.first = last.Score // compare reads it with the second die
		} else {
			t.compare(last)
		}
	case e.What == sorcery.Checked:
		t.check(last)
	}
}

// compare counts the dice of a round. Second is the second of them.
func (t *Tally) compare(second sorcery.Throw) {
	above := t.first.Total() - second.Score.Total()
	row := above
	if second.Side == sorcery.Attacker {
		row = -above
	}
	t.dice[row]++
	t.causes.Add(true, func(totals []int) bool { return sign(totals[0]-totals[1]) == sign(above) }, t.first, second.Score)
	t.watch.Read()
}

// check counts a morale check.
func (t *Tally) check(c sorcery.Throw) {
	at := &t.checks[c.Side]
	at.rolled++
	if c.Pass {
		at.passed++
	}
	var passes func(totals []int) bool
	if c.Pass == (c.Die <= c.Score.Total()) { // else a script has decided
		passes = func(totals []int) bool { return c.Die <= totals[0] }
	}
	t.causes.Add(c.Pass, passes, c.Score)
	t.watch.Read()
}

// sign says which number is higher: 1, 0 or -1.
func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	return []sim.Table{t.ended(), t.units(), t.withdrew(), t.watch.Disabled(), t.rolled(), t.checked(), t.causes.Table(), t.watch.Hooks()}
}

func (t *Tally) seats() []string { return seatsOf(t.battle) }

func (t *Tally) ended() sim.Table {
	table := view.NewTable("endings", view.EndColumns(t.seats())...)
	for ending, n := range t.endings {
		view.Put(table, endingWords[ending], n[:]...)
	}
	return table
}

func (t *Tally) units() sim.Table {
	table := view.NewTable("units", view.SeatColumns(t.seats(), "started", "stood", "demoralised", "withdrew", "captured", "beside")...)
	starts := t.starts()
	for i, k := range t.battle.Game().Kinds {
		var row []int64
		for side := range sorcery.Seats {
			at := slot(i, side)
			row = append(row, starts[at]*t.battles, t.left[at].stood, t.left[at].shaken, t.left[at].away, t.left[at].taken, t.left[at].beside)
		}
		view.Put(table, k.ID, row...)
	}
	return table
}

// starts are the units of one battle, by slot, with those beside the hex.
func (t *Tally) starts() []int64 {
	starts := make([]int64, len(t.left))
	add := func(side engine.Side, army sorcery.Army) {
		for _, run := range army {
			starts[slot(run.Kind.Index(), side)] += int64(run.N)
		}
	}
	if t.battle.OnMap() {
		for _, stack := range t.battle.Campaign().Stacks {
			add(stack.Side, stack.Army)
		}
		for _, place := range t.battle.Campaign().Map.Places {
			if place.Owner >= 0 {
				add(place.Owner, place.Militia)
			}
		}
		return starts
	}
	setup := t.battle.Setup()
	for side, army := range setup.Armies {
		add(engine.Side(side), army)
	}
	for _, hex := range setup.Neighbors {
		if hex.Owner >= 0 {
			add(hex.Owner, hex.Army)
		}
	}
	return starts
}

func (t *Tally) withdrew() sim.Table {
	table := view.NewTable("withdrawals", "battles")
	for side, seat := range t.seats() {
		view.Put(table, seat, t.withdrawals[side])
	}
	return table
}

func (t *Tally) rolled() sim.Table {
	table := view.NewWatched("dice", "rounds")
	for above, n := range t.dice {
		view.Put(table, fmt.Sprintf("%+d", above), n)
	}
	return table
}

func (t *Tally) checked() sim.Table {
	table := view.NewWatched("checks", "checks", "passed")
	for side, seat := range t.seats() {
		view.Put(table, seat, t.checks[side].rolled, t.checks[side].passed)
	}
	return table
}
