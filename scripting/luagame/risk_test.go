package luagame_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/luagame"
)

// field is a battle of so many armies, as a journal would set it up.
func field(t testing.TB, lib *library.Library, attackers, defenders int) *luagame.Battle {
	t.Helper()
	setup, err := lib.Format.ReadSetup(lib, engine.Header{Fields: []engine.Field{
		{Key: "attackers", Value: fmt.Sprint(attackers)}, {Key: "defenders", Value: fmt.Sprint(defenders)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*luagame.Battle)
}

// answers is a player that always says the same.
func answers(text string) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) { return engine.ParseLegal(q.Choice, text) })
}

// One throw, in every way in which its dice can fall, is that of the table that is
// known for long: chances of losses, out of all ways.
func TestThrows(t *testing.T) {
	lib, _ := risk(t)
	for _, row := range []struct {
		attack, defense int
		attackerLoses   [3]int64 // ways in which it loses 0, 1, 2 armies
	}{
		{3, 2, [3]int64{2890, 2611, 2275}},
		{3, 1, [3]int64{855, 441, 0}},
		{2, 2, [3]int64{295, 420, 581}},
		{2, 1, [3]int64{125, 91, 0}},
		{1, 2, [3]int64{55, 161, 0}},
		{1, 1, [3]int64{15, 21, 0}},
	} {
		b := field(t, lib, 9, 9)
		walk := odds.NewWalk(answers(fmt.Sprintf("roll %d", row.attack)), answers(fmt.Sprintf("roll %d", row.defense)))
		var got [3]*big.Rat
		for i := range got {
			got[i] = new(big.Rat)
		}
		err := walk.Each(func() {
			for b.Begin(walk.Table); b.Round() == 1 && walk.Table.Err() == nil; {
				b.Step()
			}
		}, func(odds.Number) error {
			got[9-b.Value(0)].Add(got[9-b.Value(0)], walk.Rat())
			if lost := 18 - b.Value(0) - b.Value(1); lost != min(row.attack, row.defense) {
				return fmt.Errorf("%d armies are lost", lost)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ways := row.attackerLoses[0] + row.attackerLoses[1] + row.attackerLoses[2]
		if want := int64(math.Pow(6, float64(row.attack+row.defense))); ways != want {
			t.Fatalf("the row of %d against %d has %d ways, want %d", row.attack, row.defense, ways, want)
		}
		for lost, n := range row.attackerLoses {
			if want := big.NewRat(n, ways); got[lost].Cmp(want) != 0 {
				t.Errorf("%d dice against %d, attacker loses %d: %s, want %s", row.attack, row.defense, lost, got[lost], want)
			}
		}
	}
}

// conquest is the chance that the attacker takes the land, by a table of its own:
// wins[a][d], from throws that are counted here, die by die.
func conquest(most int) [][]float64 {
	type throw struct{ attack, defense int }
	chances := map[throw][3]float64{} // that the attacker loses 0, 1, 2
	for attack := 1; attack <= 3; attack++ {
		for defense := 1; defense <= 2; defense++ {
			chances[throw{attack, defense}] = count(attack, defense)
		}
	}
	wins := make([][]float64, most+1)
	for a := range wins {
		wins[a] = make([]float64, most+1)
		for d := range wins[a] {
			switch {
			case a == 0:
			case d == 0:
				wins[a][d] = 1
			default:
				attack, defense := min(a, 3), min(d, 2)
				n := min(attack, defense)
				for lost, p := range chances[throw{attack, defense}] {
					if lost <= n {
						wins[a][d] += p * wins[a-lost][d-(n-lost)]
					}
				}
			}
		}
	}
	return wins
}

// count throws all dice in all ways.
func count(attack, defense int) (lost [3]float64) {
	dice := attack + defense
	ways := int(math.Pow(6, float64(dice)))
	for way := range ways {
		var shown [5]int
		for i := range dice {
			shown[i] = way % 6
			way /= 6
		}
		highest := func(from, to int) (first, second int) {
			first, second = -1, -1
			for _, n := range shown[from:to] {
				if n > first {
					first, second = n, first
				} else if n > second {
					second = n
				}
			}
			return first, second
		}
		a1, a2 := highest(0, attack)
		d1, d2 := highest(attack, dice)
		n := 0
		if a1 <= d1 {
			n++
		}
		if attack > 1 && defense > 1 && a2 <= d2 {
			n++
		}
		lost[n] += 1 / float64(ways)
	}
	return lost
}

// Whole battles, with exact odds from the script itself, are those of the table
// above, which is also the one that is published: Osborne, Markov Chains for the
// RISK Board Game Revisited (2003), has 0.417 for 1 against 1, 0.568 for 10
// against 10.
func TestConquest(t *testing.T) {
	const most = 10
	lib, _ := risk(t)
	want := conquest(most)
	for n, published := range map[int]float64{1: 0.417, 2: 0.363, 3: 0.470, 5: 0.506, 10: 0.568} {
		if math.Abs(want[n][n]-published) > 0.0005 {
			t.Errorf("%d against %d: %.4f, published %.3f", n, n, want[n][n], published)
		}
	}
	g := odds.NewGraph(field(t, lib, 1, 1), players.Greedy{}, players.Greedy{})
	roots := map[int][2]int{}
	table := engine.NewTable(engine.NewDice(1))
	for a := 1; a <= most; a++ {
		for d := 1; d <= most; d++ {
			b := field(t, lib, a, d)
			b.Begin(table)
			roots[g.Root(func(scratch engine.Battle) { scratch.CopyFrom(b) }, 1)] = [2]int{a, d}
		}
	}
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	for root, armies := range roots {
		o, err := g.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		got, w := o.Wins[0], want[armies[0]][armies[1]]
		if math.Abs(got.Value-w) > 1e-12 || math.Abs(o.Wins[1].Value-(1-w)) > 1e-12 || o.Bound > 1e-12 {
			t.Errorf("%d against %d: %.15f ± %.2g, want %.15f", armies[0], armies[1], got.Value, o.Bound, w)
		}
	}
}

// House rules change the odds as they should.
func TestSettings(t *testing.T) {
	for _, row := range []struct {
		set  string
		want string // that a single army beats a single army
	}{
		{"risk.ties=attacker", "7/12"}, {"risk.die=2", "1/4"}, {"risk.die=20", "19/40"}, {"risk.attack_dice=1", "5/12"},
	} {
		lib, _ := risk(t, row.set)
		b := field(t, lib, 1, 1)
		walk, wins := odds.NewWalk(players.Greedy{}, players.Greedy{}), new(big.Rat)
		err := walk.Each(func() {
			for b.Begin(walk.Table); !b.Over() && walk.Table.Err() == nil; {
				b.Step()
			}
		}, func(odds.Number) error {
			if b.Winner() == 0 {
				wins.Add(wins, walk.Rat())
			}
			return nil
		})
		if err != nil || wins.RatString() != row.want {
			t.Errorf("%s: %s, want %s (%v)", row.set, wins.RatString(), row.want, err)
		}
		if list := lib.ModList(); !strings.HasSuffix(list, strings.TrimPrefix(row.set, "risk.")) {
			t.Errorf("journals have %s", list)
		}
	}
}
