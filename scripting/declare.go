package scripting

import (
	"houserule/engine"
	"houserule/scripting/lua"
)

// declare takes a declaration as its table is now: what a script does to the table
// afterwards changes nothing.
func (p *Program) declare(r *lua.Register, c lua.Call) {
	m, in := c.Machine(), p.loading
	if in == nil {
		m.Fail(nil, "%s{...} declares while the file is loaded: write it outside of functions", r.Name)
	}
	if c.Count() != 1 || !c.Arg(1).IsTable() {
		m.Fail(nil, "%s takes a table: %s{ ... }", r.Name, r.Name)
	}
	if len(in.decls) >= maxDeclared {
		m.Fail(lua.ErrMemory, "a mod declares at most %d things", maxDeclared)
	}
	d := Registration{&registration{
		Name: r.Name, Mod: p.mods[in.mod].name, Ability: in.owner.ability, Spell: in.owner.spell, fields: r.Fields,
		values: make([]lua.Value, len(r.Fields)), has: make([]bool, len(r.Fields)), funcs: make([]*Func, len(r.Fields)),
	}}
	functions := make([]lua.Value, len(r.Fields))
	for key, value := range c.Pairs(1) {
		i := r.Fields.Find(key.Text())
		if i < 0 {
			m.Fail(nil, "%s has no field %s%s", r.Name, m.Show(key), m.Unknown(key.Text(), r.Fields.Names()))
		}
		if f := &r.Fields[i]; f.Base == lua.BaseFunction {
			if value.IsFunction() {
				functions[i], d.has[i] = value, true
				continue
			}
		} else if v, ok := m.Plain(value); ok && f.Fits(v) {
			needSafe(m, r.Name, f.Name, v)
			d.values[i], d.has[i] = v, true
			continue
		}
		m.Fail(nil, "%s: %s", r.Name, m.Refuse(key.Text(), r.Fields[i].Shape, value))
	}
	for i, f := range r.Fields {
		if !d.has[i] && !f.Nilable {
			m.Fail(nil, "%s needs the field %q", r.Name, f.Name)
		}
	}
	_, d.File, d.Line = m.Place()
	for i, function := range functions {
		if function.IsNil() {
			continue
		}
		fn := &Func{Mod: d.Mod, Ability: d.Ability, Hook: r.Name + "." + r.Fields[i].Name, File: d.File, Line: d.Line, value: function, returns: r.Fields[i].Returns.Result()}
		fn.task = lua.Task{Name: fn.Hook, Owner: fn.Mod, Payer: in.mod}
		if line := function.Line(); line > 0 {
			fn.Line = line
		}
		d.funcs[i] = fn
		in.last = append(in.last, function)
	}
	in.decls = append(in.decls, d)
	c.Give()
}

// needSafe refuses a declared value that is unsafe to show. Only the field text may
// have several lines.
func needSafe(m *lua.Machine, register, field string, v lua.Value) {
	for _, item := range v.Items() {
		needSafe(m, register, field, item)
	}
	but := ""
	if field == "text" {
		but = "\n\t"
	}
	if at, what := engine.Unsafe(v.Text(), but); at >= 0 {
		m.Fail(lua.ErrReject, "%s: %s is %s: take out the %s", register, field, engine.Quote(v.Text()), what)
	}
}
