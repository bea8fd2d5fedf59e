package lua

import (
	"strconv"
	"strings"
)

// A table is a table of Lua: a list, and other keys in the order in which they came.
//
// The list has the places from 1 on; the last of them is never nil. No key beside it is the
// place after its end.
type table struct {
	items []Value
	keyed []keyed
	index *keyIndex // of keyed, once they are many
	gone  int       // number of keys in keyed that were taken out
	room  []Value   // memory for items, used again
	seal  seal
	lent  bool // items are those of another list: a write copies them
	once  bool // it was made by Machine.List for one value
}

// A keyed is a key of a table, with its value: nil if it was taken out.
type keyed struct{ key, value Value }

// A seal tells why a table must not be written.
type seal uint8

const (
	unsealed seal = iota
	frozen        // its file has been loaded
	readOnly      // it belongs to the library or to the host
)

// A keyIndex finds keys that are many. Equal texts may lie at different addresses.
type keyIndex struct {
	words  map[string]int32
	others map[Value]int32
}

// few is how many keys are found without an index.
const few = 8

func (x *keyIndex) put(key Value, at int) {
	if key.is == valueString {
		x.words[key.Text()] = int32(at)
	} else {
		x.others[key] = int32(at)
	}
}

// find returns the place of a key in keyed, below 0 for none.
func (t *table) find(key Value) int {
	if t.index == nil {
		for i := range t.keyed {
			if t.keyed[i].key.Equal(key) {
				return i
			}
		}
		return -1
	}
	at, ok := int32(0), false
	if key.is == valueString {
		at, ok = t.index.words[key.Text()]
	} else {
		at, ok = t.index.others[key]
	}
	if !ok {
		return -1
	}
	return int(at)
}

// place returns the place of the list that a key is; ok is false if it is none, or lies after
// the end by more than one.
func (t *table) place(key Value) (i int, ok bool) {
	if f := key.num; key.is == valueNumber && f >= 1 && f <= float64(len(t.items)+1) {
		i = int(f)
		return i, float64(i) == f
	}
	return 0, false
}

// get returns the value of a key.
func (t *table) get(key Value) Value {
	if i, ok := t.place(key); ok && i <= len(t.items) {
		return t.items[i-1]
	}
	if len(t.keyed) > 0 {
		if i := t.find(plainZero(key)); i >= 0 {
			return t.keyed[i].value
		}
	}
	return Nil
}

// at returns the item of a place, nil for none.
func (t *table) at(i int) Value {
	if 1 <= i && i <= len(t.items) {
		return t.items[i-1]
	}
	if len(t.keyed) > 0 {
		return t.get(Number(float64(i)))
	}
	return Nil
}

// plainZero returns a key as tables have it: minus zero is zero.
func plainZero(key Value) Value {
	if key.is == valueNumber {
		key.num += 0
	}
	return key
}

// own makes the items those of no other list.
func (t *table) own() {
	if t.lent {
		t.items, t.lent = append(t.room[:0], t.items...), false
		t.room = t.items
	}
}

// trim takes the empty places off the end of the list.
func (t *table) trim() {
	for n := len(t.items); n > 0 && t.items[n-1].is == valueNil; n-- {
		t.items = t.items[:n-1]
	}
}

// add adds a key that is new.
func (t *table) add(key, v Value) {
	if t.gone > few && t.gone > len(t.keyed)/2 {
		t.pack()
	}
	t.keyed = append(t.keyed, keyed{key, v})
	switch {
	case t.index != nil:
		t.index.put(key, len(t.keyed)-1)
	case len(t.keyed) > few:
		t.reindex()
	}
}

// pack takes the places of keys that were taken out away.
func (t *table) pack() {
	n := 0
	for _, e := range t.keyed {
		if e.value.is != valueNil {
			t.keyed[n] = e
			n++
		}
	}
	clear(t.keyed[n:])
	t.keyed, t.gone = t.keyed[:n], 0
	if t.index = nil; n > few {
		t.reindex()
	}
}

func (t *table) reindex() {
	t.index = &keyIndex{map[string]int32{}, map[Value]int32{}}
	for i, e := range t.keyed {
		t.index.put(e.key, i)
	}
}

