package forecast

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// testLibrary is the base game.
func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(kingsdata.Format(), library.Base(kingsdata.Format(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// battleOf is a battle of a scenario, in which nothing has happened.
func battleOf(t testing.TB, lib *library.Library, scenario string) *kings.Battle {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := kings.NewBattle(kingsdata.Game(lib), s.Setup.(kings.Setup))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// standing yields the counters that roll.
func standing(b *kings.Battle, yield func(c *kings.Counter)) {
	for side := range engine.Side(b.Seats()) {
		for c := range b.Of(side) {
			if c.Stands() {
				yield(c)
			}
		}
	}
}

// The dice of a counter that charges, and those of a side in a step.
func Example() {
	system := kingsdata.Format()
	lib, err := library.LoadMods(system, library.Base(system, os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := lib.Scenario("skirmish")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := kings.NewBattle(kingsdata.Game(lib), s.Setup.(kings.Setup))
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))

	f := New(&b.Position)
	p, _ := f.Prospect(b.Counter(0))
	hits, err := f.Hits(b.Counter(0))
	fmt.Printf("%s: %d dice, %d or less, two hits %s, %v\n", b.Label(b.Counter(0)), p.Dice, p.Value.Total(), hits.Chance(2).RatString(), err)
	hits, dice, err := f.SideHits(1, kings.Melee)
	fmt.Printf("the defender in the melee step: dice %d, %s hits on average, %v\n", dice, odds.Mean(hits).RatString(), err)
	// Output:
	// a1 (Green Knight): 2 dice, 4 or less, two hits 4/9, <nil>
	// the defender in the melee step: dice 1, 2/3 hits on average, <nil>
}

// The hits of a counter are those of rolling its dice in every way, and a forecast
// changes nothing.
func TestHits(t *testing.T) {
	lib, all := testLibrary(t), 0
	for _, s := range lib.Scenarios {
		b := battleOf(t, lib, s.ID)
		f, still, asked := New(&b.Position), enginetest.NewStill(b), 0
		player := func(side engine.Side) engine.Oracle {
			random := players.NewRandom(side, 3)
			return engine.OracleFunc(func(q engine.Question) (int, error) {
				if asked++; asked%5 == 1 {
					still.Take()
					standing(b, func(c *kings.Counter) { f.agrees(t, c) })
					if err := still.Moved(); err != nil {
						t.Errorf("%s: %v", s.ID, err)
					}
				}
				if asked > 15 {
					return 0, engine.ErrRewind
				}
				return random.Answer(q)
			})
		}
		var seats []engine.Oracle
		for side := range engine.Side(b.Seats()) {
			seats = append(seats, player(side))
		}
		table := engine.NewTable(engine.NewDice(1), seats...)
		if b.Play(table); table.Err() != nil && !errors.Is(table.Err(), engine.ErrRewind) {
			t.Fatal(table.Err())
		}
		all += asked
	}
	if all < 100 {
		t.Errorf("only %d questions were asked", all)
	}
}

func (f *Forecast) agrees(t *testing.T, c *kings.Counter) {
	t.Helper()
	quick, err := f.Hits(c)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := f.walked(c)
	if err != nil {
		t.Fatal(err)
	}
	if !quick.Equal(slow) {
		t.Errorf("%s: %v, walked %v", f.battle.Label(c), quick, slow)
	}
	if sum := quick.Where(func(int) bool { return true }); sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%s: %v add up to %v", f.battle.Label(c), quick, sum)
	}
	p, err := f.Prospect(c)
	if err != nil {
		t.Fatal(err)
	}
	mean, _ := f.Expected(c)
	die := f.battle.Game().Rules.Die
	if want := float64(p.Dice*min(max(p.Value.Total(), 0), die)) / float64(die); mean-want > 1e-12 || want-mean > 1e-12 {
		t.Errorf("%s: %v hits are expected, want %v", f.battle.Label(c), mean, want)
	}
}

// A side's hits are those of its counters together.
func TestSideHits(t *testing.T) {
	b := battleOf(t, testLibrary(t), "four-kings")
	b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}, players.Greedy{}, players.Greedy{}))
	f, rolled := New(&b.Position), 0
	for side := range engine.Side(b.Seats()) {
		for step := range kings.CombatSteps {
			hits, dice, err := f.SideHits(side, step)
			if err != nil {
				t.Fatal(err)
			}
			mean, want := odds.Mean(hits), 0
			for c := range b.Of(side) {
				if p, _ := f.Prospect(c); c.Stands() && p.Step == step {
					want += p.Dice
					own, _ := f.Hits(c)
					mean.Sub(mean, odds.Mean(own))
				}
			}
			if rolled += dice; dice != want || mean.Sign() != 0 {
				t.Errorf("side %d in the %s step: %d dice, want %d; the mean is off by %s", side, step, dice, want, mean)
			}
		}
	}
	if rolled == 0 {
		t.Error("nobody rolls")
	}
}

// Dice that a script changes are rolled in so many ways and no more.
func TestManyWays(t *testing.T) {
	lib := testLibrary(t)
	game, rolled := kingsdata.Game(lib), 0
	game.Rules.ChargeDice = 20
	game.Hooks.Rolled.Add(func(_ *kings.Battle, _ kings.Roll, die int) int { rolled++; return die })
	b := battleOf(t, lib, "skirmish")
	b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
	f := New(&b.Position)
	rolled = 0
	for range 2 { // the second time it is known
		if _, err := f.Hits(b.Counter(0)); err != ErrManyWays {
			t.Errorf("error %v, want %v", err, ErrManyWays)
		}
		if most := 20 * (mostWays + 1); rolled == 0 || rolled > most {
			t.Errorf("%d dice were rolled, want %d at most", rolled, most)
		}
	}
}

// A script that fails in a forecast is its error, and no error of the battle; the
// next question is answered again.
func TestFailing(t *testing.T) {
	lib, fails := testLibrary(t), false
	kingsdata.Game(lib).Hooks.Value.Add(func(b *kings.Battle, _ *kings.Counter, s engine.Score) engine.Score {
		if fails {
			b.Fail(errors.New("nobody knows"))
		}
		return s
	})
	b := battleOf(t, lib, "skirmish")
	b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
	f := New(&b.Position)
	for _, fails = range []bool{true, false, true, false} {
		_, err := f.Prospect(b.Counter(0))
		_, failed := f.Hits(b.Counter(0))
		if (err != nil) != fails || (failed != nil) != fails || b.Err() != nil {
			t.Errorf("fails: %t; errors %v, %v, %v", fails, err, failed, b.Err())
		}
	}
}
