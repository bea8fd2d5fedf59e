package fight_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// S3.4: for all pairs of dice and leaders, what both sides lose, in parts of a
// point, by the table of the source as it is printed.
func TestDifferentialTable(t *testing.T) {
	table := []struct{ higher, lower int }{{25, 25}, {30, 20}, {35, 15}, {40, 10}, {45, 5}, {50, 0}}
	const strong, weak = 20, 12
	for ratings := range 16 {
		ratings := [2]int{ratings / 4, ratings % 4}
		races := []*fight.Race{{ID: "man", Morale: 3}}
		kind := func(id string, strength, leadership int) *fight.Kind {
			k := &fight.Kind{ID: id, Name: id, Race: "man", Strength: strength}
			if strength == 0 {
				k.Role, k.Leadership, k.Endurance = fight.Character, leadership, 1
			}
			return k
		}
		kinds := []*fight.Kind{kind("strong", strong, 0), kind("weak", weak, 0), kind("one", 0, ratings[0]), kind("other", 0, ratings[1])}
		g, err := gameOf(fight.DefaultRules(), fight.Data{Races: races, Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		var losses [fight.Seats]int
		told := 0
		g.Hooks.Losses.Add(func(_ *fight.Battle, side engine.Side, loss int) int {
			losses[side] = loss
			told++
			return loss
		})
		run := func(k *fight.Kind) fight.Run { return fight.Run{N: 1, Kind: k} }
		b, err := fight.NewBattle(g, fight.Setup{Armies: [fight.Seats]fight.Army{{run(kinds[0]), run(kinds[2])}, {run(kinds[1]), run(kinds[3])}}})
		if err != nil {
			t.Fatal(err)
		}
		for pair := range 36 {
			dice := &engine.Script{Dice: []int{pair/6 + 1, pair%6 + 1}}
			tb := engine.NewTable(dice, fighttest.First, fighttest.First)
			told = 0
			for b.Begin(tb); told < 2 && tb.Err() == nil; {
				b.Step()
			}
			difference := dice.Dice[0] + ratings[0] - dice.Dice[1] - ratings[1]
			own, other := table[min(max(difference, -difference), 5)].higher, table[min(max(difference, -difference), 5)].lower
			if difference < 0 {
				own, other = other, own
			}
			if want := [fight.Seats]int{weak * other * 2, strong * own * 2}; losses != want {
				t.Errorf("dice %v, leaders %v: losses %v, want %v", dice.Dice, ratings, losses, want)
			}
		}
	}
}

// What becomes of a unit in a round.
const (
	inOrder = iota
	demoralized
	eliminated
)

// S3.4 to S3.6: what becomes of every unit in a round, walked through by the
// rules, has the chances that a few lines of arithmetic give it. Units are
// independent of each other once both dice lie.
func TestRoundIsDistributedAsTheDiceSay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rules := fight.DefaultRules()
		rules.Die = 2 + random.IntN(5)
		rules.RoutDifference = 1 + random.IntN(5)
		rules.RoundLimit = 1
		var races []*fight.Race
		for i := range 3 {
			races = append(races, &fight.Race{ID: fmt.Sprint(i), Morale: random.IntN(rules.Die + 2)})
		}
		var kinds []*fight.Kind
		setup := fight.Setup{}
		for side := range setup.Armies {
			for range 1 + random.IntN(3) {
				k := &fight.Kind{ID: fmt.Sprint("k", len(kinds)), Race: fmt.Sprint(random.IntN(3)), Strength: 1 + random.IntN(6)}
				k.Name = k.ID
				if random.IntN(2) == 0 {
					k.Defense = 1 + random.IntN(6)
				}
				kinds = append(kinds, k)
				setup.Armies[side] = append(setup.Armies[side], fight.Run{N: 1, Kind: k, Demoralized: random.IntN(4) == 0})
			}
		}
		g, err := gameOf(rules, fight.Data{Races: races, Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		want := make([][3]*big.Rat, len(kinds))
		for i := range want {
			want[i] = [3]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat)}
		}
		each := big.NewRat(1, int64(rules.Die*rules.Die))
		for pair := range rules.Die * rules.Die {
			dice := [2]int{pair/rules.Die + 1, pair%rules.Die + 1}
			n := 0
			for side := range setup.Armies {
				for _, chances := range reference(g, setup, dice, side) {
					for what, p := range chances {
						want[n][what].Add(want[n][what], new(big.Rat).Mul(p, each))
					}
					n++
				}
			}
		}
		b, err := fight.NewBattle(g, setup)
		if err != nil {
			t.Fatal(err)
		}
		walk := odds.NewWalk(fighttest.First, fighttest.First)
		got := make([][3]*big.Rat, len(kinds))
		for i := range got {
			got[i] = [3]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat)}
		}
		err = walk.Each(func() { b.Play(walk.Table) }, func(odds.Number) error {
			for i := range b.Units() {
				what := inOrder
				switch u := b.Unit(i); {
				case !u.Stands():
					what = eliminated
				case u.Demoralized():
					what = demoralized
				}
				got[i][what].Add(got[i][what], walk.Rat())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			for what := range want[i] {
				if got[i][what].Cmp(want[i][what]) != 0 {
					t.Errorf("%v, die %d: unit %d is %d with the chance %v, want %v", setup.Armies, rules.Die, i, what, got[i][what], want[i][what])
				}
			}
		}
	}
}

