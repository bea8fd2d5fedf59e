package repl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/saves"
	"houserule/engine"
)

// Answers survive what happens to the disk: the battle goes on in memory and
// says so once, and what was saved elsewhere is whole.
func TestDiskFails(t *testing.T) {
	places := folders(t)
	s := &scripted{lines: []string{"shoot d1", "fail", "a5 swarm", "a6 swarm", "save rest"}}
	p, out := s.play(t, places, map[string]func(*Prompt){
		"fail": func(p *Prompt) { p.Kept.Close() }, // what is written from now on fails
	})
	if n := strings.Count(inOneLine(out), "The battle continues in memory, and each answer tries to write it again. save FILE writes it to another place. "); n != 1 {
		t.Errorf("it is said %d times that the disk fails, want once\n%s", n, out)
	}
	if !strings.HasSuffix(out, "\nThe battle on disk is not up to date: battle golem-wall.1 is closed.\n") {
		t.Errorf("the end does not warn:\n%s", out)
	}
	j, _, err := places.Load("rest")
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Entries) != len(p.Entries()) {
		t.Errorf("%d answers are saved of %d", len(j.Entries), len(p.Entries()))
	}
}

// Each answer tries again to write the battle, until that works.
func TestDiskComesBack(t *testing.T) {
	inTheWay := func(places saves.Places) string {
		return filepath.Join(places.State, "battles", "golem-wall.1.journal.houserule-new")
	}
	for name, test := range map[string]struct {
		lines []string
		block func(saves.Places) error
		free  func(saves.Places) error
		lost  string
		quit  string // what the first quit says, if it is to warn
	}{
		"from the start": {
			lines: []string{"shoot d1", "a5 swarm", "free", "a6 swarm"},
			block: func(places saves.Places) error { return os.WriteFile(places.State, nil, 0o644) },
			free:  func(places saves.Places) error { return os.Remove(places.State) },
			lost:  "cannot make the folder STATE/battles: STATE is no folder. ",
		},
		"after an undo": {
			lines: []string{"shoot d1", "a5 swarm", "block", "undo", "a6 swarm", "free", "undo", "a6 swarm"},
			block: func(places saves.Places) error {
				return errors.Join(os.Remove(filepath.Join(places.State, "battles", "golem-wall.1.journal")), os.Mkdir(inTheWay(places), 0o755))
			},
			free: func(places saves.Places) error { return os.Remove(inTheWay(places)) },
			lost: "cannot write STATE/battles/golem-wall.1.journal: is a directory. ",
		},
		"at the end": {
			lines: []string{"shoot d1", "a5 swarm", "block", "undo", "quit", "free", "quit"},
			block: func(places saves.Places) error {
				return errors.Join(os.Remove(filepath.Join(places.State, "battles", "golem-wall.1.journal")), os.Mkdir(inTheWay(places), 0o755))
			},
			free: func(places saves.Places) error { return os.Remove(inTheWay(places)) },
			quit: "The battle is not on disk: cannot write STATE/battles/golem-wall.1.journal: is a directory. save FILE writes it to another place. quit again leaves. ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("an open file cannot be removed there")
			}
			places := folders(t)
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Contains(test.lines, "block") {
				must(test.block(places))
			}
			s := &scripted{lines: test.lines, person: true}
			p, out := s.play(t, places, map[string]func(*Prompt){
				"block": func(*Prompt) { must(test.block(places)) },
				"free":  func(*Prompt) { must(test.free(places)) },
			})
			text := strings.ReplaceAll(inOneLine(out), places.State, "STATE")
			for _, want := range []string{test.lost, "golem-wall.1 is on disk again. ", test.quit} {
				if n := strings.Count(text, want); want != "" && n != 1 {
					t.Errorf("it says %d times %q\n%s", n, want, out)
				}
			}
			j, _, err := places.Load("golem-wall.1")
			must(err)
			same := func(on, answered engine.Entry) bool {
				return on.Side == answered.Side && on.String() == answered.String()
			}
			if !slices.EqualFunc(j.Entries, p.Entries(), same) {
				t.Errorf("on disk are %v, answered were %v", j.Entries, p.Entries())
			}
		})
	}
}

