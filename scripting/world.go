package scripting

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
)

// A world is what the scripts of a program see as globals. All machines share
// it: nothing in it ever changes.
type world struct {
	binding   *lookup
	globals   map[string]Value
	texts     *table // the functions that are methods of texts
	nextPlace Value  // what ipairs and pairs return: they have no state
	next      Value
}

func newWorld(b *lookup) *world {
	w := &world{binding: b, globals: map[string]Value{}}
	w.nextPlace, w.next = goFunction("ipairs", nextPlace), goFunction("next", baseNext)
	for _, e := range baseLibrary {
		w.globals[e.name] = goFunction(e.name, e.call)
	}
	w.globals["next"] = w.next
	for i := range libraries {
		lib := &table{seal: readOnly}
		for _, e := range libraries[i].entries {
			v := Number(e.constant)
			if e.call != nil {
				v = goFunction(libraries[i].name+"."+e.name, e.call)
			}
			lib.add(String(e.name), v)
		}
		w.globals[libraries[i].name] = Value{is: valueTable, ext: lib}
		if &libraries[i] == stringLibrary() {
			w.texts = lib
		}
	}
	for _, sig := range b.functions {
		w.globals[sig.Name] = sig.value(sig.Name)
	}
	for _, r := range b.registers {
		w.globals[r.Name] = goFunction(r.Name, r.declare)
	}
	for i := range b.Globals {
		w.globals[b.Globals[i].Name] = constantOf(b.Globals[i].Value)
	}
	return w
}

// goFunction makes a function in Go a value.
func goFunction(name string, call func(c libCall)) Value {
	return Value{is: valueFunction, ext: &native{name: name, call: call}}
}

// constantOf makes the value of a global one for all machines.
func constantOf(v Value) Value {
	if v.is != valueTable {
		return v
	}
	t := &table{seal: readOnly}
	for _, item := range v.Items() {
		t.items = append(t.items, constantOf(item))
	}
	return Value{is: valueTable, ext: t}
}

// value makes a function of the binding a value.
func (sig *signature) value(name string) Value {
	return goFunction(name, func(c libCall) {
		c.m.charge(functionSteps)
		v := c.m.adopt(c.m.invoke(sig, name, c.from))
		if c.give(); len(sig.Returns) > 0 {
			c.give(v)
		}
	})
}

// get reads a field of an object.
func (m *Machine) get(k *kind, ref int32, field int) Value {
	v, err := k.readers[field](m, ref)
	if err != nil {
		m.fail(err, "%s.%s: %v", k.Name, k.Fields[field].Name, err)
	}
	return v
}

// functionSteps are what a call of a function of the binding takes, and fieldSteps what
// reading a field of an object does.
const (
	functionSteps = 8
	fieldSteps    = 4
)

// invoke calls a function of the binding, with the arguments of the machine from a place
// on, which it takes away. The first one of a method is its object.
func (m *Machine) invoke(sig *signature, name string, from int) Value {
	first := from
	if sig.method {
		first++
	}
	if n := len(m.args) - first; n > len(sig.params) || n < sig.least {
		m.fail(nil, "%s takes %s, not %d", name, takes(sig), max(0, n))
	}
	if sig.method {
		if m.args[from].kind() != int(sig.kind) {
			m.fail(nil, "%s is called with a colon", name)
		}
	}
	for i, want := range sig.params {
		if first+i == len(m.args) {
			if !want.nilable {
				m.fail(ErrReject, "%s: %s is missing", name, sig.Params[i].Name)
			}
			m.args = append(m.args, Nil)
			continue
		}
		got := m.args[first+i]
		v, ok := m.lend(got)
		if !ok || !want.fits(v) {
			m.fail(ErrReject, "%s: %s", name, m.refuse(sig.Params[i].Name, want, got))
		}
		m.args[first+i] = v
	}
	if !sig.Reads {
		m.settle()
	}
	left := m.left
	v, err := sig.Call(m, m.args[from:len(m.args):len(m.args)])
	m.args = m.args[:from]
	m.called(name, left, err)
	return v
}

// called fails if a function of the binding has, which was called with so many steps left.
func (m *Machine) called(name string, left int64, err error) {
	switch {
	case m.left < 0 && left >= 0:
		m.charge(0)
	case err != nil:
		m.fail(err, "%s: %v", name, err)
	}
}

// A loading is a mod whose files run for the first and only time.
type loading struct {
	mod    int
	file   string // that runs
	owner  owner  // of the file
	hooks  []*closure
	decls  []Registration
	values []Value // the functions of decls
}

