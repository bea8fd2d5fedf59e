package repl

import (
	"errors"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// A game is a battle at the prompt: how a person sees it, what has happened, and whether it is on
// disk.
type game struct {
	*session.Battle
	view   *view.View
	log    screen.Chronicle
	whole  []screen.Line // the log of a battle that is over, without hiding; nil: not yet told
	unkept error         // why the battle is not on disk as it is now; nil: it is, or need not be
	warned bool          // quit has warned of it
	eyes   engine.Side   // of a replay: the only seat whose view it shows; below 0: it shows all
	moves  int           // the choices of the replay
	before *game         // the battle at the prompt before the replay
	tutor  view.Tutor
	live   bool // events are new: not repeated by redo, undo or load
}

// newGame returns the game of a battle, ready to be played.
func newGame(b *session.Battle) (*game, error) {
	g := &game{Battle: b, view: b.View(b.Story)}
	if err := g.seatedBy(g.view.Players()); err != nil {
		return nil, err
	}
	if s, err := g.Library.Scenario(g.Match.Scenario); err == nil {
		g.tutor.Teach(s)
	}
	g.view.Tell(&g.log)
	g.Table.Explain(true)
	g.Starts = func() engine.Listener {
		g.live = len(g.Entries()) == 0 && len(g.log.Lines) == 0
		g.log.Lines, g.whole = g.log.Lines[:0], nil
		return &g.log
	}
	return g, nil
}

// seatedBy puts players into the seats.
func (g *game) seatedBy(names []string) error {
	if err := desk.Known(g.Library, names); err != nil {
		return err
	}
	g.view.SetPlayers(names)
	g.Match.Players = names
	return nil
}

// owns returns a test for the seats whose answers undo takes back: those of people;
// in a replay every seat, or only the one whose view it shows.
func (g *game) owns() func(engine.Side) bool {
	switch {
	case g.Watched && g.eyes >= 0:
		return func(side engine.Side) bool { return side == g.eyes }
	case g.Watched:
		return nil
	}
	return g.ByPerson
}

// people returns how many seats people have.
func (g *game) people() int { return len(view.People(g.Match.Players)) }

// chronicle returns the lines of the log. After a battle in which the seats saw different
// things nothing is hidden any more: it plays the battle again to tell all of it.
func (g *game) chronicle() []screen.Line {
	if g.view.Veil == nil || !g.Story.Over() || g.Watched {
		return g.log.Lines
	}
	if g.whole == nil {
		g.whole = g.log.Lines
		if lines, err := g.Unveiled(g.Entries()); err == nil {
			g.whole = lines
		}
	}
	return g.whole
}

// rewound turns a loaded game into a replay, at its start. Where the seats see
// different things and the game is not over, the replay shows the view of one person
// who plays it: of the seat at the prompt, if a person has it, or else of the next.
func (g *game) rewound(seat engine.Side) {
	g.eyes = -1
	v := g.view.Veil
	if g.view.Veils() {
		for g.eyes = max(seat, 0); !g.IsHuman(g.eyes); {
			g.eyes = (g.eyes + 1) % engine.Side(len(g.view.Seats()))
		}
		v.ShowTo(g.eyes)
	} else if v != nil {
		v.Unveil(true)
	}
	g.Watched = true
	g.moves = g.choices()
	g.Rewind(g.owns())
}

// seated turns a replay into a battle that is played on.
func (g *game) seated() {
	g.Watched = false
	if v := g.view.Veil; v != nil {
		v.Unveil(false)
		v.ShowTo(-1)
	}
}

// choices returns the number of choices so far; in a replay, of all that it steps
// through.
func (g *game) choices() int {
	n := 0
	for _, e := range g.Entries() {
		if !e.Side.IsLuck() && !g.hides(e.Side) {
			n++
		}
	}
	return n
}

// hides reports whether a replay shows nothing of a seat's questions.
func (g *game) hides(side engine.Side) bool {
	return g.Watched && g.eyes >= 0 && side >= 0 && side != g.eyes
}

// sameEyes refuses players if a person would see things that were hidden from the people
// so far: if a seat gets a person, or no seat keeps one. At the start it also drops redo,
// which would lead there.
func (g *game) sameEyes(names []string) error {
	if !g.view.Veils() {
		return nil
	}
	stays, comes := false, false
	for side, name := range names {
		was := g.IsHuman(engine.Side(side))
		stays = stays || was && name == players.Human
		comes = comes || !was && name == players.Human
	}
	switch {
	case stays && !comes:
	case g.Watched || g.choices() > 0: // a replay may have shown the enemy's view before
		return errors.New("each side sees only its own units here, so people change seats only before the first answer or after the end (new starts another battle)")
	default:
		g.Load(g.Entries())
	}
	return nil
}
