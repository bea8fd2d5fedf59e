package forecast

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// What a march costs, and the enemy's stacks that could come.
func Example() {
	lib, err := load()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := lib.Scenario("two-valleys")
	if err != nil {
		fmt.Println(err)
		return
	}
	war, err := sorcerydata.Game(lib).NewBattle(s.Setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	b := war.(*fight.Battle)
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		l := NewLook(b.Reading())
		l.Renew(q.Side)
		u := l.battle.Unit(1)
		order, err := l.Form(u)
		if err != nil {
			return 0, err
		}
		grid := l.War().Grid()
		for to, cost := range l.Reach(order) {
			if grid.Number(to) == "0304" {
				p := l.Path(order, []*fight.Unit{u}, to)
				fmt.Printf("%s to %s: cost %d, steps %d\n", b.Reading().Label(u), grid.Number(to), cost, len(p.Steps))
			}
		}
		for _, a := range l.Approaches(1-q.Side, l.War().At(u).Hex()) {
			fmt.Printf("a stack in %s, %d points away\n", grid.Number(a.From), a.Cost)
		}
		return 0, engine.ErrRewind
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	// Output:
	// w2 (Spearmen) to 0304: cost 1, steps 1
	// a stack in 0803, 7 points away
	// a stack in 0804, 7 points away
}

// come is the chance that something happens, in all ways in which the dice fall after
// an answer: until reports when it is known, and happened whether it has.
func come(t testing.TB, q engine.Question, answer int, hear func(b *fight.Battle, e engine.Event), until func(b *fight.Battle) bool, happened func(b *fight.Battle) bool) *big.Rat {
	t.Helper()
	c := q.Choice.(engine.Trier)
	scratch := c.Scratch().(*fight.Battle)
	w := odds.NewWalk(players.Greedy{}, players.Greedy{})
	w.Table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { hear(scratch, e) }))
	scratch.Sit(w.Table)
	d, err := odds.Distribute(w, func() {
		for c.Try(scratch, answer); w.Table.Err() == nil && !scratch.Over() && !until(scratch); {
			scratch.Step()
		}
	}, func() bool01 { return as01(happened(scratch)) })
	if err != nil {
		t.Fatal(err)
	}
	return d.Chance(1)
}

// bool01 is a bool that can be an outcome.
type bool01 int

func as01(is bool) bool01 { return bool01(bit(is)) }

// The odds of a reaction are those of its dice; who does not know those that march
// is told between what and what they lie. S3.1: modifiers may take more from the dice than
// they add, and a hook may treat one roll differently from another.
func TestReactions(t *testing.T) {
	for _, row := range []struct {
		name, west, east string
		hook             func(*fight.Battle, *fight.Unit, engine.Score) engine.Score
	}{
		{"better", "sir-oswin, 3 spearmen, lancers", "gash-bonechewer, 2 orc-spears, 2 warg-riders", nil},
		{"worse", "2 lancers", "first-spore, creeping-mold", nil},
		{"factor", "sir-oswin, 3 spearmen, lancers", "gash-bonechewer, 2 orc-spears, 2 warg-riders", func(_ *fight.Battle, _ *fight.Unit, score engine.Score) engine.Score {
			return score.Times(2, 3, nil)
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := nearby(t, testLibrary(t), row.west, row.east)
			if row.hook != nil {
				b.Game().Hooks.Reaction.Add(row.hook)
			}
			testReactions(t, b)
		})
	}
}