// declare takes a declaration as its table is now: what a script does to the table
// afterwards changes nothing.
func (r *register) declare(c libCall) {
	m := c.m
	in := m.loading
	if in == nil {
		m.fail(nil, "%s{...} declares while the file is loaded: write it outside of functions", r.Name)
	}
	if c.count() != 1 || c.arg(1).is != valueTable {
		m.fail(nil, "%s takes a table: %s{ ... }", r.Name, r.Name)
	}
	if len(in.decls) >= maxDeclared {
		m.fail(ErrMemory, "a mod declares at most %d things", maxDeclared)
	}
	d := Registration{&registration{
		Name: r.Name, Mod: m.program.mods[in.mod].name, Ability: in.owner.ability, Spell: in.owner.spell, register: r, mod: in.mod,
		values: make([]Value, len(r.Fields)), has: make([]bool, len(r.Fields)), funcs: make([]*Func, len(r.Fields)),
	}}
	t, functions := c.table(1), make([]Value, len(r.Fields))
	for w := (walk{}); ; {
		key, value, _ := w.step(t)
		if key.is == valueNil {
			break
		}
		m.charge(1)
		i, ok := r.fields[key.Text()]
		if !ok {
			m.fail(nil, "%s has no field %s%s", r.Name, m.show(key), unknown(key.Text(), fieldNames(r.Fields)))
		}
		if r.shapes[i].base == isFunction {
			if value.is == valueFunction {
				functions[i], d.has[i] = value, true
				continue
			}
		} else if v, ok := m.plain(value, 0); ok && r.shapes[i].fits(v) {
			m.needSafe(r.Name, key.Text(), v)
			d.values[i], d.has[i] = v, true
			continue
		}
		m.fail(nil, "%s: %s", r.Name, m.refuse(key.Text(), r.shapes[i], value))
	}
	for i, f := range r.Fields {
		if !d.has[i] && !r.shapes[i].nilable {
			m.fail(nil, "%s needs the field %q", r.Name, f.Name)
		}
	}
	d.File, d.Line, _ = m.where()
	for i, function := range functions {
		if function.is == valueNil {
			continue
		}
		fn := &Func{Mod: d.Mod, Ability: d.Ability, Hook: r.Name + "." + r.Fields[i].Name, File: d.File, Line: d.Line, mod: in.mod, value: function}
		if returns := r.Fields[i].Returns; len(returns) > 0 {
			fn.returns, _ = m.program.binding.read(returns[0].Type)
		} else {
			fn.returns.base = isNil
		}
		if f, ok := function.ext.(*closure); ok {
			fn.Line = f.code.line
		}
		d.funcs[i] = fn
		in.values = append(in.values, function)
	}
	in.decls = append(in.decls, d)
	c.give()
}

// needSafe refuses a declared value that is unsafe to show. Only the field text may
// have several lines.
func (m *Machine) needSafe(register, field string, v Value) {
	for _, item := range v.Items() {
		m.needSafe(register, field, item)
	}
	but := ""
	if field == "text" {
		but = "\n\t"
	}
	if at, what := engine.Unsafe(v.Text(), but); at >= 0 {
		m.fail(ErrReject, "%s: %s is %s: take out the %s", register, field, engine.Quote(v.Text()), what)
	}
}

// plain makes a value of a script one of the game, if it can be one.
func (m *Machine) plain(v Value, depth int) (Value, bool) {
	return m.pass(v, depth, func(n int) Value { return List(make([]Value, n)...) })
}

// lend is plain for a function of the game, which keeps no list after the running calls have
// ended.
func (m *Machine) lend(v Value) (Value, bool) {
	if v.is < valueTable || v.is >= valueObject { // the usual
		return v, true
	}
	return m.pass(v, 0, m.List)
}

// pass is plain with lists from a function.
func (m *Machine) pass(v Value, depth int, list func(n int) Value) (Value, bool) {
	switch v.is {
	case valueFunction, valueEvent:
		return Nil, false
	case valueTable:
	default:
		return v, true
	}
	t := v.ext.(*table)
	n := len(t.items)
	m.charge(n)
	m.take(32 * n)
	if depth > 3 {
		return Nil, false
	}
	copied := list(n)
	for i, items := 0, copied.Items(); i < n; i++ {
		var ok bool
		if items[i], ok = m.pass(t.items[i], depth+1, list); !ok {
			return Nil, false
		}
	}
	return copied, true
}

