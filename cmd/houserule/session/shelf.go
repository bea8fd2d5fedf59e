package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Shelf is where battles are saved, and where other battles come from.
type Shelf struct {
	Places saves.Places
	Games  []string // that the program can play by name
	// Elsewhere, if not nil, returns another game that a name means, or that has a scenario of
	// that name, and the id of the scenario. If there is none, it returns the error of this game
	// with the scenarios of the others added to what is known.
	Elsewhere func(name string, unknown error) (of Game, scenario string, err error)
	Seed      func() uint64 // of a new battle
	// NoFiles says that whoever asks is elsewhere: it takes names, and no files.
	NoFiles bool
}

// Save saves a battle under a name, or removes a save, as the words of the command say. It
// returns what it has done.
func (s *Shelf) Save(b *Battle, words []string) (said string, err error) {
	over, remove := false, false
	if len(words) == 2 {
		over, remove = words[1] == "over", words[1] == "remove"
	}
	if len(words) != 1 && !over && !remove {
		return "", errors.New("save takes a name or a file, as in save before-the-wall; save before-the-wall over writes over another battle, save before-the-wall remove removes the save")
	}
	if err := s.named(words[0]); err != nil {
		return "", err
	}
	path, done := "", "Saved in %s."
	if remove {
		done = "Removed %s."
		path, err = s.Places.Remove(words[0])
	} else {
		path, err = s.Places.Save(words[0], b.Journal(), over)
	}
	if s.NoFiles {
		path = words[0]
	}
	return fmt.Sprintf(done, path), err
}

// named refuses the names of files where only names are taken.
func (s *Shelf) named(name string) error {
	if s.NoFiles && saves.IsPath(name) {
		return fmt.Errorf("%s is a file, and files are for the prompt of the machine itself: give a name, as in save before-the-wall", name)
	}
	return nil
}

// List lists what Fetch can load: the newest first, with the time of the last answer, the
// scenario, and the state of the battle, for a screen of so many columns.
func (s *Shelf) List(ctx context.Context, of Game, columns int) (string, error) {
	var rows [][]string
	for _, saved := range s.Places.Saved() {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		rows = append(rows, append([]string{"  " + saved.Name, saved.Changed.Format("2006-01-02 15:04")}, state(of, saved)...))
	}
	if len(rows) == 0 {
		return "Nothing is saved yet: save NAME saves this battle.", nil
	}
	var text strings.Builder
	screen.Table(&text, columns, rows)
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// state returns the scenario and the state of a saved battle.
func state(of Game, saved saves.Saved) []string {
	if saved.Err != nil {
		return []string{"", "it cannot be read"}
	}
	j := saved.Journal
	scenario := cmp.Or(j.Get("scenario"), "typed armies")
	if j.End != "" {
		return []string{scenario, j.End}
	}
	if game := library.GameIn(j.Header); game != of.Frontend.Name() {
		return []string{scenario, "a battle of " + game}
	}
	switch fit, err := Refitted(of, j); {
	case err != nil, fit.Misfit != nil && fit.Others == nil:
		return []string{scenario, "it cannot be resumed"}
	case fit.Others != nil:
		return []string{scenario, "begun with other mods"}
	default:
		return []string{scenario, fit.Stands}
	}
}

// Fetch reads a saved battle: a name, and anyway. Load, as the name of the command, takes those
// of other games, too.
func (s *Shelf) Fetch(of Game, command string, words []string, asks engine.Oracle) (*Battle, error) {
	anyway := len(words) == 2 && words[1] == "anyway"
	if len(words) > 1 && !anyway {
		return nil, fmt.Errorf("%q is too much: %s takes a saved name or a file", strings.Join(words[1:], " "), command)
	}
	name := words[0]
	if err := s.named(name); err != nil {
		return nil, err
	}
	j, path, err := s.Places.Load(name)
	if err != nil {
		return nil, err
	}
	switch game := library.GameIn(j.Header); {
	case game == of.Frontend.Name():
	case command == "load" && s.Elsewhere != nil && slices.Contains(s.Games, game):
		if of, _, err = s.Elsewhere(game, nil); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%s is a battle of %s, and here %s is played: %s takes it", name, game, of.Frontend.Name(), s.playing(game))
	}
	b, err := Loaded(of, j, asks, anyway)
	switch {
	case errors.Is(err, library.ErrOtherMods):
		return nil, fmt.Errorf("%s: %w (%s %s anyway does it all the same)", path, err, command, name)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// playing returns the command that starts the program with a game.
func (s *Shelf) playing(game string) string {
	if slices.Contains(s.Games, game) {
		return "houserule --game " + game
	}
	return fmt.Sprintf("houserule play --mods PATH, with the folder of %s for PATH,", game)
}

// New returns the ground of another battle after one, as the words of the command say: a scenario,
// also of another game, and a seed. The same people play it.
func (s *Shelf) New(after Ground, words []string) (Ground, error) {
	g := after
	m := &g.Match
	m.Seed = s.Seed()
	if len(words) > 0 && words[0] != "seed" {
		n := slices.Index(words, "seed")
		if n < 0 {
			n = len(words)
		}
		id, n := desk.Scenarios(after.Frontend).Spelled(after.Library, words[:n])
		found, err := after.Library.Scenario(id)
		switch {
		case err == nil:
		case id == after.Library.Format.Name():
			found, err = after.Library.Scenario(view.First(after.Frontend, after.Library))
		case s.Elsewhere != nil:
			if g.Game, id, err = s.Elsewhere(id, err); err == nil {
				found, err = g.Library.Scenario(id)
			}
		}
		if err != nil {
			return Ground{}, err
		}
		words = words[n:]
		player, err := desk.Computer(g.Library, found.ID, "")
		if err != nil {
			return Ground{}, err
		}
		another := g.Library != after.Library
		if another {
			m.Players = []string{players.Human}
		}
		seats := len(found.Setup.SeatNames())
		m.Players, _ = view.Deal(m.Players[:min(len(m.Players), seats)], seats) // as many as there are seats
		if another || desk.Teaches(after.Library, after.Match.Scenario) || desk.Teaches(g.Library, found.ID) {
			m.Players = desk.WithComputer(m.Players, player)
		}
		m.Scenario, m.Setup = found.ID, found.Setup
		if found.Seed > 0 {
			m.Seed = found.Seed
		}
	}
	if m.Dice == library.Scripted {
		m.Dice, m.Script = library.Seeded, nil
	}
	switch {
	case len(words) == 0:
	case words[0] != "seed":
		return Ground{}, fmt.Errorf("%q is too much: new takes a scenario and seed N", strings.Join(words, " "))
	default:
		return g.Seeded(words[1:])
	}
	return g, nil
}

// Seeded returns the ground of the same battle with other dice, from a number.
func (g Ground) Seeded(words []string) (Ground, error) {
	if len(words) == 1 {
		if n, err := strconv.ParseUint(words[0], 10, 64); err == nil {
			g.Match.Seed = n
			return g, nil
		}
	}
	return g, fmt.Errorf("seed takes a whole number from 0, not %q", strings.Join(words, " "))
}
