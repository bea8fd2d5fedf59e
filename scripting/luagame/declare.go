package luagame

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// usualRounds is the default limit of rounds.
const usualRounds = 1000

// registers returns game{...} and key{...}.
func registers() []lua.Register {
	function := func(name, doc string, returns []lua.Field, params ...lua.Field) lua.Field {
		return lua.Field{Name: name, Type: lua.TypeFunction, Doc: doc, Params: params, Returns: returns}
	}
	optional := func(f lua.Field) lua.Field { f.Optional = true; return f }
	side, option := modhost.Param("side", sideType, "the side that was asked"), modhost.Param("option", text, "the answer")
	return []lua.Register{
		{Name: "game", Doc: "The game. Between two steps it knows only what it remembers.", Fields: []lua.Field{
			modhost.Param("seats", text.List(), "the names of the sides, 2 to 4 words"),
			modhost.Optional("rounds", integer, "the round that ends the battle, from 1 to 1000000; 1000 if not given"),
			function("start", "sets up the battle, from battle:setup", nil),
			function("turn", "asks a player with battle:ask, or no player. It is read-only, and reads only secrets of the side that it asks", nil),
			function("play", "carries out an answer", nil, side, option),
			optional(function("chance", "continues the battle if turn asks no player, for example with dice", nil)),
			optional(function("deal", "deals everything anew that is hidden from a side, with roll, for players that try options. It sees what the side sees. Games with secrets must have it, and other games may not", nil, modhost.Param("side", sideType, "the side whose player tries options"))),
			optional(function("worth", "returns the strength that a side has left; only the ratio between sides matters. It is read-only, and sees no secrets", modhost.Returns(integer, "the strength, from 0"), modhost.Param("side", sideType, "the side"))),
			optional(function("appraise", "returns the expected gain of an option, in one step. It is read-only, and sees what the side sees", modhost.Returns(integer, "the gain; only the order of gains matters"), side, option)),
			optional(function("board", "draws the battle as a side sees it. It is read-only", modhost.Returns(text.List(), "the lines of the drawing"), modhost.Optional("side", sideType, "the side that looks; nil: a view of everything"))),
			optional(function("outcome", "says how the battle ended. It is read-only", modhost.Returns(text, "a sentence without its full stop"))),
		}},
		{Name: "key", Doc: "A value that scenarios set: [scenario.ID.setup].", Fields: []lua.Field{
			modhost.Param("name", text, "a word in small letters, and none of those that journals have already: "+strings.Join(taken, ", ")),
			modhost.Param("default", lua.TypeAny, "its value in scenarios that set none: a whole number, true or false, or a text. Its type is the type of all values"),
			modhost.Optional("least", num, "the least value of a number"),
			modhost.Optional("most", num, "the greatest value of a number"),
			modhost.Optional("oneof", text.List(), "the words that a text can be"),
			modhost.Optional("entry_of", text, "the section of the data in which a text names an entry by its id; an empty text names none"),
			modhost.Param("text", text, "its meaning, in a sentence"),
		}},
	}
}

// declare gives the library's game its rules.
func declare(s Format, lib *library.Library) func(*mods) strict.Problems {
	return func(m *mods) (problems strict.Problems) {
		g := lib.Game.(*Game)
		g.keys = nil
		declared := false
		for _, r := range m.Program().Registered("game") {
			switch {
			case r.Mod != s.id:
				problems = append(problems, modhost.ProblemAt(r, "mod %s declares a game, and is none: the game is %s", r.Mod, s.id))
			case declared:
				problems = append(problems, modhost.ProblemAt(r, "the game is already declared in %s:%d", g.rules.File, g.rules.Line))
			default:
				g.rules, declared = r, true
				problems = append(problems, g.declare(r)...)
			}
		}
		if !declared {
			problems = append(problems, strict.Problem{File: s.folder.Where + "/main.lua", Text: "it declares no game{...}, and the mod is a game of its own: mod.toml has its id for game"})
		}
		for _, r := range m.Program().Registered("key") {
			problems = append(problems, g.declareKey(r, lib)...)
		}
		if len(problems) == 0 {
			problems = g.settle()
		}
		g.mods = m
		return problems
	}
}

