package heroesview

import (
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/forecast"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/players"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// withMods is the base game with mods of the bundle, set as in "luck.lucky=3".
func withMods(t testing.TB, set []string, mods ...string) *library.Library {
	t.Helper()
	data := os.DirFS("../../..")
	known := library.Find(library.Folder{FS: data, Dir: "mods", Where: "mods"})
	settings := map[string]map[string]string{}
	for _, text := range set {
		if err := library.ParseSetting(text, settings); err != nil {
			t.Fatal(err)
		}
	}
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), data), known, mods, settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := heroesmods.API.Install(lib, modhost.Stop); err != nil {
		t.Fatal(err)
	}
	return lib
}

// viewOf is a view of typed armies while the first stack acts.
func viewOf(t testing.TB, lib *library.Library, aggressor, defender string) *View {
	t.Helper()
	b := heroestest.Battle(t, heroesdata.Game(lib), 0, aggressor, defender)
	b.Begin(engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{}))
	return New(lib, library.Match{}, b)
}

// blowOf is an attack of stack by at stack at.
func (v *View) blowOf(t testing.TB, kind heroes.Kind, by, at string, n int) heroes.Blow {
	t.Helper()
	var stacks [2]*heroes.Stack
	for i, name := range []string{by, at} {
		s, err := v.battle.StackNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		stacks[i] = s
	}
	blow, err := v.battle.Aim(stacks[0], kind, 0, stacks[1], n)
	if err != nil {
		t.Fatal(err)
	}
	return blow
}

// faces is the chance of k or more on a die of ten.
func faces(k int) *big.Rat { return big.NewRat(int64(min(max(11-k, 0), 10)), 10) }

// explodes is the chance that a ten that is rolled again and added, at most
// so often, comes to k or more: what the first die shows, or a ten and what
// comes to k-10.
func explodes(k, most int) *big.Rat {
	p := new(big.Rat)
	for face := 1; face <= 10; face++ {
		q := big.NewRat(1, 10)
		switch {
		case face == 10 && most > 0:
			q.Mul(q, explodes(k-10, most-1))
		case face < k:
			continue
		}
		p.Add(p, q)
	}
	return p
}

// several is the chance that the best, or the worst, of n dice is k or more.
func several(k, n int, worst bool) *big.Rat {
	one, p := faces(k), big.NewRat(1, 1)
	if !worst {
		one.Sub(big.NewRat(1, 1), one)
	}
	for range n {
		p.Mul(p, one)
	}
	if !worst {
		p.Sub(big.NewRat(1, 1), p)
	}
	return p
}

// Mods that have a say in the dice, against closed forms.
func TestChancesWithMods(t *testing.T) {
	for _, c := range []struct {
		name                string
		mods, set           []string
		aggressor, defender string
		kind                heroes.Kind
		n                   int
		need                int // by the scores
		want                func(need int) *big.Rat
	}{
		// A gold golem has 3 and 7, a bandit 1 and 5, a halfling shoots with 2.
		{"no mod", nil, nil, "3 gold-golem", "3 gold-golem", heroes.Melee, 2, 7, faces},
		{"a ten explodes", []string{"exploding-tens"}, nil, "1 bandit", "2 gold-golem", heroes.Melee, 2, 13, func(k int) *big.Rat { return explodes(k, 5) }},
		{"two tens", []string{"exploding-tens"}, nil, "1 bandit", "4 gold-golem", heroes.Melee, 4, 27, func(k int) *big.Rat { return explodes(k, 5) }},
		{"no more than the limit", []string{"exploding-tens"}, []string{"exploding-tens.most=1"}, "1 bandit", "4 gold-golem", heroes.Melee, 4, 27, func(k int) *big.Rat { return explodes(k, 1) }},
		{"as many as the limit", []string{"exploding-tens"}, []string{"exploding-tens.most=2"}, "1 bandit", "4 gold-golem", heroes.Melee, 4, 27, func(k int) *big.Rat { return explodes(k, 2) }},
		{"a ten more changes nothing below it", []string{"exploding-tens"}, nil, "1 bandit", "1 gold-golem", heroes.Melee, 1, 6, faces},
		{"a one misses", []string{"natural-dice"}, nil, "3 gold-golem", "1 bandit", heroes.Melee, 1, -2, func(int) *big.Rat { return faces(2) }},
		{"a ten hits", []string{"natural-dice"}, nil, "1 bandit", "3 gold-golem", heroes.Melee, 3, 20, func(int) *big.Rat { return faces(10) }},
		{"and else as ever", []string{"natural-dice"}, nil, "1 bandit", "1 gold-golem", heroes.Melee, 1, 6, faces},
		{"luck", []string{"luck"}, nil, "1 halfling, 1 halfling", "2 gold-golem, 1 bandit", heroes.Ranged, 1, 5, func(k int) *big.Rat { return several(k, 2, false) }},
		{"more luck", []string{"luck"}, []string{"luck.lucky=3"}, "1 halfling, 1 halfling", "2 gold-golem, 1 bandit", heroes.Ranged, 1, 5, func(k int) *big.Rat { return several(k, 4, false) }},
		{"the luck of the few", []string{"luck"}, nil, "1 bandit", "2 gold-golem, 1 bandit", heroes.Melee, 1, 6, func(k int) *big.Rat { return several(k, 2, false) }},
		{"a jinx", []string{"luck"}, nil, "1 bandit", "1 gold-golem, 1 medusa", heroes.Melee, 1, 6, func(k int) *big.Rat { return faces(k) }}, // and the luck of the few
		{"two jinxes", []string{"luck"}, []string{"luck.underdog=0"}, "1 bandit", "1 gold-golem, 1 medusa, 1 medusa", heroes.Melee, 1, 6, func(k int) *big.Rat { return several(k, 3, true) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := viewOf(t, withMods(t, c.set, c.mods...), c.aggressor, c.defender)
			strike := v.battle.Preview(v.blowOf(t, c.kind, "a1", "d1", c.n))
			if strike.Need != c.need {
				t.Fatalf("needs %d, want %d", strike.Need, c.need)
			}
			p, err := v.dice.Chance(strike, 0)
			if err != nil {
				t.Fatal(err)
			}
			if want := c.want(c.need); p.Cmp(want) != 0 {
				t.Errorf("chance %s, want %s", p.RatString(), want.RatString())
			}
			v.checkSampled(t, p, strike.Blow)
		})
	}
}

