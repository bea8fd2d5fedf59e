package sorceryview

import (
	"cmp"
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// A Tally counts the results of battles of one set-up, for [sim.Match]. Besides those of a
// [view.Book] its tables are:
//
//	units        units that began, that stood at the end, of those demoralized,
//	             that had withdrawn, were captured, or had stayed beside the
//	             hex, by kind and the side for which they came
//	withdrawals  battles in which a side left the hex
//	dice         rounds by the difference of their dice, attacker above defender
//	checks       morale checks and those that were passed, by side
type Tally struct {
	*view.Book
	battle *fight.Battle

	units, withdrawals, checks *view.Cells

	dice  map[int]int  // counters of rounds, by the difference
	first engine.Score // the attacker's die of the round at hand
}

// The columns of a side in the table of units.
const (
	started = iota
	stood
	shaken
	away
	captured
	beside
)

// endingWords are the rows of endings, by [fight.Ending].
var endingWords = [...]string{
	fight.Undecided: "undecided",
	fight.Cleared:   "cleared",
	fight.Ruin:      "nobody left",
	fight.TimeUp:    "time up",

	sorcery.Annihilated: "no army left",
	sorcery.Conquered:   "conquered",
	sorcery.ByPoints:    "by points",
}

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *fight.Battle, t *engine.Table) *Tally {
	tally, seats := &Tally{battle: b, dice: map[int]int{}}, seatsOf(b)
	seat := func(row int) string { return seats[row] }
	w := view.NewBook(b, t, tally)
	tally.Book = w
	w.Endings(seats, endingWords[:])
	tally.units = w.SeatCells(units.Plural, func(row int) string { return units.ID(b.Game().Kinds[row]) }, seats,
		"started", "stood", "demoralized", "withdrew", "captured", "beside")
	tally.withdrawals = w.Cells("withdrawals", seat, "battles")
	w.Disabled()
	w.Table("dice", "rounds")
	tally.checks = w.Cells("checks", seat, "checks", "passed")
	w.Rolls()
	return tally
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	t.begun()
	var left [fight.Seats]bool
	units := b.Units()
	for i := range units {
		u := &units[i]
		add := func(fate int) { t.units.For(u.First(), u.Kind().Index(), fate, 1) }
		switch u.Status() {
		case fight.Standing, fight.Afield:
			add(stood)
			if u.Demoralized() {
				add(shaken)
			}
		case fight.Withdrawn:
			add(away)
			left[u.Side()] = true
		case fight.Captured:
			add(captured)
		case fight.Adjacent:
			add(beside)
		}
	}
	t.withdrawals.Marked(left[:])
	t.Book.Count(int(b.Result().Ending))
}

// begun counts the units with which the battle began, with those beside the hex.
func (t *Tally) begun() {
	add := func(side engine.Side, army fight.Army) {
		for _, run := range army {
			t.units.For(side, run.Kind.Index(), started, run.N)
		}
	}
	if t.battle.Reading().InWar() {
		for _, stack := range sorcery.TheaterOf(t.battle.Reading()).Campaign().Stacks {
			add(stack.Side, stack.Army)
		}
		for _, place := range sorcery.TheaterOf(t.battle.Reading()).Campaign().Map.Places {
			if place.Owner >= 0 {
				add(place.Owner, place.Militia)
			}
		}
		return
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
}

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	last := t.battle.Reading().Last()
	switch {
	case e.What == fight.Rolled:
		if die, _ := t.battle.Reading().Rolled(enemy(last.Side)); die == 0 {
			t.first = last.Score // compare reads it with the second die
			t.Ledger().Await(true)
		} else {
			t.Ledger().Await(false)
			t.compare(last)
		}
	case e.What == fight.Checked:
		t.check(last)
	}
}

// compare counts the dice of a round. Second is the second of them.
func (t *Tally) compare(second fight.Throw) {
	above := t.first.Total() - second.Score.Total()
	row := above
	if second.Side == fight.Attacker {
		row = -above
	}
	counter := t.dice[row]
	if counter == 0 {
		counter = t.Ledger().Counter("dice", fmt.Sprintf("%+d", row), 0)
		t.dice[row] = counter
	}
	t.Ledger().Add(counter, 1)
	t.Causes.Add(true, second.Die, func(_ int, totals []int) bool { return cmp.Compare(totals[0], totals[1]) == cmp.Compare(above, 0) }, t.first, second.Score)
	t.Read()
}

// check counts a morale check.
func (t *Tally) check(c fight.Throw) {
	t.checks.Add(int(c.Side), 0, 1)
	if c.Pass {
		t.checks.Add(int(c.Side), 1, 1)
	}
	t.Causes.Below(c.Pass, c.Die, c.Score)
	t.Read()
}
