package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/session"
	"houserule/engine"
	"houserule/engine/library"
)

// shelved is the host of a scenario whose clients may save and load, and what other battles it
// has begun: with the seed and the number of answers of each.
func shelved(t *testing.T, scenario string, players ...string) (h *protocol.Host, begun *[]string) {
	t.Helper()
	h, begun = servetest.Host(t, scenario, 4, players...), new([]string)
	folder := t.TempDir()
	h.Shelf = session.Shelf{Places: saves.Places{State: folder, Data: folder}, Seed: func() uint64 { return 9 }, NoFiles: true}
	h.Saves = true
	h.Lead = func(on session.Ground, entries []engine.Entry) ([]string, error) {
		*begun = append(*begun, fmt.Sprintf("%s seed %d after %d", on.Match.Scenario, on.Match.Seed, len(entries)))
		return []string{"first", "watch"}, nil
	}
	return h, begun
}

// Who plays alone saves the battle, and goes to others, with the words of the prompt.
func TestServeShelf(t *testing.T) {
	h, begun := shelved(t, "skirmish", "human", "greedy")
	_, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, "attacker")
	g.Until("asked")
	for _, row := range []struct{ line, want, begun string }{
		{"load", "Nothing is saved yet: save NAME saves this battle.", ""},
		{"lose a1", "taken: lose a1", ""},
		{"save ford", "Saved in ford.", ""},
		{"save ./ford.journal", "refused: ./ford.journal is a file, and files are for the prompt of the machine itself: give a name, as in save before-the-wall", ""},
		{"load /etc/passwd", "refused: /etc/passwd is a file, and files are for the prompt of the machine itself: give a name, as in save before-the-wall", ""},
		{"load", "skirmish  round 1, ranged step, attacker", ""},
		{"load frod", `refused: unknown save "frod" (known: ford): did you mean "ford"?`, ""},
		{"load ford", "again: first", "skirmish seed 4 after 4"},
		{"new", "again: first", "skirmish seed 9 after 0"},
		{"new duel seed 5", "again: first", "duel seed 5 after 0"},
		{"new dule", `refused: unknown scenario "dule": did you mean "duel"?`, ""},
		{"seed", "seed 4.", ""},
		{"seed 7", "again: first", "skirmish seed 7 after 0"},
		{"seed x", `refused: seed takes a whole number from 0, not "x"`, ""},
		{"save ford remove", "Removed ford.", ""},
		{"reload", "refused: there are no mods to load again", ""},
		{"mods", "kings 1.0.0", ""},
		{"lua 1 + 1", "refused: there are no scripts here", ""},
		{"watch", "refused: watch: this is for the prompt of the machine itself", ""},
	} {
		*begun = nil
		if said := types(t, g, row.line); !strings.Contains(said, row.want) || row.begun != strings.Join(*begun, ", ") {
			t.Errorf("%s: %q, want %q; it begins %q, want %q", row.line, said, row.want, *begun, row.begun)
		}
	}
}

// Who plays with others, or at a server for others, neither saves nor leads elsewhere.
func TestServeShelfIsPrivate(t *testing.T) {
	h, begun := shelved(t, "skirmish", "human", "human")
	_, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, "attacker")
	g.Until("asked")
	for line, want := range map[string]string{
		"save ford": "refused: save: other people play, too", "seed": "refused: seed: other people play, too",
		"new": "refused: new: the battle is not over", "load": "refused: load: other people play, too",
	} {
		if said := types(t, g, line); said != want {
			t.Errorf("%s: %q, want %q", line, said, want)
		}
	}
	h, _ = shelved(t, "skirmish", "human", "greedy")
	h.Saves = false
	_, server = servetest.Room(t, h)
	g = servetest.Visit(t, server.URL, "attacker")
	g.Until("asked")
	for _, line := range []string{"save ford", "load ford", "lua 1"} {
		word, _, _ := strings.Cut(line, " ")
		if said, want := types(t, g, line), fmt.Sprintf("refused: %s: the server is for clients elsewhere, too: serve --saves allows it to them", word); said != want {
			t.Errorf("%s: %q, want %q", line, said, want)
		}
	}
	if len(*begun) > 0 {
		t.Errorf("it begins %v", *begun)
	}
}

// Dice that a person rolls are asked for like answers, and are taken back with the line before
// them.
func TestServeRolledDice(t *testing.T) {
	h := servetest.Host(t, "skirmish", 4, "human", "greedy")
	h.Match.Dice = library.Asked
	_, server := servetest.Room(t, h)
	g, watches := servetest.Visit(t, server.URL, "attacker"), servetest.Visit(t, server.URL, "watch")
	var m protocol.Asked
	if json.Unmarshal([]byte(g.Until("asked")), &m); m.Seat != "dice" || m.Count != 6 || m.Options[5].Text != "6" {
		t.Errorf("it asks %+v", m)
	}
	if text := watches.Until("waiting"); !strings.Contains(text, `"seat":"dice"`) {
		t.Errorf("a spectator is told %s", text)
	}
	for _, row := range [][2]string{
		{"7", "refused: a d6 shows 1 to 6: type one number"}, {"six", `refused: unknown command "six": help lists the commands`}, {"2", "taken: 2"}, {"wild cat", "taken: lose a3"},
	} {
		if said := types(t, g, row[0]); said != row[1] {
			t.Errorf("%s: %q, want %q", row[0], said, row[1])
		}
	}
	g.Until("asked")
	g.Say(`{"type":"command","text":"undo 2"}`)
	var back protocol.Asked
	if json.Unmarshal([]byte(g.Until("asked")), &back); back.Question != m.Question || back.Asks != m.Asks {
		t.Errorf("after undo it asks %+v, want %+v", back, m)
	}
	g.Say(`{"type":"answer","option":4}`)
	if text := g.Until("taken"); !strings.Contains(text, `"text":"5"`) {
		t.Errorf("it takes %s", text)
	}
}
