package modcommands

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// testOptions holds the values of the flags of houserule mod test.
type testOptions struct {
	mods     *games.Resolver
	run      string
	coverage bool
	verbose  bool
	from     string
}

func newTest(mods *games.Resolver) *cobra.Command {
	o := testOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "test [MOD...]",
		Short: "Run the tests of mods",
		Long: `Run the tests in the test.lua of mods. Each mod is loaded with the mods that it
requires. MOD is an id or a folder; without MOD, the tests of the current folder run.
Hooks, options and spells of the scripts that no test has reached are listed.

A test sets up a battle, sets its dice, answers its questions, and states the expected
results. An example for heroes:

  test{ name = "golems strike first", run = function()
    armies("3 gold-golem", "3 bandit")
    dice{7, 3, 10}
    answer("d1 attack a1")
    answer("a1 retaliate")
    expect(stack("a1").count, 2)
    expect_told("Gold Golem of a1 dies")
  end }

--from makes a test out of a played battle, and prints it; append it to test.lua. The
journal is a file, or the name of a battle that the prompt has kept or saved. The test
expects that the same answers and dice lead to the same end.

Exit codes:
  0  all tests pass
  1  a test fails, or a mod cannot be loaded
  2  a mistake on the command line`,
		Example: `  houserule mod test
  houserule mod test goblins/ --run bold
  houserule mod test goblins/ --run bold -v
  houserule mod test morale luck --coverage
  houserule mod test goblins/ --from siege.journal`,
		Args:              usage.Arguments(0, -1),
		ValidArgsFunction: mods.CompleteAnyMod,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				if _, err := os.Stat("mod.toml"); o.from != "" && err != nil {
					return usage.Errorf("--from makes a test of a mod, and this folder is none: name it, as in houserule mod test --from %s MOD", o.from)
				}
				args = []string{"."}
			}
			if o.from != "" {
				return recordTest(cmd.OutOrStdout(), args, o)
			}
			return testMods(cmd.OutOrStdout(), args, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.run, "run", "", "run only the tests whose names contain this `text`")
	f.StringVar(&o.from, "from", "", "print a test made from this `journal`, a file or a name, and run no tests")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show the log of each test, and what scripts traced")
	f.BoolVar(&o.coverage, "coverage", false, "list how often the tests reached each hook, option and spell")
	return cmd
}

// recordTest prints a test of a mod, made out of a journal. The mods and settings are
// those of the journal.
func recordTest(out io.Writer, words []string, o testOptions) error {
	if len(words) > 1 {
		return usage.Errorf("--from makes a test of one mod: name it alone")
	}
	file, err := saves.OpenJournal(o.from)
	if err != nil {
		return fmt.Errorf("%s: %w", o.from, err)
	}
	defer file.Close()
	j, err := engine.ReadJournal(file)
	if errors.Is(err, engine.ErrCutOff) && saves.JournalPath(o.from) != o.from {
		err = errors.New("the battle is not over: a test needs one that has ended")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.from, err)
	}
	known, chosen, err := o.mods.Choose(slices.Concat(words, o.mods.Mods))
	if err != nil {
		return err
	}
	mod := chosen[0].Mod.ID
	hint := games.Hint{Journal: j.Header}
	g, err := o.mods.With(chosen, hint)
	if err != nil {
		return err
	}
	enabled, settings, err := library.ModsOf(j.Header)
	if err != nil {
		return fmt.Errorf("%s: %w", o.from, err)
	}
	if mod != g.Name() && !slices.Contains(enabled, mod) {
		return usage.Errorf("%s: the battle was played without mod %s", o.from, mod)
	}
	lib, _, err := g.Load(known, enabled, settings, modhost.Stop)
	if err != nil {
		return fmt.Errorf("%s: %w", o.from, hint.Missing(err, enabled))
	}
	text, err := modtool.Recorded(lib, mod, "as played: "+strings.TrimSuffix(filepath.Base(o.from), ".journal"), j)
	if err != nil {
		return fmt.Errorf("%s: %w", o.from, err)
	}
	fmt.Fprint(out, recordedWith(mod, enabled, settings), text)
	return nil
}