// replace sets the value of the ith key.
func (t *table) replace(i int, v Value) {
	e := &t.keyed[i]
	switch {
	case v.is == valueNil && e.value.is != valueNil:
		t.gone++
	case v.is != valueNil && e.value.is == valueNil:
		t.gone--
	}
	e.value = v
}

// begin is t[key] = v in a constructor, which accounts for all of them at once.
func (t *table) begin(key, v Value) {
	key = plainZero(key)
	if i := t.find(key); i >= 0 {
		t.replace(i, v)
	} else if v.is != valueNil {
		t.add(key, v)
	}
}

// fill sets the items of a constructor, over places that it gave as keys.
func (t *table) fill(items []Value) {
	t.items = append(t.room[:0], items...)
	t.room = t.items
	t.trim()
	if len(t.keyed) == 0 {
		return
	}
	for i := range t.keyed { // places of the list that were given as keys
		e := &t.keyed[i]
		if at, ok := t.place(e.key); ok && at <= len(items) && e.value.is != valueNil {
			t.replace(i, Nil)
		}
	}
	t.drain()
}

// drain moves the keys that are the next places of the list there.
func (t *table) drain() {
	for len(t.keyed) > t.gone {
		at := t.find(Number(float64(len(t.items) + 1)))
		if at < 0 || t.keyed[at].value.is == valueNil {
			return
		}
		next := t.keyed[at].value
		t.replace(at, Nil)
		t.items = append(t.items, next)
		t.room = t.items
	}
}

// A walk goes through a table: first the list, then the other keys.
type walk struct {
	place int // how many places of the list it has passed
	key   int // 1 + how many other keys it has passed; 0: it is still in the list
}

// after returns the walk that has just come to a key; ok is false if the table never had it.
func (t *table) after(key Value) (w walk, ok bool) {
	if key.is == valueNil {
		return w, true
	}
	if i, ok := t.place(key); ok {
		return walk{place: i}, true
	}
	if i := t.find(plainZero(key)); i >= 0 {
		return walk{key: i + 2}, true
	}
	// The list was longer: its other keys follow.
	return walk{key: 1}, key.is == valueNumber && key.num >= 1 && key.num == float64(int64(key.num))
}

// step goes to the next key, and returns how many empty places it has passed. At the end the key
// is nil.
func (w *walk) step(t *table) (key, v Value, passed int) {
	if w.key == 0 {
		from := w.place
		for w.place < len(t.items) {
			if w.place++; t.items[w.place-1].is != valueNil {
				return Number(float64(w.place)), t.items[w.place-1], w.place - from - 1
			}
		}
		passed, w.key = max(0, w.place-from), 1
	}
	for w.key <= len(t.keyed) {
		w.key++
		if e := &t.keyed[w.key-2]; e.value.is != valueNil {
			return e.key, e.value, passed
		}
		passed++
	}
	return Nil, Nil, passed
}

// List returns a list. It keeps items.
func List(items ...Value) Value { return Value{is: valueTable, ext: &table{items: items, lent: true}} }

// Items returns the items of a list.
func (v Value) Items() []Value {
	if v.is == valueTable {
		return v.ext.(*table).items
	}
	return nil
}

// maxShown is how many bytes of a list, or of a text, are shown.
const maxShown = 2000

// String shows the value as Lua would write it; an object is its number. Of long
// lists and texts it shows the beginning.
func (v Value) String() string {
	var b strings.Builder
	v.show(&b)
	return b.String()
}

func (v Value) show(b *strings.Builder) {
	switch v.is {
	case valueBoolean:
		b.WriteString(strconv.FormatBool(v.ref == 1))
	case valueNumber:
		b.WriteString(formatNumber(v.num))
	case valueString:
		b.WriteString(strconv.Quote(shorten(v.Text())))
	case valueTable:
		b.WriteByte('{')
		for i, item := range v.Items() {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.Len() > maxShown {
				b.WriteString("...")
				break
			}
			item.show(b)
		}
		b.WriteByte('}')
	case valueNil:
		b.WriteString("nil")
	case valueFunction:
		b.WriteString("function")
	default:
		b.WriteString("object " + strconv.Itoa(int(v.ref)))
	}
}

// shorten keeps messages of scripts short.
func shorten(s string) string {
	if len(s) > maxShown {
		return strings.ToValidUTF8(s[:maxShown], "") + "..."
	}
	return s
}
