package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/sorceryview"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
)

// A question is told as data in all games, and its options as they are typed.
func TestQuestionsAsData(t *testing.T) {
	all := map[string]view.Listing{}
	for scenario, of := range map[string]struct {
		system view.Frontend
		rules  library.Format
	}{
		"golem-wall":        {heroesview.Frontend{}, heroesdata.Format()},
		"heroes-and-relics": {kingsview.Frontend{}, kingsdata.Format()},
		"two-valleys":       {sorceryview.Frontend{}, sorcerydata.Format()},
	} {
		lib := viewtest.Library(t, of.rules)
		s, err := lib.Scenario(scenario)
		if err != nil {
			t.Fatal(err)
		}
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		v := of.system.New(lib, library.Match{Scenario: scenario, Setup: s.Setup, Seed: 1}, b)
		viewtest.Look(t, v, []engine.Oracle{players.Greedy{}, players.Greedy{}}, 0, func() {
			q, ok := view.Listed(v)
			if !ok || len(q.Options) == 0 {
				t.Fatalf("%s: nothing is asked", scenario)
			}
			for _, o := range q.Options {
				if said := strings.TrimSpace(o.Unit + " " + strings.Join(append([]string{o.Verb}, o.Args...), " ")); said != o.Text {
					t.Errorf("%s: %q is typed as %q", scenario, o.Text, said)
				}
			}
			q.Options = q.Options[:min(len(q.Options), 3)]
			all[scenario] = q
		})
		v.Ask(engine.Question{Sides: 6})
		if _, ok := view.Listed(v); ok {
			t.Errorf("%s: a die is told as a question", scenario)
		}
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	viewtest.Golden(t, "questions.json", string(text)+"\n")
}
