package scripting

import (
	"fmt"
	"math"
	"strconv"
	"unsafe"

	lua "github.com/yuin/gopher-lua"

	"houserule/engine"
)

// A world is what the scripts of a program see as globals. All machines share
// it: nothing in it ever changes.
type world struct {
	binding  *lookup
	globals  *lua.LTable
	strings  *lua.LTable // the metatable of strings
	frozen   *lua.LTable // the metatable of frozen tables: it only marks them
	readOnly *lua.LTable // that of the library
	kinds    []*lua.LTable
	events   []*lua.LUserData
	ipairs   *lua.LFunction // what ipairs and pairs return: they have no state
	pairs    *lua.LFunction
	natives  map[*lua.LFunction]*native
}

// A native is a function in Go.
type native struct {
	name string          // of a function of the library
	call func(c libCall) // nil for another function
}

func emptyTable() *lua.LTable { return &lua.LTable{Metatable: lua.LNil} }

func newWorld(b *lookup) *world {
	w := &world{
		binding: b, globals: emptyTable(), strings: emptyTable(), frozen: emptyTable(), readOnly: emptyTable(),
		natives: map[*lua.LFunction]*native{},
	}
	w.globals.Metatable = w.readOnly
	w.ipairs, w.pairs = w.library("ipairs", nextPlace), w.library("next", baseNext)
	for _, e := range baseLibrary {
		w.globals.RawSetString(e.name, w.library(e.name, e.call))
	}
	for i := range libraries {
		lib := emptyTable()
		for _, e := range libraries[i].entries {
			if e.call != nil {
				lib.RawSetString(e.name, w.library(libraries[i].name+"."+e.name, e.call))
			} else {
				lib.RawSetString(e.name, lua.LNumber(e.constant))
			}
		}
		lib.Metatable = w.readOnly
		w.globals.RawSetString(libraries[i].name, lib)
		if &libraries[i] == stringLibrary() {
			w.strings.RawSetString("__index", lib)
		}
	}
	for event, call := range arithmetic {
		w.strings.RawSetString(event, w.native(call))
	}
	for name, call := range map[string]lua.LGFunction{
		callHook: hookDefined, callCancel: canceled, callSet: set, callKey: checkKey, callConcat: concat, callPower: power, callModulo: modulo, callText: longConstant, callTable: constructed,
		callFit: checkFit, callEnter: enterOpen, callValue: checkValue, callPower + exchanged: exchange(power), callModulo + exchanged: exchange(modulo),
	} {
		w.globals.RawSetString(name, w.native(call))
	}
	for _, sig := range b.functions {
		w.globals.RawSetString(sig.Name, w.native(sig.call(sig.Name)))
	}
	for _, r := range b.registers {
		w.globals.RawSetString(r.Name, w.native(r.declare))
	}
	for _, k := range b.kind {
		w.kinds = append(w.kinds, w.kindTable(k))
	}
	for i := range b.Events {
		w.events = append(w.events, &lua.LUserData{Value: b.events[b.Events[i].Hook], Metatable: w.eventTable(b.events[b.Events[i].Hook])})
	}
	for i := range b.Globals {
		w.globals.RawSetString(b.Globals[i].Name, w.constant(b.Globals[i].Value))
	}
	return w
}

func (w *world) native(call lua.LGFunction) *lua.LFunction {
	fn := &lua.LFunction{IsG: true, Env: w.globals, GFunction: call}
	w.natives[fn] = &native{}
	return fn
}

// texts returns the functions that are methods of texts.
func (w *world) texts() *lua.LTable { return w.strings.RawGetString("__index").(*lua.LTable) }

// library makes a function of the library one of Lua's.
func (w *world) library(name string, call func(c libCall)) *lua.LFunction {
	fn := w.native(underneath(name, call))
	*w.natives[fn] = native{name, call}
	return fn
}

