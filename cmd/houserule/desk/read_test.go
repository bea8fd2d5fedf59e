package desk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A line is an answer or a command, the command by its name, its short form or its beginning.
// What is meant by fewer letters is told, and a mistake says what to do.
func TestDo(t *testing.T) {
	atFirstQuestion(t, "skirmish", 4, func(d *desk.Desk) {
		for _, row := range []struct{ line, want string }{
			{"lose a1", "answer lose a1"},
			{"LOSE A1", "answer lose a1"},
			{"wild cat", "answer lose a3"},
			{"a2", "answer lose a2"},
			{"why 3", "why [3]"},
			{"w 3", "why [3]"},
			{"sho d1", "show [d1]"},
			{"?", "help []"},
			{"scenario skirm", "scenario [skirm]"},
			{"lose d1", "d1 (Buffalo Herd) is no counter of yours (K3.1)"},
			{"a1 why", "why is nothing that a1 can do: write why [N]"},
			{"shwo a1", `unknown command "shwo": did you mean "show"? help lists the commands`},
			{"3", "3 is not an answer to this question. The attacker takes 1 hit in the magic step. Who takes it: a1 (Green Knight), a2 (Elves), a3 (Wild Cat)?"},
			{"re a1", `"re" could be retreat or remove or review`},
		} {
			var said []string
			var rest view.Line
			taken := func(text string) { said = append(said, "Taken as "+text) }
			err := d.Do(strings.Fields(row.line), &rest, taken, func(act desk.Act) error {
				if act.Command != nil {
					said = append(said, fmt.Sprint(act.Command.Name, " ", act.Words))
				} else {
					said = append(said, "answer "+d.View.Asked().Choice.Name(act.Answer))
				}
				return nil
			})
			if err != nil {
				said = append(said, d.Explain(err))
			}
			if got := strings.Join(said, "; "); got != row.want {
				t.Errorf("%s: %s\nwant %s", row.line, got, row.want)
			}
		}
	})
}

// Every command that looks has an example, which works.
func TestLooks(t *testing.T) {
	for _, scenario := range []string{"skirmish", "golem-wall"} {
		atFirstQuestion(t, scenario, 4, func(d *desk.Desk) {
			for _, c := range d.Looks() {
				words := strings.Fields(d.View.Example(c.Usage, c.Example))
				if !slices.Contains([]string{c.Name, c.Short}, words[0]) {
					t.Errorf("the example of %s is %q", c.Name, words)
				}
				if c.Name == "review" || c.Name == "why" {
					continue // of a battle with answers, and with dice
				}
				if _, err := c.Run(t.Context(), view.Size{Columns: 80, Lines: 24}, words[1:]); err != nil {
					t.Errorf("%s: %q: %v", scenario, words, err)
				}
			}
		})
	}
}

// atFirstQuestion plays a scenario to the first question of its first side, and looks at it.
func atFirstQuestion(t *testing.T, scenario string, seed uint64, look func(*desk.Desk)) {
	t.Helper()
	lib, s, system := gamestest.Having(t, scenario)
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	v := system.New(lib, library.Match{Scenario: scenario, Setup: s.Setup}, b)
	log := screen.Chronicle{Tell: v.Line}
	d := &desk.Desk{System: system, Library: lib, View: v, Log: func() []screen.Line { return log.Lines }, Entries: func() []engine.Entry { return nil }}
	d.Carries = func(*desk.Command) bool { return false }
	asked := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		look(d)
		return 0, engine.ErrRewind
	})
	table := engine.NewTable(lib.Dice(seed), slices.Repeat([]engine.Oracle{asked}, b.Seats())...)
	table.Explain(true)
	table.Past().Keep()
	table.Listen(&log)
	engine.Play(b, table)
}
