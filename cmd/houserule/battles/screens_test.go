package battles

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A spy is a rule system that remembers the view it made last.
type spy struct {
	view.Frontend
	view *view.View
}

func (s *spy) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	s.view = s.Frontend.New(lib, m, b)
	return s.view
}

// A sitter is a person at a screen, who types random answers and has the screen
// looked at before each.
type sitter struct {
	spy   *spy
	out   *strings.Builder
	lines []string // of the screen so far
	rng   *rand.Rand
	most  int
	look  func(visible []string)
	size  view.Size
}

func (s *sitter) Next(prompt string) (string, error) {
	printed := strings.Split(s.out.String(), "\n") // the last is empty: the prompt stands there
	s.out.Reset()
	s.lines = append(append(s.lines, printed[:len(printed)-1]...), prompt)
	s.lines = s.lines[max(len(s.lines)-s.size.Lines, 0):]
	c := s.spy.view.Asked().Choice
	if s.most--; s.most < 0 || c == nil {
		return "", io.EOF
	}
	s.look(s.lines)
	var options []int
	for answer := range c.Each {
		options = append(options, answer)
	}
	typed := strings.NewReplacer("choose ", "", "offer ", "surrender ") // what is recorded in other words
	return typed.Replace(c.Name(options[s.rng.IntN(len(options))])), nil
}

func (s *sitter) Interactive() bool { return true }
func (s *sitter) Number() int       { return 0 }
func (s *sitter) Secret(bool)       {}
func (s *sitter) Close() error      { return nil }

// sitDown plays a scenario at the prompt, a person in one seat and the computer
// in all others, and looks at the screen at each question.
func sitDown(t *testing.T, g games.Game, lib *library.Library, scenario string, seat, most int, size view.Size, look func(v *view.View, visible []string)) {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	spied := &spy{Frontend: g.View}
	person := &sitter{spy: spied, out: &out, rng: rand.New(rand.NewPCG(7, 7)), most: most, size: size}
	person.look = func(visible []string) { look(spied.view, visible) }
	o := &playOptions{Options: match.Options{Mods: bundled.Resolver()}}
	places := saves.Places{Data: t.TempDir(), State: t.TempDir()}
	for range 5 { // some are kept already
		if b, err := places.Create(scenario, lib.Header(library.Match{Scenario: scenario, Setup: s.Setup, Players: make([]string, len(s.Setup.SeatNames()))})); err != nil {
			t.Fatal(err)
		} else if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p := repl.New(repl.Config{
		Game: session.Game{Frontend: spied, Library: lib}, Shelf: session.Shelf{Places: places, Seed: func() uint64 { return 1 }}, Lines: person, Out: &out,
		Width: func() int { return size.Columns }, Height: func() int { return size.Lines },
		Welcome: o.greeting(session.Game{Frontend: g.View, Library: lib}, scenario, places),
	})
	m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: max(s.Seed, 1), Dice: library.Seeded}
	for side := range s.Setup.SeatNames() {
		player := "greedy"
		if side == seat {
			player = players.Human
		}
		m.Players = append(m.Players, player)
	}
	if err := p.Start(m); err != nil && !errors.Is(err, repl.ErrMistakes) {
		t.Fatal(err)
	}
}

// aUnitsRow is the row of a stack, a counter or of units of a board.
var aUnitsRow = regexp.MustCompile(`^[a-z ]{6,7}[> .] ?([a-z])(\d+)(?:-(\d+))? `)

// unitsOn are the names in the rows of a board: those of a person's army, and
// all others.
func unitsOn(board string) (own, others []string) {
	names := &others
	for line := range strings.Lines(board) {
		row := aUnitsRow.FindStringSubmatch(line)
		switch {
		case strings.Contains(line, " (human)"):
			names = &own
		case row != nil:
			first, _ := strconv.Atoi(row[2])
			last, _ := strconv.Atoi(cmp.Or(row[3], row[2]))
			for n := first; n <= last; n++ {
				*names = append(*names, fmt.Sprint(row[1], n))
			}
		case !strings.HasPrefix(line, "  "):
			names = &others
		}
	}
	return own, others
}

