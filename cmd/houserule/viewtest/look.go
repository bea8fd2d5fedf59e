package viewtest

import (
	"errors"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
)

// Library returns the base game of a rule system.
func Library(t testing.TB, system library.Format) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(system, library.Base(system, os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// played is the part of a view that follows a battle as it is played.
type played interface {
	Battle() engine.Story
	Ask(q engine.Question)
}

// Look calls look while a view asks choice n, or at the end of its battle, which these
// players play.
func Look(t testing.TB, v played, players []engine.Oracle, n int, look func()) {
	t.Helper()
	seats := make([]engine.Oracle, len(players))
	for side, player := range players {
		seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			if n--; n < 0 {
				look()
				return 0, engine.ErrRewind
			}
			defer v.Ask(engine.Question{})
			return player.Answer(q)
		})
	}
	table := engine.NewTable(engine.NewDice(1), seats...)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	switch err := engine.Play(v.Battle(), table); {
	case err == nil:
		look()
	case !errors.Is(err, engine.ErrRewind):
		t.Fatal(err)
	}
}

// Questions calls look at each of the first questions of a battle, most at most, before
// one of these players answers it.
func Questions(t testing.TB, v played, luck engine.Oracle, players []engine.Oracle, most int, look func(q engine.Question)) {
	t.Helper()
	seats := make([]engine.Oracle, len(players))
	for side, player := range players {
		seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
			if most--; most < 0 {
				return 0, engine.ErrRewind
			}
			v.Ask(q)
			defer v.Ask(engine.Question{})
			look(q)
			return player.Answer(q)
		})
	}
	table := engine.NewTable(luck, seats...)
	table.Explain(true)
	if err := engine.Play(v.Battle(), table); err != nil && !errors.Is(err, engine.ErrRewind) {
		t.Fatal(err)
	}
}
