package heroes_test

import (
	"bytes"
	"errors"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
)

// deed makes an option of what a script does.
func deed(name string, at heroes.CustomTarget, do func(b *heroes.Battle, by, at *heroes.Stack)) heroes.CustomOption {
	return heroes.CustomOption{Name: name, At: at, Do: do, Legal: func(*heroes.Battle, *heroes.Stack, *heroes.Stack) error { return nil }}
}

func creature(t *testing.T, g *heroes.Game, id string) *heroes.Creature {
	t.Helper()
	c, err := g.Creature(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Who is summoned before its phase acts in this round; who comes later acts
// in the next. Names go on behind those that are there.
func TestSummon(t *testing.T) {
	modded(t, `
aggressor: 1 p2
defender: 1 p4, 1 p8

> a1 call
a1 (1 P2): call
a2 (2 P4) joins the aggressor's melee line
a3 (1 P1) joins the aggressor's melee line
d3 (1 P8) joins the defender's ranged line
> a2 pass
a2 (2 P4) passes
> d1 pass
d1 (1 P4) passes
> next d3
> d3 pass
d3 (1 P8) passes
> d2 pass
d2 (1 P8) passes
> a3 attack d1 [9]
a3 (1 P1) attacks d1 (1 P4): die 9 + 1 = 10 against 5: hit
P4 of d1 dies
d1 is destroyed
d3 (1 P8) comes forward to the melee line
= a1 1 p2, a2 2 p4, a3 1 p1 against d2 1 p8, d3 1 p8
...
`, func(g *heroes.Game) {
		g.Summons = true
		g.CustomOptions = []heroes.CustomOption{deed("call", heroes.AtNothing, func(b *heroes.Battle, by, _ *heroes.Stack) {
			for _, s := range []struct {
				side engine.Side
				line heroes.Line
				id   string
				n    int
			}{{0, heroes.MeleeLine, "p4", 2}, {0, heroes.MeleeLine, "p1", 1}, {1, heroes.RangedLine, "p8", 1}} {
				if _, err := b.Summon(s.side, s.line, creature(t, g, s.id), s.n); err != nil {
					t.Error(err)
				}
			}
		})}
	})
}

// There is an end to summoning, stacks do not move while it goes on, and
// without the game's leave there is no room at all.
func TestSummonLimits(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		modded(t, `
aggressor: 1 p1
defender: 1 p4

> a1 call
a1 (1 P1): call
...
`, func(g *heroes.Game) {
			g.Summons = allowed
			g.CustomOptions = []heroes.CustomOption{deed("call", heroes.AtNothing, func(b *heroes.Battle, by, _ *heroes.Stack) {
				b.Listen(nil)
				before, n := &b.Stacks()[0], 0
				for {
					if _, err := b.Summon(0, heroes.MeleeLine, by.Top().Creature, 1); err != nil {
						if !errors.Is(err, heroes.ErrNoRoom) || err.Error() != "a battle has room for 64 summoned stacks" {
							t.Error(err)
						}
						break
					}
					n++
				}
				if want := map[bool]int{true: heroes.MaxSummons}[allowed]; n != want {
					t.Errorf("%d stacks were summoned, want %d", n, want)
				}
				if before != &b.Stacks()[0] {
					t.Error("the stacks have moved")
				}
				if _, err := b.Summon(0, heroes.MeleeLine, by.Top().Creature, 0); !errors.Is(err, heroes.ErrCards) {
					t.Error(err)
				}
			})}
		})
	}
}

// A copy of a battle goes on as the battle does, with what was summoned and
// what is remembered, and its key tells when it does not.
func TestCopyWithSummons(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript("aggressor: 1 p1\ndefender: 3 p8\n\n", lib)
	if err != nil {
		t.Fatal(err)
	}
	tr.game.Summons = true
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		t.Fatal(err)
	}
	b.Begin(engine.NewTable(engine.NewDice(1)))
	if _, err := b.Summon(heroes.Aggressor, heroes.MeleeLine, creature(t, tr.game, "p2"), 1); err != nil {
		t.Fatal(err)
	}
	b.Memory().Set(1, "mod", "anger", engine.Datum{Kind: engine.Number, Number: 3})
	begun := b.Fresh().(*heroes.Battle)
	begun.Begin(engine.NewTable(engine.NewDice(1)))
	begun.CopyFrom(b)
	stored := b.Fresh().(*heroes.Battle) // it takes no room before it sits down
	stored.CopyFrom(b)
	stored.Sit(engine.NewTable(engine.NewDice(1)))
	for _, twin := range []*heroes.Battle{begun, stored} {
		if !bytes.Equal(b.AppendKey(nil), twin.AppendKey(nil)) {
			t.Error("a copy has another key")
		}
		twin.Memory().Set(1, "mod", "anger", engine.Datum{})
		if bytes.Equal(b.AppendKey(nil), twin.AppendKey(nil)) {
			t.Error("what is remembered is not in the key")
		}
		first := &twin.Stacks()[0]
		for range 2 * heroes.MaxSummons {
			if _, err := twin.Summon(0, 0, creature(t, tr.game, "p2"), 1); err != nil {
				break
			}
		}
		if n := len(twin.Stacks()); n != 2+heroes.MaxSummons {
			t.Errorf("the copy holds %d stacks, want %d", n, 2+heroes.MaxSummons)
		}
		if first != &twin.Stacks()[0] {
			t.Error("its stacks have moved in memory")
		}
	}
}

