package scripting

import (
	"fmt"

	"houserule/engine/library/strict"
	"houserule/scripting/check"
	"houserule/scripting/lua"
)

// A Program is the compiled scripts of all mods, which have been loaded. It is immutable and serves
// any number of machines and goroutines.
type Program struct {
	world   *lua.World
	loading *loading // nil once it is compiled
	mods    []*modProgram
	funcs   map[string][]*Func
	entries map[string][]Entry
	decls   map[string][]Registration
	uses    []Use
	methods map[string]bool // those that are called
}

// A modProgram is one mod's part.
type modProgram struct {
	name  string
	files []*fileProgram
}

// A fileProgram is a compiled file.
type fileProgram struct {
	*lua.Code
	owner owner
	hooks []*Func // in the order of Code.Hooks
}

// An owner is the ability or the spell of a script file.
type owner struct{ ability, spell string }

// A Func is one hook of one file, or a function that a script has declared.
type Func struct {
	Mod, Hook, File, Ability string
	Line                     int

	// Reads and Writes are the event's fields that it touches, by their index
	// in the Event; those that it may touch where that cannot be known.
	Reads, Writes []int

	task     lua.Task
	value    lua.Value
	readOnly bool      // of a hook
	lines    []int     // of a hook: by field, the line that writes it; 0 where that is not one line
	returns  lua.Shape // of a declared function
}

// LineOf returns the line of the function that writes a field of the event, or the
// function's own where that is not one line.
func (fn *Func) LineOf(field int) int {
	if line := fn.lines[field]; line > 0 {
		return line
	}
	return fn.Line
}

// A Registration is a declaration of a script: option{ ... }. The ability and the
// spell are those of its [Source].
type Registration struct{ *registration }

type registration struct {
	Name, Mod, File, Ability, Spell string
	Line                            int

	fields lua.Fields
	values []lua.Value
	has    []bool
	funcs  []*Func // its functions; nil for other fields
}

// Value returns a plain field; nil where it was left out or is a function.
func (r Registration) Value(field string) lua.Value {
	if i := r.place(field); i >= 0 {
		return r.values[i]
	}
	return lua.Nil
}

// place returns the place of a field, below 0 for none.
func (r Registration) place(field string) int { return r.fields.Find(field) }

// LineOf returns the line on which a function of it begins, or else its own.
func (r Registration) LineOf(field string) int {
	if i := r.place(field); i >= 0 && r.funcs[i] != nil {
		return r.funcs[i].Line
	}
	return r.Line
}

// Hook returns the name of one of its functions in errors: "option.legal".
func (r Registration) Hook(field string) string { return r.funcs[r.place(field)].Hook }

// Functions returns the fields of it that are functions and that the script gave, in the order
// of the [lua.Register].
func (r Registration) Functions() (fields []string) {
	for i, fn := range r.funcs {
		if fn != nil {
			fields = append(fields, r.fields[i].Name)
		}
	}
	return fields
}

// Has reports whether the script gave the field.
func (r Registration) Has(field string) bool {
	i := r.place(field)
	return i >= 0 && r.has[i]
}

// An Entry is a function that the game calls: "onAttack", or "option.legal" of a
// declaration.
type Entry struct {
	Name, File string
	Line       int
}

// Entries returns the functions of a mod that the game calls: hooks, in the order of the
// sources, then those of declarations.
func (p *Program) Entries(mod string) []Entry { return p.entries[mod] }

// Funcs returns the functions of a hook, in the order of the sources.
func (p *Program) Funcs(hook string) []*Func { return p.funcs[hook] }

// Registered returns the declarations with a Register of this name, in the
// order of the sources.
func (p *Program) Registered(name string) []Registration { return p.decls[name] }

// A Use is a call of a [lua.Function] that is Linked.
type Use struct {
	check.Use
	Mod string
}

// Problem returns a problem of the call.
func (u Use) Problem(format string, args ...any) strict.Problem {
	return strict.Problem{File: u.At.File, Line: u.At.Line, Column: u.At.Column, Text: fmt.Sprintf(format, args...)}
}

// Calls reports whether a script calls a method of this name, and writes the name out.
func (p *Program) Calls(method string) bool { return p.methods[method] }

// Uses returns such calls of all mods, in the order of the sources.
func (p *Program) Uses() []Use { return p.uses }

// A loading is a mod whose files run for the first and only time.
type loading struct {
	mod   int
	owner owner // of the file that runs
	decls []Registration
	last  []lua.Value // the functions of decls and of events
}
