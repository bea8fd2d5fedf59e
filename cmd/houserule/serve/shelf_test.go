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
	h.Lead = func(to session.Start) ([]string, error) {
		*begun = append(*begun, strings.TrimSpace(fmt.Sprintf("%s seed %d after %d %s", to.Match.Scenario, to.Match.Seed, len(to.Entries), map[bool]string{true: "watched"}[to.Watched])))
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
		{"replay ford", "again: first", "skirmish seed 4 after 4 watched"},
		{"replay", "refused: replay takes a saved name, as in replay before-the-wall", ""},
		{"forth", "refused: forth is for replays: replay NAME looks at one; undo and redo are for battles", ""},
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
		{"watch", "No mod of yours is loaded: --mods PATH loads one.", ""},
		{"watch it", `refused: "it" is too much: watch takes nothing`, ""},
		{"trace on", "refused: trace: this is for the prompt of the machine itself", ""},
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

// A replay steps through a battle, takes no answers, and leads to a battle that is played on.
func TestServeReplay(t *testing.T) {
	h, begun := shelved(t, "skirmish", "human", "greedy")
	b, err := session.New(h.Ground, engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil }))
	if err == nil {
		err = b.Run(b.Table)
	}
	if err != nil {
		t.Fatal(err)
	}
	h.Entries, h.Watched = b.Entries(), true
	_, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, "all")
	asked := func() (m protocol.Asked) {
		json.Unmarshal([]byte(g.Until("asked")), &m)
		return m
	}
	if first := asked(); !first.Replay || first.Undo || !first.Redo || first.Asks != "The attacker takes 1 hit in the magic step. Who takes it?" {
		t.Errorf("it begins with %+v", first)
	}
	g.Say(`{"type":"answer","option":0}`)
	if got, want := g.Until("refused"), refusal("this is a replay: take plays on from here"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, row := range [][2]string{
		{"lose a1", "refused: this is a replay: take plays on from here, then lose"},
		{"back", "refused: the replay begins here: forth goes forward"},
		{"level hard", "refused: this is a replay: take plays on from here"},
	} {
		if said := types(t, g, row[0]); said != row[1] {
			t.Errorf("%s: %q, want %q", row[0], said, row[1])
		}
	}
	g.Say(`{"type":"command","text":"forth"}`)
	if second := asked(); !second.Undo || second.Asks != "The attacker takes 1 hit in the ranged step. Who takes it?" {
		t.Errorf("it goes on with %+v", second)
	}
	if said := types(t, g, "take"); said != "again: first" || strings.Join(*begun, "") != "skirmish seed 4 after 4" {
		t.Errorf("take: %q, and it begins %q", said, *begun)
	}
	g.Say(`{"type":"command","text":"forth 99"}`)
	var end protocol.End
	if json.Unmarshal([]byte(g.Until("end")), &end); !end.Replay || end.Redo || !end.Undo || end.Others != nil {
		t.Errorf("it ends with %+v", end)
	}
	if said, want := types(t, g, "forth"), "refused: the replay ends here: back goes back, take plays on"; said != want {
		t.Errorf("forth: %q, want %q", said, want)
	}
}
