package kingsmods_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/explore"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/modhosttest"
)

// drawn is a small battle of two or three sides, which is full of specials and
// items.
func drawn(t testing.TB, lib *library.Library, seed uint64) kings.Setup {
	random := rand.New(rand.NewPCG(seed, 7))
	word := func(of ...string) string { return of[random.IntN(len(of))] }
	army := func(text string) kings.Army {
		army, err := kingsdata.ParseArmy(lib, text)
		if err != nil {
			t.Fatal(err)
		}
		return army
	}
	setup := kings.Setup{Sides: make([]kings.SideSetup, 2), RoundLimit: 1 + random.IntN(2)}
	if random.IntN(6) == 0 {
		setup.Sides = make([]kings.SideSetup, 3)
		setup.RoundLimit = 1
	}
	for i := range setup.Sides {
		side := &setup.Sides[i]
		side.Army = army(word("troll", "druid", "elves-3", "green-knight", "2 goblins", "old-dragon"))
		switch random.IntN(3) {
		case 0:
			side.Army = append(side.Army, army(word("marksman", "warlord", "sword-master", "grand-duke", "sir-lancelot"))...)
		case 1:
			side.Army = append(side.Army, army(word("tower", "keep", "village", "city"))...)
		}
		if len(setup.Sides) < 3 || i == 0 {
			side.Items = army(word("talisman", "lucky-charm", "sword", "bow", "golem", "firewall", "dust-of-defense", "fan", "dispel-magic", "balloon"))
		}
		if random.IntN(2) == 0 {
			setup.Neighbors = append(setup.Neighbors, kings.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(i)})
		}
	}
	return setup
}

// who are the players by whom a battle is measured: walked by the odds, and
// seated in a simulation.
var who = map[string]struct {
	walks engine.Oracle
	sits  func(side engine.Side, seed uint64) engine.Oracle
}{
	"greedy": {players.Greedy{}, func(engine.Side, uint64) engine.Oracle { return players.Greedy{} }},
	"random": {odds.Lots{}, func(side engine.Side, seed uint64) engine.Oracle { return players.NewRandom(side, seed) }},
	"first":  {firstOption, func(engine.Side, uint64) engine.Oracle { return firstOption }},
}

var firstOption = engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.First(), nil })

// exact are the odds of a battle between players of a kind; nil where there
// are too many states.
func exact(t testing.TB, b *kings.Battle, kind string, states int) *odds.Odds {
	seats := make([]engine.Oracle, b.Seats())
	for i := range seats {
		seats[i] = who[kind].walks
	}
	graph := odds.NewGraph(b, seats...)
	graph.States = states
	root := graph.Begin()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := graph.Explore(ctx)
	if large := (*explore.TooLarge)(nil); errors.As(err, &large) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	o, err := graph.Odds(root)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return o
}

// frequency is how often each seat wins in n battles.
func frequency(t testing.TB, lib *library.Library, b *kings.Battle, kind string, n uint64) (wins [engine.MaxSeats]float64) {
	seats := make([]engine.Oracle, b.Seats())
	for seed := range n {
		for i := range seats {
			seats[i] = who[kind].sits(engine.Side(i), seed)
		}
		table := engine.NewTable(lib.Dice(seed), seats...)
		b.Play(table)
		if err := table.Err(); err != nil {
			t.Fatalf("%s, seed %d: %v", kind, seed, err)
		}
		if winner := b.Winner(); winner >= 0 {
			wins[winner]++
		}
	}
	for i := range wins {
		wins[i] /= float64(n)
	}
	return wins
}

// agree tells whether exact odds and a frequency in n battles are the same
// thing.
func agree(t *testing.T, name string, o *odds.Odds, wins [engine.MaxSeats]float64, n uint64) {
	t.Helper()
	for side, got := range wins {
		p := o.Wins[side].Value
		sigma := math.Sqrt(p * (1 - p) / float64(n))
		if math.Abs(got-p) > 4*sigma+o.Bound+1e-9 {
			t.Errorf("%s: seat %d wins with %v, and in %d battles %v: %.1f sigma", name, side+1, p, n, got, (got-p)/sigma)
		}
	}
}

