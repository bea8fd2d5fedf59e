package kings_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/kings/strategy"
)

// things are what fights in these tests: creatures by what they do and their
// value, and what has abilities of its own.
func things() []*kings.Thing {
	var all []*kings.Thing
	add := func(id, name string, kind kings.Kind, value int, marks kings.Marks, more func(*kings.Thing)) {
		t := &kings.Thing{ID: id, Name: name, Kind: kind, Value: value, Marks: marks, Count: 9}
		if more != nil {
			more(t)
		}
		all = append(all, t)
	}
	can := func(a kings.Ability) func(*kings.Thing) {
		a.ID, a.Name = "gift", "Gift"
		return func(t *kings.Thing) { t.Abilities = append(t.Abilities, &a) }
	}
	for _, kind := range []struct {
		id, name string
		marks    kings.Marks
	}{{"melee", "Melee", 0}, {"magic", "Magic", kings.Star}, {"ranged", "Ranged", kings.Range}, {"charger", "Charger", kings.Charge}, {"both", "Both", kings.Star | kings.Range}} {
		for value := range 7 {
			add(fmt.Sprintf("%s-%d", kind.id, value), fmt.Sprintf("%s %d", kind.name, value), kings.Creature, value, kind.marks, nil)
		}
	}
	next := func(id string) func(*kings.Thing) {
		return func(t *kings.Thing) { t.Next, t.Fort = id, t.Value > 0 }
	}
	add("citadel", "Citadel", kings.Building, 4, kings.Star, next("castle"))
	add("castle", "Castle", kings.Building, 3, kings.Range, next("keep"))
	add("keep", "Keep", kings.Building, 2, 0, next("tower"))
	add("tower", "Tower", kings.Building, 1, 0, next(""))
	add("city", "City", kings.Building, 2, 0, nil)
	add("village", "Village", kings.Building, 1, 0, nil)
	add("mine", "Mine", kings.Income, 3, 0, nil)
	add("lord", "Lord", kings.Special, 4, 0, nil)
	add("master", "Master", kings.Special, 4, 0, can(kings.Ability{Saves: 1, Save: kings.Faces{First: 2, Last: 5}}))
	add("duke", "Duke", kings.Special, 4, 0, can(kings.Ability{Sieges: 1}))
	add("smoke", "Smoke", kings.Creature, 2, 0, can(kings.Ability{Immune: []kings.CombatStep{kings.Ranged}}))
	add("roof", "Roof", kings.Creature, 2, 0, can(kings.Ability{Shields: [kings.CombatSteps]int{kings.Ranged: 1}}))
	add("golem", "Golem", kings.Item, 6, 0, func(t *kings.Thing) { t.Fights = true })
	add("bomb", "Bomb", kings.Item, 0, 0, nil)
	add("balm", "Balm", kings.Item, 0, 0, nil)
	add("curse", "Curse", kings.Item, 0, 0, nil)
	add("pearl", "Pearl", kings.Item, 0, 0, nil)
	add("charm", "Charm", kings.Item, 0, 0, nil)
	add("horn", "Horn", kings.Item, 0, 0, nil)
	add("scope", "Scope", kings.Item, 0, 0, nil)
	add("blade", "Blade", kings.Item, 0, 0, can(kings.Ability{Exposed: true}))
	return all
}