// aDie matches dice in journals: no seat may have such a name.
var aDie = regexp.MustCompile(`^d[0-9]`)

// declare reads game{...}.
func (g *Game) declare(r scripting.Registration) (problems strict.Problems) {
	g.seats, g.rounds = nil, usualRounds
	for _, v := range r.Value("seats").Items() {
		name := v.Text()
		if err := engine.WordNaming.Check("the seat", name); err != nil {
			problems = append(problems, modhost.ProblemAt(r, "%v", err))
		} else if aDie.MatchString(name) || name == "end" || name == "draw" || slices.Contains(g.seats, name) {
			problems = append(problems, modhost.ProblemAt(r, "the seat %q must be a word of its own, neither end, draw nor a die", name))
		}
		g.seats = append(g.seats, name)
	}
	if n := len(g.seats); n < 2 || n > engine.MaxSeats {
		problems = append(problems, modhost.ProblemAt(r, "the game has %d seats: must be from 2 to %d", n, engine.MaxSeats))
	}
	if r.Has("rounds") {
		n, err := modhost.Whole(r.Value("rounds"), "rounds", 1, 1_000_000)
		if err != nil {
			problems = append(problems, modhost.ProblemAt(r, "%v", err))
		}
		g.rounds = n
	}
	return problems
}

// taken are the keys of a journal's header that do not belong to the setup.
var taken = []string{"game", "mods", "scenario", "dice", "script", "players", "seats", "streams"}

// declareKey reads key{...}.
func (g *Game) declareKey(r scripting.Registration, lib *library.Library) strict.Problems {
	k := key{name: r.Value("name").Text(), text: r.Value("text").Text(), least: math.Inf(-1), most: math.Inf(1)}
	if err := engine.WordNaming.Check("the key", k.name); err != nil {
		return strict.Problems{modhost.ProblemAt(r, "%v", err)}
	}
	if slices.Contains(taken, k.name) {
		return strict.Problems{modhost.ProblemAt(r, "the key %q must be a word that journals do not have already (%s)", k.name, strings.Join(taken, ", "))}
	}
	if _, err := g.key(k.name); err == nil {
		return strict.Problems{modhost.ProblemAt(r, "the key %q is declared twice", k.name)}
	}
	v := r.Value("default")
	switch {
	case v.IsNumber():
		k.usual = engine.Datum{Kind: engine.Number, Number: v.Float()}
		k.least, k.most = -1e9, 1e9
	case v.IsBoolean():
		k.usual.Kind = engine.Truth
		if v.Bool() {
			k.usual.Number = 1
		}
	case v.IsString():
		k.usual = engine.Datum{Kind: engine.Text, Text: v.Text()}
	default:
		return strict.Problems{modhost.ProblemAt(r, "key %s needs a default: a whole number, true or false, or a text", k.name)}
	}
	if r.Has("least") {
		k.least = r.Value("least").Float()
	}
	if r.Has("most") {
		k.most = r.Value("most").Float()
	}
	for _, word := range r.Value("oneof").Items() {
		k.oneOf = append(k.oneOf, word.Text())
	}
	if section := r.Value("entry_of").Text(); section != "" {
		var sections []string
		for _, t := range library.Tables(lib.Format, lib.Own()...) {
			sections = append(sections, t.Section)
		}
		if _, err := engine.Index("section", section, sections); err != nil {
			return strict.Problems{modhost.ProblemAt(r, "key %s: %s", k.name, library.Explain(err))}
		}
		k.section, k.oneOf = section, lib.IDs(section)
	}
	if !k.takes(k.usual) {
		return strict.Problems{modhost.ProblemAt(r, "default of key %s is %s: must be %s", k.name, quoted(k.usual), k.bounds())}
	}
	g.keys = append(g.keys, k)
	return nil
}