// checkSampled rolls an attack 20,000 times.
func (v *View) checkSampled(t *testing.T, p *big.Rat, blow heroes.Blow) {
	t.Helper()
	const n = 20_000
	scratch := v.battle.Fresh().(*heroes.Battle)
	scratch.Sit(engine.NewTable(v.Library().Dice(3), players.Greedy{}, players.Greedy{}))
	count := 0
	for range n {
		if blow.Contest(scratch, v.battle, 0) {
			count++
		}
	}
	want, _ := p.Float64()
	if mean, sigma := float64(count)/n, math.Sqrt(want*(1-want)/n); math.Abs(mean-want) > 4*sigma+1e-9 {
		t.Errorf("chance %v exactly, %v of %d", want, mean, n)
	}
}

// An accident: who misses with a one rolls again, and loses a card with
// another. The whole attack in closed form: its retaliation, too.
func TestAccidents(t *testing.T) {
	v := viewOf(t, withMods(t, nil, "natural-dice"), "1 bandit", "1 gold-golem")
	got, err := v.Odds(t.Context(), []string{"a1", "attack", "d1"})
	if err != nil {
		t.Fatal(err)
	}
	// 1+die at 7: 5/10 hit. Of the rest a hundredth has an accident, and the
	// golem strikes back after the other 49/100: with 3 at 5, 9/10; and has
	// one, with a one, itself: a one always misses.
	// Bandit dies: 1/100 + 49/100*9/10. Golem dies: 1/2 + 49/100*1/100.
	for _, want := range []string{
		"kills Gold Golem; strikes back: 88.2 % if missed",
		"d1 loses 1 card 50.5 % (5049/10000)", "a1 loses 1 card 45.1 % (451/1000)", "no card is lost 4.4 % (441/10000)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// The best of seven dice is computed, whatever hangs on them; dice that a hook
// rolls anew are rolled in so many ways and no more.
func TestManyDice(t *testing.T) {
	lib := withMods(t, nil)
	heroesdata.Game(lib).Hooks.Dice.Add(func(_ *heroes.Battle, _ heroes.Blow, p heroes.Pool) heroes.Pool {
		return heroes.Pool{Dice: 7}
	})
	v := viewOf(t, lib, "1 bandit", "1 gold-golem")
	blow := v.blowOf(t, heroes.Melee, "a1", "d1", 1)
	p, err := v.dice.Chance(v.battle.Preview(blow), 0)
	if want := several(6, 7, false); err != nil || p.Cmp(want) != 0 {
		t.Errorf("chance %s, %v, want %s", p.RatString(), err, want.RatString())
	}

	rolled := 0
	heroesdata.Game(lib).Hooks.Rolled.Add(func(b *heroes.Battle, _ heroes.Blow, die int) int {
		for range 4 {
			rolled++
			die = b.Roll(1000, 0) % 10
		}
		return die
	})
	v = viewOf(t, lib, "1 bandit", "1 gold-golem, 2 gold-golem")
	rolled = 0
	for range 5 {
		if got, want := v.percent(v.battle.Preview(v.blowOf(t, heroes.Melee, "a1", "d1", 1))), "over 4096 ways"; got != want {
			t.Errorf("the chance is %s, want %s", got, want)
		}
	}
	if most := 4 * (forecast.MaxWays + 1); rolled > most {
		t.Errorf("%d dice were rolled, want %d at most", rolled, most)
	}
	for words, want := range map[string]string{
		"a1 d1": "the dice fall in more than 200,000 ways: too many to count. houserule sim plays a sample of the whole battle",
		"a1":    "the dice fall in more than 33,333 ways: too many to count. houserule sim plays a sample of the whole battle",
	} {
		if _, err := v.Odds(t.Context(), strings.Fields(words)); err == nil || err.Error() != want {
			t.Errorf("odds %s: %v, want %s", words, err, want)
		}
	}
}

// A hook may destroy the stacks of an attack whose die it hears of: the attack is
// told all the same, without its chance.
func TestStruckStacksMayBeGone(t *testing.T) {
	for gone := range 2 {
		lib := withMods(t, nil)
		heroesdata.Game(lib).Hooks.Hit.Add(func(b *heroes.Battle, blow heroes.Blow, hit bool) bool {
			b.Remove(nil, []*heroes.Stack{blow.By, blow.At}[gone], 100)
			return hit
		})
		v := viewOf(t, lib, "2 bandit, 1 bandit", "1 gold-golem, 1 gold-golem")
		told := ""
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if line, ok := v.Line(e); ok {
				told += line.Text + " " + line.Sum + "\n"
			}
		}))
		if engine.Play(v.Battle(), table); table.Err() != nil || !strings.Contains(told, "a mod can change the dice: not to be told") {
			t.Errorf("%v\n%s", table.Err(), told)
		}
	}
}
