package sorcery_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/strategy"
)

// races, terrains and kinds are the data of the tests.
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

func features() []*sorcery.Feature {
	return []*sorcery.Feature{
		{ID: "castle", Name: "Castle", Mark: "C", Limit: 2, Besieged: 2, Site: true},
		{ID: "city", Name: "City", Mark: "O", Limit: 16, Instead: true, Besieged: 4, Site: true},
		{ID: "complex", Name: "Complex", Mark: "D", Apart: true, Narrow: true, Terrain: "tunnel"},
		{ID: "vortex", Name: "Vortex", Mark: "V", Instead: true},
	}
}

func hexsides() []*sorcery.Hexside {
	return []*sorcery.Hexside{
		{ID: "stream", Name: "Stream", Mark: "~", Cost: 1, Wet: true},
		{ID: "bridge", Name: "Bridge", Mark: "=", Wet: true},
		{ID: "river", Name: "River", Mark: "w", Shut: true},
		{ID: "wall", Name: "Wall", Mark: "#", Wall: true},
		{ID: "gate", Name: "Gate", Mark: "+", Wall: true, Gate: true},
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

func newGame(t testing.TB, rules sorcery.Rules) *sorcery.Game {
	t.Helper()
	g, err := sorcery.NewGame(rules, sorcery.Data{Data: fight.Data{Races: races(), Terrains: terrains(), Kinds: kinds()}, Features: features(), Hexsides: hexsides()}, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func army(t testing.TB, g *sorcery.Game, text string) fight.Army {
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

// board lists the units, side by side: the arrays from left to right, then
// characters and monsters, then all others with where they are.
func board(b *fight.Battle) string {
	var sides []string
	for side := range fight.Seats {
		text := fight.SideName(side) + ":"
		add := func(u *fight.Unit) {
			text += " " + b.Reading().Name(u) + " " + u.Kind().ID
			if u.Wounds() > 0 {
				text += fmt.Sprintf("(%d)", u.Wounds())
			}
			if u.Demoralized() {
				text += "*"
			}
			if u.Halved() {
				text += "~"
			}
		}
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

// first answers every question with the first option.
var first = engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })

// muster lists the units of a campaign by where they are: side by side, hex by
// hex, then those that are gone.
func muster(b *fight.Battle) string {
	var sides []string
	for side := range fight.Seats {
		text := b.Reading().SideName(side) + ":"
		for at := sorcery.Spot(-1); int(at) < 2*sorcery.TheaterOf(b.Reading()).Grid().Hexes(); at++ {
			name := ""
			for i := range b.Units() {
				u := b.Unit(i)
				if u.Side() != side || sorcery.TheaterOf(b.Reading()).At(u) != at {
					continue
				}
				if name == "" {
					name = sorcery.TheaterOf(b.Reading()).Grid().Number(at.Hex())
					if at.Inside() {
						name += " inside"
					}
					text += " " + name
				}
				text += " " + b.Reading().Name(u) + " " + u.Kind().ID
				if u.Wounds() > 0 {
					text += fmt.Sprintf("(%d)", u.Wounds())
				}
				if u.Demoralized() {
					text += "*"
				}
				if u.Halved() {
					text += "~"
				}
			}
			if name != "" {
				text += ","
			}
		}
		sides = append(sides, strings.TrimSuffix(text, ","))
	}
	return strings.Join(sides, "; ")
}
