package modhost_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/modhost"
)

// pig is the game of these tests, for two players. Who has the turn rolls a
// die into a pot as often as it dares, and holds to own the pot; a 1 takes the
// pot away and ends the turn. The first with goal points wins.
type pig struct {
	*engine.Table
	game *pigGame
	host any
	said string

	scores [2]int
	pot    int
	turn   engine.Side
	turns  int
	memory engine.Memory
}

const goal = 20

// pigGame is the game with its hooks.
type pigGame struct {
	gain   engine.Hook[*pig, engine.Side, int]            // what a die is worth
	worth  engine.Hook[*pig, engine.Side, engine.Score]   // what the pot is worth when it is held
	hold   engine.Hook[*pig, engine.Side, *engine.Ruling] // whether the side may hold
	passed engine.Hook[*pig, engine.None, engine.None]    // the turn begins
	begin  func(p *pig)
	copied func(p, of *pig)
	lib    *library.Library
	read   int // how often scripts have read points
}

const (
	rolled int32 = iota // Who, N
	held                // Who, N
	said
)

func (p *pig) Begin(t *engine.Table) {
	p.Sit(t)
	p.scores, p.pot, p.turn, p.turns, p.memory = [2]int{}, 0, 0, 0, engine.Memory{}
	if p.game.begin != nil {
		p.game.begin(p)
	}
	p.game.passed.Apply(p, engine.None{}, engine.None{})
}

func (p *pig) Step() {
	if p.Choose(p.turn, (*dare)(p)) == 1 {
		score := p.game.worth.Apply(p, p.turn, p.Score(p.pot, nil))
		p.scores[p.turn] += score.Total()
		p.Report(engine.Event{What: held, Who: int32(p.turn), N: int32(score.Total())})
		p.pass()
		return
	}
	n := p.Roll(6, 0)
	p.Report(engine.Event{What: rolled, Who: int32(p.turn), N: int32(n)})
	p.pot += p.game.gain.Apply(p, p.turn, n)
	if n == 1 {
		p.pass()
	}
}

func (p *pig) pass() {
	p.turn, p.turns, p.pot = 1-p.turn, p.turns+1, 0
	if !p.Over() {
		p.game.passed.Apply(p, engine.None{}, engine.None{})
	}
}

