package luagame_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// begin begins a battle of a game that a test writes.
func begin(t testing.TB, script string, seats ...engine.Oracle) (*luagame.Battle, *engine.Table, *library.Library) {
	t.Helper()
	lib, _, err := written(script, heap)
	if err != nil {
		t.Fatal(err)
	}
	story, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(lib.Dice(1), seats...)
	story.Begin(table)
	return story.(*luagame.Battle), table, lib
}

// luck is a game for three in which nobody is asked: in each round a side's die
// decides, and battle.round is looked at.
const luck = `
game{ seats = {"red", "green", "blue"}, rounds = 3,
	start = function() end,
	turn = function() end,
	play = function() end,
	chance = function()
		local n = roll(6)
		if n == battle.round then battle:win(battle.sides[1 + (n - 1) % 3]) else battle:next_round() end
	end,
}`

// hoard is a game that never stands as it stood before, and remembers long texts.
const hoard = `
game{ seats = {"red", "green"},
	start = function() battle:remember("n", 0) end,
	turn = function() end,
	play = function() end,
	chance = function()
		local n = battle:recall("n") * 2 + roll(2)
		battle:remember("n", n)
		for i = 1, 20 do battle:remember("text " .. i, ("x"):rep(1000) .. n) end
		battle:next_round()
	end,
}`

// The states of a battle are bounded in bytes, too, with what scripts remember, and in
// the steps of scripts.
func TestOddsAreBounded(t *testing.T) {
	for _, test := range []struct {
		states, bytes int
		steps         int64
		want          string
	}{
		{1000, 0, 0, "the battle has more than 1,000 states: 501 of them, from round 9 on, were still to be looked at"},
		{10_000, 0, 0, "the states of the battle that were still to be looked at take more than 64 MB: there were 2,870 of them, from round 12 on, of 5,737"},
		{1_000_000, 2_000_000, 0, "the states of the battle that were still to be looked at take more than 2 MB: there were 90 of them, from round 7 on, of 177"},
		{1_000_000, 0, 100_000, "the scripts of the battle take too many steps: they led to 54 states, of which 28, from round 5 on, were still to be looked at: round 5: mods/toy/main.lua:9: game.chance of mod toy: spent the last of them"},
	} {
		b, _, _ := begin(t, hoard)
		g := odds.NewGraph(b, players.Greedy{}, players.Greedy{})
		g.States, g.Bytes, g.Steps = test.states, test.bytes, test.steps
		g.Begin()
		if err := g.Explore(context.Background()); err == nil || err.Error() != test.want {
			t.Errorf("%d states:\n got %v\nwant %s", test.states, err, test.want)
		}
	}
}

// crowd is a game of one round. Its first state has 800 ways, each of which takes a script
// at least 40,000 steps.
const crowd = `
game{ seats = {"red", "green"},
	start = function() end,
	turn = function() end,
	play = function() end,
	chance = function()
		local n = roll(800)
		for i = 1, 40000 do end
		battle:win(battle.sides[1 + n % 2])
	end,
}`

// The steps of scripts follow States alone, however few states have been found.
func TestStepsOfOddsFollowStates(t *testing.T) {
	for _, test := range []struct {
		states int
		want   string
	}{
		{2, "the scripts of the battle take too many steps: they led to 1 states, of which 1, from round 1 on, were still to be looked at: round 1: mods/toy/main.lua:8: game.chance of mod toy: spent the last of them"},
		{odds.DefaultStates, ""},
	} {
		b, _, _ := begin(t, crowd)
		g := odds.NewGraph(b)
		g.States, g.Ways = test.states, 1000
		g.Begin()
		got := ""
		if err := g.Explore(context.Background()); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%d states:\n got %s\nwant %s", test.states, got, test.want)
		}
	}
}