// underneath lets the machine underneath call a function of the library.
func underneath(name string, fn func(c libCall)) lua.LGFunction {
	return func(L *lua.LState) int {
		in := of(L)
		m := in.m
		from := len(m.args)
		for i := range L.GetTop() {
			m.args = append(m.args, in.raw(L.Get(i+1)))
		}
		fn(libCall{in, name, from, true})
		results := m.args[from:]
		for _, v := range results {
			if v.is == valueString { // it has been accounted for
				L.Push(m.word(v))
			} else {
				L.Push(in.box(v))
			}
		}
		m.args = m.args[:from]
		return len(results)
	}
}

// constant boxes a global for all machines.
func (w *world) constant(v Value) lua.LValue {
	switch v.is {
	case valueBoolean:
		return lua.LBool(v.ref == 1)
	case valueNumber:
		return lua.LNumber(v.num)
	case valueString:
		return lua.LString(v.Text())
	case valueList:
		t := emptyTable()
		for i, item := range v.Items() {
			t.RawSetInt(i+1, w.constant(item))
		}
		t.Metatable = w.readOnly
		return t
	case valueNil:
		return lua.LNil
	}
	return &lua.LUserData{Value: &object{int16(v.kind()), v.ref}, Metatable: w.kinds[v.kind()]}
}

// kindTable returns the metatable of a kind's objects.
func (w *world) kindTable(k *kind) *lua.LTable {
	methods := map[string]*lua.LFunction{}
	for name, sig := range k.methods {
		methods[name] = w.native(sig.call(k.Name + ":" + name))
	}
	t := emptyTable()
	t.RawSetString("__index", w.native(func(L *lua.LState) int {
		in := of(L)
		o := L.Get(1).(*lua.LUserData).Value.(*object)
		name, ok := L.Get(2).(lua.LString)
		if !ok {
			in.fail(nil, "%s has no field %s", k.Name, in.show(in.raw(L.Get(2))))
		}
		if i, ok := k.fields[string(name)]; ok {
			in.charge(fieldSteps)
			L.Push(in.box(in.get(k, o.ref, i)))
			return 1
		}
		if method := methods[string(name)]; method != nil {
			L.Push(method)
			return 1
		}
		in.fail(nil, "%s has no field %q%s", k.Name, string(name), unknown(string(name), fieldNames(k.Fields, k.Methods...)))
		return 0
	}))
	return t
}

// get reads a field of an object.
func (in *instance) get(k *kind, ref int32, field int) Value {
	v, err := k.readers[field](in.m, ref)
	if err != nil {
		in.fail(err, "%s.%s: %v", k.Name, k.Fields[field].Name, err)
	}
	return v
}

// eventTable returns the metatable of an event that is not lowered.
func (w *world) eventTable(e *event) *lua.LTable {
	t := emptyTable()
	t.RawSetString("__index", w.native(func(L *lua.LState) int {
		in := of(L)
		L.Push(in.box(in.now[in.eventField(e, L.Get(2))]))
		return 1
	}))
	return t
}

// eventField returns the field of the event that a script names.
func (in *instance) eventField(e *event, key lua.LValue) int {
	if in.event != e {
		in.fail(nil, "%s is over", e.Hook)
	}
	name, ok := key.(lua.LString)
	if !ok {
		in.fail(nil, "%s has no field %s", e.Hook, in.show(in.raw(key)))
	}
	i, ok := e.fields[string(name)]
	if !ok {
		in.fail(nil, "%s has no field %q%s", e.Hook, string(name), unknown(string(name), fieldNames(e.Fields)))
	}
	return i
}

// call makes a function of the binding one of Lua's.
func (sig *signature) call(name string) lua.LGFunction {
	return func(L *lua.LState) int {
		in := of(L)
		in.charge(functionSteps)
		from := len(in.m.args)
		for i := range L.GetTop() {
			in.m.args = append(in.m.args, in.raw(L.Get(i+1)))
		}
		v := in.invoke(sig, name, from)
		if len(sig.Returns) == 0 {
			return 0
		}
		L.Push(in.box(v))
		return 1
	}
}

// functionSteps are what a call of a function of the binding takes, and fieldSteps what
// reading a field of an object does.
const (
	functionSteps = 8
	fieldSteps    = 4
)

