package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/heroesview"
	"houserule/engine/library"
	"houserule/engine/players"
)

// At the end the prompt names the winner, "you" for a person who plays alone, what
// is left, and how to go on.
func TestVerdict(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		name, lines string
		players     []string
		dice        []int
		want        string
	}{
		{"won", "hold\nattack d1", []string{players.Human, "reference"}, []int{1, 10}, "You win.\n  aggressor's survivors: a1 (3 Gold Golem)\nundo goes back, review separates luck from skill, new starts another battle, save NAME saves this one, quit leaves.\n"},
		{"lost", "attack a1", []string{"greedy", players.Human}, []int{10, 10}, "You lose: the aggressor wins.\n  aggressor's survivors: "},
		{"two people", "attack a1\nretaliate", []string{players.Human, players.Human}, []int{1, 10}, "The aggressor wins.\n  aggressor's survivors: a1 (3 Gold Golem)\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			setup, err := heroesview.Frontend{}.Setup(lib, nil, map[string]string{"aggressor": "3 gold-golem", "defender": "1 bandit"})
			if err != nil {
				t.Fatal(err)
			}
			m := library.Match{Setup: setup, Players: test.players, Dice: library.Scripted, Script: append(test.dice, 10, 10, 10, 10, 10, 10), Seed: 1}
			_, out := typing(t, heroesview.Frontend{}, lib, m, test.lines)
			if !strings.Contains(out, "\n"+test.want) {
				t.Errorf("it says\n%s", out)
			}
		})
	}
}

// load lists what can be loaded, the newest first, with its scenario, its round and
// the seat that is asked. A battle without a person's answer is not listed, nor kept.
func TestLoadLists(t *testing.T) {
	lib, places := testLibrary(t), folders(t)
	journal := func(name string) string { return filepath.Join(places.State, "battles", name+".journal") }
	play := func(s sitting) string {
		t.Helper()
		text, err := sit(lib, places, s)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	play(sitting{lines: "shoot d1"})
	play(sitting{scenario: "siege", lines: "hint"})
	play(sitting{scenario: "siege", players: []string{"greedy", "greedy"}, lines: "quit"})
	play(sitting{scenario: "duel", players: []string{players.Human, players.Human}, lines: "hint"})
	play(sitting{lines: "shoot d1\nundo\nquit"})
	if files, _ := filepath.Glob(journal("*")); len(files) != 1 {
		t.Errorf("kept are %q", files)
	}
	play(sitting{scenario: "casters", seed: 3, lines: "pass\nsave named"})
	for name, day := range map[string]int{journal("golem-wall.1"): 3, journal("casters.1"): 1, filepath.Join(places.Data, "saves", "named.journal"): 2} {
		when := time.Date(2026, 5, day, 10, 30, 0, 0, time.Local)
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	untouched, err := os.ReadFile(journal("casters.1"))
	if err != nil {
		t.Fatal(err)
	}
	head, seats, _ := strings.Cut(string(untouched), "\nseats ") // as a program leaves it that is killed
	seats, _, _ = strings.Cut(seats, "\n")
	if err := os.WriteFile(journal("casters.7"), []byte(head+"\nseats "+seats+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := play(sitting{lines: "load\nquit"})
	_, list, _ := strings.Cut(text, "> load\n")
	list, _, _ = strings.Cut(list, "aggressor ")
	want := `  golem-wall.1  2026-05-03 10:30  golem-wall  round 1, phase 7, aggressor
  named         2026-05-02 10:30  casters     round 1, phase 3, d2 (3 Wolf),
                                              aggressor
  casters.1     2026-05-01 10:30  casters     round 1, phase 3, d2 (3 Wolf),
                                              aggressor
`
	if list != want {
		t.Errorf("the list is\n%s\nwant\n%s", list, want)
	}
}