// reference is what becomes of each unit of a side, and with which chances,
// when both dice lie.
func reference(g *fight.Game, setup fight.Setup, dice [2]int, side int) (all [][3]*big.Rat) {
	rules := &g.Rules
	shift := min(max(dice[1-side]-dice[side], -rules.RoutDifference), rules.RoutDifference) // of this side's morale dice
	percent := rules.LossEqual + shift*rules.LossStep
	strength := 0
	value := func(strength, attack int, demoralized bool) int {
		if attack > 0 {
			strength = attack
		}
		if demoralized {
			return (strength + 1) / 2
		}
		return strength
	}
	for _, r := range setup.Armies[1-side] {
		strength += value(r.Kind.Strength, 0, r.Demoralized)
	}
	loss := big.NewRat(int64(strength*percent), 100)
	one := big.NewRat(1, 1)
	for _, r := range setup.Armies[side] {
		pass := func(need int) *big.Rat { return big.NewRat(int64(min(max(need, 0), rules.Die)), int64(rules.Die)) }
		morale := r.Kind.Of().Morale
		at := [3]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat)}
		start := inOrder
		if r.Demoralized {
			start = demoralized
		}
		at[start] = one
		worse := func(chance *big.Rat) { // one step, of those that are left
			for what := demoralized; what >= inOrder; what-- {
				moved := new(big.Rat).Mul(at[what], chance)
				at[what] = new(big.Rat).Sub(at[what], moved)
				at[what+1] = new(big.Rat).Add(at[what+1], moved)
			}
		}
		gone := func(chance *big.Rat) {
			for what := inOrder; what <= demoralized; what++ {
				moved := new(big.Rat).Mul(at[what], chance)
				at[what] = new(big.Rat).Sub(at[what], moved)
				at[eliminated] = new(big.Rat).Add(at[eliminated], moved)
			}
		}
		fail := func(need int) *big.Rat { return new(big.Rat).Sub(one, pass(need)) }
		v := big.NewRat(int64(value(r.Kind.Strength, r.Kind.Defense, r.Demoralized)), 1)
		third := new(big.Rat).Mul(v, big.NewRat(1, 3))
		switch {
		case loss.Sign() == 0:
		case loss.Cmp(v) >= 0:
			gone(one)
			loss = new(big.Rat).Sub(loss, v)
		case loss.Cmp(third) < 0:
			worse(fail(morale))
			loss = new(big.Rat)
		case loss.Cmp(new(big.Rat).Add(third, third)) < 0:
			worse(one)
			loss = new(big.Rat)
		default:
			failed := fail(morale)
			// Whoever fails is gone, all others are a step worse.
			lost := [3]*big.Rat{}
			for what := range lost {
				lost[what] = new(big.Rat).Mul(at[what], failed)
				at[what] = new(big.Rat).Sub(at[what], lost[what])
			}
			worse(one)
			for _, p := range lost {
				at[eliminated] = new(big.Rat).Add(at[eliminated], p)
			}
			loss = new(big.Rat)
		}
		switch {
		case shift == -rules.RoutDifference:
		case shift == rules.RoutDifference:
			worse(one)
		default:
			worse(fail(morale - shift))
		}
		all = append(all, at)
	}
	return all
}