func testReactions(t *testing.T, b *fight.Battle) {
	l, tested := NewLook(b.Reading()), 0
	play(t, b, 1, func(q engine.Question) (int, error) {
		switch c := q.Choice.(type) {
		case *fight.Picking:
			switch {
			case c.What == sorcery.PickGroup || c.What == sorcery.PickFollow:
				return fight.All, nil
			case c.What == sorcery.PickReact:
				for answer := range c.Each {
					if answer >= fight.Picked {
						return answer, nil
					}
				}
			case c.Legal(fight.Picked):
				return fight.Picked, nil
			}
			return fight.Pass, nil
		case *sorcery.Ordering:
			if q.Side == b.Reading().Mover() {
				return engine.ParseLegal(c, "march 0803")
			}
			for answer := range c.Each {
				_, to := c.Order(answer)
				passed, heard := false, false
				want := come(t, q, answer, func(b *fight.Battle, e engine.Event) {
					if e.What == fight.Reacted {
						passed, heard = b.Reading().Last().Pass, true
					}
				}, func(*fight.Battle) bool { return heard }, func(*fight.Battle) bool { heard = false; return passed })
				for _, seat := range []engine.Side{fight.Omniscient, q.Side} {
					l.Renew(seat)
					all := l.Reactions([]*fight.Unit{l.Reading().Scout()}, to)
					if len(all) != 1 || all[0].To != to || all[0].Known != (seat < 0) {
						t.Fatalf("seat %d: into %s: %v", seat, sorcery.TheaterOf(b.Reading()).PlaceName(to), all)
					}
					least, most := all[0].Least, all[0].Most
					if seat < 0 && (least.Cmp(want) != 0 || most.Cmp(want) != 0) || least.Cmp(want) > 0 || most.Cmp(want) < 0 {
						t.Errorf("seat %d: into %s: from %s to %s, want %s", seat, sorcery.TheaterOf(b.Reading()).PlaceName(to), least.RatString(), most.RatString(), want.RatString())
					}
				}
				tested++
			}
			open, _ := l.ReactsInto(l.Reading().Scout())
			if n := len(slices.Collect(c.Each)); len(open) != n {
				t.Errorf("%d hexes are open, want %d", len(open), n)
			}
			return 0, engine.ErrRewind
		}
		return q.First(), nil
	})
	if tested < 3 {
		t.Errorf("there were %d hexes to react into", tested)
	}
}

// What is told of breaches and assaults is what comes of them.
func TestStorms(t *testing.T) {
	b := nearby(t, testLibrary(t), "sir-oswin, 4 spearmen, lancers, 2 levies*", "2 orc-spears, orc-archers")
	l, tested := NewLook(b.Reading()), map[sorcery.Order]int{}
	play(t, b, 1, func(q engine.Question) (int, error) {
		switch c := q.Choice.(type) {
		case *fight.Picking:
			spearman := fight.Picked + 1
			switch {
			case c.What == sorcery.PickMarch && q.Side == 0 && c.Legal(spearman):
				return spearman, nil
			case c.What != sorcery.PickGroup:
				return fight.Pass, nil
			case sorcery.TheaterOf(b.Reading()).Turn() > 1:
				for answer := range c.Each { // those in good order: the others do not enter
					if answer >= fight.Picked && !b.Unit(answer-fight.Picked).Demoralized() {
						return answer, nil
					}
				}
				return fight.Pass, nil
			}
			return fight.All, nil
		case *fight.Deciding:
			if c.What == sorcery.Declines {
				return fight.Yes, nil
			}
		case *sorcery.Ordering:
			if sorcery.TheaterOf(b.Reading()).Turn() < 2 {
				return engine.ParseLegal(c, "march 0804")
			}
			for answer := range c.Each {
				what, to := c.Order(answer)
				if what != sorcery.ToBreach && what != sorcery.ToAssault {
					continue
				}
				tested[what]++
				storms, want, got := []Storm(nil), (*big.Rat)(nil), (*big.Rat)(nil)
				l.Renew(q.Side)
				if storms = l.Storms(to); len(storms) != 1 || storms[0].Side != q.Side || len(l.Storms(hex.None)) != 1 {
					t.Fatalf("%v can be stormed", storms)
				}
				if what == sorcery.ToBreach {
					dice, passed := 0, 0
					want = come(t, q, answer, func(b *fight.Battle, e engine.Event) {
						if e.What == sorcery.Breached {
							dice, passed = dice+1, passed+bit(b.Reading().Last().Pass)
						}
					}, func(*fight.Battle) bool { return dice == 2 || dice > passed }, func(*fight.Battle) bool {
						in := passed == 2
						dice, passed = 0, 0
						return in
					})
					breach, ok := l.Breach(storms[0])
					if got = breach.Chance; !ok || breach.Needs[0].Total() != 1+sorcery.TheaterOf(b.Reading()).Turn()-1 {
						t.Errorf("%v, %t", breach, ok)
					}
				} else {
					assault := l.Assault(storms[0])
					storming := slices.DeleteFunc(slices.Collect(c.Group), func(u *fight.Unit) bool { return !sorcery.TheaterOf(b.Reading()).Climbs(u) })
					left, in := len(storming), false
					want = come(t, q, answer, func(b *fight.Battle, e engine.Event) {
						if e.What == sorcery.Assaulted {
							left, in = left-1, in || b.Reading().Last().Pass
						}
					}, func(*fight.Battle) bool { return left == 0 }, func(*fight.Battle) bool {
						got := in
						left, in = len(storming), false
						return got
					})
					// All that may are more than those that are asked now.
					none := big.NewRat(1, 1)
					for _, climber := range assault.Climbers[:len(storming)] {
						none.Mul(none, new(big.Rat).Sub(one, climber.In))
					}
					if got = none.Sub(one, none); assault.Any.Cmp(got) < 0 {
						t.Errorf("%s for all, %s for some", assault.Any.RatString(), got.RatString())
					}
				}
				if got.Cmp(want) != 0 {
					t.Errorf("%s of %s: %s, want %s", what, sorcery.TheaterOf(b.Reading()).PlaceName(to), got.RatString(), want.RatString())
				}
			}
			return 0, engine.ErrRewind
		}
		return q.First(), nil
	})
	if len(tested) != 2 {
		t.Errorf("there were %v", tested)
	}
}