// Whatever leads out of a replay gives up the battle that it has set aside, unless it
// goes back to it. One in which no person has answered goes.
func TestReplaysGiveUpTheBattle(t *testing.T) {
	const goesOn = "golem-wall.1 is kept: load golem-wall.1 continues it."
	for _, test := range []struct {
		before, out string // the answer, and what leads out of the replay
		said        string
		battle      error // why the battle cannot be gone on with elsewhere then
	}{
		{"shoot d1", "new", goesOn, nil},
		{"shoot d1", "seed 5", goesOn, nil},
		{"shoot d1", "load x", goesOn, nil},
		{"shoot d1", "take", goesOn, nil},
		{"shoot d1", "", "golem-wall.1 is kept: houserule play --resume continues it.", nil},
		{"shoot d1", "replay x", "", saves.ErrElsewhere},
		{"shoot d1", "quit", "", saves.ErrElsewhere},
		{"hint", "new", "", nil},
	} {
		t.Run(test.before+", "+test.out, func(t *testing.T) {
			places := folders(t)
			looked := false
			look := func(p *Prompt) {
				looked = true
				kept, _, err := places.Resume("golem-wall.1")
				if err == nil {
					kept.Close()
				}
				unknown := new(engine.Unknown)
				if gone := errors.As(err, &unknown); gone != (test.before == "hint") || !gone && !errors.Is(err, test.battle) {
					t.Errorf("the battle that was set aside: %v", err)
				}
			}
			s := &scripted{lines: []string{test.before, "save x", "replay x", test.out, "look"}}
			if test.out == "" {
				s.lines = s.lines[:3]
			}
			p, out := s.play(t, places, map[string]func(*Prompt){"look": look})
			if !looked {
				look(p)
			}
			if test.said != "" && strings.Count(out, "\n"+test.said+"\n") != 1 {
				t.Errorf("want once %s\n%s", test.said, out)
			}
		})
	}
}

// All is taken back, and the disk still has the answers: quit warns of that, and
// leaving says it.
func TestUndoneIsStillOnDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open folder cannot be moved there")
	}
	places := folders(t)
	battles := filepath.Join(places.State, "battles")
	s := &scripted{lines: []string{"shoot d1", "block", "undo", "quit", "quit"}, person: true}
	_, out := s.play(t, places, map[string]func(*Prompt){
		"block": func(*Prompt) {
			if err := errors.Join(os.Rename(battles, battles+"-away"), os.WriteFile(battles, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		},
	})
	text := inOneLine(out)
	for _, want := range []string{"The battle is not on disk: ", "The battle on disk is not up to date: "} {
		if strings.Count(text, want) != 1 {
			t.Errorf("it does not say %q once:\n%s", want, out)
		}
	}
}

// inOneLine is a text without its line breaks, which depend on its paths.
func inOneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// scripted types lines, and does what some of them stand for.
type scripted struct {
	lines  []string
	events map[string]func(*Prompt)
	person bool
	p      *Prompt
	n      int
}

// play plays the golem wall, and returns what was printed.
func (s *scripted) play(t *testing.T, places saves.Places, events map[string]func(*Prompt)) (*Prompt, string) {
	t.Helper()
	lib := testLibrary(t)
	var out strings.Builder
	s.events = events
	s.p = newPrompt(lib, places, sitting{}, &out)
	s.p.Lines = s
	m, err := sitting{}.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.p.Start(m); err != nil {
		t.Fatal(err)
	}
	return s.p, out.String()
}

func (s *scripted) Next(string) (string, error) {
	if s.n == len(s.lines) {
		return "", io.EOF
	}
	line := s.lines[s.n]
	s.n++
	if event := s.events[line]; event != nil {
		event(s.p)
		return s.Next("")
	}
	return line, nil
}
func (s *scripted) Interactive() bool { return s.person }
func (s *scripted) Number() int       { return s.n }
func (s *scripted) Secret(bool)       {}
func (s *scripted) Close() error      { return nil }

// A battle goes on when the save that it was loaded from is removed, and can be saved
// under that name again. With over the name may be that of another battle.
func TestSavesAreRemovedAndReplaced(t *testing.T) {
	places := folders(t)
	s := &scripted{lines: []string{
		"save wall", "shoot d1", "save wall over", "load wall", "save wall remove", "a5 swarm", "save wall",
		"new", "save wall over", "save other", "save other remove",
	}}
	_, out := s.play(t, places, nil)
	text := strings.ReplaceAll(inOneLine(out), places.Data, "DATA")
	for _, want := range []string{
		"Removed DATA/saves/wall.journal. ",
		"Removed DATA/saves/other.journal. ",
	} {
		if n := strings.Count(text, want); n != 1 {
			t.Errorf("it says %d times %q\n%s", n, want, out)
		}
	}
	if n := strings.Count(text, "Saved in DATA/saves/wall.journal. "); n != 4 {
		t.Errorf("wall is saved %d times\n%s", n, out)
	}
	j, _, err := places.Load("wall")
	if err != nil || len(j.Entries) != 0 {
		t.Errorf("wall is %+v (%v)", j, err)
	}
}
