package heroes_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
)

// To undo and redo is to do nothing, at the end of a battle and within it,
// and after an undo the same dice and players lead to the same end.
func TestUndo(t *testing.T) {
	g := heroesdata.Game(shipped(t))
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		seed := rapid.Uint64().Draw(t, "seed")
		owner := engine.Side(rapid.IntRange(-1, 1).Draw(t, "owner"))
		var owns func(engine.Side) bool
		if owner >= 0 {
			owns = func(side engine.Side) bool { return side == owner }
		}
		rewind := -1 // the choice at which a player undoes, or redoes what it undid
		table := engine.NewTable(nil)
		s := &engine.Session{Play: func(t *engine.Table) error { b.Play(t); return t.Err() }}
		undone := 0
		asked := 0
		s.Seat = func() (engine.Oracle, []engine.Oracle) {
			seats := enginetest.Seats(b, seed)
			for i, player := range seats {
				seats[i] = &rewinder{Oracle: player, before: func() bool {
					asked++
					switch {
					case undone > 0:
						undone--
						return s.Redo(owns)
					case asked == rewind:
						for range 3 {
							if s.Undo(owns) {
								undone++
							}
						}
						return undone > 0
					}
					return false
				}}
			}
			return engine.NewDice(seed), seats
		}
		run := func() ([]engine.Entry, heroes.Result) {
			if err := s.Run(table); err != nil {
				t.Fatal(err)
			}
			return slices.Clone(s.Entries()), b.Result()
		}
		entries, result := run()
		same := func(what string) {
			if !slices.Equal(s.Entries(), entries) {
				t.Fatalf("%s: other entries: %v, were %v", what, s.Entries(), entries)
			}
		}
		n := rapid.IntRange(0, 8).Draw(t, "undos")
		did := 0
		for range n {
			if s.Undo(owns) {
				did++
			}
		}
		if len(s.Entries()) > len(entries) || !slices.Equal(s.Entries(), entries[:len(s.Entries())]) {
			t.Fatal("what is left after undo is not what came before")
		}
		for range did {
			if !s.Redo(owns) {
				t.Fatal("nothing to redo")
			}
		}
		same("undo and redo")
		if s.Redo(owns) {
			t.Fatal("redo beyond the end")
		}
		for range n {
			s.Undo(owns)
		}
		if _, again := run(); again != result {
			t.Fatalf("after undo: %v, was %v", again, result)
		}
		same("undo and play on")
		// Within the battle.
		s.Load(nil)
		asked, rewind = 0, rapid.IntRange(1, 30).Draw(t, "rewind")
		if _, again := run(); again != result {
			t.Fatalf("with undo and redo: %v, was %v", again, result)
		}
		same("undo and redo within the battle")
	})
}

// A rewinder is a player that may rewind before it answers.
type rewinder struct {
	engine.Oracle
	before func() bool
}

func (r *rewinder) Answer(q engine.Question) (int, error) {
	if r.before() {
		return 0, engine.ErrRewind
	}
	return r.Oracle.Answer(q)
}

func (r *rewinder) Skip(q engine.Question) { r.Oracle.(engine.Skipper).Skip(q) }
