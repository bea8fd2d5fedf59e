package sorcery_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/players"
	"houserule/engine/sorcery"
)

// field is a campaign of the tests: a walled city, a castle, a lake, a stream,
// and an army on either side.
func field(t testing.TB, g *sorcery.Game) sorcery.Campaign {
	t.Helper()
	grid, terrain, err := g.ParseMap(`
		c c c f m c c c
		c f c f m m c c
		c c s c c m c c
		c c s l c c c c
		c w c l c f f c
		c c c c c c c c`)
	if err != nil {
		t.Fatal(err)
	}
	at := func(number string) hex.Hex {
		h, err := grid.Parse(number)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	c := sorcery.Campaign{
		Names: [2]string{"north", "south"}, Turns: 8, Favors: -1,
		Map: sorcery.Map{Grid: grid, Terrain: terrain, Places: []sorcery.Place{
			{Hex: at("0703"), Feature: "castle", Name: "Thornwall", Owner: 1, Militia: army(t, g, "foot-1")},
			{Hex: at("0206"), Feature: "city", Owner: 0},
			{Hex: at("0501"), Feature: "complex", Owner: -1},
		}},
		Stacks: []sorcery.Stack{
			{Side: 0, Hex: at("0101"), Army: army(t, g, "3 foot-4, captain, 2 horse-4")},
			{Side: 0, Hex: at("0206"), Army: army(t, g, "2 blade-4, elf-lord, 2 bow-3")},
			{Side: 0, Hex: at("0103"), Army: army(t, g, "2 foot-3*, king, hawk-2")},
			{Side: 1, Hex: at("0703"), Army: army(t, g, "2 orc-3, fright, captain, foot-5")},
			{Side: 1, Hex: at("0806"), Army: army(t, g, "3 wolf-3, orc-3, engine-5, mold-2")},
			{Side: 1, Hex: at("0802"), Army: army(t, g, "4 foot-4, king")},
		},
		Goals: []sorcery.Goal{
			{Side: 0, Points: 5, Hold: at("0703")}, {Side: 1, Points: 5, Hold: at("0206"), AtOnce: true},
			{Side: 0, Points: 1, Per: 5, Hold: hex.None}, {Side: 1, Points: 1, Per: 5, Hold: hex.None},
		},
	}
	for _, side := range []string{"0302-0303 stream", "0303-0304 stream", "0203-0303 bridge"} {
		numbers, id, _ := strings.Cut(side, " ")
		s, err := grid.ParseSide(numbers)
		if err != nil {
			t.Fatal(err)
		}
		c.Map.Hexsides = append(c.Map.Hexsides, sorcery.Edge{Side: s, Hexside: id})
	}
	return c
}

func TestCampaignEnds(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	endings := map[string]int{}
	for seed := range uint64(200) {
		b, err := sorcery.NewCampaign(g, field(t, g))
		if err != nil {
			t.Fatal(err)
		}
		var seats [2]engine.Oracle
		for i := range seats {
			if seats[i] = players.NewRandom(engine.Side(i), seed); seed>>i&1 == 1 {
				seats[i] = players.Greedy{}
			}
		}
		table := engine.NewTable(engine.NewDice(seed), seats[0], seats[1])
		h := enginetest.NewTold(b)
		table.Listen(h)
		result := b.Play(table)
		if err := table.Err(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(h.Lines, "\n"))
		}
		endings[fmt.Sprint(seed&3, " ", result.Winner, " ", result.Ending)]++
		if seed == 3 {
			t.Log(strings.Join(h.Lines, "\n"))
		}
	}
	t.Log(endings)
}
