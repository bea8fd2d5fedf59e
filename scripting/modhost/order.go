package modhost

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
)

// orderWarnings returns the places where the order of two mods may change a
// result: both write the same field of a hook, and at least one of them does
// more than add to it or subtract from it. A mod that requires the other, or
// names it as optional, intends the order; so does every mod with the base game.
func (m *Mods[B]) orderWarnings() (warnings strict.Problems) {
	for _, h := range m.tables.Hooks {
		funcs := m.program.Funcs(h.Hook)
		for field, f := range h.Fields {
			type writer struct {
				*scripting.Func
				adds bool
			}
			var writers []writer
			for _, fn := range funcs {
				if slices.Contains(fn.Writes, field) {
					writers = append(writers, writer{fn, m.adds(fn, field, f.Name)})
				}
			}
			for i, later := range writers {
				for _, earlier := range writers[:i] {
					if later.Mod == earlier.Mod || earlier.Mod == m.lib.Mod.ID || later.adds && earlier.adds || m.infos[later.Mod].Knows(m.infos[earlier.Mod]) {
						continue
					}
					warnings = append(warnings, strict.Problem{File: later.File, Line: later.LineOf(field), Text: fmt.Sprintf(
						"%s: %s is written by %s, too, in %s:%d, which runs first: in another order something else may come out; name %s in optional of mod.toml if that is meant",
						h.Hook, f.Name, earlier.Mod, earlier.File, earlier.LineOf(field), earlier.Mod)})
				}
			}
		}
	}
	return warnings
}

// adds reports whether a function only adds to a field, or subtracts from it, in one
// line: the order of two such functions does not matter. Values assigned to bonus and
// factor are added and multiplied anyway.
func (m *Mods[B]) adds(fn *scripting.Func, field int, name string) bool {
	if name == "bonus" || name == "factor" {
		return true
	}
	line := m.lineOf(fn.Mod, fn.File, fn.LineOf(field))
	match := addition.FindStringSubmatch(line)
	return match != nil && match[1] == match[2] && strings.HasSuffix(match[1], "."+name) && !strings.Contains(match[3], match[1])
}

var addition = regexp.MustCompile(`(\w+\.\w+)\s*=\s*(\w+\.\w+)\s*[-+]\s*([^=]*)$`)

// lineOf returns a line of a script.
func (m *Mods[B]) lineOf(mod, file string, line int) string {
	i := slices.IndexFunc(m.infos[mod].Scripts, func(s library.Script) bool { return s.File == file })
	if i < 0 {
		return ""
	}
	lines := strings.Split(m.infos[mod].Scripts[i].Text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	text, _, _ := strings.Cut(lines[line-1], "--")
	return strings.TrimSuffix(strings.TrimSpace(text), " end")
}
