package scripting

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A Program is the compiled scripts of all mods. It is immutable and serves
// any number of machines and goroutines.
type Program struct {
	binding *lookup
	world   *world
	mods    []*modProgram
	funcs   map[string][]*Func
	fits    []fit
	codes   map[*lua.FunctionProto]*code
	entries map[string][]Entry
	decls   map[string][]Registration
	uses    []Use
	quick   int // number of functions that Machine.Quick can call
}

// A modProgram is one mod's part.
type modProgram struct {
	name   string
	files  []*lua.FunctionProto
	owners []owner // of each of the files
	slots  int     // hooks
	linked int     // locals of files that compiled functions read
	quick  []*Func // those that Machine.Quick can call
}

// An owner is the ability or the spell of a script file.
type owner struct{ ability, spell string }

// A Func is one hook of one file.
type Func struct {
	Mod, Hook, File, Ability string
	Line                     int

	// Reads and Writes are the event's fields that it touches, by their index
	// in the Event; those that it may touch where that cannot be known.
	Reads, Writes []int
	// Lowered hooks are called without making an object of the event.
	Lowered bool

	event   *event
	code    *code
	quick   int // its index in Machine.quick; 0 if Machine.Quick cannot call it
	game    bool
	mod     int
	slot    int
	touched []int // the parameters of a lowered hook
	results []int // where each of Writes is in touched
	lines   map[int]int
	returns shape // of a declared function
}

// CallsGame reports whether Quick calls functions of the game, or gets lists from it, for the
// function.
func (fn *Func) CallsGame() bool { return fn.game }

// LineOf returns the line of the function that writes a field of the event, or the
// function's own where that is not one line.
func (fn *Func) LineOf(field int) int {
	if line := fn.lines[field]; line > 0 {
		return line
	}
	return fn.Line
}

// A fit is a check of a field's value while a lowered hook runs.
type fit struct {
	shape shape
	name  string
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
	index    int
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

// Compile checks and compiles the sources of all mods, and runs each once to
// see that it can be loaded. What is wrong with them comes as
// [strict.Problems], all of it at once; any other error is about the binding.
func Compile(b *Binding, sources []Source) (*Program, error) {
	return compile(b, sources, closures)
}

// A mode is how hooks run. All do the same.
type mode int

const (
	whole    mode = iota // on the machine underneath, with their events as objects
	lowered              // there, with the fields as parameters where that can be
	closures             // compiled, where that can be
)

func compile(b *Binding, sources []Source, how mode) (*Program, error) {
	binding, err := index(b)
	if err != nil {
		return nil, err
	}
	p := &Program{binding: binding, funcs: map[string][]*Func{}, codes: map[*lua.FunctionProto]*code{}, entries: map[string][]Entry{}, decls: map[string][]Registration{}}
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
		found, again := p.add(source, n, how)
		if again {
			found, _ = p.add(source, n, whole)
		}
		problems = append(problems, found...)
	}
	if len(problems) == 0 {
		problems = p.try()
	}
	problems.Sort()
	if len(problems) > 0 {
		return nil, problems
	}
	return p, nil
}

// add compiles one file; again asks to do it without lowering.
func (p *Program) add(source *Source, mod int, how mode) (problems strict.Problems, again bool) {
	f, problems := p.open(source)
	if len(problems) > 0 {
		return problems, false
	}
	of := p.mods[mod]
	for i, h := range f.hooks {
		h.index = of.slots + i
	}
	fits := len(p.fits)
	f.lifts = how >= lowered
	if how == closures {
		f.codes = f.compile(p.world, &of.linked)
	}
	proto, problem := p.translate(f)
	if problem != nil {
		p.fits = p.fits[:fits]
		return strict.Problems{*problem}, f.lifts
	}
	of.files, of.owners = append(of.files, proto), append(of.owners, owner{source.Ability, source.Spell})
	of.slots += len(f.hooks)
	p.uses = append(p.uses, f.uses...)
	for _, h := range f.hooks {
		fn := &Func{
			Mod: source.Mod, Hook: h.event.Hook, File: source.File, Ability: source.Ability, Line: h.line,
			Reads: fields(h.reads), Writes: fields(h.writes), Lowered: h.lowered,
			event: h.event, mod: mod, slot: h.index, touched: fields(h.reads | h.writes),
		}
		if c := f.codes[f.bodies[h.expr]]; c != nil {
			if c.body != nil {
				fn.code = c
				if h.escapes { // its code knows the fields that it touches
					fn.Reads, fn.Writes, fn.touched = fields(c.reads), fields(c.writes), fields(c.reads|c.writes)
				}
				if c.quick != nil {
					p.quick++
					fn.quick, fn.game = p.quick, c.reachesGame(map[*code]bool{})
					of.quick = append(of.quick, fn)
				}
			}
			p.enter(source.Mod, h.event.Hook, h.line, c)
		}
		if !h.escapes {
			fn.lines = h.lines
		}
		for _, w := range fn.Writes {
			for i, t := range fn.touched {
				if t == w {
					fn.results = append(fn.results, i)
				}
			}
		}
		p.funcs[fn.Hook] = append(p.funcs[fn.Hook], fn)
	}
	return nil, false
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
		assigned: map[string]bool{}, hookAt: map[ast.Stmt]*hook{}, visible: map[*ast.IdentExpr]*scope{}, unnamed: map[*ast.LocalAssignStmt]bool{}, unsure: map[*ast.AttrGetExpr]bool{},
	}
	f.resolve()
	f.check()
	return f, f.problems
}

