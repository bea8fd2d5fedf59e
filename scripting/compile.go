package scripting

import (
	"fmt"
	"houserule/engine/library/strict"
	"houserule/scripting/check"
	"houserule/scripting/lua"
	"math/bits"
)

// A Source is one file of a mod. The files of a mod follow each other.
type Source struct {
	Mod  string
	File string // as problems and errors name it
	Text []byte
	// The ability or the spell whose script it is; neither has a mod's own.
	Ability, Spell string
}

// Compile checks and compiles the sources of all mods, and loads them: it runs each file once.
// What is wrong with them comes as [strict.Problems], all of it at once; any other error is about
// the binding.
func Compile(b *lua.Binding, sources []Source) (*Program, error) {
	p := &Program{funcs: map[string][]*Func{}, entries: map[string][]Entry{}, decls: map[string][]Registration{}, methods: map[string]bool{}}
	var err error
	if p.world, err = lua.NewWorld(b, lua.Host{Taken: check.Advice, Suggest: strict.Suggest, Remember: check.Remember, Declare: p.declare}); err != nil {
		return nil, fmt.Errorf("scripting: %w", err)
	}
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
	f, uses, problems := p.open(source)
	if len(problems) > 0 {
		return problems
	}
	file := &fileProgram{Code: f.Compile(), owner: owner{source.Ability, source.Spell}}
	if len(f.Problems) > 0 {
		return strictly(f.Problems)
	}
	for _, name := range f.Methods {
		p.methods[name] = true
	}
	for _, use := range uses {
		p.uses = append(p.uses, Use{use, source.Mod})
	}
	for _, h := range file.Hooks {
		fn := &Func{
			Mod: source.Mod, Hook: h.Event.Hook, File: source.File, Ability: source.Ability, Line: h.Line,
			Reads: bitsOf(h.Reads), Writes: bitsOf(h.Writes), readOnly: h.Event.ReadOnly,
			task: lua.Task{Name: h.Event.Hook, Owner: source.Mod, Payer: mod}, lines: make([]int, len(h.Event.Fields)),
		}
		for i := range fn.lines {
			fn.lines[i] = h.LineOf(i)
		}
		file.hooks = append(file.hooks, fn)
		p.funcs[fn.Hook] = append(p.funcs[fn.Hook], fn)
		p.entries[source.Mod] = append(p.entries[source.Mod], Entry{fn.Hook, source.File, h.Line})
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
func (p *Program) open(source *Source) (*lua.File, []check.Use, strict.Problems) {
	f, problem := p.world.Parse(source.File, source.Text, source.Ability != "")
	if problem != nil {
		return nil, nil, strictly([]lua.Problem{*problem})
	}
	uses := check.File(f, source.Mod)
	return f, uses, strictly(f.Problems)
}

// strictly returns problems of scripts as those of data.
func strictly(problems []lua.Problem) (all strict.Problems) {
	for _, p := range problems {
		all = append(all, strict.Problem{File: p.File, Line: p.Line, Column: p.Column, Text: p.Text})
	}
	return all
}