// invoke calls a function of the binding, with the arguments of the machine from a place
// on, which it takes away. The first one of a method is its object.
func (in *instance) invoke(sig *signature, name string, from int) Value {
	m, first := in.m, from
	if sig.method {
		first++
	}
	if n := len(m.args) - first; n > len(sig.params) || n < sig.least {
		in.fail(nil, "%s takes %s, not %d", name, takes(sig), max(0, n))
	}
	if sig.method {
		if m.args[from].kind() != int(sig.kind) {
			in.fail(nil, "%s is called with a colon", name)
		}
	}
	for i, want := range sig.params {
		if first+i == len(m.args) {
			if !want.nilable {
				in.fail(ErrReject, "%s: %s is missing", name, sig.Params[i].Name)
			}
			m.args = append(m.args, Nil)
			continue
		}
		got := m.args[first+i]
		v, ok := in.lend(got)
		if !ok || !want.fits(v) {
			in.fail(ErrReject, "%s: %s", name, in.refuse(sig.Params[i].Name, want, got))
		}
		m.args[first+i] = v
	}
	left := m.left
	v, err := sig.Call(m, m.args[from:len(m.args):len(m.args)])
	m.args = m.args[:from]
	in.called(name, left, err)
	return v
}

// called fails if a function of the binding has, which was called with so many steps left.
func (in *instance) called(name string, left int64, err error) {
	switch {
	case in.m.left < 0 && left >= 0:
		in.charge(0)
	case err != nil:
		in.fail(err, "%s: %v", name, err)
	}
}

// declare takes a declaration as its table is now: what a script does to the table
// afterwards changes nothing.
func (r *register) declare(L *lua.LState) int {
	in := of(L)
	if !in.loading {
		in.fail(nil, "%s{...} declares while the file is loaded: write it outside of functions", r.Name)
	}
	t, ok := L.Get(1).(*lua.LTable)
	if !ok || L.GetTop() != 1 {
		in.fail(nil, "%s takes a table: %s{ ... }", r.Name, r.Name)
	}
	if len(in.decls) >= maxDeclared {
		in.fail(ErrMemory, "a mod declares at most %d things", maxDeclared)
	}
	d := Registration{&registration{
		Name: r.Name, Mod: in.m.program.mods[in.mod].name, Ability: in.owner.ability, Spell: in.owner.spell, register: r, mod: in.mod, index: len(in.decls),
		values: make([]Value, len(r.Fields)), has: make([]bool, len(r.Fields)), funcs: make([]*Func, len(r.Fields)),
	}}
	functions := make([]*lua.LFunction, len(r.Fields))
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		in.charge(1)
		name, _ := key.(lua.LString)
		i, ok := r.fields[string(name)]
		if !ok {
			in.fail(nil, "%s has no field %s%s", r.Name, in.show(in.raw(key)), unknown(string(name), fieldNames(r.Fields)))
		}
		if r.shapes[i].base == isFunction {
			if functions[i], ok = value.(*lua.LFunction); ok {
				d.has[i] = true
				continue
			}
		} else {
			var v Value
			if v, ok = in.unbox(value, 0); ok && r.shapes[i].fits(v) {
				in.needSafe(r.Name, string(name), v)
				d.values[i], d.has[i] = v, true
				continue
			}
		}
		in.fail(nil, "%s: %s", r.Name, in.refuse(string(name), r.shapes[i], in.raw(value)))
	}
	for i, f := range r.Fields {
		if !d.has[i] && !r.shapes[i].nilable {
			in.fail(nil, "%s needs the field %q", r.Name, f.Name)
		}
	}
	d.File, d.Line, _ = in.where()
	for i, function := range functions {
		if function == nil {
			continue
		}
		fn := &Func{Mod: d.Mod, Ability: d.Ability, Hook: r.Name + "." + r.Fields[i].Name, File: d.File, Line: d.Line}
		if returns := r.Fields[i].Returns; len(returns) > 0 {
			fn.returns, _ = in.m.program.binding.read(returns[0].Type)
		} else {
			fn.returns.base = isNil
		}
		if !function.IsG {
			fn.Line = function.Proto.LineDefined
			if c := in.m.program.codes[function.Proto]; c != nil && c.body != nil {
				fn.code = c
			}
		}
		d.funcs[i] = fn
	}
	in.decls = append(in.decls, d)
	in.given = append(in.given, functions)
	return 0
}

