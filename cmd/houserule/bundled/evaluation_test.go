package bundled_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
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

// Options, hint, odds and review say the same of every position: the best answer of one is that
// of all. No chance lies outside of its bounds, and the best answer loses nothing. That holds for
// every budget: only a part of the positions has that of a first look, which takes most of the time.
func TestOneEvaluation(t *testing.T) {
	t.Parallel()
	const (
		odds  = 8  // one position in so many has its odds told
		small = 16 // all positions but one in so many have a budget that is smaller by this factor
	)
	scenarios, battles, questions, least := 6, uint64(1), 40, 15
	if enginetest.Long {
		scenarios, battles, questions, least = 1, 5, 5, 2000
	}
	positions := 0
	for _, g := range bundled.Resolver().Games() {
		lib, err := gamestest.Of(g.Name()).Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range lib.Scenarios {
			if i%scenarios != 0 {
				continue
			}
			for seed := range battles {
				b, err := lib.Game.NewBattle(s.Setup)
				if err != nil {
					t.Fatal(err)
				}
				v := g.View.New(lib, library.Match{Scenario: s.ID, Setup: s.Setup, Players: slices.Repeat([]string{players.Human}, b.Seats())}, b)
				asked, left := 0, 150
				chance := rand.New(rand.NewPCG(1, seed))
				table := engine.NewTable(nil)
				player := engine.OracleFunc(func(q engine.Question) (int, error) {
					if left--; left < 0 {
						return 0, engine.ErrRewind
					}
					options := slices.Collect(q.Choice.Each)
					if asked++; asked%questions == 1 && len(options) > 1 {
						v.Ask(q)
						positions++
						most := analysis.FirstLook
						if positions%small > 0 {
							most = analysis.Budget{Nodes: most.Nodes / small, States: most.States / small}
						}
						reflect.ValueOf(v.Adviser).Elem().FieldByName("Look").Set(reflect.ValueOf(most)) // of its Frame
						agree(t, v, q, table, most, positions%odds == 0)
						v.Ask(engine.Question{})
					}
					if chance.IntN(2) == 0 {
						return players.Greedy{}.Answer(q)
					}
					return options[chance.IntN(len(options))], nil
				})
				table.Past().Keep()
				table.Seat(engine.NewDice(seed+1, lib.Streams...), slices.Repeat([]engine.Oracle{player}, b.Seats())...)
				if engine.Play(b, table); table.Err() != nil && !errors.Is(table.Err(), engine.ErrRewind) {
					t.Fatalf("%s %s: %v", g.Name(), s.ID, table.Err())
				}
			}
		}
	}
	if t.Logf("%d positions", positions); positions < least {
		t.Errorf("%d positions", positions)
	}
}

// agree checks what is said of a position.
func agree(t *testing.T, v *view.View, q engine.Question, at *engine.Table, most analysis.Budget, odds bool) {
	place := v.Title() + ", " + v.Battle().Scene() + ", " + v.Asks()
	first := v.Options()[0]
	_, typed, err := v.Hint(context.Background())
	if err != nil || typed != first.Text {
		t.Errorf("%s: options has %q first, hint %q (%v)", place, first.Text, typed, err)
	}
	reviewer := analysis.New()
	reviewer.Habits = players.Habits(v.Players()...)
	found, err := reviewer.Analyze(context.Background(), q, at, most, first.Answer)
	if err != nil {
		t.Errorf("%s: %v", place, err)
		return
	}
	if loss, _ := found.Loss(first.Answer); loss != 0 || len(found.Answers) > 0 && found.Answers[0].Answer != first.Answer {
		t.Errorf("%s: review has %v first, and the first of options loses %v", place, found.Answers, loss)
	}
	for _, a := range found.Answers {
		if chance := found.Chance(a); chance < a.Low || chance > a.High {
			t.Errorf("%s: %v is not within its bounds", place, a)
		}
	}
	if !odds || len(found.Answers) == 0 {
		return
	}
	text, err := v.Odds(context.Background(), nil)
	if err != nil {
		t.Errorf("%s: %v", place, err)
		return
	}
	if !strings.HasPrefix(text, "How often ") {
		return // they are odds of the dice at hand on a map
	}
	first = v.Options()[0]
	if _, list, _ := strings.Cut(text, "\n"); !strings.Contains(list, first.Wins) {
		t.Errorf("%s: odds are\n%s\nand options then has %v first", place, text, first)
	}
}
