package sorceryview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sim"
	"houserule/engine/sorcery/fight"
)

// sum adds up all that a table has.
func sum(table sim.Table) (n int64) {
	for _, column := range table.Columns {
		n += viewtest.Sum(table, column)
	}
	return n
}

// ledger counts battles by listening to all that is said.
type ledger struct {
	b              *fight.Battle
	rounds, checks int64
	passed         int64
	lost, captured int64
	withdrew       int64
}

func (l *ledger) Hear(_ engine.Seats, e engine.Event) {
	switch e.What {
	case fight.Rolled:
		l.rounds++ // twice a round
	case fight.Checked:
		l.checks++
		if l.b.Reading().Last().Pass {
			l.passed++
		}
	case fight.LostUnit:
		l.lost++
	case fight.Caught:
		l.captured++
	case fight.SideWithdrew:
		l.withdrew++
	}
}

// What the tally says of battles is what a listener hears of them.
func TestTallyOfEveryScenario(t *testing.T) {
	lib := testLibrary(t)
	for _, s := range battles(lib) {
		b, err := fight.NewBattle(gameOf(lib).Game, s.Setup.(fight.Setup))
		if err != nil {
			t.Fatal(err)
		}
		const times = 20
		l := &ledger{b: b}
		dice := lib.Dice(1)
		table := engine.NewTable(dice)
		table.Listen(l)
		tally := NewTally(b, table)
		for seed := range uint64(times) {
			table.Seat(dice, restless(players.NewRandom(0, seed), seed%3 == 1), restless(players.NewRandom(1, seed), seed%3 == 1))
			dice.Reseed(seed)
			tally.Watch(true)
			b.Play(table)
			tally.Watch(false)
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
			tally.Count()
		}
		all := viewtest.Tables(tally)
		if got := sum(all["endings"]); got != times {
			t.Errorf("%s: %d battles have ended", s.ID, got)
		}
		if got := sum(all["dice"]); 2*got != l.rounds {
			t.Errorf("%s: %d rounds, heard were %d dice", s.ID, got, l.rounds)
		}
		checks, passed := int64(0), int64(0)
		for _, row := range all["checks"].Rows {
			checks, passed = checks+row[0], passed+row[1]
		}
		if checks != l.checks || passed != l.passed {
			t.Errorf("%s: %d checks, %d passed; heard were %d and %d", s.ID, checks, passed, l.checks, l.passed)
		}
		started, left, captured := int64(0), int64(0), int64(0)
		for _, row := range all["units"].Rows {
			for side := range int64(2) {
				at := row[6*side:]
				started, left, captured = started+at[0], left+at[1]+at[3]+at[4]+at[5], captured+at[4]
			}
		}
		if started-left != l.lost || captured != l.captured {
			t.Errorf("%s: %d of %d units are left and %d captured; heard were %d losses and %d captured", s.ID, left, started, captured, l.lost, l.captured)
		}
		if got := sum(all["withdrawals"]); got > l.withdrew || got == 0 != (l.withdrew == 0) {
			t.Errorf("%s: %d withdrew, heard were %d", s.ID, got, l.withdrew)
		}
		for name, row := range all["causes"].Rows {
			if row[0] < row[1] || row[0] == 0 {
				t.Errorf("%s: %s appeared %d times and decided %d", s.ID, name, row[0], row[1])
			}
		}
		if s.ID == "long-meadow" && (all["causes"].Rows["leadership (S3.2)"] == nil || all["causes"].Rows["dice of the round (S3.4)"] == nil) {
			t.Errorf("%s: causes are %v", s.ID, all["causes"].Rows)
		}
	}
}
