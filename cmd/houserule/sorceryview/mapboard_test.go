package sorceryview

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// campaignOf is a campaign of testdata: one made for a test, or one of the
// library as it once was, so that what is shown of it stays the same when that
// is played better.
func campaignOf(t testing.TB, lib *library.Library, name string) sorcery.Campaign {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".campaign"))
	if err != nil {
		t.Fatal(err)
	}
	var h engine.Header
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
	}
	c, err := sorcery.ReadCampaign(h, func(id string) (*fight.Kind, error) { return sorcerydata.Unit(lib, id) })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// warOf is a view of a campaign that a person plays against the computer, or
// whoever is named.
func warOf(t testing.TB, lib *library.Library, scenario string, c sorcery.Campaign, names ...string) *View {
	t.Helper()
	b, err := sorcery.NewCampaign(gameOf(lib), c)
	if err != nil {
		t.Fatal(err)
	}
	if names == nil {
		names = []string{players.Human, "greedy"}
	}
	return New(lib, library.Match{Scenario: scenario, Setup: c, Seed: 1, Players: names}, b)
}

// large is a campaign on a map of so many hexes, with the lands of another over
// and over, and its stacks in one corner.
func large(c sorcery.Campaign, columns, rows int) sorcery.Campaign {
	from := c.Map
	m := sorcery.Map{Grid: hex.Grid{Columns: columns, Rows: rows}}
	m.Terrain = make([]string, m.Grid.Hexes())
	for h := range hex.Hex(m.Grid.Hexes()) {
		column, row := m.Grid.Place(h)
		m.Terrain[h] = from.Terrain[from.Grid.At((column-1)%from.Grid.Columns+1, (row-1)%from.Grid.Rows+1)]
	}
	moved := func(h hex.Hex) hex.Hex {
		if h == hex.None {
			return h
		}
		return m.Grid.At(from.Grid.Place(h))
	}
	for _, p := range from.Places {
		p.Hex = moved(p.Hex)
		m.Places = append(m.Places, p)
	}
	for _, e := range from.Hexsides {
		a, _, b := from.Grid.Beside(e.Side)
		m.Hexsides = append(m.Hexsides, sorcery.Edge{Side: m.Grid.Between(moved(a), moved(b)), Hexside: e.Hexside})
	}
	c.Map = m
	c.Stacks, c.Goals = append([]sorcery.Stack(nil), c.Stacks...), append([]sorcery.Goal(nil), c.Goals...)
	for i := range c.Stacks {
		c.Stacks[i].Hex = moved(c.Stacks[i].Hex)
	}
	for i := range c.Goals {
		c.Goals[i].Hold = moved(c.Goals[i].Hold)
	}
	return c
}

var screens = []view.Size{{Columns: 80, Lines: 24}, {Columns: 120, Lines: 40}}

// The map on screens of two sizes, as who plays sees it, and all of it.
func TestMaps(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		name string
		view *View
	}{
		{"two-valleys", warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))},
		{"alderhold", warOf(t, lib, "alderhold", campaignOf(t, lib, "alderhold"))},
		{"30x20", warOf(t, lib, "", large(campaignOf(t, lib, "alderhold"), 30, 20))},
	} {
		until(t, test.view, sorcery.FormMove, func(v *View) {
			for _, size := range screens {
				viewtest.Golden(t, fmt.Sprintf("map-%s-%d.txt", test.name, size.Columns), view.Draw(v, view.Size{Columns: size.Columns, Lines: size.Lines - 5}))
			}
			v.Unveil(true)
			viewtest.Golden(t, "map-"+test.name+"-all.txt", view.Draw(v, view.Size{Columns: 160, Lines: 45}))
		})
	}
}

// The map in all of its sizes.
func TestMapSizes(t *testing.T) {
	lib := testLibrary(t)
	until(t, warOf(t, lib, "alderhold", campaignOf(t, lib, "alderhold")), sorcery.FormMove, func(v *View) {
		var out strings.Builder
		for size := range hex.Sizes {
			text, err := v.onMap.doMap(view.Size{Columns: 120, Lines: 40}, []string{size.String(), "1003"})
			fmt.Fprintf(&out, "%s\n%s", size, text)
			if err != nil {
				t.Error(err)
			}
		}
		viewtest.Golden(t, "map-sizes.txt", out.String())
	})
}

// A board of a campaign fits on the screen, with room for what is asked, whatever
// happens.
func TestMapsFit(t *testing.T) {
	lib := testLibrary(t)
	for _, size := range append(screens, view.Size{Columns: 60, Lines: 24}, view.Size{Columns: 200, Lines: 60}) {
		for _, c := range []sorcery.Campaign{campaignOf(t, lib, "two-valleys"), campaignOf(t, lib, "alderhold"), large(campaignOf(t, lib, "alderhold"), 30, 20)} {
			v := warOf(t, lib, "", c)
			looks := 0
			watch(t, v, 150, func() {
				if v.battle.Fighting() {
					return
				}
				looks++
				text := view.Draw(v, size)
				if n := strings.Count(text, "\n"); n > size.Lines {
					t.Fatalf("%v: %d lines:\n%s", size, n, text)
				}
				for line := range strings.Lines(text) {
					line = strings.TrimSuffix(line, "\n")
					if n := screen.Columns(line); n > size.Columns || strings.TrimRight(line, " ") != line {
						t.Fatalf("%v: %d columns: %q", size, n, line)
					}
				}
			})
			if looks == 0 {
				t.Error("nothing was looked at")
			}
		}
	}
}

// watch looks at a campaign before so many answers, which are given at random
// but for the same each time.
func watch(t testing.TB, v *View, answers int, look func(), hear ...func(engine.Event, screen.Line)) {
	t.Helper()
	var state uint64 = 7
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side == v.looker { // who sits at the screen
			v.Ask(q)
			defer v.Ask(engine.Question{})
			look()
		}
		if answers--; answers < 0 {
			return 0, engine.ErrRewind
		}
		options := analysis.BestFirst(q.Choice, 0)
		state = state*6364136223846793005 + 1442695040888963407
		return options[int(state>>33)%min(len(options), 4)], nil
	})
	table := engine.NewTable(engine.NewDice(3), player, player)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if line, ok := v.Line(e); ok {
			for _, h := range hear {
				h(e, line)
			}
		}
	}))
	engine.Play(v.Battle(), table)
	if err := table.Err(); err != nil && err != engine.ErrRewind && answers >= 0 {
		t.Fatal(err)
	}
}
