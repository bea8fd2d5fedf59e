package luagame

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns what the tests of games in Lua have besides what all have.
func testTables(lib *library.Library) modhost.TestTables[*Battle, nothing] {
	return modhost.TestTables[*Battle, nothing]{
		Setup: []scripting.Function{
			modhost.Before("scenario", "Takes the setup from a scenario; what is said after it changes that.", []scripting.Field{modhost.Param("id", text, "its id")},
				func(t *trial, args []scripting.Value) error {
					s, err := lib.Scenario(args[0].Text())
					if err == nil {
						stageOf(t).setup = s.Setup.(*Setup)
					}
					return err
				}),
			modhost.Before("setup", "Sets a key of the setup; keys that are not set have their defaults.", []scripting.Field{modhost.Param("key", text, "its name"), modhost.Param("value", scripting.TypeAny, "a number, true or false, or a text")},
				func(t *trial, args []scripting.Value) (err error) {
					s := stageOf(t)
					s.setup, err = s.setup.with(args[0].Text(), datumOf(args[1]))
					return err
				}),
		},
		Skip: modhost.Doing("skip", "Everybody takes the first option until a side is asked.", []scripting.Field{modhost.Param("side", text, "its name")},
			func(t *trial, args []scripting.Value) error {
				h, err := t.Host()
				if err != nil {
					return err
				}
				side, err := h.Battle.game.side(args[0].Text())
				if err != nil {
					return err
				}
				return t.SkipTo(args[0].Text()+" acts", func(engine.Choice) (bool, error) { return h.Battle.asked.side == side, nil })
			}),
		Find: []scripting.Function{
			modhost.TestFunction("side", "A side by its name.", []scripting.Field{modhost.Param("name", text, "as the game's seats call it")}, modhost.Returns(sideType, ""),
				func(t *trial, args []scripting.Value) (scripting.Value, error) {
					h, err := t.Host()
					if err != nil {
						return scripting.Nil, err
					}
					side, err := h.Battle.game.side(args[0].Text())
					return sideValue(side), err
				}),
		},
		Stage:  func() modhost.Stage[*Battle] { return &stage{lib.Game.(*Game).newSetup()} },
		Player: players.Greedy{},
		Covers: func(scripting.Registration) string { return "" },
	}
}

// datumOf returns a script's value as a setup has it.
func datumOf(v scripting.Value) engine.Datum {
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

func stageOf(t *trial) *stage { return t.Stage.(*stage) }

// Battle makes the battle.
func (s *stage) Battle() (*Battle, error) {
	b, err := s.setup.game.NewBattle(s.setup)
	if err != nil {
		return nil, err
	}
	return b.(*Battle), nil
}

// Hear has nothing to count.
func (s *stage) Hear(*Battle, engine.Event, func(string)) {}