// What else scripts do: cards grow, effects lie, stacks change line and
// stance, walls are raised, and something is said.
func TestDeeds(t *testing.T) {
	modded(t, `
aggressor: 2 p1 + 1 p8, 1 priest | 1 p1
defender: 1 behemoth | 1 p4
walls: intact
rules: line_minimum=1

> next a1
> a1 feast
a1 (P1 + 2 cards): feast
a1 (P1 + 4 cards) grows by 2 Gold Golem
Blessing lies on a1 (P1 + 4 cards)
a1 (P1 + 4 cards) moves to the ranged line
a1 (P1 + 4 cards) protects itself
a1 (P1 + 4 cards) swarms
the walls are breached
so it is done
= a2 1 priest | a1 2 p1 + 1 p8 + 2 gold-golem, a3 1 p1 against d1 1 behemoth | d2 1 p4, walls breached
...
`, func(g *heroes.Game) {
		g.CustomOptions = []heroes.CustomOption{deed("feast", heroes.AtNothing, func(b *heroes.Battle, by, _ *heroes.Stack) {
			check := func(err error) {
				if err != nil {
					t.Error(err)
				}
			}
			check(b.Grow(by, creature(t, g, "gold-golem"), 2))
			check(b.Affect(by, creature(t, g, "priest").Spells[0], 2))
			check(b.Relocate(by, heroes.RangedLine))
			check(b.Relocate(by, heroes.RangedLine)) // it is there
			check(b.Take(by, heroes.Protecting))
			check(b.Take(by, heroes.Swarming))
			b.SetWalls(heroes.Breached)
			b.SetWalls(heroes.Breached) // they are
			b.SetWalls(heroes.NoTown)   // that cannot be
			b.Say("so it is done")
			if _, err := b.Attack(heroes.Blow{By: by, At: by, How: heroes.Scripted(heroes.Melee, 0, -1), N: 1}, false); err == nil || err.Error() != "a stack does not attack itself (H2.2)" {
				t.Error(err)
			}
			if err := b.Affect(by, creature(t, g, "magi").Spells[0], 1); err == nil || err.Error() != "magic-fist is no effect" {
				t.Error(err)
			}
			if err := b.Grow(by, by.Top().Creature, heroes.MaxCards); !errors.Is(err, heroes.ErrCards) {
				t.Error(err)
			}
		})}
	})
}

// The spells of scripts: at nothing, a friend, an enemy.
func TestSpecialSpells(t *testing.T) {
	modded(t, `
aggressor: 1 priest, 1 p1
defender: 2 p4

> a2 pass
a2 (1 P1) passes
? a1 attack d1, a1 attack d1 swat 2, a1 cast blessing, a1 cast curse d1, a1 cast haste a1, a1 cast haste a2, a1 cast sloth d1, a1 sacrifice a2, a1 swarm, a1 protect, a1 pass
! a1 cast blessing a1 -- unexpected "a1" after "cast blessing"
! a1 cast curse a1 -- there is no such stack on the field (H2.2)
! a1 cast haste d1 -- there is no such stack on the field (H2.2)
! a1 cast magic-fist d1 -- its top card cannot cast that spell (H6.2)
> a1 cast haste a2
a1 (1 Priest) casts Haste at a2 (1 P1)
so be it
> d1 pass
d1 (2 P4) passes
> a2 pass
a2 (1 P1) passes
> a1 cast blessing
a1 (1 Priest) casts Blessing
so be it
...
`, func(g *heroes.Game) {
		say := func(b *heroes.Battle, _, _ *heroes.Stack) { b.Say("so be it") }
		for id, at := range map[string]heroes.CustomTarget{"blessing": heroes.AtNothing, "curse": heroes.AtEnemy, "haste": heroes.AtFriend} {
			for _, s := range g.Spells {
				if s.ID == id {
					d := deed(id, at, say)
					s.Custom = &d
				}
			}
		}
	})
}
