package scripting

import (
	"errors"
	"math/bits"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A Program is the compiled scripts of all mods, which have been loaded. It is immutable and serves
// any number of machines and goroutines.
type Program struct {
	binding *lookup
	world   *world
	mods    []*modProgram
	funcs   map[string][]*Func
	entries map[string][]Entry
	decls   map[string][]Registration
	uses    []Use
}

// A modProgram is one mod's part.
type modProgram struct {
	name  string
	files []*fileProgram
}

// A fileProgram is a compiled file.
type fileProgram struct {
	*code
	owner owner
	hooks []*Func // in the order of their indexes
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

	mod int

	// Of a hook:
	event   *event
	closure *closure
	touched uint64 // bits of the fields
	lines   map[int]int

	// Of a declared function:
	value   Value
	returns shape
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

	register *register
	values   []Value
	has      []bool
	funcs    []*Func // its functions; nil for other fields
	mod      int
}

// Value returns a plain field; nil where it was left out or is a function.
func (r Registration) Value(field string) Value {
	if i := r.place(field); i >= 0 {
		return r.values[i]
	}
	return Nil
}

// place returns the place of a field, below 0 for none. Fields are few: a map would take longer.
func (r Registration) place(field string) int {
	for i := range r.register.Fields {
		if r.register.Fields[i].Name == field {
			return i
		}
	}
	return -1
}

// LineOf returns the line on which a function of it begins, or else its own.
func (r Registration) LineOf(field string) int {
	if i := r.place(field); i >= 0 && r.funcs[i] != nil {
		return r.funcs[i].Line
	}
	return r.Line
}

// Hook returns the name of one of its functions in errors: "option.legal".
func (r Registration) Hook(field string) string { return r.funcs[r.place(field)].Hook }

// Has reports whether the script gave the field.
func (r Registration) Has(field string) bool {
	i := r.place(field)
	return i >= 0 && r.has[i]
}

// Compile checks and compiles the sources of all mods, and loads them: it runs each file once.
// What is wrong with them comes as [strict.Problems], all of it at once; any other error is about
// the binding.
func Compile(b *Binding, sources []Source) (*Program, error) {
	binding, err := index(b)
	if err != nil {
		return nil, err
	}
	p := &Program{binding: binding, funcs: map[string][]*Func{}, entries: map[string][]Entry{}, decls: map[string][]Registration{}}
	p.world = newWorld(binding)
	var problems strict.Problems
	place := map[string]int{}
	for i := range sources {
		source := &sources[i]
		n, known := place[source.Mod]
		if !known {
			n = len(p.mods)
			place[source.Mod] = n
			p.mods = append(p.mods, &modProgram{name: source.Mod})
		}
		problems = append(problems, p.add(source, n)...)
	}
	if len(problems) == 0 {
		m := NewMachine(p, Limits{})
		for i := range p.mods {
			if problem := p.load(m, i); problem != nil {
				problems = append(problems, *problem)
			}
		}
	}
	problems.Sort()
	if len(problems) > 0 {
		return nil, problems
	}
	return p, nil
}

// add compiles one file.
func (p *Program) add(source *Source, mod int) strict.Problems {
	f, problems := p.open(source)
	if len(problems) > 0 {
		return problems
	}
	file := &fileProgram{code: f.compile(p.world), owner: owner{source.Ability, source.Spell}}
	if len(f.problems) > 0 {
		return f.problems
	}
	p.uses = append(p.uses, f.uses...)
	for _, h := range f.hooks {
		fn := &Func{
			Mod: source.Mod, Hook: h.event.Hook, File: source.File, Ability: source.Ability, Line: h.line,
			Reads: bitsOf(h.reads), Writes: bitsOf(h.writes), touched: h.reads | h.writes, event: h.event, mod: mod,
		}
		if !h.escapes {
			fn.lines = h.lines
		}
		file.hooks = append(file.hooks, fn)
		p.funcs[fn.Hook] = append(p.funcs[fn.Hook], fn)
		p.entries[source.Mod] = append(p.entries[source.Mod], Entry{fn.Hook, source.File, h.line})
	}
	p.mods[mod].files = append(p.mods[mod].files, file)
	return nil
}

// bitsOf returns the numbers in a set.
func bitsOf(set uint64) []int {
	list := make([]int, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

// open parses and checks a file.
func (p *Program) open(source *Source) (*file, strict.Problems) {
	chunk, named, problem := parseSource(source.File, source.Text)
	if problem != nil {
		return nil, strict.Problems{*problem}
	}
	f := &file{
		lookup: p.binding, source: source, lines: strings.Split(string(source.Text), "\n"), chunk: chunk, named: named,
		idents: map[*ast.IdentExpr]*symbol{}, selves: map[*ast.IdentExpr]*hook{},
		bodies: map[*ast.FunctionExpr]*function{}, locals: map[ast.Stmt][]*symbol{},
		assigned: map[string]bool{}, hookAt: map[ast.Stmt]*hook{}, visible: map[*ast.IdentExpr]*scope{}, unsure: map[*ast.AttrGetExpr]bool{},
	}
	f.resolve()
	f.check()
	return f, f.problems
}

// load runs the files of a mod, keeps what they declare, and freezes it.
func (p *Program) load(m *Machine, mod int) *strict.Problem {
	of := p.mods[mod]
	m.Begin(nil)
	in := &loading{mod: mod}
	m.loading = in
	defer func() { m.loading = nil }()
	if err := m.runFiles(of, &Func{Mod: of.name, Hook: "the file", mod: mod}); err != nil {
		problem := &strict.Problem{File: of.name, Text: err.Error()}
		if e, ok := errors.AsType[*Error](err); ok {
			problem.File, problem.Line, problem.Text = e.File, e.Line, e.Text
		}
		return problem
	}
	for _, r := range in.decls {
		p.decls[r.Name] = append(p.decls[r.Name], r)
		for i, fn := range r.funcs {
			if fn != nil {
				p.entries[of.name] = append(p.entries[of.name], Entry{fn.Hook, r.File, r.LineOf(r.register.Fields[i].Name)})
			}
		}
	}
	return nil
}

// runFiles runs the files of a mod, and freezes what its functions reach.
func (m *Machine) runFiles(of *modProgram, fn *Func) (err error) {
	m.limits.Call = loadSteps
	if err := m.enter(fn, false); err != nil {
		return err
	}
	defer m.mend(m.depth, &err)
	in := m.loading
	for _, file := range of.files {
		in.file, in.owner = file.file, file.owner
		in.hooks = make([]*closure, len(file.hooks))
		m.run(&closure{code: file.code}, len(m.args))
		for i, hook := range file.hooks {
			hook.closure = in.hooks[i]
			in.values = append(in.values, Value{is: valueFunction, ext: in.hooks[i]})
		}
	}
	for _, v := range in.values {
		m.freeze(v)
	}
	m.leave(nil)
	return nil
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