// A stack that is too large loses what is foretold.
func TestSupplies(t *testing.T) {
	lib := testLibrary(t)
	b := nearby(t, lib, "sir-oswin, 24 spearmen, 14 pikemen", "2 orc-spears, orc-archers")
	l, foretold, over := NewLook(b.Reading()), Supply{}, 0
	play(t, b, 1, func(q engine.Question) (int, error) {
		l.Renew(q.Side)
		camps := sorcery.TheaterOf(b.Reading()).Camps()
		if len(camps) < 2 || camps[0].Side == camps[1].Side && camps[0].Spot == camps[1].Spot {
			t.Fatalf("%v stand on the map", camps)
		}
		for _, c := range camps {
			if c.Side != 0 {
				continue
			}
			if s := l.Supply(c); s.Over > 0 {
				foretold, over = s, s.Over
			}
		}
		return 0, engine.ErrRewind
	})
	die := sorcerydata.Game(lib).Rules.Die
	if over == 0 || foretold.Lost != over/die || foretold.More.Cmp(big.NewRat(int64(over%die), int64(die))) != 0 || foretold.Weight.Total()-foretold.Limit.Total() != over {
		t.Errorf("%+v", foretold)
	}
}

// A march costs what its path says, where no dice are rolled and nobody stands in
// the way.
func TestPaths(t *testing.T) {
	b := scenario(t, testLibrary(t), "two-valleys")
	l, tested := NewLook(b.Reading()), 0
	play(t, b, 1, func(q engine.Question) (int, error) {
		o, ok := q.Choice.(*sorcery.Ordering)
		if !ok {
			if p, ok := q.Choice.(*fight.Picking); ok && p.What == sorcery.PickMarch && tested < 30 {
				for answer := range p.Each {
					if answer >= fight.Picked {
						return answer, nil
					}
				}
			}
			return q.First(), nil
		}
		if q.Side != b.Reading().Mover() {
			return q.First(), nil
		}
		l.Renew(q.Side)
		var group []*fight.Unit
		for u := range o.Group {
			group = append(group, l.battle.Unit(u.ID()))
		}
		order, err := l.Form(group...)
		if err != nil {
			t.Fatal(err)
		}
		costs, march := l.Reach(order), -1
		for answer := range o.Each {
			what, to := o.Order(answer)
			if what != sorcery.ToMarch {
				continue
			}
			p, sum := l.Path(order, group, to), 0
			dice := false
			for _, s := range p.Steps {
				sum += s.Cost.Total()
				dice = dice || s.Dice > 0 || s.Wall
			}
			if !dice && (p.Cost != sum || costs[to] != sum) || p.Steps[len(p.Steps)-1].To != to || p.Cost > p.Left {
				t.Errorf("%s: %+v costs %d, reach says %d", sorcery.TheaterOf(b.Reading()).PlaceName(to), p, sum, costs[to])
			}
			if p.Battle != sorcery.TheaterOf(b.Reading()).Present(1-q.Side, to) {
				t.Errorf("%s: battle %t", sorcery.TheaterOf(b.Reading()).PlaceName(to), p.Battle)
			}
			tested++
			march = answer
		}
		if tested > 100 {
			return 0, engine.ErrRewind
		}
		if march < 0 {
			return q.First(), nil
		}
		return march, nil
	})
	if tested < 30 {
		t.Errorf("only %d marches", tested)
	}
}
