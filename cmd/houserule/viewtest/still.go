package viewtest

import (
	"context"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// mostWords is how many words after odds, or after a look, Still tries.
const mostWords = 3

// Still checks that no way of looking at a battle changes it. It looks at battles of
// each scenario, while random players play them, at one question of every so many,
// and at most so often. Unless HOUSERULE_LONG is set, it looks an eighth as often, at an eighth of
// the questions, and into every second scenario.
func Still(t *testing.T, system view.Frontend, lib *library.Library, every, most int) {
	if !enginetest.Long {
		every, most = 8*every, max(most/8, 1)
	}
	for i, scenario := range lib.Scenarios {
		if i%2 > 0 && !enginetest.Long {
			continue
		}
		t.Run(scenario.ID, func(t *testing.T) {
			t.Parallel()
			b, err := lib.Game.NewBattle(scenario.Setup)
			if err != nil {
				t.Fatal(err)
			}
			v := system.New(lib, library.Match{Scenario: scenario.ID, Setup: scenario.Setup, Seed: 1}, b)
			still, asked := enginetest.NewStill(b), 0
			Questions(t, v, engine.NewDice(1), enginetest.Seats(b, 1), every*most, func(engine.Question) {
				if asked++; (asked-1)%every != 0 {
					return
				}
				still.Take()
				for _, look := range looksOf(v) {
					look.do()
					if err := still.Moved(); err != nil {
						t.Fatalf("%s: %s: %v", v.Battle().Scene(), look.name, err)
					}
				}
			})
		})
	}
}

// A look is a way to look at a battle.
type look struct {
	name string
	do   func()
}

func looksOf(v *view.View) []look {
	canceled, cancel := context.WithCancel(context.Background())
	cancel() // to look at a whole battle takes long
	size := view.Size{Columns: 80, Lines: 24}
	looks := []look{
		{"the board", func() {
			view.Draw(v, view.Size{Columns: size.Columns})
			view.Draw(v, size)
		}},
		{"what is asked", func() { v.Prompt(); v.Asks(); v.Topics(); v.Secret(); v.Settled() }},
		{"options", func() { v.Options(); v.Heads() }},
		{"hint", func() { v.Hint(context.Background()) }},
		{"show", func() {
			for _, unit := range v.Units() {
				v.Show(unit)
			}
		}},
		{"survivors", func() { v.Survivors(); v.Battle().Outcome() }},
		{"odds", func() {
			v.Odds(canceled, nil)
			follow(nil, v.OddsWords, func(words []string) { v.Odds(canceled, words) })
		}},
		{"completion", func() {
			for _, verb := range v.Verbs() {
				if view.Fits(v, verb) {
					follow(nil, func(before []string) []string { return view.Complete(v, "", verb, before) },
						func(words []string) { view.Answer(v, "", verb, words); view.Bare(v, words) })
				}
			}
		}},
	}
	for _, own := range v.Looks {
		looks = append(looks, look{own.Name, func() {
			own.Run(context.Background(), size, nil)
			if own.Words != nil {
				follow(nil, own.Words, func(words []string) { own.Run(context.Background(), size, words) })
			}
		}})
	}
	return looks
}

// follow calls do with the first and the last of the words that are offered after
// others, as deep as they go.
func follow(before []string, offered func(before []string) []string, do func(words []string)) {
	if len(before) == mostWords {
		return
	}
	all := offered(before)
	for i, word := range all {
		if i > 0 && i < len(all)-1 {
			continue
		}
		words := append(before[:len(before):len(before)], word)
		do(words)
		follow(words, offered, do)
	}
}
