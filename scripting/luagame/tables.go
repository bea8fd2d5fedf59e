package luagame

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The tables of modhost, for games in Lua: there are no hooks, for the game calls
// the functions of game{...} itself.

// nothing is what hooks speak of: there are none.
type nothing struct{}

type (
	host   = modhost.Host[*Battle, nothing]
	mods   = modhost.Mods[*Battle, nothing]
	trial  = modhost.Trial[*Battle, nothing]
	object = modhost.Object[*Battle, nothing]
)

// The kinds of objects, by their place in the binding.
const (
	kindSide = iota
	kindBattle
)

const (
	num      = scripting.TypeNumber
	text     = scripting.TypeString
	sideType = scripting.Type("side")
)

func sideValue(side engine.Side) scripting.Value { return scripting.Object(kindSide, int32(side)) }

// Owners in the battle's memory.
func ofBattle(int32) int32   { return 0 }
func ofSide(ref int32) int32 { return ref + 1 }

// tables returns those of a library, or without one those for documentation.
func (s System) tables(lib *library.Library) *modhost.Tables[*Battle, nothing] {
	return &modhost.Tables[*Battle, nothing]{
		Objects:   []object{kindSide: sideObject(), kindBattle: battleObject()},
		Globals:   []scripting.Global{{Name: "battle", Doc: "The battle.", Type: "battle", Value: scripting.Object(kindBattle, 0)}},
		Registers: registers(),
		Rules:     s.id,
		Seats:     func(b *Battle) []string { return b.game.seats },
		Points:    func(appraised int) float64 { return float64(appraised) },
		Declare:   declare(s, lib),
		Tests:     testTables(lib),
		Docs: modhost.Docs{
			Acting: "play or chance",
			Points: "what appraise says",
			Hook:   "games in Lua have none",
			Asked:  `"attacker: How many dice?", or what choose asks; when the battle is over, how`,
			Answer: `as players type it: "roll 3"`,
			Finish: "Lets the players called greedy play to the end, with seeded dice after the given ones.",
			Winner: `a side's name or "draw"; nil while the battle lasts`,
		},
	}
}

func sideObject() object {
	return object{
		Name: "side", Doc: "One of the sides.",
		Properties: []modhost.Property[*Battle, nothing]{
			modhost.Prop("name", text, "as the game's seats call it", func(h *host, ref int32) scripting.Value {
				return scripting.String(h.Battle.game.seats[ref])
			}),
			modhost.Prop("number", num, "its place among the seats, from 1", func(_ *host, ref int32) scripting.Value { return modhost.Number(ref + 1) }),
			modhost.Prop("next", sideType, "the side that sits next; after the last, the first", func(h *host, ref int32) scripting.Value {
				return sideValue((engine.Side(ref) + 1) % engine.Side(h.Battle.Seats()))
			}),
		},
		Owner: ofSide,
		Text:  func(h *host, ref int32) string { return h.Battle.game.seats[ref] },
	}
}

func battleObject() object {
	properties := []modhost.Property[*Battle, nothing]{
		modhost.Prop("round", num, "the present round, from 1", func(h *host, _ int32) scripting.Value {
			h.Battle.timed = true
			return modhost.Number(h.Battle.round)
		}),
		modhost.Prop("over", scripting.TypeBoolean, "whether it is decided", func(h *host, _ int32) scripting.Value { return scripting.Boolean(h.Battle.over) }),
		modhost.Prop("sides", sideType.List(), "all sides, by their seats", func(h *host, _ int32) scripting.Value {
			var items []scripting.Value
			for side := range h.Battle.game.seats {
				items = append(items, sideValue(engine.Side(side)))
			}
			return scripting.List(items...)
		}),
	}
	methods := []modhost.Method[*Battle, nothing]{
		modhost.NewMethod("side", "A side by its name.", []scripting.Field{modhost.Param("name", text, "as the game's seats call it")}, modhost.Returns(sideType, ""),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				side, err := h.Battle.game.side(args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				return sideValue(side), nil
			}),
		modhost.NewMethod("setup", "What the scenario says of a key that key{...} declares.", []scripting.Field{modhost.Param("key", text, "its name")}, modhost.Returns(scripting.TypeAny, "a number, true or false, or a text"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				d, err := h.Battle.setup.value(args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				return modhost.ValueOf(d), nil
			}),
		modhost.NewMethod("ask", "In turn: asks a side's player to pick one of some options.",
			[]scripting.Field{modhost.Param("side", sideType, "who is asked"), modhost.Param("question", text, "what is asked, a sentence"), modhost.Param("options", text.List(), "from 1 to 1000 answers as players type them: words in small letters")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				if err := h.Work(optionSteps * len(args[2].Items())); err != nil {
					return scripting.Nil, err
				}
				return scripting.Nil, h.Battle.asked.ask(modhost.SideOf(args[0]), args[1].Text(), args[2].Items())
			}),
		modhost.NewMethod("refuse", "In turn: says why an answer that a player may think of is no option now.",
			[]scripting.Field{modhost.Param("answer", text, "as players would type it"), modhost.Param("why", text, "a sentence")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				if err := h.Work(optionSteps); err != nil {
					return scripting.Nil, err
				}
				return scripting.Nil, h.Battle.asked.refuse(args[0].Text(), args[1].Text())
			}),
	}
	deeds := []modhost.Method[*Battle, nothing]{
		modhost.Deed("win", "A side has won: the battle is over after this step.", []scripting.Field{modhost.Param("side", sideType, "the side that has won")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				return scripting.Nil, h.Battle.end(modhost.SideOf(args[0]))
			}),
		modhost.Deed("draw", "No side has won: the battle is over after this step.", nil, nil,
			func(h *host, _ int32, _ []scripting.Value) (scripting.Value, error) {
				return scripting.Nil, h.Battle.end(engine.Draw)
			}),
		modhost.Deed("next_round", "A new round begins after this step; after the last round the battle is a draw.", nil, nil,
			func(h *host, _ int32, _ []scripting.Value) (scripting.Value, error) {
				if h.Battle.over {
					return scripting.Nil, errOver
				}
				h.Battle.nextRound()
				return scripting.Nil, nil
			}),
	}
	return object{
		Name: "battle", Doc: "The battle.", Properties: properties, Methods: methods, Deeds: deeds, Only: true,
		Owner: ofBattle,
		Text:  func(h *host, _ int32) string { return fmt.Sprintf("battle, %s", h.Battle.Scene()) },
	}
}
