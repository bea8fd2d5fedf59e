package luagame

import (
	"errors"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// The tables of modhost for games in Lua. They have no hooks, because the game calls
// the functions of game{...} itself.

type (
	host   = modhost.Host[*Battle]
	reader = modhost.Reader[position]
	mods   = modhost.Mods[*Battle]
	trial  = modhost.TestBattle[*Battle]
)

// A position is a battle for reading.
type position interface {
	Over() bool
	Scene() string
	rules() *Game
	start() *Setup
	readRound() int
}

// Reading returns the battle for reading.
func (b *Battle) Reading() position { return b }
func (b *Battle) rules() *Game      { return b.game }
func (b *Battle) start() *Setup     { return b.setup }

// The kinds of objects, by their place in the binding.
const (
	kindSide = iota
	kindBattle
)

const (
	num      = lua.TypeNumber
	integer  = lua.TypeInteger
	text     = lua.TypeString
	sideType = lua.Type("side")
)

func sideValue(side engine.Side) lua.Value { return lua.Object(kindSide, int32(side)) }

// Owners in the battle's memory.
func ofBattle(int32) int32   { return 0 }
func ofSide(ref int32) int32 { return ref + 1 }

// ofSecrets returns the owner of a side's secrets.
func ofSecrets(b position, ref int32) (int32, error) {
	if !b.rules().hides() {
		return 0, errors.New("a game with secrets needs the function deal, by which players try options out without knowing them")
	}
	return ofSide(ref) + engine.MaxSeats, nil
}

// tables returns the tables of a library, or without a library those for documentation.
func tables(s Format, lib *library.Library) *modhost.Tables[*Battle] {
	return &modhost.Tables[*Battle]{
		Objects:   []modhost.Object[*Battle]{kindSide: sideKind, kindBattle: battleKind},
		Format:    s,
		Library:   lib,
		Registers: registers(),
		Words:     modhost.PromptCommands,
		Rules:     s.id,
		Seats:     func(b *Battle) []string { return b.game.seats },
		Declare:   declare(s, lib),
		Tests:     testTables(lib),
		Docs: modhost.Docs{
			Acting: "play or chance",
			Points: "what appraise says",
			Hook:   "games in Lua have none",
			Asked:  `"attacker: How many dice?", or what choose asks; when the battle is over, how it ended`,
			Answer: `as players type it: "roll 3"`,
			Finish: "Lets the players called greedy play to the end, with seeded dice after the given ones.",
			Winner: `a side's name or "draw"; nil while the battle lasts`,
		},
	}
}

// seat is one of the sides of a battle.
type seat struct {
	engine.Side
	game *Game
}

func (s seat) name() string { return s.game.seats[s.Side] }

var sideKind = &modhost.Kind[*Battle, position, seat]{
	Name: "side", Doc: "One of the sides.",
	At: func(r *reader, ref int32) seat { return seat{engine.Side(ref), r.Battle.rules()} },
	Rows: []modhost.Row[seat]{
		modhost.Get("name", "its name among the game's seats", seat.name),
		modhost.Get("number", "its position among the seats, from 1", func(s seat) int { return int(s.Side) + 1 }),
		modhost.Get("next", "the next side; after the last side, the first", func(s seat) engine.Side { return (s.Side + 1) % engine.Side(len(s.game.seats)) }),
	},
	Acts: []modhost.Act[*Battle]{
		modhost.Do("tell", "Logs a text that only this side's player reads.", func(h *host, a struct {
			Self engine.Side
			Text string `doc:"the text"`
		}) error {
			h.Battle.tellSide(a.Self, a.Text)
			return nil
		}),
	},
	Owner:  ofSide,
	Secret: ofSecrets,
	Text:   seat.name,
}

// readRound returns the round, and records that the script has read it.
func (b *Battle) readRound() int {
	b.timed = true
	return b.round
}

func sides(r *reader, all []engine.Side) []engine.Side {
	for side := range r.Battle.rules().seats {
		all = append(all, engine.Side(side))
	}
	return all
}

var battleKind = &modhost.Kind[*Battle, position, *reader]{
	Name: "battle", Doc: "The battle.", Only: true,
	At: func(r *reader, _ int32) *reader { return r },
	Rows: []modhost.Row[*reader]{
		modhost.Get("round", "the present round, from 1", func(r *reader) int { return r.Battle.readRound() }),
		modhost.Get("over", "whether the battle is over", func(r *reader) bool { return r.Battle.Over() }),
		modhost.Kept("sides", "all sides, in the order of their seats", nil, sides),
	},
	Methods: []modhost.Method[*reader]{
		modhost.Ask("side", "Finds a side by its name.", "", func(r *reader, a struct {
			Name string `doc:"its name among the game's seats"`
		}) (engine.Side, error) {
			return r.Battle.rules().side(a.Name)
		}),
		modhost.Ask("setup", "Reads the value of a key in the scenario; key{...} declares keys.", "a number, true or false, or a text", func(r *reader, a struct {
			Key string `doc:"the name of the key"`
		}) (lua.Value, error) {
			d, err := r.Battle.start().value(a.Key)
			return modhost.ValueOf(d), err
		}),
	},
	Acts: []modhost.Act[*Battle]{
		modhost.Replying(modhost.Do("ask", "In turn: asks a side's player to choose one of several options.", func(h *host, a struct {
			Side     engine.Side   `doc:"the side that is asked"`
			Question string        `doc:"the question, a sentence"`
			Options  modhost.Texts `doc:"from 1 to 1000 answers, as players type them: words in small letters"`
		}) error {
			if err := h.Work(optionSteps * len(a.Options)); err != nil {
				return err
			}
			return h.Battle.asked.ask(a.Side, a.Question, a.Options)
		})),
		modhost.Replying(modhost.Do("refuse", "In turn: gives the reason why an answer that a player may type is not an option now.", func(h *host, a struct {
			Answer string `doc:"the answer, as players type it"`
			Why    string `doc:"the reason, a sentence"`
		}) error {
			if err := h.Work(optionSteps); err != nil {
				return err
			}
			return h.Battle.asked.refuse(a.Answer, a.Why)
		})),
		modhost.Do("win", "Makes a side the winner. The battle is over after this step.", func(h *host, a struct {
			Side engine.Side `doc:"the winner"`
		}) error {
			return h.Battle.end(a.Side)
		}),
		modhost.Do("draw", "Ends the battle in a draw after this step.", func(h *host, _ struct{}) error { return h.Battle.end(engine.Draw) }),
		modhost.Do("next_round", "Begins a new round after this step. After the last round the battle is a draw.", func(h *host, _ struct{}) error {
			if h.Battle.over {
				return errOver
			}
			h.Battle.nextRound()
			return nil
		}),
	},
	Owner: ofBattle,
	Text:  func(r *reader) string { return "battle, " + r.Battle.Scene() },
}
