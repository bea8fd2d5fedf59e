package scripting

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// What rewritten scripts call.

func hookDefined(L *lua.LState) int {
	in := of(L)
	if !in.loading {
		in.fail(nil, "hooks are defined while the file is loaded")
	}
	in.hooks[int(L.Get(1).(lua.LNumber))] = L.Get(2).(*lua.LFunction)
	return 0
}

func canceled(L *lua.LState) int {
	in := of(L)
	in.cancel(in.raw(L.Get(1)))
	return 0
}

// cancel ends a hook with a veto.
func (in *instance) cancel(why Value) {
	if why.is != valueString && why.is != valueNil {
		in.fail(nil, "the reason is a string, not %s", in.sort(why))
	}
	in.reason = strings.Clone(shortenTo(why.Text(), 500))
	in.canceled = true
}

func checkFit(L *lua.LState) int {
	in := of(L)
	want := &in.m.program.fits[int(L.Get(1).(lua.LNumber))]
	got := L.Get(2)
	in.mustFit(want.name, want.shape, in.raw(got))
	L.Push(got)
	return 1
}

// mustFit checks a write of an event's field, lowered or not, and returns the value.
func (in *instance) mustFit(name string, want shape, got Value) Value {
	v, ok := in.plain(got, 0)
	if !ok || !want.fits(v) {
		in.fail(ErrReject, "%s", in.refuse(name, want, got))
	}
	return v
}

// refuse reports a value of the wrong type.
func (in *instance) refuse(name string, want shape, got Value) string {
	if got.is == valueNumber && want.base == isNumber && !want.list {
		return fmt.Sprintf("%s is %s: must be a finite number", name, formatNumber(got.num))
	}
	if want.base == anything && !want.list {
		return fmt.Sprintf("%s cannot be %s", name, in.sort(got))
	}
	return fmt.Sprintf("%s is %s, not %s", name, in.m.program.binding.say(want), in.sort(got))
}

// enterOpen begins a function with an open parameter list.
func enterOpen(L *lua.LState) int {
	n := L.GetTop()
	if n > 8 {
		in := of(L)
		if n > maxValues {
			in.fail(ErrMemory, "a function takes at most %d values as ...", maxValues)
		}
		in.charge(n)
		in.holds(n << 3)
	}
	return 0
}

// checkKey checks a key of a constructor.
func checkKey(L *lua.LState) int {
	in := of(L)
	in.checkKey(in.raw(L.Get(1)))
	return 1
}

// checkValue returns the value of a key of a constructor, after a check of the key.
func checkValue(L *lua.LState) int {
	in := of(L)
	in.checkKey(in.raw(L.Get(2)))
	return in.give(L.Get(1))
}

// exchange returns a function of two arguments with these exchanged.
func exchange(fn lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		a, b := L.Get(1), L.Get(2)
		L.SetTop(0)
		L.Push(b)
		L.Push(a)
		return fn(L)
	}
}

func (in *instance) checkKey(key Value) {
	switch key.is {
	case valueNumber:
		if i, whole := in.listKey(key.num); whole {
			in.charge(i >> 4)
			in.take(16 * i)
			in.holds(i / 4)
		}
	case valueNil:
		in.fail(nil, "a table's key cannot be nil")
	}
}

// listKey reports whether a number is a place in a list.
func (in *instance) listKey(f float64) (int, bool) {
	switch {
	case f != f:
		in.fail(nil, "a table's key cannot be nan")
	case f < 1:
		return 0, false
	case f <= maxTable:
		i := int(f)
		return i, float64(i) == f
	case f < 1<<53 && float64(int64(f)) == f:
		in.fail(ErrMemory, "a list's places are 1 to %d, and this is %s: use a string as key", maxTable, formatNumber(f))
	}
	return 0, false
}

// set implements t[k] = v.
func set(L *lua.LState) int {
	of(L).set(L.Get(1), L.Get(2), L.Get(3))
	return 0
}

func (in *instance) set(o, key, value lua.LValue) {
	switch t := o.(type) {
	case *lua.LTable:
		in.put(t, key, value)
	case *lua.LUserData:
		switch what := t.Value.(type) {
		case *event:
			i := in.eventField(what, key)
			f := &what.Fields[i]
			if !f.Writable {
				in.fail(ErrFrozen, "%s: field %q is read-only", what.Hook, f.Name)
			}
			in.now[i] = in.mustFit(f.Name, what.shapes[i], in.raw(value))
			in.written |= 1 << i
			_, in.wroteAt[i], _ = in.where()
		case *object:
			in.setObject(what, key, value)
		}
	default:
		in.fail(nil, "cannot set field %s of %s", in.show(in.raw(key)), in.typeName(in.raw(o)))
	}
}

