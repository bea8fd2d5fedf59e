package players_test

import (
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/players"
)

// Every name means a player, or the error says what is wrong with it.
func TestNamed(t *testing.T) {
	const number = `: after the colon give a whole number of nodes from 1 to 10,000,000, as in search:3000`
	known := append(players.Common(), players.Player{Name: "run:bot 1"})
	for name, want := range map[string]string{
		"greedy":          "",
		"search":          "",
		"search:1":        "",
		"search:10000000": "",
		"run:bot 1":       "",
		"search:":         `"search:"` + number,
		"search:0":        `"search:0"` + number,
		"search:-3":       `"search:-3"` + number,
		"search:007":      `"search:007"` + number,
		"search:10000001": `"search:10000001"` + number,
		"search:many":     `"search:many"` + number,
		"search:1:2":      `"search:1:2"` + number,
		"greedy:5":        `"greedy:5": greedy takes no number after its name; only careless and search do, as in search:3000`,
		"best:5":          `"best:5": best takes no number after its name; only careless and search do, as in search:3000`,
		"serch:100":       `unknown player "serch" (known: random, careless, greedy, search, best, run:bot 1)`,
		"run:bot 2":       `unknown player "run:bot 2" (known: random, careless, greedy, search, best, run:bot 1)`,
		"":                `unknown player "" (known: random, careless, greedy, search, best, run:bot 1)`,
	} {
		got := ""
		p, err := players.Named(known, name)
		if err != nil {
			got = err.Error()
		} else if p.Name != name {
			t.Errorf("%q is %q", name, p.Name)
		}
		if got != want {
			t.Errorf("%q: %s\nwant %s", name, got, want)
		}
	}
	if got, want := players.Offered(known), []string{"random", "careless", "careless:3000", "greedy", "search", "search:3000", "best", "run:bot 1"}; !slices.Equal(got, want) {
		t.Errorf("%q are offered, want %q", got, want)
	}
}

// A number after the name of search is the number of its nodes.
func TestNamedNodes(t *testing.T) {
	p, err := players.Named(players.Common(), "search:50")
	if err != nil {
		t.Fatal(err)
	}
	b, asked := mirrored(t, shipped(t), mirrors[0]), 0
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		named, plain := p.New(q.Side, 1).(*players.Search), players.NewSearch(50)
		answer, err := named.Answer(q)
		if want, _ := plain.Answer(q); answer != want || named.Looked() != plain.Looked() {
			t.Errorf("%d after %d nodes, want %d after %d", answer, named.Looked(), want, plain.Looked())
		}
		asked = max(asked, named.Looked())
		return answer, err
	})
	if b.Play(engine.NewTable(engine.NewDice(1), seat, seat)); asked == 0 {
		t.Error("nothing was tried")
	}
}

// Players that look ahead do so with any number of nodes.
func TestSearches(t *testing.T) {
	for name, want := range map[string]bool{"search": true, "search:20": true, "careless": true, "careless:20": true, "greedy": false, "searcher": false} {
		if players.Searches(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