// translate makes a file into code.
func (p *Program) translate(f *file) (proto *lua.FunctionProto, problem *strict.Problem) {
	wrong := func(line int, why string) *strict.Problem {
		return &strict.Problem{File: f.source.File, Line: line, Text: "this cannot be compiled: " + why}
	}
	defer func() {
		if r := recover(); r != nil {
			problem = wrong(0, fmt.Sprint(r))
		}
	}()
	r := &rewriter{file: f, fit: func(s shape, name string) int {
		p.fits = append(p.fits, fit{s, name})
		return len(p.fits) - 1
	}}
	proto, err := lua.Compile(r.rewrite(), f.source.File)
	if err != nil {
		var refused *lua.CompileError
		if errors.As(err, &refused) {
			return nil, wrong(max(1, refused.Line), refused.Message) // the file itself begins on line 1
		}
		return nil, wrong(0, err.Error())
	}
	p.mark(f, proto)
	proto.IsVarArg &^= lua.VarArgNeedsArg // no script can name the table `arg`
	if !audit(proto) {
		return nil, wrong(0, "it would write to globals")
	}
	trim(proto)
	return proto, nil
}

// mark notes which of the functions of a file are compiled.
func (p *Program) mark(f *file, proto *lua.FunctionProto) {
	for _, inner := range proto.FunctionPrototypes {
		for _, local := range inner.DbgLocals {
			if digits, ok := strings.CutPrefix(local.Name, codeMark); ok {
				n, _ := strconv.Atoi(digits)
				p.codes[inner] = f.codes[f.defined[n]]
			}
		}
		p.mark(f, inner)
	}
}

// trim gives back what the compiler allotted in advance: 12 KiB a function.
func trim(proto *lua.FunctionProto) {
	proto.Code = slices.Clone(proto.Code)
	proto.DbgSourcePositions = slices.Clone(proto.DbgSourcePositions)
	proto.DbgCalls = slices.Clone(proto.DbgCalls)
	proto.Constants = slices.Clone(proto.Constants)
	for _, inner := range proto.FunctionPrototypes {
		trim(inner)
	}
}

// audit sees that no code writes to globals, whatever the rewriter did.
func audit(proto *lua.FunctionProto) bool {
	for pc := 0; pc < len(proto.Code); pc++ {
		switch inst := proto.Code[pc]; int(inst >> 26) {
		case lua.OP_SETGLOBAL:
			return false
		case lua.OP_CLOSURE:
			pc += int(proto.FunctionPrototypes[inst&0x3ffff].NumUpvalues)
		}
	}
	for _, inner := range proto.FunctionPrototypes {
		if !audit(inner) {
			return false
		}
	}
	return true
}

// try loads every mod once and keeps what they declare.
func (p *Program) try() (problems strict.Problems) {
	m := &Machine{program: p, limits: Limits{}.orDefault(), pools: make([][]*instance, len(p.mods)+1)}
	for i := range p.mods {
		in, err := m.build(i, true)
		if err != nil {
			problem := strict.Problem{File: p.mods[i].name, Text: err.Error()}
			var e *Error
			if errors.As(err, &e) {
				problem = strict.Problem{File: e.File, Line: e.Line, Text: e.Text}
			}
			problems = append(problems, problem)
			continue
		}
		for k, r := range in.decls {
			p.decls[r.Name] = append(p.decls[r.Name], r)
			for i, fn := range in.given[k] {
				if fn == nil || fn.IsG {
					continue
				}
				c, line := p.codes[fn.Proto], fn.Proto.LineDefined
				if c == nil {
					c = &code{file: r.File, why: fmt.Sprintf("line %d: it takes ..., or is made in another function", line)}
				}
				p.enter(r.Mod, r.Name+"."+r.register.Fields[i].Name, line, c)
			}
		}
	}
	return problems
}

// An Entry is a function that the game calls: "onAttack", or "option.legal" of a
// declaration.
type Entry struct {
	Name, File string
	Line       int
	// Slow is why it, or a function that it calls, is not compiled; "" where all are.
	Slow string
}

// enter notes an entry.
func (p *Program) enter(mod, name string, line int, c *code) {
	e := Entry{Name: name, File: c.file, Line: line, Slow: c.why}
	if c.body != nil {
		e.Slow = c.slowCall(map[*code]bool{})
	}
	p.entries[mod] = append(p.entries[mod], e)
}

// slowCall returns the first function that a code calls, itself or through others, that is
// not compiled, and why that is not; "" for none.
func (c *code) slowCall(seen map[*code]bool) string {
	for _, callee := range c.calls {
		if callee.body == nil {
			return fmt.Sprintf("it calls %s: %s", callee.name, callee.why)
		}
		if !seen[callee] {
			seen[callee] = true
			if slow := callee.slowCall(seen); slow != "" {
				return slow
			}
		}
	}
	return ""
}

// Entries returns the functions of a mod that the game calls: hooks, in the order of the
// sources, then those of declarations.
func (p *Program) Entries(mod string) []Entry { return p.entries[mod] }

// Funcs returns the functions of a hook, in the order of the sources.
func (p *Program) Funcs(hook string) []*Func { return p.funcs[hook] }

// Registered returns the declarations with a Register of this name, in the
// order of the sources.
func (p *Program) Registered(name string) []Registration { return p.decls[name] }
