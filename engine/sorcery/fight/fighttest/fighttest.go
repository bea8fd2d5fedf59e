// Package fighttest has what the tests of fights and of wars share: units, terrains, and draws of
// rules and setups. Only tests import it.
package fighttest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// Data returns the races, terrains and kinds of the tests.
func Data() fight.Data { return fight.Data{Races: races(), Terrains: terrains(), Kinds: kinds()} }

func races() []*fight.Race {
	return []*fight.Race{{ID: "elf", Name: "Elves", Morale: 4}, {ID: "man", Name: "Men", Morale: 3}, {ID: "orc", Name: "Orcs", Morale: 2}, {ID: "giant", Name: "Giants", Morale: 3}}
}

func terrains() []*fight.Terrain {
	return []*fight.Terrain{
		{ID: "clear", Name: "Clear", Letter: "c", Clear: true, Cost: 1, Limit: 12},
		{ID: "mountain", Name: "Mountain", Letter: "m", Cost: 3, Limit: 6},
		{ID: "swamp", Name: "Swamp", Letter: "s", Cost: 2, Limit: 8},
		{ID: "forest", Name: "Forest", Letter: "f", Cost: 3, Costs: []fight.Cost{{Race: "elf", N: 2}}, Limit: 6},
		{ID: "lake", Name: "Lake", Letter: "l", Cost: 1, Shut: true, Water: true, Limit: 2},
		{ID: "bridge", Name: "Bridge", Letter: "b", Cost: 1, Narrow: true, Limit: 1},
		{ID: "waste", Name: "Waste", Letter: "w", Dice: 1, Costs: []fight.Cost{{Race: "giant", N: 1}}, Bare: true},
		{ID: "tunnel", Name: "Tunnel", Letter: "t", Cost: 1, Narrow: true},
	}
}

func kinds() (all []*fight.Kind) {
	unit := func(id, race string, strength int, classes fight.Classes) *fight.Kind {
		name := strings.ToUpper(id[:1]) + strings.ReplaceAll(id[1:], "-", " ")
		k := &fight.Kind{ID: id, Name: name, Race: race, Strength: strength, Classes: classes, Move: 4, Weight: 1}
		all = append(all, k)
		return k
	}
	for n := 1; n <= 8; n++ {
		unit(fmt.Sprint("foot-", n), "man", n, 0)
	}
	unit("horse-4", "man", 4, fight.Cavalry).Move = 7
	heavy := unit("heavy-horse", "man", 4, fight.Cavalry)
	heavy.Move, heavy.Defense, heavy.Weight = 7, 2, 3
	unit("bow-3", "elf", 3, fight.Archer)
	unit("blade-4", "elf", 4, 0)
	unit("hawk-2", "elf", 2, fight.Flyer).Move = 9
	unit("axe-4", "man", 4, 0).Factors = []fight.Factor{{Terrain: "mountain", N: 4}}
	unit("mold-2", "orc", 2, fight.Archer|fight.Swamp).Factors = []fight.Factor{{Terrain: "swamp", N: 3}}
	unit("orc-3", "orc", 3, 0)
	unit("wolf-3", "orc", 3, fight.Cavalry)
	unit("engine-5", "man", 5, fight.Either|fight.Conjured).Demoralized = 1
	unit("shade-4", "elf", 4, fight.Summoned).Weight = 0
	unit("giant-6", "giant", 6, 0)
	head := func(id, race string, role fight.Role, leadership, fighting, endurance int) *fight.Kind {
		k := unit(id, race, 0, 0)
		k.Role, k.Leadership, k.Fighting, k.Endurance = role, leadership, fighting, endurance
		return k
	}
	head("elf-lord", "elf", fight.Character, 2, 20, 12)
	head("elf-lady", "elf", fight.Character, 0, 10, 8)
	head("captain", "man", fight.Character, 1, 15, 10)
	head("king", "man", fight.Character, 3, 10, 6)
	head("dragon", "orc", fight.Monster, 0, 60, 40)
	head("fright", "orc", fight.Monster, 0, 10, 10).Unnerves = true
	return all
}

