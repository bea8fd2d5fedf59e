package modtool

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// ScenarioProblems returns the problems of the scenarios that mods add or change. It begins
// each one as houserule battle does, up to the first question, and then looks for others.
func ScenarioProblems(lib *library.Library, ids []string, others func(*library.Scenario) strict.Problems) (problems strict.Problems) {
	for _, s := range lib.Scenarios {
		steps, err := lib.Why(library.ScenarioSection + "." + s.ID)
		if err != nil || !slices.ContainsFunc(steps, func(step library.Step) bool { return slices.Contains(ids, step.Mod) }) {
			continue
		}
		if err := toFirstQuestion(lib, s); err != nil {
			problems = append(problems, lib.Problem(s, nil, "scenario %q: %v", s.ID, err))
			continue
		}
		problems = append(problems, others(s)...)
	}
	return problems
}

// toFirstQuestion plays a scenario until a player is asked, for one step at most.
func toFirstQuestion(lib *library.Library, s *library.Scenario) error {
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		return err
	}
	stop := engine.OracleFunc(func(engine.Question) (int, error) { return 0, engine.ErrRewind })
	table := engine.NewTable(lib.Dice(max(s.Seed, 1)), slices.Repeat([]engine.Oracle{stop}, len(s.Setup.SeatNames()))...)
	if b.Begin(table); table.Err() == nil && !b.Over() {
		b.Step()
	}
	if err := table.Err(); !errors.Is(err, engine.ErrRewind) {
		return err
	}
	return nil
}

// TestProblems returns the problems in the tests of mods. It runs none of them. Without installed
// it only compiles their scripts.
func (g Game) TestProblems(mods []library.ModInfo, installed modhost.Scripts) (problems strict.Problems) {
	for _, m := range mods {
		var err error
		switch {
		case m.Test == nil:
		case installed != nil:
			_, err = installed.RunTests(m.Mod.ID, "\x00")
		default:
			_, err = scripting.Compile(g.Scripts.TestBinding(g.Own...), []scripting.Source{{Mod: m.Mod.ID, File: m.Test.File, Text: []byte(m.Test.Text)}})
		}
		var found strict.Problems
		if errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	return problems
}

// ScriptProblems returns the problems in the scripts of mods whose data cannot be loaded.
func (g Game) ScriptProblems(mods []library.ModInfo) (problems strict.Problems) {
	for i := range mods {
		var found strict.Problems
		if _, err := scripting.Compile(g.Scripts.Binding(g.Own...), modhost.Sources(&mods[i])); errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	return problems
}

// Summary counts the contents of a mod: "ok goblins 1.0.0: 1 creature, 2 hooks".
func (g Game) Summary(lib *library.Library, scripts modhost.Scripts, id string) string {
	s := inventory{lib: lib, mod: id}
	for _, t := range library.Tables(lib.Format, lib.Own()...) {
		s.entries(t.Section, lib.IDs(t.Section), t.Section)
	}
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
			own := m.Own()
			s.add(len(own.Sections), "section")
			for _, of := range slices.Sorted(maps.Keys(own.Words)) {
				s.add(len(own.Words[of]), "new "+of)
			}
			s.add(len(own.Fields), "field")
		}
	}
	if program := scripts.Program(); program != nil {
		s.scripted(g.Scripts.Binding(), program)
	}
	if s.parts == nil {
		s.parts = []string{"nothing yet"}
	}
	return fmt.Sprintf("ok %s: %s", of, strings.Join(s.parts, ", "))
}

// Functions lists the functions of a mod that the game calls, a line each.
func Functions(scripts modhost.Scripts, id string) (lines []string) {
	program := scripts.Program()
	if program == nil {
		return nil
	}
	for _, e := range program.Entries(id) {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Name))
	}
	return lines
}

// An inventory counts the contents of a mod.
type inventory struct {
	lib     *library.Library
	mod     string
	changes int // of entries of other mods
	parts   []string
}

func (s *inventory) add(n int, what string) {
	if n > 0 {
		s.parts = append(s.parts, screen.Count(n, what))
	}
}

// origin reports whether a value is the mod's own, and counts the mod's changes of
// it.
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

// entries adds the mod's own entries of a section.
func (s *inventory) entries(section string, ids []string, what string) {
	n := 0
	for _, id := range ids {
		if s.origin(section + "." + id) {
			n++
		}
	}
	s.add(n, what)
}

// scripted adds the mod's hooks and the declarations of its scripts.
func (s *inventory) scripted(binding *lua.Binding, program *scripting.Program) {
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
		if r.Name == modhost.Listening {
			s.add(n, "listener")
		} else {
			s.add(n, "scripted "+r.Name)
		}
	}
}
