package serve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/servetest"
)

// types sends a line, and returns what is said to it: an output, a refusal, or the answer that
// was taken.
func types(t *testing.T, g *servetest.Guest, line string) string {
	t.Helper()
	g.Say(`{"type":"command","text":%q}`, line)
	for {
		text, kind, err := g.Hear()
		if err != nil {
			t.Fatalf("nothing is said to %s: %v", line, err)
		}
		var m struct{ Text, Error, Key string }
		json.Unmarshal(text, &m)
		switch kind {
		case "command":
			return m.Text
		case "refused":
			return "refused: " + m.Error
		case "taken":
			return "taken: " + m.Text
		case "again":
			return "again: " + m.Key
		}
	}
}

// A client types the lines of the prompt. What it may ask depends on its seats, and on who else
// plays.
func TestServeReadsLines(t *testing.T) {
	for _, row := range []struct {
		scenario, players, seat, line, want string
	}{
		{"skirmish", "human,greedy", "attacker", "why 3", "d3 (Gypsies) rolls a 1 against 2 and hits (line 3, round 1, magic step)\n  value 2"},
		{"skirmish", "human,greedy", "attacker", "log 1", "    4      attacker takes 1 hit"},
		{"skirmish", "human,greedy", "attacker", "lg 1", `refused: unknown command "lg": did you mean "log"? help lists the commands`},
		{"skirmish", "human,greedy", "attacker", "show d3", "Gypsies"},
		{"skirmish", "human,greedy", "attacker", "scenario skirm", "Taken as scenario skirmish.\nSkirmish at the ford (skirmish)"},
		{"skirmish", "human,greedy", "attacker", "lose d1", "refused: d1 (Buffalo Herd) is no counter of yours (K3.1)"},
		{"skirmish", "human,greedy", "attacker", "wild cat", "taken: lose a3"},
		{"skirmish", "human,greedy", "attacker", "undo all", `refused: undo takes a number from 1, not "all"`},
		{"skirmish", "human,greedy", "attacker", "undo", "refused: undo: there is no answer to take back"},
		{"skirmish", "human,greedy", "attacker", "quit", "refused: quit: close the page; the battle stays, and the same link leads back"},
		{"skirmish", "human,greedy", "attacker", "level", "human plays the attacker, greedy the defender. Levels: easy (careless), normal\n(search), hard (search:48000)."},
		{"skirmish", "human,greedy", "attacker", "level hrad", `refused: unknown level "hrad" (known: easy, normal, hard): did you mean "hard"?`},
		{"skirmish", "human,greedy", "attacker", "seats human,human", "refused: seats: people keep their seats here, because their links lead to them"},
		{"skirmish", "human,human", "attacker", "level hard", "refused: level: other people play, too"},
		{"skirmish", "human,human", "defender", "lose d1", "refused: answer: the attacker is asked now, not you"},
		{"skirmish", "human,human", "defender", "hint", "refused: there is no question that the computer could answer"},
		{"skirmish", "human,human", "watch", "show a1", "Green Knight"},
		{"skirmish", "human,human", "watch", "lose a1", "refused: answer: you watch, and cannot answer"},
		{"skirmish", "human,human", "watch", "odds", "refused: odds: this is for players, and you watch"},
		{"skirmish", "human,human", "watch", "undo", "refused: undo: this is for players, and you watch"},
		{"two-valleys", "human,human", "watch", "board", "refused: board: you watch, and see no units before the end"},
		{"two-valleys", "human,human", "watch", "reach w1", "refused: reach: you watch, and see no units before the end"},
		{"two-valleys", "human,human", "west", "path w1 9999", `refused: hex "9999": there is no column 99, the last one is 09`},
	} {
		t.Run(row.seat+" "+row.line, func(t *testing.T) {
			t.Parallel()
			_, server := servetest.Open(t, row.scenario, 4, strings.Split(row.players, ",")...)
			g := servetest.Visit(t, server.URL, row.seat)
			g.Until("board")
			if said := types(t, g, row.line); !strings.HasPrefix(said, row.want) && (strings.Contains(row.want, ":") || !strings.Contains(said, row.want)) {
				t.Errorf("%q, want %q", said, row.want)
			}
		})
	}
}

// Undo takes back what one line has answered, and redo gives all of it again.
func TestServeUndoesLines(t *testing.T) {
	room, server := servetest.Open(t, "two-valleys", 4, "human", "greedy")
	g := servetest.Visit(t, server.URL, room.Names()[0])
	asked := func() (m protocol.Asked) {
		json.Unmarshal([]byte(g.Until("asked")), &m)
		return m
	}
	first := asked()
	if said := types(t, g, "w1 march 0303 all"); said != "taken: move w1" {
		t.Fatal(said)
	}
	second := asked()
	if second.Question <= first.Question+1 {
		t.Fatalf("the line has answered %d questions", second.Question-first.Question)
	}
	for _, row := range []struct {
		line string
		want protocol.Asked
	}{{"undo", first}, {"redo", second}, {"undo", first}} {
		g.Say(`{"type":"command","text":%q}`, row.line)
		if now := asked(); now.Question != row.want.Question || now.Asks != row.want.Asks {
			t.Errorf("after %s question %d is asked: %s, want %d", row.line, now.Question, now.Asks, row.want.Question)
		}
	}
}

// Who plays alone chooses another player for the computer, and the battle goes on.
func TestServeChangesTheComputer(t *testing.T) {
	_, server := servetest.Open(t, "skirmish", 4, "human", "greedy")
	g := servetest.Visit(t, server.URL, "attacker")
	g.Until("asked")
	g.Answer("lose a1")
	g.Until("asked")
	for _, line := range []string{"level easy", "seats human,careless"} {
		g.Say(`{"type":"command","text":%q}`, line)
		var m protocol.Battle
		json.Unmarshal([]byte(g.Until("battle")), &m)
		if now := m.Seats[1].Player; now != "careless" {
			t.Errorf("after %s %s plays", line, now)
		}
		var next protocol.Asked
		if json.Unmarshal([]byte(g.Until("asked")), &next); next.Question != 2 {
			t.Errorf("after %s question %d is asked", line, next.Question)
		}
	}
}