// needSafe refuses a declared value that is unsafe to show. Only the field text may
// have several lines.
func (in *instance) needSafe(register, field string, v Value) {
	for _, item := range v.Items() {
		in.needSafe(register, field, item)
	}
	but := ""
	if field == "text" {
		but = "\n\t"
	}
	if at, what := engine.Unsafe(v.Text(), but); at >= 0 {
		in.fail(ErrReject, "%s: %s is %s: take out the %s", register, field, engine.Quote(v.Text()), what)
	}
}

// boxes are small numbers, boxed once.
var boxes = func() (list [smallest + 1024]lua.LValue) {
	for i := range list {
		list[i] = lua.LNumber(i - smallest)
	}
	return list
}()

const smallest = 256

// box makes a value one of Lua's.
func (in *instance) box(v Value) lua.LValue {
	switch v.is {
	case valueNumber:
		if v.num >= -smallest && v.num < 1024 && v.num == math.Trunc(v.num) && (v.num != 0 || !math.Signbit(v.num)) {
			return boxes[int(v.num)+smallest]
		}
		return lua.LNumber(v.num)
	case valueBoolean:
		return lua.LBool(v.ref == 1)
	case valueString:
		in.measure(int(v.ref))
		return in.m.word(v)
	case valueList:
		return in.table(v.ext.(*list))
	case valueTable, valueFunction, valueEvent:
		return v.ext.(lua.LValue)
	case valueNil:
		return lua.LNil
	}
	return in.m.object(int16(v.kind()), v.ref)
}

// table makes a list a table of Lua: the same for each that is a script's own.
func (in *instance) table(l *list) *lua.LTable {
	if l.table != nil {
		return l.table
	}
	if !l.own {
		in.listed(len(l.items))
	}
	t := in.L.CreateTable(len(l.items), len(l.keyed))
	if l.own { // before what is in it is boxed: it may be in itself
		l.table = t
		in.take(16 * len(l.items))
	}
	for i, item := range l.items {
		t.RawSetInt(i+1, in.box(item))
	}
	for _, e := range l.keyed {
		t.RawSetString(e.key.Text(), in.box(e.value))
	}
	if len(l.keyed) > 0 {
		if in.grown == nil {
			in.grown = map[*lua.LTable]int{}
		}
		in.grown[t] = len(l.keyed)
	}
	return t
}

// listed accounts for a list of n items that a script gets from the game.
func (in *instance) listed(n int) {
	if n > maxTable {
		in.fail(ErrMemory, "a list has at most %d items", maxTable)
	}
	in.charge(listedSteps(n))
	in.take(listedBytes(n))
	in.holds(n / 4)
}

func listedSteps(n int) int { return 8 + n }
func listedBytes(n int) int { return 64 + 16*n }

// longList is the number of items from which on a list makes instructions dearer.
const longList = 1024

// A word is a string, boxed: scripts are told the same few again and again.
type word struct {
	data  letters
	size  int32
	boxed lua.LValue
}

// word boxes a string.
func (m *Machine) word(v Value) lua.LValue {
	data := v.ext.(letters)
	w := &m.words[uint64(uintptr(unsafe.Pointer(data)))*0x9E3779B97F4A7C15>>58]
	if w.boxed == nil || w.data != data || w.size != v.ref {
		*w = word{data, v.ref, lua.LString(v.Text())}
	}
	return w.boxed
}

