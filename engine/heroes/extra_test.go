package heroes_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
)

// extra makes an option that has the stack attack an enemy, in a manner of its
// name.
func extra(t *testing.T, name string, how heroes.How, answered bool, want int) heroes.CustomOption {
	return deed(name, heroes.AtEnemy, func(b *heroes.Battle, by, at *heroes.Stack) {
		if got, err := b.Attack(heroes.Blow{By: by, At: at, How: how, N: 1}, answered); err != nil || got != want {
			t.Errorf("%s of %s: %d, %v, want %d", name, b.Label(by), got, err, want)
		}
	})
}

// An attack of a script is a blow like others: protect and walls count, the
// target strikes back. Support and swarm are kept for the stack's own attack.
func TestAttack(t *testing.T) {
	t.Run("in the field", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1, 2 p1
defender: 1 p4, 3 gold-golem

> next a2
> a2 sacrifice a1
a2 (2 P1) sacrifices its attack to support a1 (1 P1) with 2
> a1 strike d2 [6]
a1 (1 P1): strike d2 (3 Gold Golem)
a1 (1 P1) attacks d2 (3 Gold Golem): die 6 + 1 = 7 against 7: hit
Gold Golem of d2 dies
> d2 hold
> d1 pass
d1 (1 P4) passes
> d2 pass
d2 (2 Gold Golem) passes
> next a1
> a1 attack d1 [1]
a1 (1 P1) attacks d1 (1 P4): die 1 + 3 = 4 against 5: miss
...
`, func(g *heroes.Game) {
			g.CustomOptions = []heroes.CustomOption{extra(t, "strike", heroes.Scripted(heroes.Melee, 0, -1), true, 1)}
		})
	})
	t.Run("with a score of its own", func(t *testing.T) {
		modded(t, `
aggressor: 5 p1
defender: 1 p4, 3 gold-golem

> a1 throw d2 [3]
a1 (5 P1): throw d2 (3 Gold Golem)
a1 (5 P1) shoots at d2 (3 Gold Golem): die 3 + 3 = 6 against 7: miss
...
`, func(g *heroes.Game) {
			g.CustomOptions = []heroes.CustomOption{extra(t, "throw", heroes.Scripted(heroes.Ranged, 0, 3), false, -1)}
		})
	})
	t.Run("the lines close after the option", func(t *testing.T) {
		modded(t, `
aggressor: 1 p1
defender: 1 p4, 1 p4, 1 p4 | 1 p8

> a1 strike d1 [10]
a1 (1 P1): strike d1 (1 P4)
a1 (1 P1) attacks d1 (1 P4): die 10 + 1 = 11 against 5: hit
P4 of d1 dies
d1 is destroyed
d4 (1 P8) comes forward to the melee line
...
`, func(g *heroes.Game) {
			g.CustomOptions = []heroes.CustomOption{extra(t, "strike", heroes.Scripted(heroes.Melee, 0, -1), true, 1)}
		})
	})
}

// A stack dies once: what its death sets off does not bring it there again.
func TestDeath(t *testing.T) {
	modded(t, `
aggressor: 1 p1
defender: 1 p4

> a1 attack d1 [10 1]
a1 (1 P1) attacks d1 (1 P4): die 10 + 1 = 11 against 5: hit
d1 (1 P4) attacks a1 (1 P1): die 1 + 1 = 2 against 5: miss
> a1 retaliate [10]
a1 (1 P1) retaliates
a1 (1 P1) attacks d1 (1 P4): die 10 + 1 = 11 against 5: hit
P4 of d1 dies
d1 is destroyed
aggressor wins in round 1: defender is destroyed
`, func(g *heroes.Game) {
		g.Hooks.Death.Add(func(b *heroes.Battle, d heroes.Death, _ engine.None) engine.None {
			if killed, err := b.Attack(heroes.Blow{By: d.Stack, At: d.By, How: heroes.Scripted(heroes.Melee, 0, -1), N: 1}, true); killed != -1 || err != nil {
				t.Errorf("%d, %v", killed, err)
			}
			return engine.None{}
		})
	})
}

// A battle that a script decides at the end of a phase is over then.
func TestOverAtTheEndOfAPhase(t *testing.T) {
	modded(t, `
aggressor: 1 p1
defender: 1 p4, 1 p4

Round 1
Phase 1, aggressor
> a1 pass
a1 (1 P1) passes
P4 of d1 dies
d1 is destroyed
P4 of d2 dies
d2 is destroyed
aggressor wins in round 1: defender is destroyed
`, func(g *heroes.Game) {
		g.Hooks.PhaseEnd.Add(func(b *heroes.Battle, _, none engine.None) engine.None {
			for s := range b.Each(heroes.Defender) {
				b.Remove(nil, s, 1)
			}
			return none
		})
	})
}

// A stack that its own move kills, by what comes forward meanwhile, is gone.
func TestDeathOfOneThatMoves(t *testing.T) {
	modded(t, `
aggressor: 1 p1, 1 p2, 1 p2 | 1 p2
defender: 1 p4

> a1 move
a4 (1 P2) comes forward to the melee line
P1 of a1 dies
a1 is destroyed
...
`, func(g *heroes.Game) {
		g.Hooks.Filled.Add(func(b *heroes.Battle, _ *heroes.Stack, none engine.None) engine.None {
			b.Remove(nil, b.Acting(), 1)
			return none
		})
	})
}
