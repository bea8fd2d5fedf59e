package bundled_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/desk"
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
// against it, by a large look: to a person in each seat. The other sides are played by the player
// that lessons explain. A scenario without a seed is played with several.
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
			if problems := desk.LessonProblems(g.View, lib, s); problems != nil {
				t.Error(problems)
			}
			seeds := []uint64{s.Seed}
			if s.Seed == 0 {
				seeds = []uint64{1, 2, 3}
			}
			for _, seed := range seeds {
				for side, seat := range s.Setup.SeatNames() {
					if len(s.Lessons) > 0 {
						fmt.Fprintf(&list, "%s, seed %d, %s\n", s.ID, seed, seat)
						learn(t, &list, g, lib, s, seed, engine.Side(side))
					}
				}
			}
		}
	}
	gamestest.Golden(t, "testdata/lessons.golden", list.String())
}

// learn plays a scenario with a person in a seat, and lists the first answers that its lessons
// recommend, with their losses.
func learn(t *testing.T, list *strings.Builder, g games.Game, lib *library.Library, s *library.Scenario, seed uint64, person engine.Side) {
	seats := make([]engine.Oracle, len(s.Setup.SeatNames()))
	m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: seed, Players: slices.Repeat([]string{players.Explained}, len(seats))}
	m.Players[person] = players.Human
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	v, asked := g.View.New(lib, m, b), 0
	var tutor view.Tutor
	tutor.Teach(s)
	for side := range seats {
		if seats[side], err = lib.Player(players.Explained, engine.Side(side), seed); err != nil {
			t.Fatal(err)
		}
	}
	table := engine.NewTable(nil)
	table.Past().Keep()
	explained := seats[person]
	seats[person] = engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		asked++
		for _, lesson := range tutor.Next(asked, engine.Only(person), v.Topics()) {
			if answer, ok := recommended(q.Choice, lesson); ok {
				found, err := analysis.New().Analyze(t.Context(), q, table, analysis.FirstLook.Times(4), answer)
				if err != nil {
					return 0, err
				}
				loss, ok := found.Loss(answer)
				fmt.Fprintf(list, "  %s: %s loses %.1f points; best is %s\n", b.Scene(), typed(q.Choice, answer), 100*loss, typed(q.Choice, found.Answers[0].Answer))
				if loss > 0.005 || !ok {
					t.Errorf("%s, seed %d, %s: %s loses %.1f points against %s", s.ID, seed, b.Scene(), typed(q.Choice, answer), 100*loss, typed(q.Choice, found.Answers[0].Answer))
				}
			}
		}
		return explained.Answer(q)
	})
	table.Seat(lib.Dice(seed), seats...)
	if err := engine.Play(b, table); err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
}

// recommended returns the answer that a lesson recommends first.
func recommended(c engine.Choice, lesson view.Lesson) (answer int, ok bool) {
	for _, act := range lesson.Acts() {
		for n := range c.Each {
			if act.Act == view.Answering && typed(c, n) == act.Text {
				return n, true
			}
		}
	}
	return 0, false
}

// typed returns an answer as it is typed.
func typed(c engine.Choice, answer int) string {
	if worded, ok := c.(engine.Worded); ok {
		return engine.Typed(worded, answer)
	}
	return c.Name(answer)
}
