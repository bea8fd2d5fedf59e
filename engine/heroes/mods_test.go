package heroes_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
)

// modded plays a transcript's script under a game that a mod has changed and
// compares what is told.
func modded(t *testing.T, text string, mod func(*heroes.Game)) {
	t.Helper()
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	text = strings.TrimPrefix(text, "\n")
	tr, err := parseTranscript(text, lib)
	if err != nil {
		t.Fatal(err)
	}
	mod(tr.game)
	got, err := tr.play()
	if err != nil {
		t.Fatalf("%v, after\n%s", err, got)
	}
	if got != text {
		t.Errorf("it went\n%s\nand should have gone\n%s", got, text)
	}
}

// Rules that the base game leaves to scripts, hung on the hooks by hand.
func TestModdedRules(t *testing.T) {
	t.Run("H1.5 a draw when both sides are empty", func(t *testing.T) {
		modded(t, `
aggressor: 1 behemoth
defender: 1 p8

> a1 attack d1 [1]
a1 (1 Behemoth) attacks d1 (1 P8): die 1 + 8 = 9 against 5: hit
P8 of d1 dies
d1 is destroyed
Behemoth of a1 dies
a1 is destroyed
a draw in round 1: both armies are destroyed
`, func(g *heroes.Game) {
			g.Hooks.Killed.Add(func(b *heroes.Battle, kill heroes.Kill, _ engine.None) engine.None {
				b.Remove(nil, kill.By, 1)
				return engine.None{}
			})
		})
	})
	t.Run("H2.2 a hook knows what it lets reach", func(t *testing.T) {
		// a1 strikes from behind because it swarms, and d1 strikes back out of reach.
		modded(t, `
aggressor: 1 p1, 1 p1, 1 p1 | 1 halfling
defender: 1 p9
rules: retaliation_needs_reach=true

> next a1
> a1 pass
a1 (1 P1) passes
> next a2
> a2 pass
a2 (1 P1) passes
> a3 pass
a3 (1 P1) passes
! a4 attack d1 -- a melee attack is made from the melee line (H2.2)
> a4 swarm
a4 (1 Halfling) swarms
> d1 pass
d1 (1 P9) passes
> next a1
> a1 pass
a1 (1 P1) passes
> next a2
> a2 pass
a2 (1 P1) passes
> a3 pass
a3 (1 P1) passes
> a4 attack d1 [1]
a4 (1 Halfling) attacks d1 (1 P9): die 1 + 2 = 3 against 5: miss
> d1 retaliate [10]
d1 (1 P9) retaliates
d1 (1 P9) attacks a4 (1 Halfling): die 10 + 1 = 11 against 5: hit
Halfling of a4 dies
a4 is destroyed
...
`, func(g *heroes.Game) {
			g.Hooks.Reach.Add(func(_ *heroes.Battle, blow heroes.Blow, reaches bool) bool {
				return blow.How.Retaliation() || blow.How.Swarms() > 0
			})
		})
	})
	t.Run("H9.7 morale: two opportunities or none", func(t *testing.T) {
		// The die of the round shows 3: morale 4 acts twice, -4 not at all, and
		// 3 is not greater.
		morale := map[string]int{"a1": 4, "a2": 3, "d1": -4}
		modded(t, `
aggressor: 1 p1, 1 p2
defender: 1 p4, 1 p5

[3]
> a1 pass
a1 (1 P1) passes
> a1 pass
a1 (1 P1) passes
> a2 pass
a2 (1 P2) passes
> d2 pass [4]
d2 (1 P5) passes
> a1 pass
a1 (1 P1) passes
> a2 pass
a2 (1 P2) passes
> d1 pass
d1 (1 P4) passes
...
`, func(g *heroes.Game) {
			var die int
			g.Hooks.RoundStart.Add(func(b *heroes.Battle, _, _ engine.None) engine.None {
				die = b.Roll(10, 0)
				return engine.None{}
			})
			g.Hooks.Opportunities.Add(func(b *heroes.Battle, s *heroes.Stack, n int) int {
				switch m := morale[b.Name(s)]; {
				case m > die:
					return n + 1
				case -m > die:
					return 0
				}
				return n
			})
		})
	})
	t.Run("H9.8 luck: more dice, the best or the worst", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1
defender: 3 gold-golem

> a1 attack d1 [2 6 4]
a1 (1 P1) attacks d1 (3 Gold Golem): die 6 + 1 = 7 against 7: hit
Gold Golem of d1 dies
> d1 retaliate [9 1]
d1 (2 Gold Golem) retaliates
d1 (2 Gold Golem) attacks a1 (1 P1): die 1 + 5 = 6 against 5: hit
P1 of a1 dies
a1 is destroyed
defender wins in round 1: aggressor is destroyed
`, func(g *heroes.Game) {
			g.Hooks.Dice.Add(func(b *heroes.Battle, blow heroes.Blow, pool heroes.Pool) heroes.Pool {
				if blow.By.Side() == heroes.Aggressor {
					return heroes.Pool{Dice: pool.Dice + 2}
				}
				return heroes.Pool{Dice: pool.Dice + 1, Worst: true}
			})
		})
	})
	t.Run("H9.1 scripts forbid targets and options", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1
defender: 1 orc, 1 gold-golem

? a1 attack d2, a1 swarm, a1 pass
! a1 attack d1 -- it does not dare (shy)
! a1 protect -- it does not hide (bold)
> a1 pass
a1 (1 P1) passes
...
`, func(g *heroes.Game) {
			g.Hooks.Offer.Add(func(b *heroes.Battle, o heroes.Offer, r *heroes.Ruling) *heroes.Ruling {
				if at := o.At(b.Reading()); at != nil && b.Name(at) == "d1" {
					return &heroes.Ruling{Rule: "shy", Text: "it does not dare"}
				}
				if o.Option.Verb() == heroes.Protect {
					return &heroes.Ruling{Rule: "bold", Text: "it does not hide"}
				}
				return r
			})
		})
	})
	t.Run("H1.2 who was due when its half began acts, whatever comes up then", func(t *testing.T) {
		// Its own side kills the top card of a2 and all of a3. What is left of a2
		// acts now, and in the next round in its own phase.
		modded(t, `
aggressor: 1 p1, 1 p1 + 1 p8, 1 p1, 1 p1 + 1 p8
defender: 1 p4

Round 1
Phase 1, aggressor
? next a1, next a2, next a3, next a4
> next a1
> a1 cull a2
a1 (1 P1): cull a2 (P1 + 1 card)
P1 of a2 dies
? next a2, next a3, next a4
> next a4
> a4 cull a3
a4 (P1 + 1 card): cull a3 (1 P1)
P1 of a3 dies
a3 is destroyed
> a2 pass
a2 (1 P8) passes
Phase 4, defender
> d1 pass
d1 (1 P4) passes
Round 2
Phase 1, aggressor
? next a1, next a4
> next a1
> a1 cull a4
a1 (1 P1): cull a4 (P1 + 1 card)
P1 of a4 dies
> a4 pass
a4 (1 P8) passes
Phase 4, defender
> d1 pass
d1 (1 P4) passes
Phase 8, aggressor
> a2 pass
a2 (1 P8) passes
Round 3
Phase 1, aggressor
> a1 pass
a1 (1 P1) passes
Phase 4, defender
> d1 pass
d1 (1 P4) passes
Phase 8, aggressor
? next a2, next a4
> next a2
...
`, cull)
	})
	t.Run("H1.2 a card of the present phase that comes up in its own half waits", func(t *testing.T) {
		// a2 was not due when the half of phase 1 began.
		modded(t, `
aggressor: 1 p1, 1 p8 + 1 p1
defender: 1 p4

Round 1
Phase 1, aggressor
> a1 cull a2
a1 (1 P1): cull a2 (P8 + 1 card)
P8 of a2 dies
Phase 4, defender
> d1 pass
d1 (1 P4) passes
Round 2
Phase 1, aggressor
? next a1, next a2
> next a2
...
`, cull)
	})
	t.Run("H1.1 a stack that is killed is no pick", func(t *testing.T) {
		lib, err := recruits()
		if err != nil {
			t.Fatal(err)
		}
		tr, err := parseTranscript("aggressor: 1 p1, 1 p1, 1 p1, 1 p1\ndefender: 1 p4\n\n> next a1\n> a1 cull a2\n", lib)
		if err != nil {
			t.Fatal(err)
		}
		cull(tr.game)
		tr.then = func(c engine.Choice) {
			refuses(t, c, 1, "that stack does not act in this phase (H1.1)")
		}
		if told, err := tr.play(); err != nil {
			t.Fatalf("%v, after\n%s", err, told)
		}
	})
	t.Run("H3.4 scripts forbid moves", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1
defender: 1 orc
rules: line_minimum=0

! a1 move -- it has roots (rooted)
> a1 pass
a1 (1 P1) passes
...
`, func(g *heroes.Game) {
			g.Hooks.Move.Add(func(*heroes.Battle, *heroes.Stack, *heroes.Ruling) *heroes.Ruling {
				return &heroes.Ruling{Rule: "rooted", Text: "it has roots"}
			})
		})
	})
	t.Run("H1.1 scripts say who may be next", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1, 2 p1, 3 p1
defender: 1 orc

! next a1 -- it waits (slow)
? next a2, next a3
> next a3
> a3 pass
a3 (3 P1) passes
? next a2
> next a2
> a2 pass
a2 (2 P1) passes
> a1 pass
a1 (1 P1) passes
...
`, func(g *heroes.Game) {
			g.Hooks.MayAct.Add(func(b *heroes.Battle, s *heroes.Stack, r *heroes.Ruling) *heroes.Ruling {
				if s.Top().Count() < 2 {
					return &heroes.Ruling{Rule: "slow", Text: "it waits"}
				}
				return r
			})
		})
	})
	t.Run("H9.1 scripts prevent stances and spells when they take place", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1, 1 p1, 1 magi
defender: 1 orc

> next a1
> a1 swarm
a1 (1 P1) is not let: too tired (weary)
> a2 protect
a2 (1 P1) is not let: too tired (weary)
> a3 cast magic-fist d1
a3 (1 Magi) casts Magic Fist at d1 (1 Orc)
a3 (1 Magi) is not let: too tired (weary)
...
`, func(g *heroes.Game) {
			weary := &heroes.Ruling{Rule: "weary", Text: "too tired"}
			never := func(*heroes.Battle, *heroes.Stack, *heroes.Ruling) *heroes.Ruling { return weary }
			g.Hooks.Swarm.Add(never)
			g.Hooks.Protect.Add(never)
			g.Hooks.Cast.Add(func(*heroes.Battle, heroes.Blow, *heroes.Ruling) *heroes.Ruling { return weary })
		})
	})
}

// cull lets a stack kill the top card of another of its side.
func cull(g *heroes.Game) {
	g.CustomOptions = []heroes.CustomOption{{
		Name: "cull", At: heroes.AtFriend,
		Legal: func(*heroes.Battle, *heroes.Stack, *heroes.Stack) error { return nil },
		Do:    func(b *heroes.Battle, by, at *heroes.Stack) { b.Remove(by, at, 1) },
	}}
}

// Options that mods add: at nothing, at a friend, at an enemy.
func TestExtras(t *testing.T) {
	extras := func(g *heroes.Game) {
		legal := func(*heroes.Battle, *heroes.Stack, *heroes.Stack) error { return nil }
		g.CustomOptions = []heroes.CustomOption{
			{Name: "dance", Legal: legal, Do: func(*heroes.Battle, *heroes.Stack, *heroes.Stack) {}},
			{Name: "push", At: heroes.AtFriend, Legal: func(_ *heroes.Battle, by, at *heroes.Stack) error {
				if by == at {
					return errors.New("nobody pushes itself")
				}
				return nil
			}, Do: func(b *heroes.Battle, _, at *heroes.Stack) { b.Shift(at, heroes.RangedLine) }},
			{Name: "stab", At: heroes.AtEnemy, Legal: legal, Do: func(b *heroes.Battle, by, at *heroes.Stack) { b.Remove(by, at, 2) }},
		}
	}
	modded(t, `
aggressor: 1 p1, 1 p2
defender: 2 p4
rules: line_minimum=1

? a1 attack d1, a1 attack d1 swat 2, a1 sacrifice a2, a1 dance, a1 push a2, a1 stab d1, a1 swarm, a1 protect, a1 move, a1 pass
! a1 push a1 -- nobody pushes itself (push)
! a1 push d1 -- there is no such stack on the field (H2.2)
! a1 push -- push takes STACK, as in push a2
! a1 stab a2 -- there is no such stack on the field (H2.2)
! a1 dance a2 -- unexpected "a2" after "dance"
> a1 push a2
a1 (1 P1): push a2 (1 P2)
= a1 1 p1 | a2 1 p2 against d1 2 p4
> a2 dance
a2 (1 P2): dance
> d1 pass
d1 (2 P4) passes
> a1 stab d1
a1 (1 P1): stab d1 (2 P4)
P4 of d1 dies
P4 of d1 dies
d1 is destroyed
aggressor wins in round 2: defender is destroyed
`, extras)
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript("aggressor: 1 p1, 1 p2\ndefender: 2 p4\n\n", lib)
	if err != nil {
		t.Fatal(err)
	}
	extras(tr.game)
	tr.then = func(c engine.Choice) {
		const noOption, noStack = "that is no option (H3)", "there is no such stack on the field (H2.2)"
		refuses(t, c, int(heroes.NewOption(heroes.CustomVerb, 3, 0, 0)), noOption)
		refuses(t, c, int(heroes.NewOption(heroes.CustomVerb, 0, 1, 0)), noOption)
		refuses(t, c, int(heroes.NewOption(heroes.CustomVerb, 0, 0, 1)), noOption)
		refuses(t, c, int(heroes.NewOption(heroes.CustomVerb, 2, 3, 0)), noStack)
		refuses(t, c, int(heroes.NewOption(heroes.CustomVerb, 2, heroes.TownCard, 0)), noStack)
	}
	if told, err := tr.play(); err != nil {
		t.Fatalf("%v, after\n%s", err, told)
	}
}

// H1.4: neither side is told of the other's stacks before both stand.
func TestFreeSetupIsSecret(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript("aggressor: 1 orc\ndefender: 1 bandit\nsetup: free\n\n", lib)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		t.Fatal(err)
	}
	var heard [2][]int32
	var early []int32
	deployed := 0
	table := engine.NewTable(engine.NewDice(1))
	listen := func(side engine.Side) engine.Listener {
		return engine.ListenerFunc(func(to engine.Seats, e engine.Event) {
			if to.Has(side) && e.What == heroes.Deployed {
				heard[side] = append(heard[side], e.Who)
			}
		})
	}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side == heroes.Defender && deployed == 1 {
			early = append(early, heard[heroes.Defender]...)
		}
		deployed++
		return q.Choice.First(), nil
	})
	table.Seat(engine.NewDice(1), player, player)
	table.Listen(engine.Listeners(listen(heroes.Aggressor), listen(heroes.Defender)))
	b.Begin(table)
	if !slices.Equal(heard[0], []int32{0, -1}) || !slices.Equal(heard[1], []int32{1, -1}) || len(early) > 0 {
		t.Errorf("the aggressor heard %v, the defender %v, and before it was done %v", heard[0], heard[1], early)
	}
}
