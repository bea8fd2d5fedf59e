package bundled_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
)

// The first answer that a lesson recommends is the best one, or loses half a point at most
// against it, by a large look. All sides are played by the player that lessons
// explain. A scenario without a seed is played with several.
func TestLessonsRecommendGoodAnswers(t *testing.T) {
	t.Parallel()
	enginetest.OnlyLong(t, "each answer has a large look")
	var list strings.Builder
	for _, g := range bundled.Resolver().Games() {
		lib, err := gamestest.Of(g.Name()).Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range lib.Scenarios {
			seeds := []uint64{s.Seed}
			if s.Seed == 0 {
				seeds = []uint64{1, 2, 3}
			}
			for _, seed := range seeds {
				if len(s.Lessons) > 0 {
					fmt.Fprintf(&list, "%s, seed %d\n", s.ID, seed)
					learn(t, &list, g, lib, s, seed)
				}
			}
		}
	}
	gamestest.Golden(t, "testdata/lessons.golden", list.String())
}

// learn plays a scenario, and lists the first answers that its lessons recommend, with their losses.
func learn(t *testing.T, list *strings.Builder, g games.Game, lib *library.Library, s *library.Scenario, seed uint64) {
	m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: seed, Players: []string{players.Human, players.Explained}}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	v, tutor := g.View.New(lib, m, b), view.Tutor{Lessons: s.Lessons}
	var seats [2]engine.Oracle
	for side := range seats {
		if seats[side], err = lib.Player(players.Explained, engine.Side(side), seed); err != nil {
			t.Fatal(err)
		}
	}
	table := engine.NewTable(nil)
	table.Keep()
	person := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		for _, text := range tutor.Next(v.Topics()) {
			if answer, ok := named(q.Choice.(engine.Worded), text); ok {
				found, err := analysis.New().Analyze(t.Context(), q, table, analysis.FirstLook.Times(4), answer)
				if err != nil {
					return 0, err
				}
				loss, ok := found.Loss(answer)
				fmt.Fprintf(list, "  %s: %s loses %.1f points; best is %s\n", engine.FormOf(q.Choice).Name, engine.Typed(q.Choice.(engine.Worded), answer), 100*loss, engine.Typed(q.Choice.(engine.Worded), found.Answers[0].Answer))
				if loss > 0.005 || !ok {
					t.Errorf("%s, %s, %q: %s loses %.1f points against %s", s.ID, b.Scene(), text, engine.Typed(q.Choice.(engine.Worded), answer), 100*loss, engine.Typed(q.Choice.(engine.Worded), found.Answers[0].Answer))
				}
			}
		}
		return seats[0].Answer(q)
	})
	table.Seat(lib.Dice(seed), person, seats[1])
	if err := engine.Play(b, table); err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
}

// named returns the answer that a text recommends first: it is named as it is typed, with a verb
// and its arguments, or after "type".
func named(c engine.Worded, text string) (answer int, ok bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.:;()", r) })
	first, most := len(words), 0
	for n := range c.Each {
		typed := strings.Fields(engine.Typed(c, n))
		for i := range max(0, len(words)-len(typed)+1) {
			if slices.Equal(words[i:i+len(typed)], typed) && (i < first || i == first && len(typed) > most) && (len(typed) > 1 || i > 0 && strings.EqualFold(words[i-1], "type")) {
				answer, ok, first, most = n, true, i, len(typed)
			}
		}
	}
	return answer, ok
}