// At each question a screen of 80 x 24 shows the own army, as far as it has room
// for it, and what is asked, and no line is wider than the screen: of the first seat, and where
// HOUSERULE_LONG is set of all.
func TestOwnArmyIsOnTheScreen(t *testing.T) {
	t.Parallel()
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		looks := 0
		for _, s := range lib.Scenarios {
			seats := len(s.Setup.SeatNames())
			for seat := range seats {
				if !enginetest.Long && seat != 0 {
					continue
				}
				t.Run(fmt.Sprintf("%s %s %d", g.Name(), s.ID, seat), func(t *testing.T) {
					sitDown(t, g, lib, s.ID, seat, 12, view.Size{Columns: 80, Lines: 24}, func(v *view.View, visible []string) {
						looks++
						text := strings.Join(visible, "\n")
						for _, line := range visible {
							if n := screen.Columns(line); n > 80 {
								t.Errorf("%d columns: %q", n, line)
							}
						}
						shown, others := unitsOn(text)
						own, _ := unitsOn(view.Draw(v, view.Size{Columns: 80}))
						missing := slices.DeleteFunc(own, func(name string) bool { return slices.Contains(shown, name) })
						gives := len(shown) == 0 || strings.Contains(text, "... board also shows ") || strings.Contains(text, "... Enter draws the board") // way to news
						if len(missing) > 0 && !gives && (len(others) > 0 || len(shown) < 6) {
							t.Errorf("%s are missing:\n%s", missing, text)
						}
						if asks := strings.Fields(v.Asks()); !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(asks, " ")) {
							t.Errorf("%q is not on the screen:\n%s", asks, text)
						}
					})
				})
			}
		}
		if looks < 5 {
			t.Errorf("%s: only %d screens were looked at", g.Name(), looks)
		}
	}
}

// The first screen says what to type, and names the battles that are kept.
func TestFirstScreen(t *testing.T) {
	t.Parallel()
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		for _, s := range lib.Scenarios {
			sitDown(t, g, lib, s.ID, 0, 1, view.Size{Columns: 80, Lines: 24}, func(_ *view.View, visible []string) {
				text := strings.Join(strings.Fields(strings.Join(visible, "\n")), " ")
				kept := fmt.Sprintf("* Kept: %[1]s.", s.ID)
				for _, want := range []string{"* Welcome", "options", kept, "2 more (load NAME"} {
					if !strings.Contains(text, want) && !(want == "options" && len(s.Lessons) > 0) {
						t.Errorf("%s %s: %q is not on the first screen:\n%s", g.Name(), s.ID, want, text)
					}
				}
			})
		}
	}
}

// Each tutorial has a name of its own, and explains its first question to a person in each
// seat: besides the welcome, a lesson is about what is asked.
func TestTutorialsExplainTheirFirstQuestion(t *testing.T) {
	named := map[string]string{}
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		for _, s := range lib.Scenarios {
			if len(s.Lessons) == 0 {
				continue
			}
			if other := named[s.Name]; other != "" {
				t.Errorf("%s of %s and %s are both called %q", s.ID, g.Name(), other, s.Name)
			}
			named[s.Name] = s.ID + " of " + g.Name()
			for seat := range s.Setup.SeatNames() {
				sitDown(t, g, lib, s.ID, seat, 1, view.Size{Columns: 80, Lines: 24}, func(v *view.View, visible []string) {
					text := strings.Join(strings.Fields(strings.Join(visible, "\n")), " ")
					explained := slices.ContainsFunc(s.Lessons, func(l library.Lesson) bool {
						said := view.ParseLesson(l.Text).Typed(func(string) bool { return true })
						return l.On != view.Start && !strings.HasPrefix(l.On, "round ") && slices.Contains(v.Topics(), l.On) && strings.Contains(text, said)
					})
					if !explained {
						t.Errorf("%s: %q is not explained:\n%s", named[s.Name], v.Asks(), strings.Join(visible, "\n"))
					}
				})
			}
		}
	}
	if len(named) < 4 {
		t.Errorf("there are tutorials %v", named)
	}
}