// fits reports whether a value is of the wanted type.
func (want shape) fits(v Value) bool {
	if v.is == valueNil {
		return want.nilable || want.base == isNil
	}
	if want.list {
		if v.is != valueTable {
			return false
		}
		for _, item := range v.Items() {
			if want.base != anything && !want.element().fits(item) {
				return false
			}
		}
		return true
	}
	switch want.base {
	case anything:
		return true
	case isBoolean:
		return v.is == valueBoolean
	case isNumber:
		return v.is == valueNumber && v.num-v.num == 0 // else it is infinite, or nan
	case isString:
		return v.is == valueString
	case isObject:
		return v.kind() == int(want.kind)
	}
	return false
}

// sort names what a value is: "a string".
func (m *Machine) sort(v Value) string {
	word := m.typeName(v)
	if word == "nil" {
		return word
	}
	return article(word) + word
}

// named is sort, with the name that the script has for the value, if there is one.
func (m *Machine) named(v Value, name string) string {
	if name == "" {
		return m.sort(v)
	}
	return m.sort(v) + " (" + name + ")"
}

func (m *Machine) typeName(v Value) string {
	switch v.is {
	case valueNil:
		return "nil"
	case valueBoolean:
		return "boolean"
	case valueNumber:
		return "number"
	case valueString:
		return "string"
	case valueTable:
		return "table"
	case valueFunction:
		return "function"
	case valueEvent:
		return v.ext.(*frame).code.event.Param
	}
	return m.program.binding.kind[v.kind()].Name
}

// tostring returns what the function of that name does.
func (m *Machine) tostring(v Value) string {
	switch v.is {
	case valueString:
		return v.Text()
	case valueNumber:
		return m.numeral(v.num)
	case valueBoolean:
		return strconv.FormatBool(v.ref == 1)
	}
	if kind, ref, ok := v.Object(); ok {
		k := m.program.binding.kind[kind]
		if k.Text != nil {
			return k.Text(m, ref)
		}
		return fmt.Sprintf("%s %d", k.Name, ref)
	}
	return m.typeName(v)
}

// show returns text, with strings quoted and cut: for messages.
func (m *Machine) show(v Value) string {
	if v.is == valueString {
		s := v.Text()
		if len(s) > 40 {
			s = s[:40] + "..."
		}
		return strconv.Quote(s)
	}
	return m.tostring(v)
}

// cancel ends a hook with a veto.
func (m *Machine) cancel(why Value) {
	if why.is != valueString && why.is != valueNil {
		m.fail(nil, "the reason is a string, not %s", m.sort(why))
	}
	c := &m.calls[m.depth-1]
	c.canceled, c.reason = true, strings.Clone(shortenTo(why.Text(), 500))
}

// mustFit checks a value that a script gives the game, and returns it.
func (m *Machine) mustFit(name string, want shape, got Value) Value {
	v, ok := m.plain(got, 0)
	if !ok || !want.fits(v) {
		m.fail(ErrReject, "%s", m.refuse(name, want, got))
	}
	return v
}

// refuse reports a value of the wrong type.
func (m *Machine) refuse(name string, want shape, got Value) string {
	if got.is == valueNumber && want.base == isNumber && !want.list {
		return fmt.Sprintf("%s is %s: must be a finite number", name, formatNumber(got.num))
	}
	if want.base == anything && !want.list {
		return fmt.Sprintf("%s cannot be %s", name, m.sort(got))
	}
	return fmt.Sprintf("%s is %s, not %s", name, m.program.binding.say(want), m.sort(got))
}

// setObject sets a field of an object of the game.
func (m *Machine) setObject(o, key, value Value) {
	k := m.program.binding.kind[o.kind()]
	i, ok := k.fields[key.Text()]
	switch {
	case !ok:
		m.fail(nil, "%s has no field %s%s", k.Name, m.show(key), unknown(key.Text(), fieldNames(k.Fields)))
	case !k.Fields[i].Writable || k.Set == nil:
		m.fail(ErrFrozen, "%s: field %q is read-only", k.Name, key.Text())
	case m.loading != nil:
		m.fail(ErrFrozen, "%s.%s is set while the file is loaded", k.Name, key.Text())
	}
	m.charge(8)
	v := m.mustFit(k.Name+"."+key.Text(), k.shapes[i], value)
	m.settle()
	if err := k.Set(m, o.ref, i, v); err != nil {
		m.fail(err, "%s.%s: %v", k.Name, key.Text(), err)
	}
}
