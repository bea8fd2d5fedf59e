package scripting

import (
	"errors"
	"houserule/engine/library/strict"
	"houserule/scripting/lua"
)

// load runs the files of a mod.
func (m *Machine) load(of *modProgram, in *loading) error {
	fn := &Func{Mod: of.name, Hook: "the file", task: lua.Task{Name: "the file", Owner: of.name, Payer: in.mod}}
	return m.do(fn, func() *lua.Error {
		return m.Load(&fn.task, func() []lua.Value {
			for _, file := range of.files {
				in.owner = file.owner
				for i, hook := range m.File(file.Code) {
					file.hooks[i].value = hook
					in.last = append(in.last, hook)
				}
			}
			return in.last
		})
	})
}

// load runs the files of a mod, keeps what they declare, and freezes it.
func (p *Program) load(m *Machine, mod int) *strict.Problem {
	of := p.mods[mod]
	in := &loading{mod: mod}
	p.loading = in
	defer func() { p.loading = nil }()
	m.limits.Call = loadSteps
	m.Begin(nil)
	if err := m.load(of, in); err != nil {
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
				p.entries[of.name] = append(p.entries[of.name], Entry{fn.Hook, r.File, r.LineOf(r.fields[i].Name)})
			}
		}
	}
	return nil
}
