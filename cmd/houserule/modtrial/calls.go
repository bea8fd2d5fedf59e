package modtrial

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/scripting"
)

// calls is a [modhost.CallMeter] that notes which functions have been called.
type calls struct {
	hooks    map[*scripting.Func]bool
	declared map[declared]bool
}

// A declared is a function of a declaration.
type declared struct {
	scripting.Registration
	field string
}

func newCalls() *calls { return &calls{map[*scripting.Func]bool{}, map[declared]bool{}} }

// Ran notes the call of a hook.
func (c *calls) Ran(fn *scripting.Func, _ bool) { c.hooks[fn] = true }

// Called notes the call of a function of a declaration.
func (c *calls) Called(r scripting.Registration, field string) { c.declared[declared{r, field}] = true }

// A part is a hook or a declaration of the mods. Its functions are called only in some battles.
type part struct {
	strict.Problem // its place and name
	functions      int
	left           []string // functions that no battle has called; of a hook ""
	of             entry    // whose script it is, if any
}

// parts returns the hooks and the declarations of the mods.
func (r *runner) parts() (all []part) {
	program := r.Scripts.Program()
	if program == nil {
		return nil
	}
	for _, e := range r.Binding.Events {
		for _, fn := range program.Funcs(e.Hook) {
			if !slices.Contains(r.Mods, fn.Mod) {
				continue
			}
			p := part{functions: 1, Problem: strict.Problem{File: fn.File, Line: fn.Line, Text: fn.Hook}}
			if fn.Ability != "" {
				p.Text += " of " + fn.Ability
				p.of = entry{"ability", fn.Ability}
			}
			if !r.calls.hooks[fn] {
				p.left = []string{""}
			}
			all = append(all, p)
		}
	}
	for _, register := range r.Binding.Registers {
		for _, d := range r.declared(register.Name) {
			functions := d.Functions()
			p := part{functions: len(functions), Problem: strict.Problem{File: d.File, Line: d.Line}}
			p.left = slices.DeleteFunc(functions, func(field string) bool { return r.calls.declared[declared{d, field}] })
			switch {
			case d.Spell != "":
				p.of = entry{"spell", d.Spell}
			case d.Ability != "":
				p.of = entry{"ability", d.Ability}
			}
			if len(p.left) > 0 {
				p.Line = d.LineOf(p.left[0])
				p.Text = fmt.Sprintf("%s of %s", engine.List(p.left, "and"), nameOf(d))
			}
			all = append(all, p)
		}
	}
	return all
}

// nameOf returns a declaration in words: "option charge", "spell mire".
func nameOf(d scripting.Registration) string {
	for _, name := range []string{d.Value("name").Text(), d.Value("event").Text(), d.Spell} {
		if name != "" {
			return d.Name + " " + name
		}
	}
	return d.Name
}

// misses reports whether no battle has called some function of the scripts of a focus.
func (r *runner) misses(f focus) bool {
	return slices.ContainsFunc(r.parts(), func(p part) bool {
		return len(p.left) > 0 && slices.Contains(f.entries, p.of)
	})
}

// uncalled warns of the functions of the mods that no battle has called.
func (r *runner) uncalled() {
	for _, p := range r.parts() {
		r.report.Functions += p.functions
		switch len(p.left) {
		case 0:
			continue
		case 1:
			p.Text += " is never called"
		default:
			p.Text += " are never called"
		}
		if slices.Contains(r.plan.idle, p.of) {
			p.Text += ": nothing in the data has this " + p.of.section
		}
		r.report.Warnings = append(r.report.Warnings, p.Problem)
	}
}

// idle warns of entries that nothing has, unless [runner.uncalled] does.
func (r *runner) idle() {
	for _, e := range r.plan.idle {
		if !slices.ContainsFunc(r.parts(), func(p part) bool { return p.of == e }) {
			steps, _ := r.Library.Why(e.section + "." + e.id)
			r.report.Warnings = append(r.report.Warnings, strict.Problem{File: steps[0].Place, Text: fmt.Sprintf("%s %s is in no battle: nothing in the data has it", e.section, e.id)})
		}
	}
}
