package sorceryview

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/chain"
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
type Tally struct {
	battle *sorcery.Battle
	watch  *view.Watch
	causes *view.Causes

	endings, units, withdrawals, checks *view.Cells

	dice  map[int]int  // counters of rounds, by the difference
	first engine.Score // the attacker's die of the round at hand
}

// The columns of a side in the table of units, and their number.
const (
	started = iota
	stood
	shaken
	away
	captured
	beside
	fates
)

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
	w := view.NewWatch(b, t)
	seat := func(row int) string { return seatsOf(b)[row] }
	return &Tally{
		battle: b, watch: w, causes: view.NewCauses(w.Ledger()), dice: map[int]int{},
		endings:     view.NewCells(w.Ledger(), "endings", int(sorcery.Seats)+1, func(row int) string { return endingWords[row] }),
		units:       view.NewCells(w.Ledger(), "units", int(sorcery.Seats)*fates, func(row int) string { return b.Game().Kinds[row].ID }),
		withdrawals: view.NewCells(w.Ledger(), "withdrawals", 1, seat),
		checks:      view.NewCells(w.Ledger(), "checks", 2, seat),
	}
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	result := b.Result()
	t.endings.Add(int(result.Ending), view.EndColumn(result.Winner, b.Seats()), 1)
	t.begun()
	var left [sorcery.Seats]bool
	units := b.Units()
	for i := range units {
		u := &units[i]
		row, column := u.Kind().Index(), int(u.First())*fates
		switch u.Status() {
		case sorcery.Standing, sorcery.Afield:
			t.units.Add(row, column+stood, 1)
			if u.Demoralized() {
				t.units.Add(row, column+shaken, 1)
			}
		case sorcery.Withdrawn:
			t.units.Add(row, column+away, 1)
			left[u.Side()] = true
		case sorcery.Captured:
			t.units.Add(row, column+captured, 1)
		case sorcery.Adjacent:
			t.units.Add(row, column+beside, 1)
		}
	}
	for side, is := range left {
		if is {
			t.withdrawals.Add(side, 0, 1)
		}
	}
	t.watch.Count()
}

// begun counts the units with which the battle began, with those beside the hex.
func (t *Tally) begun() {
	add := func(side engine.Side, army sorcery.Army) {
		for _, run := range army {
			t.units.Add(run.Kind.Index(), int(side)*fates+started, run.N)
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

// Watch makes the tally listen to the battles from now on, or restores the table as it
// was before.
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
	counter := t.dice[row]
	if counter == 0 {
		counter = t.Ledger().Counter("dice", fmt.Sprintf("%+d", row), 0)
		t.dice[row] = counter
	}
	t.Ledger().Add(counter, 1)
	t.causes.Add(true, second.Die, func(_ int, totals []int) bool { return sign(totals[0]-totals[1]) == sign(above) }, t.first, second.Score)
	t.watch.Read()
}

// check counts a morale check.
func (t *Tally) check(c sorcery.Throw) {
	t.checks.Add(int(c.Side), 0, 1)
	if c.Pass {
		t.checks.Add(int(c.Side), 1, 1)
	}
	var passes func(die int, totals []int) bool
	if c.Pass == (c.Die <= c.Score.Total()) { // else a script has decided
		passes = func(die int, totals []int) bool { return die <= totals[0] }
	}
	t.causes.Add(c.Pass, c.Die, passes, c.Score)
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

// Ledger is what the tally counts in.
func (t *Tally) Ledger() *chain.Ledger { return t.watch.Ledger() }

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	seats := seatsOf(t.battle)
	return sim.Fill(t.Ledger(),
		view.NewTable("endings", view.EndColumns(seats)...),
		view.NewTable("units", view.SeatColumns(seats, "started", "stood", "demoralised", "withdrew", "captured", "beside")...),
		view.NewTable("withdrawals", "battles"),
		t.watch.Disabled(),
		view.NewTable("dice", "rounds"),
		view.NewTable("checks", "checks", "passed"),
		t.causes.Table(),
		t.watch.Hooks())
}
