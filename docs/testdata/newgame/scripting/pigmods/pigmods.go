// Package pigmods lets Lua scripts take part in battles of pig.
package pigmods

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/pigdata"
	"houserule/engine/pig"
	"houserule/scripting/modhost"
)

type reader = modhost.Reader[pig.Position]

// API is how pig is scripted.
var API = modhost.NewAPI(tables, func(lib *library.Library, m *modhost.Mods[*pig.Battle]) { pigdata.Game(lib).Begin = m.Start })

// tables returns those of a library, or for documentation those of nil.
func tables(lib *library.Library) *modhost.Tables[*pig.Battle] {
	on := new(pig.Hooks)
	if lib != nil {
		on = &pigdata.Game(lib).Hooks
	}
	return &modhost.Tables[*pig.Battle]{
		Hooks: []*modhost.Hook[*pig.Battle]{
			modhost.On(turn, "onGain", "gain", "What a die adds to the pot (P1).", &on.Gain, modhost.Int("points", "points", 0, 1000)),
			modhost.On(turn, "onHeld", "turn", "A side has held (P2).", &on.Held),
		},
		Objects: []modhost.Object[*pig.Battle]{sides, battles},
		Seats:   func(*pig.Battle) []string { return pig.Setup{}.SeatNames() },
		Docs:    modhost.Docs{Acting: "onHeld", Points: "the pot", Hook: `"onGain"`, Asked: `"first: Roll or hold?"`, Answer: `as players type it: "roll"`, Winner: `"first" or "second"; nil while the battle lasts`},
		Tests:   modhost.TestTables[*pig.Battle]{Fixture: func() modhost.Fixture[*pig.Battle] { return stage{lib} }},
	}
}

// turn is the subject of all hooks: the side whose turn it is.
var turn = modhost.Subject[pig.Position, engine.Side, engine.Side]{
	Of:   modhost.Itself[pig.Position, engine.Side],
	Rows: []modhost.Row[engine.Side]{modhost.Get("side", "whose turn it is", func(s engine.Side) engine.Side { return s })},
}

// A side and the battle are what scripts look at.
type side struct {
	engine.Side
	in *reader
}

var sides = &modhost.Kind[*pig.Battle, pig.Position, side]{
	Name: "side", Doc: "One of the two sides.",
	At: func(r *reader, ref int32) side { return side{engine.Side(ref), r} },
	Rows: []modhost.Row[side]{
		modhost.Get("name", `"first" or "second"`, func(s side) string { return pig.Setup{}.SeatNames()[s.Side] }),
		modhost.Get("points", "what it owns", func(s side) int { return s.in.Battle.Points(s.Side) }),
	},
	Owner: func(ref int32) int32 { return 1 + ref },
	Text:  func(s side) string { return pig.Setup{}.SeatNames()[s.Side] },
}

var battles = &modhost.Kind[*pig.Battle, pig.Position, pig.Position]{
	Name: "battle", Doc: "The battle.", Only: true,
	At: func(r *reader, _ int32) pig.Position { return r.Battle },
	Rows: []modhost.Row[pig.Position]{
		modhost.Get("pot", "points in the pot", pig.Position.Pot),
		modhost.Get("turn", "whose turn it is", pig.Position.Turn),
	},
	Owner: func(int32) int32 { return 0 },
	Text:  pig.Position.Scene,
}

// A stage is the battle of a test: the first scenario.
type stage struct{ lib *library.Library }

func (s stage) Battle() (engine.Story, error) {
	return s.lib.Game.NewBattle(s.lib.Scenarios[0].Setup)
}

func (stage) Hear(*pig.Battle, engine.Event, func(string)) {}