// object returns the Lua object of a number of a kind, always the same.
func (m *Machine) object(kind int16, ref int32) *lua.LUserData {
	if m.objects == nil {
		m.objects = make([]objects, len(m.program.binding.kind))
	}
	of := &m.objects[kind]
	if uint32(ref) < uint32(len(of.dense)) {
		if o := of.dense[ref]; o != nil {
			return o
		}
	}
	if o := of.sparse[ref]; o != nil {
		return o
	}
	o := &lua.LUserData{Value: &object{kind, ref}, Metatable: m.program.world.kinds[kind]}
	if 0 <= ref && ref < 1<<14 {
		for int(ref) >= len(of.dense) {
			of.dense = append(of.dense, nil)
		}
		of.dense[ref] = o
		return o
	}
	if of.sparse == nil {
		of.sparse = map[int32]*lua.LUserData{}
	}
	of.sparse[ref] = o
	return o
}

// raw makes one of Lua's values a Value; a table stays the table that it is, and a
// function the function.
func (in *instance) raw(got lua.LValue) Value {
	switch v := got.(type) {
	case lua.LBool:
		return Boolean(bool(v))
	case lua.LNumber:
		return Number(float64(v))
	case lua.LString:
		return String(string(v))
	case *lua.LUserData:
		if o, ok := v.Value.(*object); ok {
			return Object(int(o.kind), o.ref)
		}
		return Value{is: valueEvent, ext: v}
	case *lua.LTable:
		return Value{is: valueTable, ext: v}
	case *lua.LFunction:
		return Value{is: valueFunction, ext: v}
	}
	return Nil
}

// unbox makes one of Lua's values a value of the game, if it can be one.
func (in *instance) unbox(got lua.LValue, depth int) (Value, bool) {
	return in.plain(in.raw(got), depth)
}

// plain makes a value of a script one of the game, if it can be one.
func (in *instance) plain(v Value, depth int) (Value, bool) {
	return in.pass(v, depth, func(n int) Value { return List(make([]Value, n)...) })
}

// lend is plain for a function of the game, which keeps no list after the running calls have
// ended.
func (in *instance) lend(v Value) (Value, bool) {
	if v.is < valueList || v.is >= valueObject { // the usual
		return v, true
	}
	return in.pass(v, 0, in.m.List)
}

// pass is plain with lists from a function.
func (in *instance) pass(v Value, depth int, list func(n int) Value) (Value, bool) {
	switch v.is {
	case valueFunction, valueEvent:
		return Nil, false
	case valueTable, valueList:
	default:
		return v, true
	}
	s := in.sequence(v)
	n := s.len()
	in.charge(n)
	in.take(32 * n)
	if depth > 3 {
		return Nil, false
	}
	copied := list(n)
	for i, items := 0, copied.Items(); i < n; i++ {
		var ok bool
		if items[i], ok = in.pass(s.at(i+1), depth+1, list); !ok {
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
		if v.is != valueList {
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
func (in *instance) sort(v Value) string {
	word := in.typeName(v)
	if word == "nil" {
		return word
	}
	return article(word) + word
}

func (in *instance) typeName(v Value) string {
	switch v.is {
	case valueNil:
		return "nil"
	case valueBoolean:
		return "boolean"
	case valueNumber:
		return "number"
	case valueString:
		return "string"
	case valueList, valueTable:
		return "table"
	case valueFunction:
		return "function"
	case valueEvent:
		if e, ok := v.ext.(*lua.LUserData).Value.(*event); ok {
			return e.Param
		}
		return "object"
	}
	return in.m.program.binding.kind[v.kind()].Name
}

// text returns what tostring says.
func (in *instance) text(v Value) string {
	switch v.is {
	case valueString:
		return v.Text()
	case valueNumber:
		return in.numeral(v.num)
	case valueBoolean:
		return strconv.FormatBool(v.ref == 1)
	}
	if kind, ref, ok := v.Object(); ok {
		k := in.m.program.binding.kind[kind]
		if k.Text != nil {
			return k.Text(in.m, ref)
		}
		return fmt.Sprintf("%s %d", k.Name, ref)
	}
	return in.typeName(v)
}

// show returns text, with strings quoted and cut: for messages.
func (in *instance) show(v Value) string {
	if v.is == valueString {
		s := v.Text()
		if len(s) > 40 {
			s = s[:40] + "..."
		}
		return strconv.Quote(s)
	}
	return in.text(v)
}