// newGame is a game of things. A bomb scores two hits on every enemy, balm
// gives the marks of magic to a friend, a curse is a hit on an enemy, and a
// pearl is of no use. A charm makes a die show 1 less, a horn drives all
// enemies away, a scope lets a friend aim, and a blade makes its bearer charge
// with 1 more and takes a hit.
func newGame(t testing.TB, rules kings.Rules) *kings.Game {
	t.Helper()
	g, err := kings.NewGame(rules, things(), strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	play := func(id string, p kings.Play) { g.SetPlay(named(t, g, id), &p) }
	play("bomb", kings.Play{
		Legal: func(b *kings.Battle, _, _ *kings.Counter) error {
			if b.CombatStep() == kings.Magic {
				return errors.New("no bomb in the magic step")
			}
			return nil
		},
		Do: func(b *kings.Battle, item, _ *kings.Counter) {
			for side := range engine.Side(b.Seats()) {
				if side != item.Side() && b.In(side) {
					b.ScoreHits(side, 2)
				}
			}
		},
		Value: func(*kings.Battle, *kings.Counter, *kings.Counter) int { return 4 },
	})
	play("balm", kings.Play{On: kings.OnFriend, Do: func(b *kings.Battle, _, on *kings.Counter) { b.Mark(on, kings.Star) }})
	play("curse", kings.Play{On: kings.OnEnemy, Do: func(b *kings.Battle, item, on *kings.Counter) {
		if err := b.Wound(on); err != nil {
			b.Fail(err)
		}
		b.Discard(item)
	}})
	play("charm", kings.Play{On: kings.OnDie, Do: func(b *kings.Battle, item, _ *kings.Counter) {
		die, _ := b.Die()
		if err := b.TurnDie(die - 1); err != nil {
			b.Fail(err)
		}
		b.Discard(item)
	}})
	play("horn", kings.Play{Do: func(b *kings.Battle, item, _ *kings.Counter) {
		for side := range engine.Side(b.Seats()) {
			if side != item.Side() {
				_ = b.Drive(side) // who has nowhere to go stays
			}
		}
	}})
	play("scope", kings.Play{On: kings.OnAny, Do: func(b *kings.Battle, _, on *kings.Counter) { b.Aim(on, true) }})
	play("blade", kings.Play{On: kings.OnFriend, Do: func(b *kings.Battle, item, on *kings.Counter) {
		b.Strengthen(on, 1)
		b.Mark(on, kings.Charge)
	}})
	return g
}

// lay hangs on a game what lays the hits of counters that aim: on the first
// that may take them.
func lay(g *kings.Game) *kings.Game {
	g.Hooks.Losses.Add(func(b *kings.Battle, _ kings.CombatStep, none engine.None) engine.None {
		for i := range b.Counters() {
			c := b.Counter(i)
			if !c.Aims() {
				continue
			}
			for range c.Aimed() {
				for j := range b.Counters() {
					if at := b.Counter(j); at.Side() != c.Side() && b.Hit(at) == nil {
						break
					}
				}
			}
			b.Aim(c, true)
		}
		return none
	})
	return g
}

func named(t testing.TB, g *kings.Game, id string) *kings.Thing {
	t.Helper()
	x, err := g.Thing(id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func army(t testing.TB, g *kings.Game, text string) kings.Army {
	t.Helper()
	if text == "" {
		return nil
	}
	a, err := kings.ParseArmy(text, g.Thing)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// board lists the counters, side by side: those that stand by their names,
// the others with where they are.
func board(b *kings.Battle) string {
	var sides []string
	for side := range engine.Side(b.Seats()) {
		text := kings.SideName(side, b.Seats()) + ":"
		for i := range b.Counters() {
			c := &b.Counters()[i]
			if c.Side() != side {
				continue
			}
			text += " " + b.Name(c) + " " + c.Thing().ID
			switch {
			case c.Hits() > 0:
				text += fmt.Sprintf(" (%s, %d hits)", c.Status(), c.Hits())
			case c.Status() == kings.Elsewhere:
				text += fmt.Sprintf(" (in %s)", b.Setup().Neighbors[c.Hex()].Name)
			case c.Status() != kings.Standing:
				text += fmt.Sprintf(" (%s)", c.Status())
			}
			if on := c.Bearer(); on >= 0 {
				text += " on " + b.Name(b.Counter(on))
			}
		}
		sides = append(sides, text)
	}
	return strings.Join(sides, "; ")
}
