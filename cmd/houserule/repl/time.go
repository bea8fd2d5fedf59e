package repl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// again makes the session play its answers again, and shows the result.
func (p *Prompt) again() (outcome, error) {
	p.drawn = -1
	p.rewrite()
	return outcome{leads: true}, nil
}

func (p *Prompt) doUndo(args []string) (outcome, error) {
	if p.viewing {
		return p.doBack(args)
	}
	n, err := desk.Count("undo", args, 1)
	if err != nil {
		return outcome{}, err
	}
	if !p.moved(n, p.session.Undo) {
		return outcome{}, errors.New("there is nothing to take back")
	}
	p.going = -1
	return p.again()
}

func (p *Prompt) doRedo(args []string) (outcome, error) {
	if p.viewing {
		return p.doForth(args)
	}
	n, err := desk.Count("redo", args, 1)
	if err != nil {
		return outcome{}, err
	}
	if !p.moved(n, p.session.Redo) && !p.halted {
		return outcome{}, errors.New("there is nothing to redo: redo repeats what undo took back")
	}
	p.going = 1
	return p.again()
}

// moved goes n lines back or forth, or as many as there are, and reports whether there was one.
// The prompt's own answers are not counted, but a replay shows them as steps.
func (p *Prompt) moved(n int, move func(owns func(engine.Side) bool) bool) (ok bool) {
	for n > 0 {
		before := p.session.Entries()
		if !move(p.owns()) {
			break
		}
		after := p.session.Entries()
		longer := after
		if len(before) > len(after) {
			longer = before
		}
		if first := longer[min(len(before), len(after))]; p.viewing || first.From != engine.Itself {
			n--
		}
		ok = true
	}
	return ok
}

func (p *Prompt) doForth(args []string) (outcome, error) {
	n, err := p.steps("forth", args)
	if err != nil {
		return outcome{}, err
	}
	before := len(p.session.Entries())
	p.moved(n, p.session.Redo)
	steps := p.session.Entries()[before:]
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
	if !p.moved(n, p.session.Undo) {
		return outcome{}, errors.New("the replay begins here: Enter or forth goes forward")
	}
	return p.again()
}

func (p *Prompt) steps(name string, args []string) (int, error) {
	if !p.viewing {
		return 0, fmt.Errorf("%s is for replays: replay FILE looks at one; undo and redo are for battles", name)
	}
	return desk.Count(name, args, 1)
}