func (in *instance) setObject(o *object, key, value lua.LValue) {
	k := in.m.program.binding.kind[o.kind]
	name, _ := key.(lua.LString)
	i, ok := k.fields[string(name)]
	switch {
	case !ok:
		in.fail(nil, "%s has no field %s%s", k.Name, in.show(in.raw(key)), unknown(string(name), fieldNames(k.Fields)))
	case !k.Fields[i].Writable || k.Set == nil:
		in.fail(ErrFrozen, "%s: field %q is read-only", k.Name, string(name))
	case in.loading:
		in.fail(ErrFrozen, "%s.%s is set while the file is loaded", k.Name, string(name))
	}
	in.charge(8)
	v := in.mustFit(k.Name+"."+string(name), k.shapes[i], in.raw(value))
	if err := k.Set(in.m, o.ref, i, v); err != nil {
		in.fail(err, "%s.%s: %v", k.Name, string(name), err)
	}
}

// writable refuses writes to tables that must not change.
func (in *instance) writable(t *lua.LTable) {
	w := in.m.program.world
	switch t.Metatable {
	case w.frozen:
		in.fail(ErrFrozen, "this table is frozen after loading: what must last, the battle, a side or a stack remembers")
	case w.readOnly:
		in.fail(ErrFrozen, "this is read-only")
	}
}

// put is t[k] = v for a table.
func (in *instance) put(t *lua.LTable, key, value lua.LValue) {
	in.writable(t)
	in.m.left--
	switch k := key.(type) {
	case lua.LString:
		in.count(t, value, t.RawGetString(string(k)), len(k))
		t.RawSetString(string(k), value)
		return
	case lua.LNumber:
		if i, whole := in.listKey(float64(k)); whole {
			in.putAt(t, i, value)
			return
		}
	case *lua.LNilType:
		in.fail(nil, "a table's key cannot be nil")
	}
	in.count(t, value, t.RawGetH(key), 0)
	t.RawSetH(key, value)
}

// count accounts for a key that is new, or goes.
func (in *instance) count(t *lua.LTable, value, before lua.LValue, bytes int) {
	switch {
	case value != lua.LNil && before == lua.LNil:
		in.grow(t, bytes)
	case value == lua.LNil && before != lua.LNil:
		if in.gaps == nil {
			in.gaps = map[*lua.LTable]*gaps{}
		}
		if in.gaps[t] == nil {
			in.gaps[t] = new(gaps)
		}
		in.gaps[t].n++
	}
}

// gaps are the keys that were taken out of a table. The machine underneath passes
// over them when it looks for the next key, until the table is gone.
type gaps struct {
	n    int
	last lua.LValue // the key that was found last
}

// following returns the key after another, with its value. If the list of the table has become
// shorter than the place of that key, its named keys follow, where the machine underneath would
// leave out the first.
func following(t *lua.LTable, after lua.LValue) (key, value lua.LValue) {
	if place, ok := after.(lua.LNumber); ok && place >= 1 && place <= maxTable && place == lua.LNumber(int(place)) {
		switch n := t.Len(); {
		case n == 0:
			after = lua.LNil
		case int(place) > n:
			after = lua.LNumber(n)
		}
	}
	return t.Next(after)
}

// passed charges for the way from one key of a table to the next: for all gaps,
// where it is not the next of the way on which it was last.
func (in *instance) passed(t *lua.LTable, from, to lua.LValue) {
	place, _ := from.(lua.LNumber)
	if from == lua.LNil || place > 0 && int(place) <= t.Len() {
		end := t.Len()
		if n, ok := to.(lua.LNumber); ok && n > 0 {
			end = min(end, int(n))
		}
		in.charge(max(0, end-int(place)) >> 6)
	}
	if g := in.gaps[t]; g != nil {
		if from == lua.LNil || from != g.last {
			in.charge(g.n)
		}
		g.last = to
	}
}

// shrink takes the empty places from n down off the end of a list, so that its
// length is where its places end: to find it the machine underneath looks at all
// of them.
func (in *instance) shrink(t *lua.LTable, n int) {
	for ; n > 0 && t.RawGetInt(n) == lua.LNil; n-- {
		t.Remove(n)
	}
}

// longConstant accounts for a text of the script.
func longConstant(L *lua.LState) int {
	s := L.Get(1).(lua.LString)
	of(L).measure(len(s))
	return of(L).give(s)
}

// constructed accounts for what a constructor has made.
func constructed(L *lua.LState) int {
	in, t, items := of(L), L.Get(1).(*lua.LTable), int(L.Get(2).(lua.LNumber))
	in.constructed(items, int(L.Get(3).(lua.LNumber)))
	in.shrink(t, items)
	return in.give(t)
}

func (in *instance) constructed(items, keys int) {
	in.charge(items>>3 + 4*keys)
	if keys > 0 {
		in.charge(16)
		in.take(512)
	}
	in.take(16*items + 128*keys)
}

