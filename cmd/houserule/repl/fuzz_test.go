package repl

import (
	"context"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes/form"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Whatever is typed, nothing panics, the battle that is left can be read
// back, and the same lines say the same.
func FuzzLines(f *testing.F) {
	lib := testLibrary(f)
	all := examples()
	scenario := func(id string) uint8 {
		return uint8(4 * slices.IndexFunc(lib.Scenarios, func(s *library.Scenario) bool { return s.ID == id }))
	}
	if !enginetest.Long { // it takes as long as all others together
		all = slices.DeleteFunc(all, func(example string) bool { return example == "review" })
	}
	for _, example := range all {
		kind := uint8(0)
		if example == "review" { // of a small battle, which takes less
			kind = scenario("duel")
		}
		f.Add(kind, example)
	}
	f.Add(uint8(1), strings.Join(all, "\n"))
	f.Add(uint8(2), "n a1\na d1\nr\nu\nu\nre\no all\nhi\nw\nsave x\nreplay x\n>\n<\nta human,human\npass")
	f.Add(uint8(10), "place 1 gold-golem melee\npl 3 magi under a1\nundo\nplace 4 gold-golem ranged")
	f.Add(uint8(3), "3\n10\nundo\nundo\nredo\nseats greedy,greedy\n1")
	looks := 1
	if enginetest.Long {
		looks = 30
	}
	f.Add(scenario("big"), strings.Repeat("odds\nhint\n", looks))
	f.Fuzz(func(t *testing.T, kind uint8, lines string) {
		if strings.ContainsAny(lines, `/\`) || strings.Contains(lines, ".journal") || strings.Count(lines, "\n") > 60 {
			t.Skip() // paths lead out of the test's folder
		}
		t.Chdir(t.TempDir())
		s := sitting{scenario: lib.Scenarios[int(kind/4)%len(lib.Scenarios)].ID, lines: lines, keepGoing: true}
		if kind&1 == 1 {
			s.players = []string{players.Human, players.Human}
		}
		if kind&2 == 2 {
			s.dice = library.Asked
		}
		run := func() (string, []engine.Entry) {
			var out strings.Builder
			p := newPrompt(lib, folders(t), s, &out)
			p.Frontend = hastySystem{odds: &patience{Context: t.Context(), polls: 50}}
			m, err := s.match(lib)
			if err != nil {
				t.Fatal(err)
			}
			_ = p.Start(m) // mistakes
			if _, err := session.Refitted(session.Game{Frontend: heroesview.Frontend{}, Library: lib}, p.Journal()); err != nil {
				t.Fatalf("what was left cannot be read: %v", err)
			}
			return out.String(), p.Entries()
		}
		out, entries := run()
		again, same := run()
		if len(entries) != len(same) {
			t.Errorf("%d answers, then %d", len(entries), len(same))
		}
		if cut := strings.NewReplacer("0", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "", "9", ""); cut.Replace(out) != cut.Replace(again) {
			t.Errorf("the same lines say\n%s\nand\n%s", out, again) // but for the folder's number
		}
	})
}

// The fuzzer takes ten seconds for a hang, and the odds of a large battle can
// take as long: a hastySystem gives up odds that go on.
type hastySystem struct {
	heroesview.Frontend
	odds context.Context
}

func (s hastySystem) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := s.Frontend.New(lib, m, b)
	v.Adviser = hastyAdviser{v.Adviser, s.odds}
	return v
}

type hastyAdviser struct {
	view.Adviser
	odds context.Context
}

func (v hastyAdviser) Odds(_ context.Context, words []string) (string, error) {
	return v.Adviser.Odds(v.odds, words)
}

// patience is a context that is done when it has been asked so often.
type patience struct {
	context.Context
	polls int
}

func (p *patience) Err() error {
	if p.polls--; p.polls < 0 {
		return context.Canceled
	}
	return nil
}

// examples are those of help.
func examples() (all []string) {
	for _, v := range form.Verbs() {
		all = append(all, v.Example)
	}
	for _, c := range commandsOf(heroesview.Frontend{}) {
		all = append(all, c.Example)
	}
	return all
}