// doTake plays on from a replay, as a new battle.
func (p *Prompt) doTake(args []string) (outcome, error) {
	if !p.viewing {
		return outcome{}, errors.New("take is for replays: replay FILE looks at one")
	}
	switch {
	case len(args) > 0:
	case p.eyes >= 0:
		args = p.match.Players
	default:
		args = []string{players.Human}
	}
	names, err := p.reseat(args)
	if err != nil {
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

// startOver begins a match of a game in place of the battle.
func (p *Prompt) startOver(m library.Match, of Game) (outcome, error) {
	g, err := newGame(of.Frontend, of.Library, m, engine.OracleFunc(p.answer))
	if err != nil {
		return outcome{}, err
	}
	p.goTo(of)
	p.keep(g)
	return p.leadTo(g)
}

// goTo changes the game that the prompt plays.
func (p *Prompt) goTo(of Game) {
	if of.Library.Format.Name() != p.Library.Format.Name() { // without the mods of the game so far
		p.watching.stop()
		p.Places.Mods, p.settings = nil, nil
	}
	p.Game = of
}

func (p *Prompt) doNew(args []string) (outcome, error) {
	m, of := p.match, p.Game
	if len(args) > 0 && args[0] != "seed" {
		n := slices.Index(args, "seed")
		if n < 0 {
			n = len(args)
		}
		id, n := desk.Scenarios(p.Frontend).Spelled(p.Library, args[:n])
		s, err := p.Library.Scenario(id)
		switch {
		case err == nil:
		case id == p.Library.Format.Name():
			id = view.First(p.Frontend, p.Library)
			s, err = p.Library.Scenario(id)
		case p.Elsewhere != nil:
			if of, id, err = p.Elsewhere(id, err); err == nil {
				s, err = of.Library.Scenario(id)
			}
		}
		if err != nil {
			return outcome{}, err
		}
		m.Scenario, m.Setup, args = s.ID, s.Setup, args[n:]
		player, err := desk.Computer(of.Library, s.ID, "")
		if err != nil {
			return outcome{}, err
		}
		another := of.Library != p.Library
		if another {
			m.Players = []string{players.Human}
		}
		seats := len(s.Setup.SeatNames())
		m.Players, _ = view.Deal(m.Players[:min(len(m.Players), seats)], seats) // as many as there are seats
		if another || desk.Teaches(p.Library, p.match.Scenario) || desk.Teaches(of.Library, s.ID) {
			m.Players = desk.WithComputer(m.Players, player)
		}
		if m.Seed = p.Seed(); s.Seed > 0 {
			m.Seed = s.Seed
		}
	} else {
		m.Seed = p.Seed()
	}
	if m.Dice == library.Scripted {
		m.Dice, m.Script = library.Seeded, nil
	}
	switch {
	case len(args) == 0:
	case args[0] != "seed":
		return outcome{}, fmt.Errorf("%q is too much: new takes a scenario and seed N", strings.Join(args, " "))
	default:
		seed, err := parseSeed(args[1:])
		if err != nil {
			return outcome{}, err
		}
		m.Seed = seed
	}
	return p.startOver(m, of)
}

func (p *Prompt) doSeats(args []string) (outcome, error) {
	if len(args) == 0 {
		p.say("%s", p.desk().SaySeats())
		return outcome{}, nil
	}
	if p.viewing {
		return outcome{}, errors.New("this is a replay: take PLAYER,PLAYER plays on from here")
	}
	if _, err := p.reseat(args); err != nil {
		return outcome{}, err
	}
	return p.again()
}

// reseat puts other players into the seats, and returns their names.
func (p *Prompt) reseat(args []string) (names []string, err error) {
	if names, err = p.desk().ReadSeats(args); err == nil {
		err = desk.Known(p.lib, names)
	}
	if err == nil {
		err = p.sameEyes(names)
	}
	if err == nil {
		err = p.seatedBy(names)
	}
	return names, err
}

// sameEyes refuses players if a person would see things that were hidden from the people
// so far: if a seat gets a person, or no seat keeps one. At the start it also drops redo,
// which would lead there.
func (p *Prompt) sameEyes(names []string) error {
	if !p.view.Veils() {
		return nil
	}
	stays, comes := false, false
	for side, name := range names {
		was := p.isHuman(engine.Side(side))
		stays = stays || was && name == players.Human
		comes = comes || !was && name == players.Human
	}
	switch {
	case stays && !comes:
	case p.viewing || p.choices() > 0: // a replay may have shown the enemy's view before
		return errors.New("each side sees only its own units here, so people change seats only before the first answer or after the end (new starts another battle)")
	default:
		p.session.Load(p.session.Entries())
	}
	return nil
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
	over, remove := false, false
	if len(args) == 2 {
		over, remove = args[1] == "over", args[1] == "remove"
	}
	if len(args) != 1 && !over && !remove {
		return outcome{}, errors.New("save takes a name or a file, as in save before-the-wall; save before-the-wall over writes over another battle, save before-the-wall remove removes the save")
	}
	if remove {
		path, err := p.Places.Remove(args[0])
		if err != nil {
			return outcome{}, err
		}
		p.say("Removed %s.", path)
		return outcome{}, nil
	}
	path, err := p.Places.Save(args[0], p.journal(), over)
	if err != nil {
		return outcome{}, err
	}
	p.say("Saved in %s.", path)
	return outcome{}, nil
}

func (p *Prompt) doLoad(args []string) (outcome, error) {
	if err := p.open(); err != nil {
		return outcome{}, err
	}
	if len(args) == 0 {
		return outcome{}, p.listSaves()
	}
	g, of, err := p.fetch("load", args)
	if err != nil {
		return outcome{}, err
	}
	p.goTo(of)
	p.keep(g)
	return p.leadTo(g)
}

// listSaves lists what load can load: the newest first, with the time of the last
// answer, and the state of the battle.
func (p *Prompt) listSaves() error {
	var rows [][]string
	for _, saved := range p.Places.Saved() {
		if err := p.cut(); err != nil {
			return err
		}
		rows = append(rows, append([]string{"  " + saved.Name, saved.Changed.Format("2006-01-02 15:04")}, p.savedText(saved)...))
	}
	if len(rows) == 0 {
		p.say("Nothing is saved yet: save NAME saves this battle.")
		return nil
	}
	screen.Table(p.Out, p.Width(), rows)
	return nil
}

// savedText returns the scenario and the state of a saved battle.
func (p *Prompt) savedText(saved saves.Saved) []string {
	if saved.Err != nil {
		return []string{"", "it cannot be read"}
	}
	j := saved.Journal
	scenario := cmp.Or(j.Get("scenario"), "typed armies")
	if j.End != "" {
		return []string{scenario, j.End}
	}
	if game := library.GameIn(j.Header); game != p.Frontend.Name() {
		return []string{scenario, "a battle of " + game}
	}
	g, err := loaded(p.Frontend, p.Library, j, engine.OracleFunc(p.answer), false)
	switch {
	case errors.Is(err, library.ErrOtherMods):
		return []string{scenario, "begun with other mods"}
	case err != nil:
		return []string{scenario, "it cannot be resumed"}
	}
	return []string{scenario, g.stood}
}

func (p *Prompt) doReplay(args []string) (outcome, error) {
	if err := p.open(); err != nil {
		return outcome{}, err
	}
	if len(args) == 0 {
		return outcome{}, errors.New("replay takes a saved name or a file, as in replay before-the-wall")
	}
	g, _, err := p.fetch("replay", args)
	if err != nil {
		return outcome{}, err
	}
	g.rewound(p.eyesNow())
	if g.before = p.game; p.viewing {
		g.before = p.before
	}
	return p.leadTo(g)
}

// eyesNow returns the seat of the person at the prompt; below 0: no seat.
func (p *Prompt) eyesNow() engine.Side {
	if p.viewing {
		return p.eyes
	}
	return p.seat
}

// playing returns the command that starts the program with a game.
func (p *Prompt) playing(game string) string {
	if slices.Contains(p.Games, game) {
		return "houserule --game " + game
	}
	return fmt.Sprintf("houserule play --mods PATH, with the folder of %s for PATH,", game)
}

// fetch reads a saved game: NAME, and anyway. Load takes those of other games, too.
func (p *Prompt) fetch(name string, args []string) (g *game, of Game, err error) {
	anyway := len(args) == 2 && args[1] == "anyway"
	if len(args) > 1 && !anyway {
		return nil, of, fmt.Errorf("%q is too much: %s takes a saved name or a file", strings.Join(args[1:], " "), name)
	}
	j, path, err := p.Places.Load(args[0])
	if err != nil {
		return nil, of, err
	}
	of = p.Game
	switch game := library.GameIn(j.Header); {
	case game == p.Frontend.Name():
	case name == "load" && p.Elsewhere != nil && slices.Contains(p.Games, game):
		if of, _, err = p.Elsewhere(game, nil); err != nil {
			return nil, of, err
		}
	default:
		return nil, of, fmt.Errorf("%s is a battle of %s, and here %s is played: %s takes it", args[0], game, p.Frontend.Name(), p.playing(game))
	}
	g, err = loaded(of.Frontend, of.Library, j, engine.OracleFunc(p.answer), anyway)
	switch {
	case errors.Is(err, library.ErrOtherMods):
		return nil, of, fmt.Errorf("%s: %w (%s %s anyway does it all the same)", path, err, name, args[0])
	case err != nil:
		return nil, of, fmt.Errorf("%s: %w", path, err)
	}
	return g, of, nil
}