// putAt is t[i] = v.
func (in *instance) putAt(t *lua.LTable, i int, value lua.LValue) {
	n := t.Len()
	if i > n {
		if value == lua.LNil {
			return
		}
		if i > n+maxHole {
			in.fail(ErrMemory, "place %d is more than %d beyond the end of the list, which has %d", i, maxHole, n)
		}
		in.newPlaces(n, i)
	}
	t.RawSetInt(i, value)
	if value == lua.LNil && i == n {
		in.shrink(t, n)
	}
}

// grow accounts for a new key.
func (in *instance) grow(t *lua.LTable, bytes int) {
	if in.grown == nil {
		in.grown = map[*lua.LTable]int{}
	}
	n := in.grown[t] + 1
	in.grown[t] = n
	in.grew(n, bytes)
}

// grew accounts for the key that is a table's nth.
func (in *instance) grew(n, bytes int) {
	in.charge(2)
	if n == 1 {
		bytes += 2048
		in.charge(20)
	}
	if n > maxTable {
		in.fail(ErrMemory, "a table takes at most %d keys", maxTable)
	}
	in.take(bytes + 128)
	in.holds(n / 4)
}

// freeze freezes all that the loaded functions can reach. A function that
// would change what outlives it is refused, and so is an iterator that moves.
func (in *instance) freeze() {
	w := in.m.program.world
	tables, functions := map[*lua.LTable]bool{}, map[*lua.LFunction]bool{}
	var todo []lua.LValue
	see := func(v lua.LValue) {
		switch v := v.(type) {
		case *lua.LTable:
			if v.Metatable != w.readOnly && !tables[v] {
				tables[v] = true
				v.Metatable = w.frozen
				todo = append(todo, v)
			}
		case *lua.LFunction:
			if w.natives[v] == nil && !functions[v] {
				functions[v] = true
				todo = append(todo, v)
			}
		}
	}
	for _, fn := range in.hooks {
		if fn != nil {
			see(fn)
		}
	}
	for _, functions := range in.given {
		for _, fn := range functions {
			if fn != nil {
				see(fn)
			}
		}
	}
	for len(todo) > 0 {
		last := len(todo) - 1
		v := todo[last]
		todo = todo[:last]
		switch v := v.(type) {
		case *lua.LTable:
			if in.gaps[v] != nil {
				closeGaps(v)
			}
			for key, value := v.Next(lua.LNil); key != lua.LNil; key, value = v.Next(key) {
				see(key)
				see(value)
			}
		case *lua.LFunction:
			if v.IsG {
				panic(&fault{text: "an iterator cannot be kept after loading", err: ErrFrozen, file: in.lastFile()})
			}
			if in.verifying {
				if up := firstWrite(v.Proto); up >= 0 {
					panic(&fault{
						text: fmt.Sprintf("the function changes %q, a local that would outlive the call: what must last, the battle, a side or a stack remembers", v.Proto.DbgUpvalues[up]),
						err:  ErrFrozen, file: v.Proto.SourceName, line: v.Proto.LineDefined,
					})
				}
			}
			for _, up := range v.Upvalues {
				see(up.Value())
			}
		}
	}
}

// closeGaps makes a table anew, without the keys that were taken out of it.
func closeGaps(t *lua.LTable) {
	other := emptyTable()
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		other.RawSet(key, value)
	}
	other.Metatable = t.Metatable
	*t = *other
}

// lastFile returns the file that was loaded last.
func (in *instance) lastFile() string {
	files := in.m.program.mods[in.mod].files
	if len(files) == 0 {
		return ""
	}
	return files[len(files)-1].SourceName
}

// firstWrite returns the first outer local that a function, or one in it, writes;
// -1 for none.
func firstWrite(proto *lua.FunctionProto) int {
	best := -1
	for up := range writes(proto) {
		if best < 0 || up < best {
			best = up
		}
	}
	return best
}

// writes returns the outer locals that a function, or one in it, writes.
func writes(proto *lua.FunctionProto) map[int]bool {
	set := map[int]bool{}
	for pc := 0; pc < len(proto.Code); pc++ {
		switch inst := proto.Code[pc]; int(inst >> 26) {
		case lua.OP_SETUPVAL:
			set[int(inst&0x1ff)] = true
		case lua.OP_CLOSURE:
			inner := proto.FunctionPrototypes[inst&0x3ffff]
			captures := proto.Code[pc+1 : pc+1+int(inner.NumUpvalues)]
			pc += len(captures)
			for i := range writes(inner) {
				if int(captures[i]>>26) == lua.OP_GETUPVAL {
					set[int(captures[i]&0x1ff)] = true
				}
			}
		}
	}
	return set
}
