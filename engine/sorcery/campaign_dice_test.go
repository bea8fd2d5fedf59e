package sorcery_test

import (
	"fmt"
	"math/big"
	"testing"

	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// warOf is the campaign that a journal's header says: "turns: 1", line by line.
func warOf(t testing.TB, g *sorcery.Game, fields ...string) *fight.Battle {
	t.Helper()
	h := engine.Header{Fields: []engine.Field{{Key: "sides", Value: "north south"}}}
	for i := 0; i < len(fields); i += 2 {
		h.Fields = append(h.Fields, engine.Field{Key: fields[i], Value: fields[i+1]})
	}
	c, err := sorcery.ReadCampaign(h, g.Kind)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sorcery.NewCampaign(g, c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// outcomes are what comes of a campaign, with its chances, when it is played
// until something is so.
func outcomes(t testing.TB, b *fight.Battle, player engine.Oracle, until func() bool, what func() string) map[string]*big.Rat {
	t.Helper()
	walk := odds.NewWalk(player, player)
	all := map[string]*big.Rat{}
	err := walk.Each(func() {
		for b.Begin(walk.Table); !b.Over() && !until() && walk.Table.Err() == nil; {
			b.Step()
		}
	}, func(odds.Number) error {
		is := what()
		if all[is] == nil {
			all[is] = new(big.Rat)
		}
		all[is].Add(all[is], walk.Rat())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// chanceOf is the chance of an outcome, which must be so.
func chanceOf(t testing.TB, all map[string]*big.Rat, is string, want *big.Rat, format string, args ...any) {
	t.Helper()
	got := all[is]
	if got == nil {
		got = new(big.Rat)
	}
	if got.Cmp(want) != 0 {
		t.Errorf("%s: %q has the chance %v, want %v, of %v", fmt.Sprintf(format, args...), is, got, want, all)
	}
}

// S1: a stack that is n over its limit loses n/6 units on the average, and never
// more or less than the full sixes, or one more.
func TestStackingLosesASixth(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	for n := 1; n <= 20; n++ {
		b := warOf(t, g, "turns", "1", "row1", "clear clear", "place1", "0101 vortex",
			"stack1", fmt.Sprintf("north 0101: %d foot-1", n), "stack2", "south 0201: foot-1")
		all := outcomes(t, b, fighttest.First, func() bool { return b.Reading().Mover() == 1 }, func() string {
			lost := 0
			for i := range b.Units() {
				if u := b.Unit(i); u.Status() == fight.Eliminated {
					lost++
				} else if u.Side() == 0 && n >= 6 && !u.Demoralized() {
					t.Errorf("%d too many: %s is in good order", n, b.Reading().Label(u))
				}
			}
			return fmt.Sprint(lost)
		})
		chanceOf(t, all, fmt.Sprint(n/6+1), big.NewRat(int64(n%6), 6), "%d too many", n)
		chanceOf(t, all, fmt.Sprint(n/6), big.NewRat(int64(6-n%6), 6), "%d too many", n)
	}
}

// march answers for who does something with all of a stack in its turns: the
// order that it is given is listed, or it stays.
func march(b *fight.Battle, order func() string) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side != 0 {
			if d, is := q.Choice.(*fight.Deciding); is && d.What == sorcery.Declines {
				return fight.Yes, nil
			}
			return q.First(), nil
		}
		switch c := q.Choice.(type) {
		case *fight.Picking:
			switch {
			case order() == "":
			case c.What == sorcery.PickMarch:
				return fight.Picked, nil
			case c.What == sorcery.PickGroup:
				return fight.All, nil
			}
		case *sorcery.Ordering:
			return engine.ParseLegal(c, order())
		}
		return q.First(), nil
	})
}

// S4: a breach has the chance of a die below the turns, times one below the
// number of the besiegers.
func TestBreachChance(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	g.WarHooks.Weight.Add(func(_ *fight.Battle, _ *fight.Unit, s engine.Score) engine.Score { return s.Times(0, 1, nil) })
	for turns := 2; turns <= 8; turns++ {
		for units := 1; units <= 8; units++ {
			b := warOf(t, g, "turns", "9", "row1", "clear clear", "place1", "0201 castle of south",
				"stack1", fmt.Sprintf("north 0101: %d foot-1", units), "stack2", "south 0201: foot-1")
			player := march(b, func() string {
				switch sorcery.TheaterOf(b.Reading()).Turn() {
				case 1:
					return "march 0201"
				case turns:
					return "breach 0201"
				}
				return ""
			})
			all := outcomes(t, b, player, func() bool {
				return sorcery.TheaterOf(b.Reading()).Turn() == turns && (b.Reading().Mover() == 1 || b.Fighting())
			}, func() string { return fmt.Sprint(sorcery.TheaterOf(b.Reading()).At(b.Unit(0)).Inside()) })
			chanceOf(t, all, "true", big.NewRat(int64(min(turns-1, 6)*min(units-1, 6)), 36), "turn %d, %d units", turns, units)
		}
	}
}

// S4: in an assault each unit gets in on a 1, is demoralized on a 6, and else
// stays where it is, whatever the others do.
func TestAssaultChance(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	b := warOf(t, g, "turns", "1", "row1", "clear clear clear", "hexsides1", "0101-0201 wall",
		"stack1", "north 0101: 3 foot-1", "stack2", "south 0201: foot-1")
	is := func(u *fight.Unit) byte {
		switch {
		case sorcery.TheaterOf(b.Reading()).At(u).Hex() != 0:
			return 'i'
		case u.Demoralized():
			return 'd'
		}
		return '-'
	}
	all := outcomes(t, b, march(b, func() string { return "assault 0201" }), func() bool { return b.Fighting() || b.Reading().Mover() == 1 },
		func() string { return string([]byte{is(b.Unit(0)), is(b.Unit(1)), is(b.Unit(2))}) })
	chance := map[byte]int64{'i': 1, 'd': 1, '-': 4}
	for _, one := range "id-" {
		for _, two := range "id-" {
			for _, three := range "id-" {
				n := chance[byte(one)] * chance[byte(two)] * chance[byte(three)]
				chanceOf(t, all, string([]rune{one, two, three}), big.NewRat(n, 216), "assault")
			}
		}
	}
}

// S3.1: a reaction has the chance of two dice and the nine modifiers, for every
// pair of units, on every ground and under every leader.
func TestReactionChance(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	costs := map[string][3]int{"clear": {1, 1, 1}, "forest": {3, 2, 1}, "mountain": {3, 3, 1}} // men, elves, flyers
	type troop struct {
		id          string
		walks, cost int
	}
	troops := []troop{{"foot-4", 4, 0}, {"blade-4", 4, 1}, {"horse-4", 7, 0}, {"hawk-2", 9, 2}}
	leaders := []struct {
		id     string
		rating int
	}{{"elf-lady", 0}, {"captain", 1}, {"elf-lord", 2}, {"king", 3}}
	for ground, cost := range costs {
		for _, moves := range troops {
			for _, reacts := range troops {
				for _, leader := range leaders {
					b := warOf(t, g, "turns", "1", "row1", "clear "+ground+" clear",
						"stack1", "north 0101: "+moves.id, "stack2", "south 0301: "+reacts.id+", "+leader.id)
					sprung := func() bool {
						return sorcery.TheaterOf(b.Reading()).At(b.Unit(1)) == sorcery.TheaterOf(b.Reading()).At(b.Unit(0))
					}
					walks := march(b, func() string {
						if sorcery.TheaterOf(b.Reading()).At(b.Unit(0)) == sorcery.SpotIn(0, false) {
							return "march 0201"
						}
						return ""
					})
					player := engine.OracleFunc(func(q engine.Question) (int, error) {
						if p, is := q.Choice.(*fight.Picking); is && p.What == sorcery.PickReact {
							return fight.Picked + 2, nil
						}
						return walks.Answer(q)
					})
					all := outcomes(t, b, player, func() bool { return b.Reading().Mover() == 1 || b.Fighting() }, func() string { return fmt.Sprint(sprung()) })
					need := 8 - cost[moves.cost] + cost[reacts.cost] - leader.rating
					switch { // all three comparisons, as there is one unit on each side
					case reacts.walks > moves.walks:
						need -= 3
					case reacts.walks < moves.walks:
						need += 3
					}
					ways := int64(0)
					for pair := range 36 {
						if pair/6+pair%6+2 >= need {
							ways++
						}
					}
					chanceOf(t, all, "true", big.NewRat(ways, 36), "%s reacts to %s in %s under %s", reacts.id, moves.id, ground, leader.id)
				}
			}
		}
	}
}
