package heroesview

import (
	"testing"
	"time"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/players"
)

// played is a battle that is played again and again, with its tally.
type played struct {
	*heroes.Battle
	table *engine.Table
	tally *Tally
	lib   *library.Library
	dice  *engine.Dice
}

func newPlayed(t testing.TB, lib *library.Library, scenario string, seats ...engine.Oracle) *played {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(lib.Game, s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	dice := lib.Dice(1)
	table := engine.NewTable(dice, seats...)
	return &played{b, table, NewTally(b, table), lib, dice}
}

func (p *played) play(seed uint64) {
	p.dice.Reseed(seed, p.lib.Game.Streams...)
	engine.Play(p.Battle, p.table)
}

// BenchmarkTally plays the reference battle without a tally, with one, and
// watched, in turn: what each costs more, in ns a battle, by the fastest of
// the blocks.
func BenchmarkTally(b *testing.B) {
	p := newPlayed(b, testLibrary(b), "reference", new(players.Reference), new(players.Reference))
	const battles = 2000
	var bare, counted, listened, watched time.Duration
	block := func(best *time.Duration, play func(seed uint64)) {
		start := time.Now()
		for seed := range uint64(battles) {
			play(seed)
		}
		if took := time.Since(start); *best == 0 || took < *best {
			*best = took
		}
	}
	for b.Loop() {
		block(&bare, p.play)
		block(&counted, func(seed uint64) {
			p.play(seed)
			p.tally.Count()
		})
		p.table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
		block(&listened, p.play)
		p.table.Listen(nil)
		block(&watched, func(seed uint64) {
			p.tally.Watch(true)
			p.play(seed)
			p.tally.Watch(false)
		})
	}
	b.ReportMetric(float64(bare)/battles, "ns/bare")
	b.ReportMetric(float64(counted-bare)/battles, "ns/tally")
	b.ReportMetric(float64(listened-bare)/battles, "ns/listener")
	b.ReportMetric(float64(watched-bare)/battles, "ns/watched")
}
