package sorcery_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/strategy"
)

// What is wrong with the data of maps.
func TestNewGameMapErrors(t *testing.T) {
	race := []*fight.Race{{ID: "elf"}}
	for _, row := range []struct {
		data sorcery.Data
		want string
	}{
		{sorcery.Data{Data: fight.Data{Terrains: []*fight.Terrain{{ID: "bog", Cost: -1}}}}, "bog: -1 is no number from 0 to 1000"},
		{sorcery.Data{Data: fight.Data{Terrains: []*fight.Terrain{{ID: "bog", Limit: 1001}}}}, "bog: 1001 is no number from 0 to 1000"},
		{sorcery.Data{Data: fight.Data{Terrains: []*fight.Terrain{{ID: "bog", Dice: 11}}}}, "bog: 11 dice to enter it: they are from 0 to 10 (S2)"},
		{sorcery.Data{Data: fight.Data{Terrains: []*fight.Terrain{{ID: "bog", Costs: []fight.Cost{{Race: "elf", N: -2}}}}}}, "bog: cost for elf: -2 is no number from 0 to 1000"},
		{sorcery.Data{Features: []*sorcery.Feature{{ID: "keep", Besieged: -1}}}, "keep: -1 is no number from 0 to 1000"},
		{sorcery.Data{Features: []*sorcery.Feature{{ID: "keep", Site: true, Apart: true}}}, "keep: it is a site, and a place apart: it can be one of them (S2, S4)"},
		{sorcery.Data{Hexsides: []*sorcery.Hexside{{ID: "brook", Cost: -1}}}, "brook: -1 is no number from 0 to 1000"},
	} {
		row.data.Races = race
		if _, err := sorcery.NewGame(sorcery.DefaultRules(), row.data, strategy.New); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// What is wrong with a campaign, by whoever made it.
func TestNewCampaignErrors(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	foot, lord := army(t, g, "foot-1"), army(t, g, "elf-lord")
	good := func() sorcery.Campaign {
		return sorcery.Campaign{
			Names: [2]string{"north", "south"}, Turns: 1, Favors: -1,
			Map: sorcery.Map{Grid: hex.Grid{Columns: 3, Rows: 1}, Terrain: []string{"clear", "lake", "clear"}},
			Stacks: []sorcery.Stack{
				{Side: 0, Hex: 0, Army: foot},
				{Side: 1, Hex: 2, Army: foot},
			},
		}
	}
	if _, err := sorcery.NewCampaign(g, good()); err != nil {
		t.Fatal(err)
	}
	place := func(p sorcery.Place) func(c *sorcery.Campaign) {
		return func(c *sorcery.Campaign) { c.Map.Places = []sorcery.Place{p} }
	}
	goal := func(goal sorcery.Goal) func(c *sorcery.Campaign) {
		return func(c *sorcery.Campaign) { c.Goals = []sorcery.Goal{goal} }
	}
	stack := func(s sorcery.Stack) func(c *sorcery.Campaign) {
		return func(c *sorcery.Campaign) { c.Stacks = append(c.Stacks, s) }
	}
	for _, row := range []struct {
		change func(c *sorcery.Campaign)
		want   string
	}{
		{func(c *sorcery.Campaign) { c.Names[0] = "North" }, `a side is called "North": its name must be a word in small letters`},
		{func(c *sorcery.Campaign) { c.Names[0] = "south" }, "both sides are called south"},
		{func(c *sorcery.Campaign) { c.Turns = 0 }, "a campaign of 0 turns: it has from 1 to 1000 (S0)"},
		{func(c *sorcery.Campaign) { c.Turns = 1001 }, "a campaign of 1001 turns: it has from 1 to 1000 (S0)"},
		{func(c *sorcery.Campaign) { c.Favors = 2 }, "side 3 is favored: there are 2"},
		{func(c *sorcery.Campaign) { c.Map.Grid = hex.Grid{} }, "a map of 0 columns and 0 rows: there are 1 to 500 columns and 1 to 500 rows"},
		{func(c *sorcery.Campaign) { c.Map.Terrain = c.Map.Terrain[1:] }, "the map has 3 hexes and a terrain for 2"},
		{func(c *sorcery.Campaign) { c.Map.Terrain[1] = "moor" }, `hex 0201: unknown terrain "moor" (known: clear, mountain, swamp, forest, lake, bridge, waste, tunnel)`},
		{func(c *sorcery.Campaign) { c.Map.Hexsides = []sorcery.Edge{{Side: -1, Hexside: "wall"}} }, "hexside 1 is side -1: no two hexes of the map share it"},
		{func(c *sorcery.Campaign) { c.Map.Hexsides = []sorcery.Edge{{Side: 0, Hexside: "wall"}} }, "hexside 1 is side 0: no two hexes of the map share it"},
		{func(c *sorcery.Campaign) { c.Map.Hexsides = []sorcery.Edge{{Side: 9, Hexside: "wall"}} }, "hexside 1 is side 9: no two hexes of the map share it"},
		{func(c *sorcery.Campaign) {
			s := c.Map.Grid.Between(0, 1)
			c.Map.Hexsides = []sorcery.Edge{{Side: s, Hexside: "wall"}, {Side: s, Hexside: "gate"}}
		}, "there are two hexsides at 0101-0201: there is one at most"},
		{func(c *sorcery.Campaign) {
			c.Map.Hexsides = []sorcery.Edge{{Side: c.Map.Grid.Between(0, 1), Hexside: "moat"}}
		}, `hexside 0101-0201: unknown hexside "moat" (known: stream, bridge, river, wall, gate)`},
		{place(sorcery.Place{Hex: 3, Feature: "castle"}), "place 1 lies in hex 3: the map has those from 0 to 2"},
		{place(sorcery.Place{Hex: hex.None, Feature: "castle"}), "place 1 lies in hex -1: the map has those from 0 to 2"},
		{place(sorcery.Place{Hex: 2, Feature: "tower"}), `the place in 0301: unknown feature "tower" (known: castle, city, complex, vortex)`},
		{place(sorcery.Place{Hex: 2, Feature: "castle", Owner: 2}), "the place in 0301 is of side 3: there are 2"},
		{place(sorcery.Place{Hex: 2, Feature: "castle", Name: "a: b"}), `the place in 0301 is called "a: b": its name must be words with a space between them, without a colon`},
		{place(sorcery.Place{Hex: 2, Feature: "castle", Name: " a"}), `the place in 0301 is called " a": its name must be words with a space between them, without a colon`},
		{place(sorcery.Place{Hex: 2, Feature: "castle", Owner: -1, Militia: foot}), "the place in 0301 is nobody's: say whose its militia is"},
		{place(sorcery.Place{Hex: 2, Feature: "vortex", Owner: 1, Militia: foot}), "the Vortex in 0301 cannot be besieged: it has no militia (S4)"},
		{func(c *sorcery.Campaign) {
			c.Map.Terrain[0] = "waste"
			c.Map.Places = []sorcery.Place{{Hex: 0, Feature: "castle", Militia: foot}}
		}, "the Castle in 0101 cannot be besieged: it has no militia (S4)"},
		{func(c *sorcery.Campaign) {
			c.Map.Places = []sorcery.Place{{Hex: 2, Feature: "castle", Owner: 1}, {Hex: 2, Feature: "city", Owner: 1}}
		}, "there are two places in 0301: a hex has one at most"},
		{func(c *sorcery.Campaign) {
			c.Map.Hexsides = []sorcery.Edge{{Side: c.Map.Grid.Between(0, 1), Hexside: "wall"}}
			c.Map.Places = []sorcery.Place{{Hex: 0, Feature: "castle", Owner: 1, Militia: foot}}
		}, "both sides stand in 0101: a campaign begins with armies apart"},
		{goal(sorcery.Goal{Side: 2}), "a goal is nobody's: say whose it is"},
		{goal(sorcery.Goal{Hold: 3}), "goal 1 is to hold hex 3: the map has those from 0 to 2"},
		{goal(sorcery.Goal{Hold: hex.None}), "a goal of north names no hex, and no strength to eliminate"},
		{goal(sorcery.Goal{Hold: hex.None, Per: 1, AtOnce: true}), "a goal of north names no hex: only a hex is won at once"},
		{goal(sorcery.Goal{Hold: 0, Points: 1_000_001}), "a goal of north is worth 1000001 points: it may be worth from -1000000 to 1000000"},
		{stack(sorcery.Stack{Side: 0, Hex: 3, Army: foot}), "stack 3 stands in hex 3: the map has those from 0 to 2"},
		{stack(sorcery.Stack{Side: 0, Hex: -7, Army: foot}), "stack 3 stands in hex -7: the map has those from 0 to 2"},
		{stack(sorcery.Stack{Side: -1, Army: foot}), "the stack in 0101 is nobody's"},
		{stack(sorcery.Stack{Side: 0}), "the stack in 0101: nobody is there: give the army a unit"},
		{stack(sorcery.Stack{Side: 1, Army: foot}), "both sides stand in 0101: a campaign begins with armies apart"},
		{stack(sorcery.Stack{Side: 0, Inside: true, Army: foot}), "the stack in 0101: there is nothing in it to be inside of"},
		{stack(sorcery.Stack{Side: 0, Hex: 1, Army: foot}), "the stack in 0201: foot-1 cannot stand there: it is a Lake (S1, S2)"},
		{stack(sorcery.Stack{Side: 0, Army: fight.Army{{Kind: foot[0].Kind}}}), "the stack in 0101: 0 units of foot-1: it takes from 1 to 1000"},
		{stack(sorcery.Stack{Side: 0, Army: fight.Army{{N: 999, Kind: foot[0].Kind}}}), "1001 units: a campaign has at most 1000"},
		{func(c *sorcery.Campaign) { c.Stacks[1].Army = lord }, "south has no army: give it a unit"},
	} {
		c := good()
		row.change(&c)
		if _, err := sorcery.NewCampaign(g, c); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// What is wrong with a map's text.
func TestParseMapErrors(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	for _, row := range []struct{ text, want string }{
		{" \n", "the map is empty: write a line of terrains' letters for each row"},
		{"c c\nc", "row 2 of the map has 1 hexes, the first has 2"},
		{"c x", `row 1, column 2 of the map: unknown terrain "x" (known: c, m, s, f, l, b, w, t)`},
		{strings.Repeat("c ", 1000), "a map of 1000 columns and 1 rows: there are 1 to 500 columns and 1 to 500 rows"},
	} {
		if _, _, err := g.ParseMap(row.text); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// A campaign in a journal's header, as it is written and read.
func TestCampaignFields(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	c := field(t, g)
	c.Favors = 1
	const want = `sides: north south
turns: 8
favors: south
row1: clear clear clear forest mountain clear clear clear
row2: clear forest clear forest mountain mountain clear clear
row3: clear clear swamp clear clear mountain clear clear
row4: clear clear swamp lake clear clear clear clear
row5: clear waste clear lake clear forest forest clear
row6: clear clear clear clear clear clear clear clear
place1: 0703 castle of south named Thornwall: foot-1
place2: 0206 city of north
place3: 0501 complex
hexsides1: 0302-0303 stream
hexsides2: 0303-0304 stream
hexsides3: 0203-0303 bridge
stack1: north 0101: 3 foot-4, captain, 2 horse-4
stack2: north 0206: 2 blade-4, elf-lord, 2 bow-3
stack3: north 0103: 2 foot-3*, king, hawk-2
stack4: south 0703: 2 orc-3, fright, captain, foot-5
stack5: south 0806: 3 wolf-3, orc-3, engine-5, mold-2
stack6: south 0802: 4 foot-4, king
goal1: north 5 hold 0703
goal2: south 5 hold 0206 at-once
goal3: north 1 per 5
goal4: south 1 per 5
`
	got := ""
	h := engine.Header{Fields: c.Fields()}
	for _, f := range h.Fields {
		got += f.Key + ": " + f.Value + "\n"
	}
	if got != want {
		t.Errorf("it is written\n%s\nwant\n%s", got, want)
	}
	if again, err := sorcery.ReadCampaign(h, g.Kind); err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("it is read as %+v, %v; was %+v", again, err, c)
	}
}

// What is wrong with a campaign in a journal's header.
func TestReadCampaignErrors(t *testing.T) {
	find := func(id string) (*fight.Kind, error) {
		return nil, &engine.Unknown{What: "unit", Word: id, Known: []string{"elf"}}
	}
	for _, row := range []struct{ header, want string }{
		{"sides=north", `the journal's sides: "north" are not the words for two sides`},
		{"turns=many", `the journal's turns: "many" is no number`},
		{"favors=east", `the journal's favors: unknown side "east" (known: north, south)`},
		{"row1=", "the journal has no map"},
		{"row2=clear", "the journal's row2 has 1 hexes, the first has 2"},
		{"place1=0101", `the journal's place1: "0101" is not as in "0304 castle of north"`},
		{"place1=0103 castle", `the journal's place1: hex "0103": there is no row 03, the last one is 01`},
		{"place1=0101 castle of east", `the journal's place1: unknown side "east" (known: north, south)`},
		{"hexsides1=0101-0201", `the journal's hexsides1: "0101-0201" is not as in "0304-0305 stream"`},
		{"hexsides1=0101-0101 wall", `the journal's hexsides1: hexside "0101-0101": the two hexes do not lie side by side`},
		{"stack1=north", `the journal's stack1: "north": a word is missing`},
		{"stack1=north 0101: moles", `the journal's stack1: column 2: unknown unit "moles" (known: elf)`},
		{"stack1=north 0101 under: foot-1", `the journal's stack1: unknown word "under" (known: inside)`},
		{"goal1=north 5 hold", `the journal's goal1: "north 5 hold": a word is missing`},
		{"goal1=north five hold 0101", `the journal's goal1: "five" is no number of points`},
		{"goal1=north 5 keep 0101", `the journal's goal1: unknown word "keep" (known: hold, per)`},
		{"goal1=north 5 hold 0101 at-last", `the journal's goal1: unknown word "at-last" (known: at-once)`},
		{"goal1=north 5 per few", `the journal's goal1: "few" is no number of strength`},
	} {
		h := engine.Header{}
		for _, field := range []string{"sides=north south", "turns=1", "row1=clear clear"} {
			key, value, _ := strings.Cut(field, "=")
			if strings.HasPrefix(row.header, key+"=") {
				continue
			}
			h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
		}
		key, value, _ := strings.Cut(row.header, "=")
		h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
		if _, err := sorcery.ReadCampaign(h, find); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// Whatever is typed as a map is one, or an error.
func FuzzParseMap(f *testing.F) {
	for _, text := range []string{"c c\nf l", "", "c\n\nm", "c x", "cc", "\xff", "c\r\nw", "l\u00a0c"} {
		f.Add(text)
	}
	g := newGame(f, sorcery.DefaultRules())
	f.Fuzz(func(t *testing.T, text string) {
		grid, terrain, err := g.ParseMap(text)
		if err != nil {
			return
		}
		if grid.Check() != nil || len(terrain) != grid.Hexes() {
			t.Errorf("%v with %d terrains", grid, len(terrain))
		}
		for _, id := range terrain {
			if _, err := g.Terrain(id); err != nil {
				t.Error(err)
			}
		}
	})
}

// Campaigns that are drawn from whatever bytes end, and in between nothing is
// wrong with them.
func FuzzCampaign(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		rapid.MakeFuzz(func(rt *rapid.T) {
			b := anyWar(rt, t)
			table := enginetest.Table(b, rapid.Uint64().Draw(rt, "seed"))
			m := &marshal{t: rt, b: b}
			table.Listen(m)
			m.watch(table)
		})(t, bytes)
	})
}

// Whatever stands in a journal's header is a campaign, which is read back the
// same as it is written and can be played to its end, or an error.
func FuzzReadCampaign(f *testing.F) {
	f.Add("3", "south", "clear lake clear", "clear swamp mountain", "0101 castle of north named A b: foot-1", "0101-0102 gate", "north 0101: 2 foot-1, king", "south 0301: dragon, mold-2*", "north 5 hold 0301 at-once", uint64(1))
	f.Add("1000", "", "waste waste", "", "0201 complex", "0101-0201 wall", "north 0101: foot-8", "south 0201 inside: hawk-2", "south -1 per 3", uint64(2))
	f.Add("2", "", "clear clear", "forest forest", "0201 city of south: foot-1", "0101-0201 stream", "north 0101: 9 horse-4, elf-lord(3)", "south 0201: 4 orc-3", "", uint64(3))
	g := newGame(f, sorcery.DefaultRules())
	f.Fuzz(func(t *testing.T, turns, favors, one, two, place, side, north, south, goal string, seed uint64) {
		h := engine.Header{Fields: []engine.Field{{Key: "sides", Value: "north south"}}}
		h.Fields = append(h.Fields, []engine.Field{
			{Key: "turns", Value: turns}, {Key: "favors", Value: favors}, {Key: "row1", Value: one}, {Key: "row2", Value: two},
			{Key: "place1", Value: place}, {Key: "hexsides1", Value: side}, {Key: "stack1", Value: north}, {Key: "stack2", Value: south}, {Key: "goal1", Value: goal},
		}...)
		c, err := sorcery.ReadCampaign(h, g.Kind)
		if err != nil {
			return
		}
		b, err := sorcery.NewCampaign(g, c)
		if err != nil {
			return
		}
		again, err := sorcery.ReadCampaign(engine.Header{Fields: c.Fields()}, g.Kind)
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v is read as %+v, %v", c, again, err)
		}
		if len(b.Units()) > 60 || c.Map.Grid.Hexes() > 30 || c.Turns > 20 {
			return
		}
		table := enginetest.Table(b, seed)
		b.Begin(table)
		for n := 0; !b.Over() && table.Err() == nil; n++ {
			if b.Step(); n > 500_000 {
				t.Fatalf("%s: it does not end", b.Scene())
			}
		}
		if err := table.Err(); err != nil {
			t.Errorf("%s: %v: %s", b.Scene(), err, muster(b))
		}
	})
}
