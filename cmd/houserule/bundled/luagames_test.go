package bundled_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/engine/sim"
)

// atPrompt plays a bundled game in Lua at the prompt.
func atPrompt(t *testing.T, name, scenario string, lines string) string {
	t.Helper()
	_, lib, _ := gamestest.Bundled(t, name)
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return matchAtPrompt(t, name, library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 3, Dice: library.Seeded, Players: []string{players.Human, "greedy"}}, lines)
}

// matchAtPrompt plays a match of a bundled game in Lua.
func matchAtPrompt(t *testing.T, name string, m library.Match, lines string) string {
	t.Helper()
	g, lib, scripts := gamestest.Bundled(t, name)
	s, err := lib.Scenario(m.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	m.Setup = s.Setup // of this library
	var out strings.Builder
	p := repl.New(repl.Config{
		Game: session.Game{Frontend: g.View, Library: lib, Mods: session.Mods{Eval: scripts.Eval}}, Lines: repl.NewScript(strings.NewReader(lines), &out), Out: &out,
		Shelf: session.Shelf{Places: saves.Places{Data: t.TempDir(), State: t.TempDir()}, Seed: func() uint64 { return 1 }}, Width: func() int { return 80 },
		KeepGoing: true,
	})
	_ = p.Start(m) // mistakes are in out
	return out.String()
}

// A game in Lua is played at the prompt as any other: with odds, hints, undo, a
// save and a replay, by short answers, and with its own words.
func TestLuaGameAtThePrompt(t *testing.T) {
	t.Parallel()
	out := atPrompt(t, "risk", "border", `
options
odds
hint
help roll
roll 4
lua battle.sides[1]:recall("armies")
roll 3
undo
roll 2
save half
log 4
rule R2
stop
replay half
forth
quit
`)
	for _, want := range []string{
		"The border", "attacker   10 **********", "How many dice?", "attacker chooses> roll 3\n",
		"How often the attacker wins after each answer. ", "\n  roll 3  76.9 % (79.98330 %, 6.43 rounds to go)\n",
		"\n  stop    0.0 % (0.00000 %, 1 round to go)\n", "The best answer: roll 3. The attacker then wins 76.9 %, ",
		"roll 3|2|1: an answer to: How many dice?\n  example: roll 3\n", `unknown answer "roll 4"`, "> lua battle.sides[1]:recall(\"armies\")\n10\n", "attacker rolls ", "defender rolls ", "The losses", "defender holds the land with ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q", want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// No way of looking at a battle of a game in Lua changes it.
func TestLooksAtLuaGames(t *testing.T) {
	for _, name := range []string{"risk", "liars-dice"} {
		t.Run(name, func(t *testing.T) {
			g, lib, _ := gamestest.Bundled(t, name)
			viewtest.Still(t, g.View, lib, 4, 3)
		})
	}
}

// The prompt shows a person the same whatever lies under the other cup: board, options,
// odds, hint, log and replay, until the cups are shown.
func TestLuaGameHidesAtThePrompt(t *testing.T) {
	t.Parallel()
	_, lib, _ := gamestest.Bundled(t, "liars-dice")
	s, err := lib.Scenario("two-dice")
	if err != nil {
		t.Fatal(err)
	}
	folder := regexp.MustCompile(`Saved in \S+`)
	at := func(dice ...int) string {
		m := library.Match{Scenario: s.ID, Setup: s.Setup, Dice: library.Scripted, Script: dice, Players: []string{players.Human, players.Human}}
		return folder.ReplaceAllString(matchAtPrompt(t, "liars-dice", m, "board\noptions all\nodds\nhint\nlog\nlua 1\ntrace on\nwhy\nsave now\nreplay now\nquit\nbid 3 9\nmods\nquit\n"), "")
	}
	shown := at(2, 6, 1, 5)
	if other := at(2, 6, 3, 3); other != shown {
		t.Errorf("with another cup the prompt shows\n%s\nnot\n%s", other, shown)
	}
	for _, want := range []string{"first   2 dice    26\nsecond  2 dice    ??", "your dice: 26", "bid 2 6", "The best answer: ", "lua sees everything"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %q in\n%s", want, shown)
		}
	}
	if own := at(2, 5, 1, 5); own == shown {
		t.Error("with other dice of its own it is the same")
	}
}

// A game in Lua is simulated as any other, with the same result for any number of
// workers.
func TestLuaGameIsSimulated(t *testing.T) {
	t.Parallel()
	g, lib, _ := gamestest.Bundled(t, "risk")
	s, err := lib.Scenario("border")
	if err != nil {
		t.Fatal(err)
	}
	run := func(workers int) string {
		trial := sim.Trial{Seed: 1, To: 1000, Workers: workers, Arms: []sim.Arm{{New: func() (*sim.Match, error) {
			b, err := lib.Game.NewBattle(s.Setup)
			if err != nil {
				return nil, err
			}
			var seats []engine.Oracle
			for side := range engine.Side(b.Seats()) {
				p, err := lib.Player("greedy", side, 1)
				if err != nil {
					return nil, err
				}
				seats = append(seats, p)
			}
			dice := lib.Dice(1)
			table := engine.NewTable(dice, seats...)
			return &sim.Match{Battle: b, Table: table, Reseed: func(seed uint64) { dice.Reseed(seed) },
				Tally: g.View.NewTally(b, table, s.Setup.SeatNames())}, nil
		}}}}
		result, err := trial.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", result.Arms)
	}
	if one, two := run(1), run(2); one != two {
		t.Errorf("one worker:\n%s\ntwo:\n%s", one, two)
	}
}