// With scripts on, exact odds are what happens.
func TestOddsAreFrequencies(t *testing.T) {
	battles, n, states := uint64(60), uint64(300), 3000
	if testing.Short() {
		battles = 15
	}
	if enginetest.Long {
		battles, n, states = 400, 5000, 100_000
	}
	lib, _ := kit.With(t)
	for seed := range battles {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			b := battleOf(t, lib, drawn(t, lib, seed))
			kind := []string{"greedy", "random", "first"}[seed%3]
			o := exact(t, b, kind, states)
			if o == nil {
				t.Skip("too many states")
			}
			agree(t, fmt.Sprint(kind, " ", b.Setup().Fields()), o, frequency(t, lib, b, kind, n), n)
		})
	}
}

// The same for the scenarios, as far as they have few enough states.
func TestOddsOfScenarios(t *testing.T) {
	enginetest.OnlyLong(t, "many battles")
	lib, _ := kit.With(t)
	for _, s := range lib.Scenarios {
		for kind := range who {
			t.Run(s.ID+" "+kind, func(t *testing.T) {
				t.Parallel()
				b := battleOf(t, lib, s.Setup.(kings.Setup))
				o := exact(t, b, kind, 150_000)
				if o == nil {
					t.Skip("too many states")
				}
				agree(t, kind, o, frequency(t, lib, b, kind, 3000), 3000)
			})
		}
	}
}

// Battles of the same start with the same key, in the same round, lead with
// the same chances to the same keys, with scripts and items, too.
func TestKeyWithScripts(t *testing.T) {
	battles := uint64(40)
	if testing.Short() {
		battles = 10
	}
	if enginetest.Long {
		battles = 1000
	}
	lib, _ := kit.With(t)
	again := 0
	for seed := range battles {
		b := battleOf(t, lib, drawn(t, lib, seed))
		scratch := b.Fresh().(*kings.Battle)
		seen := map[string]map[string]*big.Rat{}
		for n := range uint64(8) {
			table := modhosttest.Randoms(lib, b, seed<<8+n)
			for b.Begin(table); !b.Over() && table.Err() == nil; b.Step() {
				key := fmt.Sprintf("%d %x", b.Round(), b.AppendKey(nil))
				next := chances(t, scratch, b)
				if old, ok := seen[key]; ok {
					again++
					if !maps.EqualFunc(old, next, func(p, q *big.Rat) bool { return p.Cmp(q) == 0 }) {
						t.Fatalf("seed %d, %s: the same key led to\n%v\nand leads to\n%v", seed, b.Scene(), old, next)
					}
				}
				seen[key] = next
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if again < int(battles) {
		t.Errorf("only %d states came again", again)
	}
}

// chances is where the next step of a battle leads to, and with which chances,
// when all players draw lots.
func chances(t *testing.T, scratch, b *kings.Battle) map[string]*big.Rat {
	t.Helper()
	walk := odds.NewWalk(odds.Lots{}, odds.Lots{}, odds.Lots{}, odds.Lots{})
	to := map[string]*big.Rat{}
	err := walk.Each(func() {
		scratch.Sit(walk.Table)
		scratch.CopyFrom(b)
		scratch.Step()
	}, func(odds.Number) error {
		key := fmt.Sprintf("%d %x %v", scratch.Round(), scratch.AppendKey(nil), scratch.Result())
		if to[key] == nil {
			to[key] = new(big.Rat)
		}
		to[key].Add(to[key], walk.Rat())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// A copy, taken between any two acts, goes on as the original does.
func TestCopiesWithScripts(t *testing.T) {
	battles := uint64(150)
	if testing.Short() {
		battles = 30
	}
	if enginetest.Long {
		battles = 2000
	}
	lib, _ := kit.With(t)
	for seed := range battles {
		b := battleOf(t, lib, drawn(t, lib, seed))
		if err := modhosttest.Copies(lib, b, seed, int(seed%40), listed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
