package sorcery_test

import (
	"strings"
	"testing"

	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
	"houserule/engine/sorcery/strategy"
)

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

func newGame(t testing.TB, rules sorcery.Rules) *sorcery.Game {
	t.Helper()
	g, err := sorcery.NewGame(rules, sorcery.Data{Data: fighttest.Data(), Features: features(), Hexsides: hexsides()}, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func army(t testing.TB, g *sorcery.Game, text string) fight.Army {
	return fighttest.Army(t, g.Game, text)
}

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
				text += " " + fighttest.Unit(b, u)
			}
			if name != "" {
				text += ","
			}
		}
		sides = append(sides, strings.TrimSuffix(text, ","))
	}
	return strings.Join(sides, "; ")
}
