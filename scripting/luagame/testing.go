package luagame

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// testTables returns the functions that only tests of games in Lua have.
func testTables(lib *library.Library) modhost.TestTables[*Battle] {
	return modhost.TestTables[*Battle]{
		Setup: []modhost.Function{
			modhost.Before("scenario", "Takes the setup from a scenario. Calls after it may change parts of it.", func(s *stage, a struct {
				Scenario string `lua:"id" doc:"its id"`
			}) error {
				scenario, err := lib.Scenario(a.Scenario)
				if err == nil {
					s.setup = scenario.Setup.(*Setup)
				}
				return err
			}),
			modhost.Before("setup", "Sets a key of the setup. Other keys have their defaults.", func(s *stage, a struct {
				Key   string    `doc:"the name of the key"`
				Value lua.Value `doc:"a number, true or false, or a text"`
			}) (err error) {
				s.setup, err = s.setup.with(a.Key, datumOf(a.Value))
				return err
			}),
		},
		Skip: modhost.Doing("skip", "Lets all players take the first option until a side is asked.", func(t *trial, a struct {
			Side string `doc:"its name"`
		}) error {
			h, err := t.Host()
			if err != nil {
				return err
			}
			side, err := h.Battle.game.side(a.Side)
			if err != nil {
				return err
			}
			return t.SkipTo(a.Side+" acts", func(engine.Choice) (bool, error) { return h.Battle.asked.side == side, nil })
		}),
		Find: []modhost.Function{
			modhost.Find("side", "Finds a side by its name.", "", func(b position, a struct {
				Name string `doc:"the name of its seat"`
			}) (engine.Side, error) {
				return b.rules().side(a.Name)
			}),
		},
		Fixture: func() modhost.Fixture[*Battle] { return &stage{lib.Game.(*Game).newSetup()} },
	}
}

// datumOf returns a script's value as a value of a setup.
func datumOf(v lua.Value) engine.Datum {
	switch {
	case v.IsNumber():
		return engine.Datum{Kind: engine.Number, Number: v.Float()}
	case v.IsString():
		return engine.Datum{Kind: engine.Text, Text: v.Text()}
	case v.IsBoolean() && v.Bool():
		return engine.Datum{Kind: engine.Truth, Number: 1}
	case v.IsBoolean():
		return engine.Datum{Kind: engine.Truth}
	}
	return engine.Datum{}
}

// A stage is the battle of one test.
type stage struct{ setup *Setup }

// Battle makes the battle.
func (s *stage) Battle() (engine.Story, error) { return s.setup.game.NewBattle(s.setup) }

// Hear counts nothing.
func (s *stage) Hear(*Battle, engine.Event, func(string)) {}
