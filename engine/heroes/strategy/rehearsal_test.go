package strategy_test

import (
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/players"
)

// What is played has the value that is computed: in random battles, a hook that changes nothing
// makes greedy play all options, which have the same values to a few units.
func TestRehearsalsAgreeWithFormulas(t *testing.T) {
	computed, played := shipped(t), shipped(t)
	heroesdata.Game(played).Hooks.Acted.Add(func(_ *heroes.Battle, _ heroes.Offer, none engine.None) engine.None { return none })
	compared := map[heroes.Verb]int{}
	for seed := range uint64(60) {
		var all [2][][2]int
		var verbs []heroes.Verb
		for i, lib := range []*heroes.Game{heroesdata.Game(computed), heroesdata.Game(played)} {
			setup := random(lib, rand.New(rand.NewPCG(seed, 1)))
			b, err := heroes.NewBattle(lib, setup)
			if err != nil {
				t.Fatal(err)
			}
			seat := engine.OracleFunc(func(q engine.Question) (int, error) {
				if act, ok := q.Choice.(*heroes.Act); ok && len(b.Effects()) == 0 && !strikesFirst(b) {
					for answer := range act.Each {
						all[i] = append(all[i], [2]int{answer, act.Evaluate(answer)})
						if i == 0 {
							verbs = append(verbs, heroes.Option(answer).Verb())
						}
					}
				}
				options := []int{}
				for answer := range q.Choice.Each {
					options = append(options, answer)
				}
				return options[(b.Round()*7+len(options)*3+int(seed))%len(options)], nil
			})
			table := engine.NewTable(engine.NewDice(seed), seat, seat)
			b.Play(table)
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
		if len(all[0]) != len(all[1]) {
			t.Fatalf("seed %d: %d values, want %d", seed, len(all[1]), len(all[0]))
		}
		for j, want := range all[0] {
			got := all[1][j]
			if d := got[1] - want[1]; got[0] != want[0] || max(d, -d) > 5+max(want[1], -want[1])/1000 {
				t.Errorf("seed %d: option %d (verb %v) has the value %d as it is played, and %d by the formula", seed, want[0], verbs[j], got[1], want[1])
			}
			compared[verbs[j]]++
		}
	}
	for _, verb := range []heroes.Verb{heroes.Attack, heroes.Shoot, heroes.CastSpell, heroes.Sacrifice, heroes.Swarm, heroes.Protect, heroes.Move} {
		if compared[verb] < 100 {
			t.Errorf("%v was compared %d times", verb, compared[verb])
		}
	}
}

// strikesFirst reports whether a stack may retaliate before an attack resolves: the formula
// leaves out that the attacker may then be destroyed.
func strikesFirst(b *heroes.Battle) bool {
	for i := range b.Stacks() {
		for card := b.Stacks()[i].Top(); card != nil; card = card.Under() {
			for _, a := range card.Abilities {
				if a.StrikesFirst {
					return true
				}
			}
		}
	}
	return false
}

// random returns a battle of random armies.
func random(g *heroes.Game, dice *rand.Rand) (setup heroes.Setup) {
	setup.RoundLimit = 4
	if dice.IntN(3) == 0 {
		setup.Walls = heroes.Walls(dice.IntN(4))
	}
	for side := range 2 {
		var army heroes.Army
		for range 1 + dice.IntN(5) {
			line := dice.IntN(4) / 3
			army[line] = append(army[line], heroes.Pile{{N: 1 + dice.IntN(4), Creature: g.Creatures[dice.IntN(len(g.Creatures))]}})
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	return setup
}

// valuesOf returns the values of a1's options at its first turn.
func valuesOf(t *testing.T, aggressor, defender string) map[string]int {
	t.Helper()
	b := heroestest.Battle(t, heroesdata.Game(shipped(t)), 0, aggressor, defender)
	values := map[string]int{}
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		if act, ok := q.Choice.(*heroes.Act); ok && b.Name(act.By()) == "a1" && len(values) == 0 {
			for answer := range act.Each {
				values[act.Name(answer)] = act.Evaluate(answer)
			}
		}
		return players.Greedy{}.Answer(q)
	})
	b.Play(engine.NewTable(engine.NewDice(1), seat, seat))
	if len(values) == 0 {
		t.Fatal("a1 does not act")
	}
	return values
}

// Spells that take turns, or change their order, are worth something where the order matters,
// and nothing where it does not.
func TestWorthOfTurns(t *testing.T) {
	for _, row := range []struct {
		aggressor, defender, option string
		sign                        int
	}{
		{"1 hero-sethric, 1 orc", "2 troll, 1 orc", "a1 cast blindness d1", 1},
		{"1 hero-sethric", "2 troll", "a1 cast blindness d1", 1},
		{"1 djinn, 1 gold-golem", "1 troll, 1 ogre", "a1 cast slow d1", 1}, // the golem acts after the troll, and before phase 10
		{"1 djinn, 1 orc", "1 troll, 1 ogre", "a1 cast slow d1", 0},        // the orc acts before the troll anyway
		{"1 hero-tarka, 1 ogre", "1 troll, 1 orc", "a1 cast haste a2", 1},
		{"1 hero-tarka, 1 orc", "1 ogre, 1 troll", "a1 cast haste a2", 0}, // it is the first already
		{"1 hero-tarka, 1 ogre", "1 zombie", "a1 cast haste a2", 0},
	} {
		values := valuesOf(t, row.aggressor, row.defender)
		got, ok := values[row.option]
		if !ok {
			t.Fatalf("no %s among %v", row.option, values)
		}
		if sign := max(min(got, 1), -1); sign != row.sign {
			t.Errorf("%s against %s: %s has the value %d", row.aggressor, row.defender, row.option, got)
		}
	}
}
