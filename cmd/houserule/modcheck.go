package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

func newModCheck(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check [MOD...]",
		Short: "Say everything that is wrong with mods, all of it at once",
		Long: `Load mods, with those that they require, and say everything that is wrong with
their data and scripts, each with file, line and column. Each of their scenarios
is begun, as houserule battle would. MOD is an id or a folder; without one it is
this folder.`,
		Example:           "  houserule mod check\n  houserule mod check goblins/ --set goblins.boldness=2",
		Args:              arguments(0, -1),
		ValidArgsFunction: completeMods,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return check(cmd.OutOrStdout(), cmd.ErrOrStderr(), args, mods)
		},
	}
}

// check loads the mods that the words name and says what is wrong.
func check(out, errs io.Writer, words []string, mods *modOptions) error {
	known, chosen, err := choose(slices.Concat(words, mods.mods))
	if err != nil {
		return err
	}
	g, err := mods.gameOf(chosen, clue{})
	if err != nil {
		return err
	}
	settings, err := parseSettings(mods.set, nil)
	if err != nil {
		return err
	}
	ids := idsOf(chosen)
	var problems, warnings strict.Problems
	var refusal *library.Refusal
	var installed modhost.Scripts
	lib, err := g.read(known, ids, settings)
	err = mods.blame(err)
	switch {
	case errors.As(err, new(*usageError)):
		return err
	case err == nil:
		if installed, err = g.scripts.Install(lib, modhost.Stop); err != nil && !errors.As(err, &problems) {
			return err
		}
		if len(problems) == 0 {
			problems = scenarioProblems(lib, ids)
		}
		named := slices.DeleteFunc(slices.Clone(lib.Mods), func(m library.ModInfo) bool { return !slices.Contains(ids, m.Mod.ID) })
		problems = slices.Concat(problems, g.testProblems(named, installed))
		warnings = lib.Warnings()
	case errors.As(err, &refusal):
		problems = slices.Concat(refusal.Problems, g.scriptProblems(refusal.Mods), g.testProblems(refusal.Mods, nil))
	default:
		return err
	}
	problems.Sort()
	problems = slices.Compact(problems) // entries that name one script
	wrong := len(problems)
	for _, w := range warnings {
		w.Text = "warning: " + w.Text
		problems = append(problems, w)
	}
	problems.Sort()
	for _, p := range problems {
		fmt.Fprintln(errs, p)
	}
	if wrong > 0 {
		return errors.New(screen.Count(wrong, "mistake"))
	}
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(out, summary(lib, installed, id))
	}
	return nil
}

// scenarioProblems are those of the scenarios that mods bring or change, each of
// which is begun as houserule battle begins it, up to the first question.
func scenarioProblems(lib *library.Library, ids []string) (problems strict.Problems) {
	for _, s := range lib.Scenarios {
		steps, err := lib.Why(library.ScenarioSection + "." + s.ID)
		if err != nil || !slices.ContainsFunc(steps, func(step library.Step) bool { return slices.Contains(ids, step.Mod) }) {
			continue
		}
		if err := toFirstQuestion(lib, s); err != nil {
			problems = append(problems, lib.Problem(s, "scenario %q: %v", s.ID, err))
		}
	}
	return problems
}

// toFirstQuestion plays a scenario until a player is asked, for one step at most.
func toFirstQuestion(lib *library.Library, s *library.Scenario) error {
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		return err
	}
	seats := make([]engine.Oracle, len(s.Setup.SeatNames()))
	for i := range seats {
		seats[i] = engine.OracleFunc(func(engine.Question) (int, error) { return 0, engine.ErrRewind })
	}
	table := engine.NewTable(lib.Dice(max(s.Seed, 1)), seats...)
	if b.Begin(table); table.Err() == nil && !b.Over() {
		b.Step()
	}
	if err := table.Err(); !errors.Is(err, engine.ErrRewind) {
		return err
	}
	return nil
}

// testProblems are those of the tests of mods, none of which is run. Without
// installed it is their scripts alone.
func (g game) testProblems(mods []library.ModInfo, installed modhost.Scripts) (problems strict.Problems) {
	for _, m := range mods {
		var err error
		switch {
		case m.Test == nil:
		case installed != nil:
			_, err = installed.RunTests(m.Mod.ID, "\x00")
		default:
			_, err = scripting.Compile(g.scripts.TestBinding(), []scripting.Source{{Mod: m.Mod.ID, File: m.Test.File, Text: []byte(m.Test.Text)}})
		}
		var found strict.Problems
		if errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	return problems
}

// scriptProblems are those of the scripts of mods whose data cannot be loaded.
func (g game) scriptProblems(mods []library.ModInfo) (problems strict.Problems) {
	for i := range mods {
		var found strict.Problems
		if _, err := scripting.Compile(g.scripts.Binding(), modhost.Sources(&mods[i])); errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	return problems
}

// summary counts what a mod brings: "ok goblins 1.0.0: 1 creature, 2 hooks".
func summary(lib *library.Library, scripts modhost.Scripts, id string) string {
	s := inventory{lib: lib, mod: id}
	for _, section := range lib.System.Sections() {
		s.entries(section.Name, lib.IDs(section.Name), section.Name)
	}
	s.entries("scenario", catalog.ScenarioIDs(lib), "scenario")
	s.entries("rule", catalog.Rules().IDs(lib), "paragraph")
	for _, value := range lib.Values() {
		if strings.HasPrefix(value, "rules.") {
			s.origin(value)
		}
	}
	s.add(s.changes, "changed value")
	var of library.Mod
	for _, m := range lib.Mods {
		if m.Mod.ID == id {
			of = m.Mod
			s.add(len(m.Settings), "setting")
		}
	}
	if program := scripts.Program(); program != nil {
		s.scripted(program)
	}
	if s.parts == nil {
		s.parts = []string{"nothing yet"}
	}
	return fmt.Sprintf("ok %s: %s", of, strings.Join(s.parts, ", "))
}

// An inventory is what a mod brings, counted.
type inventory struct {
	lib     *library.Library
	mod     string
	changes int // of what others bring
	parts   []string
}

func (s *inventory) add(n int, what string) {
	if n > 0 {
		s.parts = append(s.parts, screen.Count(n, what))
	}
}

// origin tells whether a value is the mod's own, and counts the mod's changes
// of it.
func (s *inventory) origin(value string) (own bool) {
	steps, err := s.lib.Why(value)
	if err != nil {
		return false
	}
	for _, step := range steps[1:] {
		if step.Mod == s.mod {
			s.changes++
		}
	}
	return steps[0].Mod == s.mod
}

// entries adds those of a section that are the mod's own.
func (s *inventory) entries(section string, ids []string, what string) {
	n := 0
	for _, id := range ids {
		if s.origin(section + "." + id) {
			n++
		}
	}
	s.add(n, what)
}

// scripted adds the mod's hooks and what its scripts declare.
func (s *inventory) scripted(program *scripting.Program) {
	binding := gameIn(s.lib).scripts.Binding()
	hooks := 0
	for _, e := range binding.Events {
		for _, f := range program.Funcs(e.Hook) {
			if f.Mod == s.mod {
				hooks++
			}
		}
	}
	s.add(hooks, "hook")
	for _, r := range binding.Registers {
		n := 0
		for _, d := range program.Registered(r.Name) {
			if d.Mod == s.mod {
				n++
			}
		}
		s.add(n, "scripted "+r.Name)
	}
}