// Army returns the army of a text.
func Army(t testing.TB, g *fight.Game, text string) fight.Army {
	t.Helper()
	if text == "" {
		return nil
	}
	a, err := fight.ParseArmy(text, g.Kind)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Encounter returns a battle of 12 units a side and their leaders, in the open.
func Encounter(t testing.TB, g *fight.Game) *fight.Battle {
	a := Army(t, g, "3 foot-4, 2 heavy-horse, 2 bow-3, 2 blade-4, hawk-2, 2 axe-4, king, elf-lord")
	b, err := fight.NewBattle(g, fight.Setup{
		Armies: [fight.Seats]fight.Army{a, a}, Terrain: "clear", RoundLimit: 10,
		Neighbors: []fight.Neighbor{{Name: "north", Owner: -1}, {Name: "south", Owner: fight.Defender, Army: Army(t, g, "2 foot-4, captain")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Unit writes a unit, with its wounds and marks: "a1 king(2)*".
func Unit(b *fight.Battle, u *fight.Unit) string {
	text := b.Reading().Name(u) + " " + u.Kind().ID
	if u.Wounds() > 0 {
		text += fmt.Sprintf("(%d)", u.Wounds())
	}
	if u.Demoralized() {
		text += "*"
	}
	if u.Halved() {
		text += "~"
	}
	return text
}

// Board lists the units, side by side: the arrays from left to right, then
// characters and monsters, then all others with where they are.
func Board(b *fight.Battle) string {
	var sides []string
	for side := range fight.Seats {
		text := fight.SideName(side) + ":"
		add := func(u *fight.Unit) { text += " " + Unit(b, u) }
		for u := range b.Reading().Line(side) {
			add(u)
		}
		for u := range b.Reading().Heads(side) {
			add(u)
		}
		for i := range b.Units() {
			u := b.Unit(i)
			if u.Side() != side || u.Stands() {
				continue
			}
			add(u)
			switch u.Status() {
			case fight.Adjacent, fight.Withdrawn:
				text += fmt.Sprintf(" (in %s)", b.Setup().Neighbors[u.Hex()].Name)
			default:
				text += fmt.Sprintf(" (%s)", u.Status())
			}
		}
		sides = append(sides, text)
	}
	return strings.Join(sides, "; ")
}

// First answers every question with the first option.
var First = engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })

// AnyRules draws a house's rules, a struct with tags as [fight.Rules] has them: every switch either
// way, and most numbers as they are, or not.
func AnyRules[R any](t *rapid.T, r R) R {
	v := reflect.ValueOf(&r).Elem()
	for _, field := range reflect.VisibleFields(v.Type()) {
		tag := field.Tag
		key := tag.Get("toml")
		switch f := v.FieldByIndex(field.Index); f.Kind() {
		case reflect.Bool:
			f.SetBool(rapid.Bool().Draw(t, key))
		case reflect.String:
			f.SetString(rapid.SampledFrom(strings.Split(tag.Get("oneof"), "|")).Draw(t, key))
		case reflect.Int:
			if rapid.IntRange(0, 3).Draw(t, "changes "+key) > 0 {
				continue
			}
			least, most, _ := strings.Cut(tag.Get("range"), "..")
			from, err := strconv.Atoi(least)
			if err != nil {
				t.Fatal(err)
			}
			to, err := strconv.Atoi(most)
			if err != nil {
				t.Fatal(err)
			}
			f.SetInt(int64(rapid.IntRange(from, min(to, from+8)).Draw(t, key)))
		}
	}
	return r
}

// AnySetup draws a battle of small armies.
func AnySetup(t *rapid.T, g *fight.Game) fight.Setup {
	run := func(kinds []*fight.Kind) fight.Run {
		r := fight.Run{N: rapid.IntRange(1, 2).Draw(t, "n"), Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		r.OverWater = rapid.IntRange(0, 4).Draw(t, "over water") == 4
		special := rapid.IntRange(0, 4).Draw(t, "demoralized or wounded") == 4
		r.Demoralized = special && r.Kind.Role == fight.Troop
		if special && r.Kind.Role != fight.Troop {
			r.Wounds = r.Kind.Endurance - 1
		}
		return r
	}
	some := func(least, most int) (a fight.Army) {
		for range rapid.IntRange(least, most).Draw(t, "runs") {
			a = append(a, run(g.Kinds))
		}
		return a
	}
	s := fight.Setup{
		Armies:     [fight.Seats]fight.Army{some(1, 3), some(1, 3)},
		Terrain:    rapid.SampledFrom([]string{"", "clear", "mountain", "swamp", "bridge", "clear", "clear"}).Draw(t, "terrain"),
		Narrow:     rapid.IntRange(0, 4).Draw(t, "narrow") == 4,
		Inside:     rapid.IntRange(0, 4).Draw(t, "inside") == 4,
		RoundLimit: rapid.IntRange(1, 6).Draw(t, "rounds"),
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "neighbors") {
		n := fight.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(rapid.IntRange(-1, 1).Draw(t, "owner"))}
		n.Terrain = rapid.SampledFrom([]string{"", "clear", "lake"}).Draw(t, "its terrain")
		n.Water, n.Watched = rapid.Bool().Draw(t, "water"), rapid.Bool().Draw(t, "watched")
		n.Closed = rapid.IntRange(0, 4).Draw(t, "closed") == 4
		if n.Owner >= 0 {
			n.Army = some(0, 3)
		}
		s.Neighbors = append(s.Neighbors, n)
	}
	return s
}
