package sorcerydata_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

func load(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// All scenarios of the base game are played to their end, and their journals'
// headers read back.
func TestScenarios(t *testing.T) {
	lib := load(t)
	battles, campaigns := 0, 0
	for _, s := range lib.Scenarios {
		for _, name := range []string{"greedy", "random"} {
			for seed := range uint64(enginetest.Rounds(40)) {
				play(t, lib, s, name, seed)
			}
		}
		if _, ok := s.Setup.(sorcery.Campaign); ok {
			campaigns++
		} else {
			battles++
		}
		m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 1, Dice: library.Seeded, Players: []string{"greedy", "random"}}
		read, err := lib.Match(lib.Header(m))
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if got, want := lib.Header(read), lib.Header(m); !slices.Equal(got.Fields, want.Fields) {
			t.Errorf("%s: the header is %v, want %v", s.ID, got, want)
		}
	}
	if battles < 6 || campaigns < 2 {
		t.Errorf("%d battles and %d campaigns, want 6 and 2", battles, campaigns)
	}
}

// play plays a scenario to its end, by two players of a name.
func play(t *testing.T, lib *library.Library, s *library.Scenario, name string, seed uint64) fight.Result {
	t.Helper()
	story, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
	var seats [fight.Seats]engine.Oracle
	for side := range fight.Seats {
		if seats[side], err = lib.Player(name, side, seed); err != nil {
			t.Fatal(err)
		}
	}
	b := story.(*fight.Battle)
	table := engine.NewTable(lib.Dice(seed), seats[:]...)
	result := b.Play(table)
	if table.Err() != nil || !b.Over() {
		t.Fatalf("%s, %s, seed %d: %v, %v", s.ID, name, seed, result, table.Err())
	}
	return result
}

// Scenarios that are meant to be even are so, between players who see what a
// unit is worth: neither side wins less than three battles in ten.
func TestBalance(t *testing.T) {
	lib := load(t)
	uneven := []string{
		"first-muster", // who learns wins
	}
	for _, s := range lib.Scenarios {
		if _, ok := s.Setup.(sorcery.Campaign); ok {
			continue
		}
		const battles = 400
		var wins [fight.Seats]int
		for seed := range uint64(battles) {
			if side := play(t, lib, s, "greedy", seed).Winner; side >= 0 {
				wins[side]++
			}
		}
		t.Logf("%s: %v of %d", s.ID, wins, battles)
		if least := slices.Min(wins[:]); !slices.Contains(uneven, s.ID) && least < battles*3/10 {
			t.Errorf("%s: of %d battles the sides win %v", s.ID, battles, wins)
		}
	}
	var result fight.Result
	for _, s := range lib.Scenarios {
		if s.ID == uneven[0] {
			result = play(t, lib, s, "greedy", s.Seed)
		}
	}
	if result.Winner != fight.Attacker {
		t.Errorf("the tutorial's seed: %v", result)
	}
}

// Every paragraph that the code cites stands in the rulebook.
func TestCitations(t *testing.T) {
	lib := load(t)
	files, err := filepath.Glob("../../sorcery/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	re := regexp.MustCompile(`\bS[0-7](\.[0-9]+)?\b`)
	cited := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range re.FindAllString(string(text), -1) {
			if !cited[id] {
				cited[id] = true
				if _, err := lib.Paragraph(id); err != nil {
					t.Errorf("%s cites %s: %v", filepath.Base(file), id, err)
				}
			}
		}
	}
	if len(cited) < 12 {
		t.Errorf("only %d paragraphs are cited: the test tests nothing", len(cited))
	}
}

// Every key of [rules] stands beside a paragraph.
func TestSwitches(t *testing.T) {
	lib := load(t)
	var switches []string
	for _, p := range lib.Rulebook {
		for _, s := range p.Switches {
			switches = append(switches, s.Key)
		}
	}
	for _, value := range lib.Values() {
		if key, ok := strings.CutPrefix(value, "rules."); ok && !slices.Contains(switches, key) {
			t.Errorf("no paragraph of the rulebook has the switch %s", key)
		}
	}
	if len(switches) == 0 {
		t.Error("no paragraph has a switch: the test tests nothing")
	}
}

// The mod of the README loads.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../../mods/sorcery/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"own/mod.toml": {Data: []byte("id = \"own\"\nversion = \"1.0.0\"\ngame = \"sorcery\"\ntitle = \"T\"\n")}}
	for i, block := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		files[fmt.Sprintf("own/%d.toml", i)] = &fstest.MapFile{Data: []byte(block[1])}
	}
	if len(files) != 3 {
		t.Fatalf("%d files", len(files))
	}
	own := library.At(library.Folder{FS: files, Dir: "own", Where: "own"})
	lib, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("../../..")), []library.Found{own}, []string{"own"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario("border-war")
	if err != nil {
		t.Fatal(err)
	}
	play(t, lib, s, "random", 1)
}
