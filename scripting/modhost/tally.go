package modhost

import (
	"maps"

	"houserule/scripting"
)

// A tally counts the uses of a mod's scripts.
type tally struct {
	hooks    map[*scripting.Func]int
	looked   map[*scripting.Func]int // runs of hooks that only list options for the test
	declared map[string]int          // uses of declarations, by their name in TestTables.Covers
}

func newTally() tally {
	return tally{map[*scripting.Func]int{}, map[*scripting.Func]int{}, map[string]int{}}
}

func (t tally) used(what string) { t.declared[what]++ }

func (t tally) add(other tally) {
	for _, hooks := range []map[*scripting.Func]int{other.hooks, other.looked} {
		for fn, n := range hooks {
			t.hooks[fn] += n
		}
	}
	for what, n := range other.declared {
		t.declared[what] += n
	}
}

// uses returns the hooks of a mod, in the order in which a battle reaches them, then
// its declarations.
func (m *Mods[B]) uses(id string, total tally) []Use {
	if m.program == nil {
		return nil
	}
	var uses []Use
	for _, hk := range m.tables.Hooks {
		for _, fn := range m.program.Funcs(hk.Hook) {
			if fn.Mod != id {
				continue
			}
			what := fn.Hook
			if fn.Ability != "" {
				what += " of " + fn.Ability
			}
			uses = append(uses, Use{what, fn.File, fn.Line, total.hooks[fn]})
		}
	}
	for _, register := range m.tables.Registers {
		for _, r := range m.program.Registered(register.Name) {
			if r.Mod != id {
				continue
			}
			what := m.tables.Tests.Covers(r)
			if name, ok := m.options[r]; ok {
				what = "option " + name
			}
			if what != "" {
				uses = append(uses, Use{what, r.File, r.Line, total.declared[what]})
			}
		}
	}
	return uses
}

// own returns the mods for one test of a mod: its settings are the test's own, and
// an error is always the battle's.
func (m *Mods[B]) own(id string) *Mods[B] {
	own := *m
	own.policy = Stop
	own.infos = maps.Clone(m.infos)
	info := *own.infos[id]
	info.Settings = append(info.Settings[:0:0], info.Settings...)
	own.infos[id] = &info
	return &own
}