// Odds know what looks at the round, and how the rounds run out.
func TestOddsOfRounds(t *testing.T) {
	b, _, _ := begin(t, luck)
	g := odds.NewGraph(b, players.Greedy{}, players.Greedy{}, players.Greedy{})
	root := g.Begin()
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	o, err := g.Odds(root)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%.6f %.6f %.6f, draw %.6f", o.Wins[0].Value, o.Wins[1].Value, o.Wins[2].Value, o.Draws.Value)
	if want := fmt.Sprintf("%.6f %.6f %.6f, draw %.6f", 1.0/6, 5.0/36, 25.0/216, 125.0/216); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// endless is a game that comes back to where it was, in another round: who rolls a
// 6 has won.
const endless = `
game{ seats = {"red", "green"}, rounds = 1000000,
	start = function() battle:remember("turn", 1) end,
	turn = function() battle:ask(battle.sides[battle:recall("turn")], "Well?", {"roll"}) end,
	play = function(side)
		if roll(6) == 6 then battle:win(side) else
			battle:remember("turn", side.next.number)
			battle:next_round()
		end
	end,
}`

// Endless games have exact odds, too: 6/11 for who begins.
func TestOddsOfEndlessGames(t *testing.T) {
	b, _, _ := begin(t, endless)
	g := odds.NewGraph(b, players.Greedy{}, players.Greedy{})
	root := g.Begin()
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	o, err := g.Odds(root)
	if err != nil || fmt.Sprintf("%.12f", o.Wins[0].Value) != fmt.Sprintf("%.12f", 6.0/11) || o.States != 2 {
		t.Errorf("%+v, %v", o, err)
	}
}

// A round that comes back to where it was has no odds: they say so.
func TestOddsOfCircles(t *testing.T) {
	b, _, _ := begin(t, strings.Replace(endless, "battle:next_round()", "", 1))
	g := odds.NewGraph(b, players.Greedy{}, players.Greedy{})
	root := g.Begin()
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Odds(root); err == nil || err.Error() != "a round of this battle can come back to where it was: its odds cannot be computed" {
		t.Error(err)
	}
}

// A library's scripts can be installed again.
func TestInstallAgain(t *testing.T) {
	lib, _ := risk(t)
	if _, err := lib.Format.(luagame.Format).Install(lib, modhost.Stop); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(lib.Scenarios[0].Setup.Fields()); got != `[{attackers 10} {defenders 7} {land ""}]` {
		t.Error(got)
	}
}

// setups declares keys of all types.
const setups = `
key{ name = "weather", default = "fair", oneof = {"fair", "foul"}, text = "?" }
key{ name = "name", default = "", text = "?" }
key{ name = "night", default = false, text = "?" }
`

// Setups of all types go through a journal's header.
func TestSetups(t *testing.T) {
	_, _, err := written(toy("rounds = 5")+setups, heap+`setup = { weather = "foul", night = 1, name = "a heap of\tmatches" }`)
	want := "mods/toy/scenarios.toml:4:29: setup.night is 1: must be true or false\n" +
		"mods/toy/scenarios.toml:4:40: setup.name is \"a heap of\\tmatches\": must be a text of one line, of at most 200 bytes"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	lib, _, err := written(toy(`outcome = function() return battle:setup("weather") .. battle:setup("name") .. tostring(battle:setup("night")) end`)+setups,
		heap+`setup = { weather = "foul", night = true, name = 'a "heap"' }`)
	if err != nil {
		t.Fatal(err)
	}
	setup := lib.Scenarios[0].Setup
	if got, want := fmt.Sprint(setup.Fields()), `[{matches 7} {weather foul} {name "a \"heap\""} {night true}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	again, err := lib.Format.ReadSetup(lib, engine.Header{Fields: setup.Fields()})
	if err != nil || fmt.Sprint(again.Fields()) != fmt.Sprint(setup.Fields()) || strings.Join(again.SeatNames(), " ") != "left right" {
		t.Errorf("%v, %v", again, err)
	}
	story, err := lib.Game.NewBattle(again)
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{})
	story.Begin(table)
	if got := told(story.(*luagame.Battle), table); !strings.HasSuffix(got, "\nfoula \"heap\"true\n") {
		t.Error(got)
	}
}

// A game's options can be tried out, parsed, refused and weighed.
func TestChoice(t *testing.T) {
	script := toy(`
		turn = function()
			battle:refuse("three", "three are too many")
			battle:ask(battle.sides[battle:recall("turn")], "How many?", {"one", "two"})
		end,
		worth = function(side) return side.number * 10 end,
		appraise = function(side, option) return option == "two" and 500 or 250 end`)
	asked := 0
	person := engine.OracleFunc(func(q engine.Question) (int, error) {
		asked++
		c := q.Choice.(engine.Trier)
		if first, second := c.(engine.Evaluator).Evaluate(0), c.(engine.Evaluator).Evaluate(1); first != 250 || second != 500 {
			t.Errorf("worth %d and %d", first, second)
		}
		for text, want := range map[string]string{
			"three": "three are too many",
			"four":  `unknown answer "four" (known: one, two)`,
		} {
			if _, err := engine.ParseLegal(c, text); err == nil || err.Error() != want {
				t.Errorf("%s: %v", text, err)
			}
		}
		if n, err := engine.ParseLegal(c, " TWO "); n != 1 || err != nil {
			t.Errorf("two is %d, %v", n, err)
		}
		if c.Legal(-1) || c.Legal(2) || c.Name(2) != "three" || c.Name(7) != "answer 7" || c.(engine.Refuser).Refuse(1) != nil || !c.Legal(c.First()) {
			t.Error("its answers are others")
		}
		scratch := c.Scratch()
		scratch.Sit(engine.NewTable(nil))
		c.Try(scratch, 1)
		if scratch.Value(1) != 20 || scratch.Round() != 2 {
			t.Errorf("tried out: round %d, worth %d", scratch.Round(), scratch.Value(1))
		}
		return 3, nil
	})
	b, table, _ := begin(t, script, person, person)
	b.Step()
	if err := table.Err(); err == nil || err.Error() != "round 1, left: answer 3 is none of the options" || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// Mods for a game in Lua bring players. Those that fail are out where the policy
// says so; the game itself always stops.
func TestModsOfGames(t *testing.T) {
	fsys := fstest.MapFS{}
	add := func(id, script string) {
		fsys["mods/"+id+"/mod.toml"] = &fstest.MapFile{Data: fmt.Appendf(nil, "id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"toy\"\n", id)}
		fsys["mods/"+id+"/main.lua"] = &fstest.MapFile{Data: []byte(script)}
	}
	add("toy", toy(`outcome = function() return "over" end`)+`test = 1`)
	add("sly", `player{ name = "sly", answer = function(side, options) if options[2] == "two" then return 2 end return 3 end }`)
	available := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	game := available[1]
	if _, _, err := load(game, available, []string{"sly"}); err == nil || !strings.Contains(err.Error(), "mods/toy/main.lua:14") {
		t.Fatal(err)
	}
	add("toy", toy(`outcome = function() if battle.over then error("ashamed") end return "over" end`))
	fsys["mods/toy/heap.toml"] = &fstest.MapFile{Data: []byte(heap)}
	s := luagame.New(game)
	lib, err := library.LoadMods(s, s.Folder(), available, []string{"sly"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(lib, modhost.Disable); err != nil {
		t.Fatal(err)
	}
	if strings.Join(lib.Streams, " ") != "sly" {
		t.Errorf("streams of dice: %v", lib.Streams)
	}
	sly, err := lib.Player("sly", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	story, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	b, table := story.(*luagame.Battle), engine.NewTable(lib.Dice(1), sly, players.Greedy{})
	b.Begin(table)
	const want = "left: two\nright: one\nleft: two\nright: one\nleft: two\nround 6: mods/toy/main.lua:2: game.outcome of mod toy: ashamed\n"
	if got := told(b, table); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := b.Outcome(), "left wins in round 6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}

	add("sly", toy("rounds = 5"))
	_, _, err = load(game, available, []string{"sly"})
	if want := "mods/sly/main.lua:1: mod sly declares a game, and is none: the game is toy\nmods/sly/main.lua:13: the key \"matches\" is declared twice"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	delete(fsys, "mods/toy/main.lua")
	_, _, err = load(game, nil, nil)
	if want := "mods/toy: the game has no main.lua: that holds its rules"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Whatever a script gives where something else is wanted: its error says where, or
// the battle ends.
func TestAnyShape(t *testing.T) {
	value := rapid.SampledFrom([]string{
		"nil", "0", "-1", "3.5", "0/0", "1/0", "1e300", "true", `""`, `"x"`, `"undo"`, `"a\nb"`, `string.rep("x", 60000)`,
		"{}", "{1}", "{{}}", `{"x"}`, `{"x", "x"}`, "{nil, 1}", "battle", "battle.sides", "battle.sides[1]", "battle:setup(\"matches\")", "roll", "tostring",
		"battle:recall(\"any\")", "(function() while true do end end)()", "error()", "battle:win(battle.sides[1])", "battle:next_round()",
	})
	rapid.Check(t, func(t *rapid.T) {
		one := func(label string) string { return value.Draw(t, label) }
		script := fmt.Sprintf(`
local function any(v) return v end
game{ seats = {"left", "right"}, rounds = 50,
	start = function() battle:remember("any", any(%s)) end,
	turn = function() if any(%s) then battle:ask(any(%s), any(%s), any(%s)) end end,
	play = function(side, option) battle:remember(any(%s), any(%s)) battle:next_round() end,
	chance = function() local x = any(%s) battle:next_round() end,
	worth = function() return any(%s) end,
	appraise = function() return any(%s) end,
	board = function() return any(%s) end,
	outcome = function() return any(%s) end,
}
key{ name = "matches", default = any(%s), text = "?" }
`, one("start"), one("whether"), one("who"), one("what"), one("options"), one("key"), one("value"), one("chance"), one("worth"), one("appraise"), one("board"), one("outcome"), one("default"))
		lib, _, err := written(script, heap)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mods/toy/main.lua:") {
				t.Fatalf("%v\n%s", err, script)
			}
			return
		}
		story, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
		if err != nil {
			t.Fatal(err)
		}
		b, table := story.(*luagame.Battle), engine.NewTable(lib.Dice(1), players.Greedy{}, players.NewSearch(20))
		b.Begin(table)
		told(b, table)
		_, _, _ = b.Board(-1), b.Value(0), b.AppendKey(nil)
		if err := table.Err(); err != nil && !strings.Contains(err.Error(), "mods/toy/main.lua:") {
			t.Errorf("%v\n%s", err, script)
		}
		if b.Outcome() == "" {
			t.Error("it ends without a word")
		}
	})
}
