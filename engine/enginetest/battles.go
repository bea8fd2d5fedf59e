package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

// Battles are the battles of a game, with all that the checks must know about them.
type Battles[B engine.Story] struct {
	// Draw draws a battle with any setup and any rules.
	Draw func(t *rapid.T) B
	// Show returns everything visible of a battle between two steps, its result included.
	// Checks take battles with the same text as equal.
	Show func(b B) string
	// Setup returns the battle's setup. Read makes a battle of the same game from the setup
	// in a journal's header.
	Setup func(b B) engine.Setup
	Read  func(b B, h engine.Header) (B, error)

	// Near, if not nil, returns numbers that look like answers to a choice, in addition to
	// those that the check always draws. Listed is one of the choice's options.
	Near func(t *rapid.T, b B, c engine.Choice, listed int) []int
	// Looks, if not nil, looks at a battle at a question in ways that only this game has.
	Looks func(b B, q engine.Question)
	// Args, if not nil, returns arguments for the methods of the position that a choice
	// hands out: values of every type that the methods take, except sides and booleans. A
	// check calls a method at the questions where all its arguments exist.
	Args func(b B, q engine.Question) []any

	// Complete reports whether every choice is a Prompter, an Evaluator and a Trier.
	Complete bool
	// Single, if not nil, reports whether a choice may have only one option. A check fails at
	// all other questions with one option: the rules should give that answer themselves.
	Single func(c engine.Choice) bool
	// OneQuestion reports whether a step asks at most one question. Then trying an option
	// asks none.
	OneQuestion bool
	// Hidden reports whether players do not know all of a battle. Then a try may lead to
	// another position than the step. It still must not change the battle.
	Hidden bool
	// TryDiffers, if not nil, reports whether a try may lead to another position than the
	// step at this question.
	TryDiffers func(q engine.Question) bool
	// Deploys, if not nil, reports whether players set this battle up when it begins. The
	// check of keys skips such battles: each has a start of its own.
	Deploys func(b B) bool
	// With are kits of other battles of the same game, which the check of fields adds: see
	// [Battles.Fields]. Part reports whether another kit adds these battles; then Test
	// leaves that check to it.
	With []Battles[B]
	Part bool
	// WalkKeys makes the check of keys follow every path of the next step, with its
	// probability. Otherwise the check plays the battle to its end, once. WalkKeys is for
	// games whose steps have few paths.
	WalkKeys bool
	// Rare reports whether states hardly ever recur in another battle of the same start, as
	// in long battles. If they should recur and hardly do, the check fails, because it has
	// compared no keys.
	Rare bool
	// Most is the maximum number of battles in each check, or 0 for the number that rapid
	// draws. It is for long battles. Checks draw fewer battles unless [Long] is set.
	Most int
}

// The sizes of the checks.
const (
	copySteps   = 40 // at most, before the check makes the copy
	keyBattles  = 10 // battles of the same start
	slowBattles = 30 // battles with players that search
	walked      = 12 // battles that the walk check draws
	walkBattles = 20 // walks through each of them
	bounded     = 10 // battles with bounds of their odds
	lookedAt    = 30 // battles of the look check
	shortly     = 20 // battles of every other check, unless Long is set
)

// Test draws battles and checks them, each check as a subtest.
func (k Battles[B]) Test(t *testing.T) {
	seed := rapid.Uint64Range(0, 1<<60)
	few := func(n int) int {
		if !Long {
			n = (n + 1) / 2
		}
		if k.Most > 0 {
			return min(n, k.Most)
		}
		return n
	}
	most := k.Most
	if !Long && (most == 0 || most > shortly) {
		most = shortly
	}
	plain := func(check func(b B, seed uint64) error) func(*rapid.T, B) error {
		return func(rt *rapid.T, b B) error { return check(b, seed.Draw(rt, "seed")) }
	}
	if !t.Run("ends", func(t *testing.T) { k.draw(t, most, plain(k.Ends)) }) {
		return // the other checks would not end either
	}
	t.Run("choices", func(t *testing.T) { k.draw(t, most, k.drawChoices) })
	t.Run("copy", func(t *testing.T) {
		k.draw(t, most, func(rt *rapid.T, b B) error {
			return k.Copy(b, seed.Draw(rt, "seed"), rapid.IntRange(0, copySteps).Draw(rt, "steps"))
		})
	})
	t.Run("key", func(t *testing.T) {
		var all Keys
		k.draw(t, most, func(rt *rapid.T, b B) error {
			keys, err := k.Key(b, seed.Draw(rt, "seed"), keyBattles)
			all.Met, all.Again = all.Met+keys.Met, all.Again+keys.Again
			return err
		})
		if err := all.Enough(); err != nil && !k.Rare {
			t.Error(err)
		}
	})
	t.Run("try", func(t *testing.T) {
		battles, tries := 0, 0
		k.draw(t, most, func(rt *rapid.T, b B) error {
			n, err := k.Try(b, seed.Draw(rt, "seed"))
			battles, tries = battles+1, tries+n
			return err
		})
		if tries < battles {
			t.Errorf("in %d battles only %d answers were tried out", battles, tries)
		}
	})
	t.Run("replay", func(t *testing.T) { k.draw(t, most, plain(k.Replay)) })
	t.Run("listening", func(t *testing.T) { k.draw(t, most, plain(k.Listening)) })
	t.Run("look", func(t *testing.T) {
		read := reading{}
		k.draw(t, few(lookedAt), plain(func(b B, seed uint64) error { return k.look(b, seed, read) }))
		if names := read.missing(); Long && len(names) > 0 { // a few battles may lack one
			t.Errorf("Args has no values with which these could be called: %v", names)
		}
	})
	t.Run("walk", func(t *testing.T) {
		k.draw(t, few(walked), func(rt *rapid.T, b B) error {
			return Walks(b, engine.NewDice(0), seed.Draw(rt, "seed"), walkBattles)
		})
	})
	t.Run("bounds", func(t *testing.T) {
		k.draw(t, few(bounded), func(_ *rapid.T, b B) error { return Bounds(b) })
	})
	if !k.Part {
		t.Run("fields", func(t *testing.T) {
			if testing.Short() {
				t.Skip("with the race detector it takes minutes, on one goroutine")
			}
			if err := k.Fields(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("players", func(t *testing.T) { k.draw(t, few(slowBattles), plain(k.Players)) })
}

// draw checks battles that it draws: at most most of them, unless most is 0.
func (k Battles[B]) draw(t rapid.TB, most int, check func(*rapid.T, B) error) {
	t.Helper()
	passed, failed := 0, false
	rapid.Check(t, func(rt *rapid.T) {
		if most > 0 && passed >= most && !failed {
			return // rapid makes a failed battle smaller
		}
		if err := check(rt, k.Draw(rt)); err != nil {
			failed = true
			rt.Fatal(err)
		}
		passed++
	})
}

// at returns the position of a battle as a text. Equal positions have equal texts.
func (k *Battles[B]) at(b B) string {
	var worth strings.Builder
	for side := range engine.Side(b.Seats()) {
		fmt.Fprintf(&worth, " %d", b.Value(side))
	}
	return fmt.Sprintf("round %d, over %t, winner %d, worth%s, key %x: %s", b.Round(), b.Over(), b.Winner(), worth.String(), b.AppendKey(nil), k.Show(b))
}

// fresh returns another battle of the same start.
func fresh[B engine.Story](b B) B { return b.Fresh().(B) }

// wrong returns an error of a battle, with the place in the battle.
func wrong(b engine.Story, format string, args ...any) error {
	return &engine.Error{Where: b.Scene(), Err: fmt.Errorf(format, args...)}
}
