package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/luagame"
)

// viewOf is a view of a scenario that people play in all seats.
func viewOf(t testing.TB, g games.Game, lib *library.Library, scenario string) *view.View {
	t.Helper()
	b, s := gamestest.Opening(t, lib, scenario)
	m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 1}
	for range s.Setup.SeatNames() {
		m.Players = append(m.Players, players.Human)
	}
	return g.View.New(lib, m, b)
}

// The board of each game, and the page of a unit, as a program is given them.
func TestBoardsAsData(t *testing.T) {
	for _, test := range []struct {
		game, scenario string
		question       int
		page           string
	}{
		{"heroes", "siege", 12, "a1"}, {"kings", "castle-against-citadel", 4, "d1"}, {"sorcery", "relief", 3, "a7"},
		{"sorcery", "two-valleys", 0, "0204"}, {"risk", "border", 1, ""},
	} {
		t.Run(test.game+" "+test.scenario, func(t *testing.T) {
			all := bundled.Resolver().Games()
			g := all[slices.IndexFunc(all, func(g games.Game) bool { return g.Name() == test.game })]
			lib := gamestest.Base(t, g)
			v := viewOf(t, g, lib, test.scenario)
			asked := 0
			viewtest.Questions(t, v, lib.Dice(1), slices.Repeat([]engine.Oracle{players.Greedy{}}, v.Battle().Seats()), test.question+1, func(engine.Question) {
				if asked++; asked <= test.question {
					return
				}
				name := "board-" + test.game + "-" + test.scenario
				viewtest.Golden(t, name+".json", viewtest.Data(t, v.Board()))
				if test.page == "" {
					return
				}
				page, err := v.Show(test.page)
				if err != nil {
					t.Fatal(err)
				}
				viewtest.Golden(t, name+"-"+test.page+".json", viewtest.Data(t, page))
			})
		})
	}
}

// Boards and pages are drawn at any width, and no line of them is wider, except of a
// screen that is narrower than any board. Each scenario is drawn at every seventh width,
// and where HOUSERULE_LONG is set at every one.
func TestBoardsFitAnyWidth(t *testing.T) {
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		for n, s := range lib.Scenarios {
			first, step := 20+n%7, 7 // all widths, among the scenarios
			if enginetest.Long {
				first, step = 20, 1
			}
			t.Run(g.Name()+" "+s.ID, func(t *testing.T) {
				t.Parallel()
				v := viewOf(t, g, lib, s.ID)
				asked := 0
				viewtest.Questions(t, v, lib.Dice(1), slices.Repeat([]engine.Oracle{players.NewRandom(0, uint64(n))}, v.Battle().Seats()), 40, func(engine.Question) {
					if asked++; asked%13 != 1 {
						return
					}
					b, l, units := v.Board(), v.Layout(), v.Units()
					narrowest := view.DrawBoard(b, l, view.Size{Columns: screen.Narrow})
					for width := first; width <= 200; width += step {
						if got := view.DrawBoard(b, l, view.Size{Columns: width}); width < screen.Narrow && got != narrowest {
							t.Errorf("at %d:\n%s\nwant\n%s", width, got, narrowest)
						}
						for _, lines := range []int{0, 10, 24} {
							viewtest.Fits(t, s.ID, view.DrawBoard(b, l, view.Size{Columns: width, Lines: lines}), width)
						}
					}
					if len(units) == 0 {
						return
					}
					page, err := v.Show(units[asked%len(units)])
					if err != nil {
						t.Fatal(err)
					}
					for width := first; width <= 200; width += step {
						viewtest.Fits(t, page.Name, view.DrawPage(page, width)+"\n", width)
					}
				})
			})
		}
	}
}

// hands is a game in Lua with hidden hands: each side sees its own card, and how many
// cards there are.
const hands = `
key{ name = "first", default = 1, least = 1, most = 99, text = "the card of one" }
key{ name = "second", default = 1, least = 1, most = 99, text = "the card of other" }

game{
	seats = { "one", "other" },
	start = function()
		battle:remember("turn", 1)
		battle.sides[1]:remember("card", battle:setup("first"))
		battle.sides[2]:remember("card", battle:setup("second"))
	end,
	turn = function()
		battle:ask(battle.sides[battle:recall("turn")], "Stay, or leave?", { "stay", "leave" })
	end,
	play = function(side, option)
		if option == "leave" then
			battle:win(side.next)
		else
			battle:remember("turn", side.next.number)
			battle:next_round()
		end
	end,
	board = function(looks)
		local lines = {}
		for _, side in ipairs(battle.sides) do
			local card = "hidden"
			if looks == nil or looks.number == side.number then
				card = tostring(side:recall("card"))
			end
			table.insert(lines, side.name .. ": " .. card)
		end
		return lines
	end,
}
`

// A Lua game is told who looks: what a seat is shown is the same whatever the other
// holds, until the end.
func TestHandsOfLuaGamesAreHidden(t *testing.T) {
	found := library.Find(library.Folder{Where: "mods", Dir: "mods", FS: fstest.MapFS{
		"mods/hands/mod.toml": {Data: []byte("id = \"hands\"\nversion = \"1.0.0\"\ntitle = \"Hands\"\ngame = \"hands\"\n")},
		"mods/hands/main.lua": {Data: []byte(hands)},
		"mods/hands/scenarios.toml": {Data: []byte("[scenario.low]\nname = \"A\"\ntext = \"A.\"\nsetup = { first = 37, second = 41 }\n" +
			"[scenario.high]\nname = \"A\"\ntext = \"A.\"\nsetup = { first = 37, second = 43 }\n")},
	}})
	g := games.Lua(luagame.New(found[0]))
	lib := gamestest.Base(t, g)
	shown := map[string][2][]string{} // by scenario and seat
	for _, scenario := range []string{"low", "high"} {
		v := viewOf(t, g, lib, scenario)
		var told [2][]string
		stays := engine.OracleFunc(func(q engine.Question) (int, error) {
			return engine.ParseLegal(q.Choice, []string{"stay", "leave"}[v.Battle().Round()/5])
		})
		viewtest.Questions(t, v, lib.Dice(1), slices.Repeat([]engine.Oracle{stays}, v.Battle().Seats()), 20, func(q engine.Question) { told[q.Side] = append(told[q.Side], viewtest.Data(t, v.Board())) })
		shown[scenario] = told
		if text := view.Draw(v, view.Size{Columns: 80}); !v.Battle().Over() || !strings.Contains(text, "one: 37\nother: 4") {
			t.Errorf("at the end the board is\n%s", text)
		}
	}
	low, high := shown["low"], shown["high"]
	if len(low[0]) == 0 || !slices.Equal(low[0], high[0]) {
		t.Errorf("one is shown %s or %s", low[0], high[0])
	}
	if fmt.Sprint(low[1]) == fmt.Sprint(high[1]) || !strings.Contains(low[1][0], "one: hidden") || !strings.Contains(low[1][0], "other: 41") {
		t.Errorf("the other is shown %s or %s", low[1], high[1])
	}
}
