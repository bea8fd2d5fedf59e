package scripting

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// A sequence is a table as a list: one of Lua's, or a list that is none yet.
type sequence struct {
	in    *instance
	list  *list
	table *lua.LTable // if not nil: used instead of list
}

// sequence returns a table or a list as a sequence.
func (in *instance) sequence(v Value) sequence {
	if l, ok := v.ext.(*list); ok {
		return sequence{in, l, l.table}
	}
	return sequence{in: in, table: v.ext.(*lua.LTable)}
}

// lua returns the table of Lua's that the sequence becomes, if it is none.
func (s *sequence) lua() *lua.LTable {
	if s.table == nil {
		s.table = s.in.table(s.list)
	}
	return s.table
}

func (s *sequence) len() int {
	if s.table == nil {
		return len(s.list.items)
	}
	return s.table.Len()
}

// at returns the item of a place, nil for none.
func (s *sequence) at(i int) Value {
	if s.table != nil {
		return s.in.raw(s.table.RawGetInt(i))
	}
	if i < 1 || i > len(s.list.items) {
		return Nil
	}
	return s.list.items[i-1]
}

// key returns the value of a key.
func (s *sequence) key(key Value) Value {
	if s.table == nil {
		return s.list.at(key)
	}
	return s.in.raw(s.table.RawGet(s.in.box(key)))
}

// writable refuses writes to what must not change.
func (s *sequence) writable() {
	if s.table != nil {
		s.in.writable(s.table)
	}
}

// put sets the item of a place, and accounts for one that is new.
func (s *sequence) put(i int, v Value) {
	if s.table == nil && s.in.place(s.list, i, v) {
		return
	}
	s.in.putAt(s.lua(), i, s.in.box(v))
}

// replace sets the item of a place that the sequence has.
func (s *sequence) replace(i int, v Value) {
	if s.table == nil && s.list.own && i <= len(s.list.items) && v.is != valueNil {
		s.list.owned()[i-1] = v
		return
	}
	s.lua().RawSetInt(i, s.in.box(v))
}

// cut takes the last item, the nth, away.
func (s *sequence) cut(n int) {
	if s.table == nil {
		s.list.items = s.list.items[:n-1]
		s.list.trim()
		return
	}
	s.table.RawSetInt(n, lua.LNil)
	s.trim(n)
}

// trim takes the empty places from n down off the end of the sequence.
func (s *sequence) trim(n int) {
	if s.table == nil {
		s.list.trim()
	} else {
		s.in.shrink(s.table, n)
	}
}

// set sets the value of a key in a constructor, which accounts for all of them at once.
func (s *sequence) set(key, v Value) {
	if s.table == nil && s.list.keep(key, v) {
		s.in.measureText(key)
		s.in.measureText(v)
		return
	}
	s.lua().RawSet(s.in.box(key), s.in.box(v))
}

// fill sets the items of a constructor.
func (s *sequence) fill(items []Value) {
	if s.table == nil && !slices.ContainsFunc(items, Value.IsNil) {
		for _, v := range items {
			s.in.measureText(v)
		}
		l := s.list
		l.items = append(l.room, items...)
		l.room = l.items
		return
	}
	for i, v := range items {
		s.lua().RawSetInt(i+1, s.in.box(v))
	}
}

func (in *instance) measureText(v Value) {
	if v.is == valueString {
		in.measure(int(v.ref))
	}
}

// owned returns the items, which are of no other list any more.
func (l *list) owned() []Value {
	if l.lent {
		l.items, l.lent = append(l.room[:0], l.items...), false
		l.room = l.items
	}
	return l.items
}

// trim takes the empty places off the end of the list.
func (l *list) trim() {
	for n := len(l.items); n > 0 && l.items[n-1].is == valueNil; n-- {
		l.items = l.items[:n-1]
	}
}

// place is l[i] = v for a list that is no table of Lua's yet, and accounts for a place that is
// new. It is false if only a table can take it.
func (in *instance) place(l *list, i int, v Value) bool {
	n := len(l.items)
	switch {
	case !l.own || l.table != nil || i < 1 || i > min(n+1, maxTable) || i < n && v.is == valueNil:
		return false
	case i == n && v.is == valueNil:
		l.items = l.items[:n-1]
		l.trim()
	case i <= n:
		l.owned()[i-1] = v
	case v.is != valueNil:
		in.newPlaces(n, i)
		l.items = append(l.owned(), v)
		l.room = l.items
	}
	return true
}

// newPlaces accounts for the places of a list of n items up to another one.
func (in *instance) newPlaces(n, to int) {
	if n == 0 {
		in.take(512)
		in.charge(8)
	}
	in.take(32 * (to - n))
	in.charge((to - n) >> 3)
	in.holds(to / 4)
}

// maxKeyed is how many keys a table has at most before it becomes one of Lua's.
const maxKeyed = 8

// keep is o[key] = v for a table that is none of Lua's yet. It is false where only one of
// Lua's can take it.
func (in *instance) keep(o, key, v Value) bool {
	l, ok := o.ext.(*list)
	if !ok || !l.own || l.table != nil {
		return false
	}
	known := len(l.keyed)
	if i := int(key.num); key.is == valueNumber && float64(i) == key.num {
		ok = in.place(l, i, v)
	} else if ok = l.keep(key, v); ok {
		in.measureText(key)
	}
	if !ok {
		return false
	}
	in.measureText(v)
	in.m.left--
	if len(l.keyed) > known {
		in.grew(len(l.keyed), int(key.ref))
	}
	return true
}

// keep is l[key] = v for a word as key. It is false if only a table of Lua's can take it.
func (l *list) keep(key, v Value) bool {
	if key.is != valueString || v.is == valueNil {
		return false
	}
	if e := l.entry(key); e != nil {
		e.value = v
		return true
	}
	if len(l.keyed) == maxKeyed {
		return false
	}
	l.keyed = append(l.keyed, keyed{key, v})
	return true
}

// item returns the item of a place, as ipairs does.
func (in *instance) item(v Value, place int) Value {
	s := in.sequence(v)
	return s.at(place)
}