// recordedWith returns a comment that names the other mods and settings which a test needs.
func recordedWith(mod string, enabled []string, settings map[string]map[string]string) string {
	flags := ""
	for _, id := range enabled {
		if id != mod {
			flags += " --mods " + id
		}
	}
	for _, id := range slices.Sorted(maps.Keys(settings)) {
		for _, name := range slices.Sorted(maps.Keys(settings[id])) {
			if id != mod {
				flags += fmt.Sprintf(" --set %s.%s=%s", id, name, settings[id][name])
			}
		}
	}
	if flags == "" {
		return ""
	}
	return "-- It was played, and must be run, with" + flags + "\n"
}

// testMods tests one mod after another, those of --mods beside it.
func testMods(out io.Writer, words []string, o testOptions) error {
	known, chosen, err := o.mods.Choose(slices.Concat(words, o.mods.Mods))
	if err != nil {
		return err
	}
	settings, err := o.mods.Settings()
	if err != nil {
		return err
	}
	failed, broken := 0, 0
	for _, mod := range chosen[:len(words)] {
		together := append([]library.Found{mod}, chosen[len(words):]...)
		g, err := o.mods.With(together, games.Hint{})
		if err != nil {
			return err
		}
		var report modhost.Report
		_, mods, err := g.Load(known, games.IDs(together), settings, modhost.Stop)
		if err == nil {
			report, err = mods.RunTests(mod.Mod.ID, o.run)
		}
		err = o.mods.Blame(err)
		switch {
		case errors.As(err, new(*usage.Error)):
			return err
		case err != nil:
			broken++
			fmt.Fprintf(out, "%s\nFAIL  %s: cannot be tested\n", library.Explain(err), mod.Folder.Where)
			continue
		}
		failed += report.Failed()
		printReport(out, report, mod.Folder.Where, o)
	}
	var wrong []string
	if failed > 0 {
		wrong = append(wrong, screen.Count(failed, "test")+" failed")
	}
	if broken > 0 {
		wrong = append(wrong, screen.Count(broken, "mod")+" cannot be tested")
	}
	if wrong != nil {
		return errors.New(strings.Join(wrong, ", "))
	}
	return nil
}

// printReport prints the failed tests, then a line for the mod.
func printReport(out io.Writer, r modhost.Report, where string, o testOptions) {
	for _, t := range r.Tests {
		if o.verbose {
			fmt.Fprintf(out, "=== %s\n", t.Name)
			for _, line := range t.Lines {
				fmt.Fprintf(out, "    %s\n", line)
			}
		}
		if t.Failure != nil {
			printFailure(out, t.Name, t.Failure)
		}
	}
	switch n := r.Failed(); {
	case r.File == "":
		fmt.Fprintf(out, "?     %s: no test.lua\n", where)
		return
	case n > 0:
		fmt.Fprintf(out, "FAIL  %s: %d of %s failed\n", r.File, n, screen.Count(len(r.Tests), "test"))
	case len(r.Tests) == 0 && o.run != "":
		fmt.Fprintf(out, "ok    %s: no test's name contains %q\n", r.File, o.run)
	default:
		fmt.Fprintf(out, "ok    %s: %s\n", r.File, screen.Count(len(r.Tests), "test"))
	}
	switch {
	case o.coverage:
		for _, u := range r.Uses {
			fmt.Fprintf(out, "%6d  %s  %s:%d\n", u.Times, u.What, u.File, u.Line)
		}
	case o.run == "":
		for _, u := range r.Unused() {
			fmt.Fprintf(out, "      never run: %s  %s:%d\n", u.What, u.File, u.Line)
		}
	}
}

func printFailure(out io.Writer, name string, f *modhost.Failure) {
	fmt.Fprintf(out, "--- FAIL: %s\n    %s:%d: %s\n", name, f.File, f.Line, f.Text)
	for _, caller := range f.Callers {
		fmt.Fprintf(out, "      called from %s\n", caller)
	}
	if f.Asked != "" {
		fmt.Fprintf(out, "    asked: %s\n", f.Asked)
	}
	if len(f.Log) > 0 {
		fmt.Fprintln(out, "    told:")
	}
	for _, line := range f.Log {
		fmt.Fprintf(out, "      %s\n", line)
	}
}