func (p *pig) Over() bool { return slices.Max(p.scores[:]) >= goal }
func (p *pig) Winner() engine.Side {
	for side, n := range p.scores {
		if n >= goal {
			return engine.Side(side)
		}
	}
	return engine.Draw
}
func (p *pig) Round() int              { return p.turns/2 + 1 }
func (p *pig) RoundLimit() int         { return 0 }
func (p *pig) TimeUp() engine.Side     { return engine.Draw }
func (p *pig) Timed() bool             { return false }
func (p *pig) Seats() int              { return 2 }
func (p *pig) Value(s engine.Side) int { return p.scores[s] }
func (p *pig) Fresh() engine.Battle    { return &pig{game: p.game} }
func (p *pig) Sit(t *engine.Table)     { p.Table = t; t.Place(p) }
func (p *pig) CopyFrom(src engine.Battle) {
	of := src.(*pig)
	p.scores, p.pot, p.turn, p.turns = of.scores, of.pot, of.turn, of.turns
	p.memory.CopyFrom(&of.memory)
	p.game.copied(p, of)
}
func (p *pig) AppendKey(key []byte) []byte {
	for _, n := range []int{p.scores[0], p.scores[1], p.pot, int(p.turn)} {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}
func (p *pig) Scene() string { return fmt.Sprintf("turn %d, %s", p.turns+1, seats[p.turn]) }
func (p *pig) Outcome() string {
	if w := p.Winner(); w != engine.Draw {
		return fmt.Sprintf("%s wins in turn %d", seats[w], p.turns)
	}
	return "nobody has won"
}
func (p *pig) Describe(e engine.Event) string {
	switch e.What {
	case rolled:
		return fmt.Sprintf("%s rolls %d", seats[e.Who], e.N)
	case held:
		return fmt.Sprintf("%s holds %d", seats[e.Who], e.N)
	}
	return p.said
}
func (p *pig) Hosted() *any           { return &p.host }
func (p *pig) Memory() *engine.Memory { return &p.memory }
func (p *pig) Say(text string) {
	p.said = text
	p.Report(engine.Event{What: said})
}

var seats = []string{"one", "other"}

// dare is the choice of who has the turn.
type dare pig

// dares is the form of that choice.
var dares = &engine.Form{Name: "dare", Asked: "dares"}

func (d *dare) Form() *engine.Form { return dares }
func (d *dare) Subject() string    { return "" }

func (d *dare) Hosted() *any { return &d.host }
func (d *dare) Legal(n int) bool {
	p := (*pig)(d)
	return n == 0 || n == 1 && d.pot > 0 && p.game.hold.Apply(p, p.turn, nil) == nil
}
func (d *dare) First() int { return 0 }
func (d *dare) Each(yield func(int) bool) {
	for n := range 2 {
		if d.Legal(n) && !yield(n) {
			return
		}
	}
}
func (d *dare) Name(n int) string { return [...]string{"roll", "hold"}[n] }
func (d *dare) Parse(text string) (int, error) {
	if n := slices.Index([]string{"roll", "hold"}, text); n >= 0 {
		return n, nil
	}
	return 0, &engine.Unknown{What: "answer", Word: text, Known: []string{"roll", "hold"}}
}

// Refuse makes it a Refuser.
func (d *dare) Refuse(n int) error {
	p := (*pig)(d)
	if r := p.game.hold.Apply(p, p.turn, nil); n == 1 && r != nil {
		return r
	}
	return nil
}

// How pig is scripted.

type (
	host   = modhost.Host[*pig]
	reader = modhost.Reader[position]
	mods   = modhost.Mods[*pig]
	trial  = modhost.TestBattle[*pig]
)

// position is a game for reading.
type position interface {
	Scene() string
	points(side engine.Side) int
	mover() engine.Side
}

func (p *pig) Reading() position  { return p }
func (p *pig) mover() engine.Side { return p.turn }
func (p *pig) points(side engine.Side) int {
	p.game.read++
	return p.scores[side]
}

// seat is a player.
type seat struct {
	engine.Side
	in *reader
}

// who is the subject of all hooks but onTurn.
var who = modhost.Subject[position, engine.Side, engine.Side]{
	Of:   modhost.Itself[position, engine.Side],
	Rows: []modhost.Row[engine.Side]{modhost.Get("side", "whose turn it is", func(side engine.Side) engine.Side { return side })},
}

func tables(g *pigGame) *modhost.Tables[*pig] {
	return &modhost.Tables[*pig]{
		Hooks: []*modhost.Hook[*pig]{
			modhost.When(modhost.Owners[position, engine.Side]{}, "onTurn", "turn", "A turn begins.", &g.passed),
			modhost.On(who, "onGain", "gain", "What a die is worth.", &g.gain, modhost.Int("points", "points", 0, 100)),
			modhost.ReadOnly(modhost.Score(who, "onWorth", "pot", "What the pot is worth.", &g.worth, "nothing")),
			modhost.ReadOnly(modhost.Veto(who, "onHold", "hold", "Whether a side may hold.", &g.hold)),
		},
		Objects: []modhost.Object[*pig]{
			&modhost.Kind[*pig, position, seat]{
				Name: "side", Doc: "A player.",
				At:   func(r *reader, ref int32) seat { return seat{engine.Side(ref), r} },
				Rows: []modhost.Row[seat]{modhost.Get("points", "what it has", func(s seat) int { return s.in.Battle.points(s.Side) })},
				Acts: []modhost.Act[*pig]{
					modhost.Do("rob", "Takes all points.", func(h *host, a struct{ Self engine.Side }) error {
						h.Battle.scores[a.Self] = 0
						return nil
					}),
				},
				Owner: func(ref int32) int32 { return ref },
				Text:  func(s seat) string { return seats[s.Side] },
			},
			&modhost.Kind[*pig, position, *reader]{
				Name: "battle", Doc: "The game.", Only: true,
				At:   func(r *reader, _ int32) *reader { return r },
				Rows: []modhost.Row[*reader]{modhost.Get("turn", "whose turn it is", func(r *reader) engine.Side { return r.Battle.mover() })},
				Text: func(r *reader) string { return r.Battle.Scene() },
			},
		},
		Seats:  func(*pig) []string { return seats },
		Points: func(n int) float64 { return float64(n) },
		Docs:   modhost.Docs{Acting: "onTurn"},
		Tests: modhost.TestTables[*pig]{
			Skip: modhost.Doing("skip", "Rolls until a side's turn.", func(t *trial, a struct {
				Side string `doc:"its name"`
			}) error {
				h, err := t.Host()
				if err != nil {
					return err
				}
				return t.SkipTo(a.Side+" acts", func(engine.Choice) (bool, error) { return seats[h.Battle.turn] == a.Side, nil })
			}),
			Fixture: func() modhost.Fixture[*pig] { return stage{g} },
			Player:  engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.First(), nil }),
		},
	}
}

// stage sets every test up alike.
type stage struct{ *pigGame }

func (s stage) Battle() (engine.Story, error)              { return &pig{game: s.pigGame}, nil }
func (s stage) Hear(*pig, engine.Event, func(what string)) {}

// install installs mods, script by script; test is the test.lua of the first,
// which has the setting limit = 3.
func install(policy modhost.Policy, test string, scripts ...string) (*pigGame, *library.Library, *mods, error) {
	lib := &library.Library{Players: []players.Player{{Name: "greedy"}}}
	g := &pigGame{lib: lib}
	for i, script := range scripts {
		id := string(rune('a' + i))
		info := library.ModInfo{Mod: library.Mod{ID: id}, Scripts: []library.Script{{File: id + "/main.lua", Text: script}}}
		if i == 0 {
			info.Settings = []library.Setting{{Name: "limit", Type: "whole", Least: 1, Most: 9, Default: 3, Value: 3, Place: "a/mod.toml:1"}}
			info.Test = &library.Script{File: "a/test.lua", Text: test}
		}
		lib.Mods = append(lib.Mods, info)
	}
	m, err := modhost.Install(lib, tables(g), policy)
	if err == nil {
		g.begin, g.copied = m.Begin, m.Copied
	}
	return g, lib, m, err
}

func installed(t *testing.T, policy modhost.Policy, scripts ...string) (*pigGame, *mods) {
	t.Helper()
	g, _, m, err := install(policy, "", scripts...)
	if err != nil {
		t.Fatal(err)
	}
	return g, m
}
