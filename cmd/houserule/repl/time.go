package repl

import (
	"errors"
	"fmt"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// again makes the session play its answers again, and shows the result.
func (p *Prompt) again() (outcome, error) {
	p.drawn = -1
	p.rewrite()
	return outcome{leads: true}, nil
}

func (p *Prompt) doUndo(args []string) (outcome, error) {
	if p.Watched {
		return p.doBack(args)
	}
	n, err := desk.Count("undo", args, 1)
	if err != nil {
		return outcome{}, err
	}
	if !p.Back(n, p.owns()) {
		return outcome{}, errors.New("there is nothing to take back")
	}
	p.going = -1
	return p.again()
}

func (p *Prompt) doRedo(args []string) (outcome, error) {
	if p.Watched {
		return p.doForth(args)
	}
	n, err := desk.Count("redo", args, 1)
	if err != nil {
		return outcome{}, err
	}
	if !p.Forth(n, p.owns()) && !p.halted {
		return outcome{}, errors.New("there is nothing to redo: redo repeats what undo took back")
	}
	p.going = 1
	return p.again()
}

func (p *Prompt) doForth(args []string) (outcome, error) {
	n, err := p.steps("forth", args)
	if err != nil {
		return outcome{}, err
	}
	before := len(p.Entries())
	p.Forth(n, p.owns())
	steps := p.Entries()[before:]
	if len(steps) == 0 {
		return outcome{}, errors.New("the replay ends here: back goes back, take plays on")
	}
	for _, e := range steps {
		if !e.Side.IsLuck() && n == 1 && !p.hides(e.Side) {
			p.say("%s: %s", p.view.Seats()[e.Side], e.Text)
		}
	}
	return p.again()
}

func (p *Prompt) doBack(args []string) (outcome, error) {
	n, err := p.steps("back", args)
	if err != nil {
		return outcome{}, err
	}
	if !p.Back(n, p.owns()) {
		return outcome{}, errors.New("the replay begins here: Enter or forth goes forward")
	}
	return p.again()
}

func (p *Prompt) steps(name string, args []string) (int, error) {
	if !p.Watched {
		return 0, fmt.Errorf("%s is for replays: replay FILE looks at one; undo and redo are for battles", name)
	}
	return desk.Count(name, args, 1)
}

// doTake plays on from a replay, as a new battle.
func (p *Prompt) doTake(args []string) (outcome, error) {
	if !p.Watched {
		return outcome{}, errors.New("take is for replays: replay FILE looks at one")
	}
	switch {
	case len(args) > 0:
	case p.eyes >= 0:
		args = p.Match.Players
	default:
		args = []string{players.Human}
	}
	names, err := p.desk().Seated(args)
	if err = p.reseat(names, err); err != nil {
		return outcome{}, err
	}
	p.release()
	p.before = nil
	p.seated()
	p.keep(p.game)
	p.noteKept()
	p.say("From here on %s plays against %s.", names[0], view.Join(names[1:]))
	return p.again()
}

// leadTo changes to another game.
func (p *Prompt) leadTo(g *game) (outcome, error) {
	p.next = g
	return outcome{leads: true}, nil
}

// startOver begins another battle in place of the one at hand.
func (p *Prompt) startOver(on session.Ground, err error) (outcome, error) {
	if err != nil {
		return outcome{}, err
	}
	b, err := session.New(on, engine.OracleFunc(p.answer))
	if err != nil {
		return outcome{}, err
	}
	return p.goOn(b)
}

// goOn leads to a battle, which gets its place on disk.
func (p *Prompt) goOn(b *session.Battle) (outcome, error) {
	g, err := newGame(b)
	if err != nil {
		return outcome{}, err
	}
	p.goTo(b.Game)
	p.keep(g)
	return p.leadTo(g)
}

// goTo changes the game that the prompt plays.
func (p *Prompt) goTo(of session.Game) {
	if of.Library.Format.Name() != p.Library.Format.Name() { // without the mods of the game so far
		p.watching.stop()
		p.Places.Mods, p.settings = nil, nil
	}
	p.Game = of
}

func (p *Prompt) doNew(args []string) (outcome, error) { return p.startOver(p.New(p.Ground, args)) }

func (p *Prompt) doSeats(args []string) (outcome, error) {
	if len(args) == 0 {
		p.say("%s", p.desk().SaySeats())
		return outcome{}, nil
	}
	if p.Watched {
		return outcome{}, errReplay
	}
	names, err := p.desk().Seated(args)
	return p.reseated(names, err)
}

// open refuses commands that would show one person the other's secrets.
func (p *Prompt) open() error {
	if p.view.Secret() && p.people() > 1 {
		return errors.New("not possible while the sides decide in secret")
	}
	return nil
}

func (p *Prompt) doSave(args []string) (outcome, error) {
	if err := p.open(); err != nil {
		return outcome{}, err
	}
	said, err := p.Save(p.Battle, args)
	if err != nil {
		return outcome{}, err
	}
	p.say("%s", said)
	return outcome{}, nil
}

func (p *Prompt) doLoad(args []string) (outcome, error) {
	if err := p.open(); err != nil {
		return outcome{}, err
	}
	if len(args) == 0 {
		text, err := p.List(p.busy(), p.Game, p.Width())
		if err != nil {
			return outcome{}, errCut
		}
		p.lines(text)
		return outcome{}, nil
	}
	b, err := p.Fetch(p.Game, "load", args, engine.OracleFunc(p.answer))
	if err != nil {
		return outcome{}, err
	}
	return p.goOn(b)
}

func (p *Prompt) doReplay(args []string) (outcome, error) {
	if err := p.open(); err != nil {
		return outcome{}, err
	}
	if len(args) == 0 {
		return outcome{}, errors.New("replay takes a saved name or a file, as in replay before-the-wall")
	}
	b, err := p.Fetch(p.Game, "replay", args, engine.OracleFunc(p.answer))
	if err != nil {
		return outcome{}, err
	}
	g, err := newGame(b)
	if err != nil {
		return outcome{}, err
	}
	g.rewound(p.eyesNow())
	if g.before = p.game; p.Watched {
		g.before = p.before
	}
	return p.leadTo(g)
}

// eyesNow returns the seat of the person at the prompt; below 0: no seat.
func (p *Prompt) eyesNow() engine.Side {
	if p.Watched {
		return p.eyes
	}
	return p.seat
}
