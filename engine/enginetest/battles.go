package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

// Battles are those of a game, with what the checks have to be told of them.
type Battles[B engine.Story] struct {
	// Draw draws a battle: of any setup, under any rules.
	Draw func(t *rapid.T) B
	// Show is all that can be seen of a battle between two steps, its result
	// among it. Battles that show the same are taken for the same.
	Show func(b B) string
	// Setup is what a battle starts from. Read makes the battle of the same
	// game whose setup a journal's header says.
	Setup func(b B) engine.Setup
	Read  func(b B, h engine.Header) (B, error)

	// Near, if not nil, are numbers that look like answers to a choice,
	// besides those that are drawn anyhow. Listed is one of its options.
	Near func(t *rapid.T, b B, c engine.Choice, listed int) []int
	// Looks, if not nil, looks at a battle at a question in the ways that only
	// the game knows.
	Looks func(b B, q engine.Question)

	// Complete says that every choice is a Prompter, an Appraiser and a Trier.
	Complete bool
	// OneQuestion says that a step asks at most one, so that what is tried out
	// asks nobody.
	OneQuestion bool
	// Hidden says that players do not know all of a battle, so that what they
	// try out may lead elsewhere than the step. It changes nothing all the same.
	Hidden bool
	// TryDiffers, if not nil, tells of single questions at which it may.
	TryDiffers func(q engine.Question) bool
	// Deploys, if not nil, tells of battles that players set up when they
	// begin. Their keys are not compared: each has a start of its own.
	Deploys func(b B) bool
	// WalkKeys makes the check of keys follow every way that the next step can
	// go, with its chance. Else it plays on to the end, once. It is for games
	// whose steps go few ways.
	WalkKeys bool
	// Rare says that hardly a state comes again in another battle of the same
	// start, as in long ones. Else it is an error when too few do, because
	// then no keys are compared.
	Rare bool
	// Most is the number of battles of each check, 0 for as many as rapid
	// draws. It is for long ones.
	Most int
}

// What a check plays.
const (
	copySteps   = 40 // at most, before the copy is taken
	keyBattles  = 10 // of the same start
	slowBattles = 30 // with players that search
	lookedAt    = 30 // in every way
)

// Test checks battles that are drawn, each check as a subtest.
func (k Battles[B]) Test(t *testing.T) {
	seed := rapid.Uint64Range(0, 1<<60)
	plain := func(check func(b B, seed uint64) error) func(*rapid.T, B) error {
		return func(rt *rapid.T, b B) error { return check(b, seed.Draw(rt, "seed")) }
	}
	if !t.Run("ends", func(t *testing.T) { k.draw(t, k.Most, plain(k.Ends)) }) {
		return // nor would the other checks end
	}
	t.Run("choices", func(t *testing.T) { k.draw(t, k.Most, k.drawChoices) })
	t.Run("copy", func(t *testing.T) {
		k.draw(t, k.Most, func(rt *rapid.T, b B) error {
			return k.Copy(b, seed.Draw(rt, "seed"), rapid.IntRange(0, copySteps).Draw(rt, "steps"))
		})
	})
	t.Run("key", func(t *testing.T) {
		var all Keys
		k.draw(t, k.Most, func(rt *rapid.T, b B) error {
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
		k.draw(t, k.Most, func(rt *rapid.T, b B) error {
			n, err := k.Try(b, seed.Draw(rt, "seed"))
			battles, tries = battles+1, tries+n
			return err
		})
		if tries < battles {
			t.Errorf("in %d battles only %d answers were tried out", battles, tries)
		}
	})
	t.Run("replay", func(t *testing.T) { k.draw(t, k.Most, plain(k.Replay)) })
	t.Run("listening", func(t *testing.T) { k.draw(t, k.Most, plain(k.Listening)) })
	few := func(n int) int {
		if k.Most > 0 {
			return min(n, k.Most)
		}
		return n
	}
	t.Run("look", func(t *testing.T) { k.draw(t, few(lookedAt), plain(k.Look)) })
	t.Run("players", func(t *testing.T) { k.draw(t, few(slowBattles), plain(k.Players)) })
}

// draw checks battles that are drawn, at most so many of them unless that is 0.
func (k Battles[B]) draw(t rapid.TB, most int, check func(*rapid.T, B) error) {
	t.Helper()
	passed, failed := 0, false
	rapid.Check(t, func(rt *rapid.T) {
		if most > 0 && passed >= most && !failed {
			return // what has failed is looked at until it is small
		}
		if err := check(rt, k.Draw(rt)); err != nil {
			failed = true
			rt.Fatal(err)
		}
		passed++
	})
}

// at is where a battle is: what battles that are alike have in common.
func (k *Battles[B]) at(b B) string {
	var worth strings.Builder
	for side := range engine.Side(b.Seats()) {
		fmt.Fprintf(&worth, " %d", b.Worth(side))
	}
	return fmt.Sprintf("round %d, over %t, winner %d, worth%s, key %x: %s", b.Round(), b.Over(), b.Winner(), worth.String(), b.AppendKey(nil), k.Show(b))
}

// fresh is another battle of the same start.
func fresh[B engine.Story](b B) B { return b.Fresh().(B) }

// wrong is what is wrong with a battle, and where in it.
func wrong(b engine.Story, format string, args ...any) error {
	return &engine.Error{Where: b.Scene(), Err: fmt.Errorf(format, args...)}
}
