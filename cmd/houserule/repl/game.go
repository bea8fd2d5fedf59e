package repl

import (
	"errors"
	"fmt"
	"slices"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A game is a battle at the prompt: its answers so far, what has happened,
// and where it is kept.
type game struct {
	lib     *library.Library
	match   library.Match
	view    *view.View
	session engine.Session
	table   *engine.Table
	log     screen.Chronicle
	whole   []screen.Line // the log of a battle that is over, without hiding; nil: not yet told
	cast    view.Cast
	kept    *saves.Battle // nil: in memory only
	unkept  error         // why the battle is not on disk as it is now; nil: it is, or need not be
	warned  bool          // quit has warned of it
	viewing bool          // a replay is shown: it takes no answers
	eyes    engine.Side   // of a replay: the only seat whose view it shows; below 0: it shows all
	moves   int           // the choices of the replay
	stood   string        // the place where it was loaded, and the seat that was asked there
	before  *game         // the battle at the prompt before the replay
	tutor   view.Tutor
	turn    func(engine.Side) // is told whose turn it is, if a computer player's; may be nil
	live    bool              // events are new: not repeated by redo, undo or load
}

// newGame makes a game ready to be played. Asked answers for people.
func newGame(system view.Frontend, lib *library.Library, m library.Match, asked engine.Oracle) (*game, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	return gameOf(system, lib, m, b, asked)
}

// gameOf returns the game of a match's battle.
func gameOf(system view.Frontend, lib *library.Library, m library.Match, b engine.Story, asked engine.Oracle) (*game, error) {
	g := &game{lib: lib, match: m, view: system.New(lib, m, b), table: engine.NewTable(asked)}
	if err := g.seatedBy(g.view.Players()); err != nil {
		return nil, err
	}
	if s, err := lib.Scenario(m.Scenario); err == nil {
		g.tutor.Teach(s)
	}
	g.view.Tell(&g.log)
	g.cast = view.Cast{System: system, Library: lib, Battle: b, Table: g.table, Hears: &g.log}
	g.table.Explain(true)
	g.session.Play = func(t *engine.Table) error {
		g.log.Lines, g.whole = g.log.Lines[:0], nil
		return engine.Play(g.view.Battle(), t)
	}
	g.session.Seat = func() (engine.Oracle, []engine.Oracle) {
		g.live = len(g.session.Entries()) == 0 && len(g.log.Lines) == 0
		return g.luck(asked), g.seats(asked)
	}
	return g, nil
}

// seatedBy puts players into the seats.
func (g *game) seatedBy(names []string) error {
	if err := desk.Known(g.lib, names); err != nil {
		return err
	}
	g.view.SetPlayers(names)
	g.match.Players = names
	return nil
}

// seats returns the players, fresh for a run from the start.
func (g *game) seats(asked engine.Oracle) []engine.Oracle {
	m := g.match
	if g.viewing {
		m.Players = slices.Repeat([]string{players.Human}, len(m.Players))
	}
	seats := g.cast.Seats(m, asked)
	for side, name := range m.Players {
		if name != players.Human && g.turn != nil {
			seats[side] = thinker{seats[side], g.turn}
		}
	}
	return seats
}

// luck returns the dice, fresh for a run from the start.
func (g *game) luck(asked engine.Oracle) engine.Oracle {
	switch g.match.Dice {
	case library.Asked:
		return asked
	case library.Scripted:
		return &listed{Script: engine.Script{Dice: g.match.Script}, then: asked}
	}
	return g.lib.Dice(g.match.Seed)
}

// listed are dice from a list and then, when it is used up, from a person who rolls
// them.
type listed struct {
	engine.Script
	then engine.Oracle
	used int
}

func (l *listed) Answer(q engine.Question) (int, error) {
	if l.used == len(l.Dice) {
		return l.then.Answer(q)
	}
	l.used++
	return l.Script.Answer(q)
}

func (l *listed) Skip(q engine.Question) {
	l.used = min(l.used+1, len(l.Dice))
	l.Script.Skip(q)
}

// isHuman reports whether a person sits at a seat.
func (g *game) isHuman(side engine.Side) bool {
	return side >= 0 && int(side) < len(g.view.Players()) && g.view.Players()[side] == players.Human
}

// owns returns a test for the seats whose answers undo takes back: those of people;
// in a replay every seat, or only the one whose view it shows.
func (g *game) owns() func(engine.Side) bool {
	switch {
	case g.viewing && g.eyes >= 0:
		return func(side engine.Side) bool { return side == g.eyes }
	case g.viewing:
		return nil
	}
	return g.byPerson
}

// byPerson reports whether a person answers for a seat, or for the dice.
func (g *game) byPerson(side engine.Side) bool {
	if side.IsLuck() {
		return g.match.Dice == library.Asked
	}
	return g.isHuman(side)
}

// answeredByPeople returns how many answers so far people have given.
func (g *game) answeredByPeople() int {
	n := 0
	for _, e := range g.session.Entries() {
		if g.byPerson(e.Side) && e.From != engine.Itself {
			n++
		}
	}
	return n
}

// progress returns how much has been answered and rolled: "9 answers, 1 of them yours,
// and 4 dice".
func (g *game) progress() string {
	yours, choices := 0, g.choices()
	for _, e := range g.session.Entries() {
		if g.isHuman(e.Side) {
			yours++
		}
	}
	text := fmt.Sprintf("%s, %d of them yours", screen.Count(choices, "answer"), yours)
	switch dice := len(g.session.Entries()) - choices; dice {
	case 0:
	case 1:
		text += ", and 1 die"
	default:
		text += fmt.Sprintf(", and %d dice", dice)
	}
	return text
}

// people returns how many seats people have.
func (g *game) people() int {
	n := 0
	for i := range g.view.Players() {
		if g.isHuman(engine.Side(i)) {
			n++
		}
	}
	return n
}

// header returns the header of the game's journal.
func (g *game) header() engine.Header { return g.lib.Header(g.match) }

// journal returns the journal of the game so far.
func (g *game) journal() *engine.Journal {
	j := &engine.Journal{Header: g.header(), Entries: g.session.Entries()}
	if g.view.Battle().Over() {
		j.End = g.view.Battle().Outcome()
	}
	return j
}

// loaded returns the game of a journal, whose answers all fit. With anyway, the
// journal may have been written under other rules or data.
func loaded(system view.Frontend, lib *library.Library, j *engine.Journal, asked engine.Oracle, anyway bool) (*game, error) {
	m, err := lib.Match(j.Header)
	if err != nil && !(anyway && errors.Is(err, library.ErrOtherMods)) {
		return nil, err
	}
	if err := j.Restream(lib.Streams); err != nil {
		return nil, err
	}
	g, err := newGame(system, lib, m, asked)
	if err != nil {
		return nil, err
	}
	replay := &engine.Replay{Entries: j.Entries, Then: engine.OracleFunc(func(q engine.Question) (int, error) {
		g.stood = g.view.Battle().Scene()
		if q.Choice != nil {
			g.stood += ", " + g.view.Seats()[q.Side]
		}
		return 0, engine.ErrRewind
	})}
	err = engine.Play(g.view.Battle(), replay.Table(len(g.view.Seats())))
	if err == nil {
		err = replay.Done()
	}
	if err != nil && !errors.Is(err, engine.ErrRewind) {
		return nil, fmt.Errorf("its answers do not fit: %w", view.Misfit(g.view, err, j.Entries, replay.Used()))
	}
	g.session.Load(j.Entries)
	return g, nil
}

// chronicle returns the lines of the log. After a battle in which the seats saw different
// things nothing is hidden any more: it plays the battle again to tell all of it.
func (g *game) chronicle() []screen.Line {
	if g.view.Veil == nil || !g.view.Battle().Over() || g.viewing {
		return g.log.Lines
	}
	if g.whole == nil {
		g.whole = g.log.Lines
		if lines, err := view.Unveiled(g.cast.System, g.lib, g.match, g.session.Entries()); err == nil {
			g.whole = lines
		}
	}
	return g.whole
}

// rewound turns a loaded game into a replay, at its start. Where the seats see
// different things and the game is not over, the replay shows the view of one person
// who plays it: of the seat at the prompt, if a person has it, or else of the next.
func (g *game) rewound(seat engine.Side) {
	g.viewing, g.eyes = true, -1
	v := g.view.Veil
	if g.view.Veils() {
		for g.eyes = max(seat, 0); !g.isHuman(g.eyes); {
			g.eyes = (g.eyes + 1) % engine.Side(len(g.view.Seats()))
		}
		v.ShowTo(g.eyes)
	} else if v != nil {
		v.Unveil(true)
	}
	g.moves = g.choices()
	for g.session.Undo(g.owns()) {
	}
}

// seated turns a replay into a battle that is played on.
func (g *game) seated() {
	g.viewing = false
	if v := g.view.Veil; v != nil {
		v.Unveil(false)
		v.ShowTo(-1)
	}
}

// choices returns the number of choices so far; in a replay, of all that it steps
// through.
func (g *game) choices() int {
	n := 0
	for _, e := range g.session.Entries() {
		if !e.Side.IsLuck() && !g.hides(e.Side) {
			n++
		}
	}
	return n
}

// hides reports whether a replay shows nothing of a seat's questions.
func (g *game) hides(side engine.Side) bool {
	return g.viewing && g.eyes >= 0 && side >= 0 && side != g.eyes
}
