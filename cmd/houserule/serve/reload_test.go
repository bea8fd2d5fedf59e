package serve_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/session"
)

// A room plays on under changed mods: it says what has changed, where the battle takes another
// course, and which answers no longer fit. A mod with mistakes changes nothing.
func TestReload(t *testing.T) {
	folder, drafts := t.TempDir(), t.TempDir()
	write := func(value string) {
		t.Helper()
		for file, text := range map[string]string{
			"mod.toml":  "id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"kings\"\n",
			"data.toml": "[patch.thing.gypsies-2]\nset = { value = " + value + " }\n",
		} {
			draft := filepath.Join(drafts, file) // who watches never sees half of a file
			if err := os.WriteFile(draft, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(draft, filepath.Join(folder, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var load func() (session.Game, error)
	mods := session.Mods{Folders: []string{folder}, Load: func([]string) (session.Game, error) { return load() }}
	load = func() (of session.Game, err error) {
		r := bundled.Resolver().Under(games.Ruleset{Mods: []string{folder}})
		lib, err := r.Load(games.Having(games.HasScenario("skirmish")))
		if err != nil {
			return of, err
		}
		return session.Game{Frontend: r.View(lib), Library: lib, Mods: mods}, nil
	}
	write("2")
	h := servetest.Host(t, "skirmish", 4, "human", "greedy")
	var err error
	if h.Game, err = load(); err != nil {
		t.Fatal(err)
	}
	s, err := h.Library.Scenario("skirmish")
	if err != nil {
		t.Fatal(err)
	}
	h.Match.Setup, h.Saves = s.Setup, true
	room, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, "attacker")
	g.Until("asked")
	g.Answer("lose a1")
	gypsies := func(now string) string { return "thing gypsies-2: Gypsies (gypsies-2): creature of the plains, " + now }
	for _, row := range []struct {
		name, value string
		want        protocol.Reloaded
		question    int // that is asked then; 0: the battle is as it was
	}{
		{"nothing", "2", protocol.Reloaded{Course: "Nothing has changed in the battle."}, 2},
		{"a number", "5", protocol.Reloaded{
			Changes: []string{gypsies("value 5, magic, before Gypsies (gypsies-2): creature of the plains, value 2, magic")},
			Course:  "It takes another course in round 1, magic step.\n  before: d3 (Gypsies) rolls a 1 against 2 and hits\n  now:    d3 (Gypsies) rolls a 1 against 5 and hits",
		}, 2},
		{"a mistake", "six", protocol.Reloaded{Error: `try/data.toml:2:17: expected value but found "six" instead: a text stands in quotes`}, 0},
		{"a misfit", "0", protocol.Reloaded{
			Changes: []string{
				gypsies("magic, before Gypsies (gypsies-2): creature of the plains, value 5, magic"),
				"thing gypsies-2: the game has 1 counter of it; it does not fight by itself, before the game has 1 counter of it; it fights in the magic step (K1.3)",
			},
			Course: "It takes another course in round 1, ranged step.\n  before: The magic step\n  now:    The ranged step",
			Misfit: `round 1, ranged step: the journal does not fit this battle: answer 2, "lose a1": a die of 6 sides is asked for`,
		}, 1},
	} {
		write(row.value)
		room.Reload(load())
		var m protocol.Reloaded
		json.Unmarshal([]byte(g.Until("reloaded")), &m)
		m.Error = strings.TrimPrefix(m.Error, filepath.Dir(folder)+"/")
		if row.want.Type = "reloaded"; !reflect.DeepEqual(m, row.want) {
			t.Errorf("%s: %+v, want %+v", row.name, m, row.want)
		}
		if row.question > 0 {
			var asked protocol.Asked
			if json.Unmarshal([]byte(g.Until("asked")), &asked); asked.Question != row.question {
				t.Errorf("%s: question %d is asked, want %d", row.name, asked.Question, row.question)
			}
		}
	}
	if said, want := types(t, g, "watch"), "From now on the mods are loaded again when a file has been saved."; said != want {
		t.Errorf("watch: %q, want %q", said, want)
	}
	write("3")
	for text := ""; !strings.Contains(text, "value 3, magic, before"); { // the first file may be loaded alone
		text = g.Until("reloaded")
	}
	g.Until("asked")
	if said, want := types(t, g, "watch"), "The mods are no longer watched."; said != want {
		t.Errorf("watch again: %q, want %q", said, want)
	}
}
