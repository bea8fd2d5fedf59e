package enginetest

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"houserule/engine"
)

// A Tag is what the tag `state:"..."` of a field says: why the key of a battle, or its copy,
// may leave the field out. A tag holds for all fields below. Words are separated by commas.
type Tag uint8

// The words of tags.
const (
	// Apart ("-"): the field is no part of the battle: results that looks keep, and the
	// memory of a host of scripts.
	Apart Tag = 1 << iota
	// InStep ("step"): the field has a meaning only within a step: an open question, and
	// what a listener may read. Neither key nor copy has it.
	InStep
	// Unread ("unread"): no rule reads the field again, only people do. The key leaves it
	// out.
	Unread
	// Derived ("derived"): the field follows from others and from the start. The key leaves
	// it out.
	Derived
	// Constant ("constant"): the field leads to memory that never changes. Copies share it.
	Constant
)

// tagWords are the words of tags.
var tagWords = map[string]Tag{"-": Apart, "step": InStep, "unread": Unread, "derived": Derived, "constant": Constant}

// tagOf returns the tag of a field.
func tagOf(field reflect.StructField) (tag Tag, err error) {
	text, ok := field.Tag.Lookup("state")
	for word := range strings.SplitSeq(text, ",") {
		if tagWords[word] == 0 && ok {
			return tag, fmt.Errorf(`%s: state:%q: %w`, field.Name, text, &engine.Unknown{What: "word of a tag", Word: word, Known: []string{"-", "step", "unread", "derived", "constant"}})
		}
		tag |= tagWords[word]
	}
	return tag, nil
}

// A place is a value that can be reached from a battle, and that holds no others: a number,
// a text, the length of a list, or a pointer to what all battles of the start share. It is
// valid while the tree visits it.
type place struct {
	tree   *tree
	id     uint64 // a hash of the way
	field  uint64 // a hash of the way without the indexes of lists: the same for all elements
	tag    Tag
	value  reflect.Value // can be set
	change func()        // to be called after the value is set; may be nil
	length bool          // the value is a list, and its length is meant
}

// A hop leads from a value to a part of it: a field or an element by its index, an element
// by its key, or the target of a pointer or interface.
type hop struct {
	name  string // of a field, in the syntax of Go
	index int    // below 0 for a target
	key   reflect.Value
}

// name returns the way to a place in the syntax of Go, without the indexes of lists.
func (p *place) name() string {
	var b strings.Builder
	for _, h := range p.tree.way {
		b.WriteString(h.name)
	}
	if p.length {
		b.WriteString(".len")
	}
	return b.String()
}

// set sets the value.
func (p *place) set(v reflect.Value) {
	p.value.Set(v)
	if p.change != nil {
		p.change()
	}
}

// A span is the addresses of a piece of memory.
type span struct{ from, to uintptr }

func (s span) has(p uintptr) bool { return s.from <= p && p < s.to }

// A tree finds the places of a battle.
type tree struct {
	shared map[memory]bool  // what all battles of the start share
	root   span             // the battle itself
	own    []span           // other memory of the battle
	seen   map[memory]bool  // targets of pointers in own
	lists  map[uintptr]bool // arrays of lists in own
	ends   map[uint64]*end  // lists and pointers
	turn   int              // the first element to visit, of lists
	way    []hop            // to the present place
	at     place            // the present place
	each   func(p *place)   // is called with every place
	target func(p *place)   // if not nil, is called with every list and pointer that leads to memory which may change
	types  map[reflect.Type][]member
	errs   []error

	indexes []string // of arrays, as names have them
}

// An end is a list or pointer that may lead nowhere, in each battle.
type end struct {
	name  string
	leads bool
}

// A member is a field of a struct.
type member struct {
	name  string // with a dot
	tag   Tag
	apart bool
}

// newTree returns the tree of the battles of a start.
func newTree(b engine.Battle) *tree {
	w := walk{still: new(Still), seen: map[memory]bool{}}
	w.value(reflect.ValueOf(b.Fresh()))
	return &tree{shared: w.seen, ends: map[uint64]*end{}, types: map[reflect.Type][]member{}}
}

// visit calls each with the places of a battle.
func (t *tree) visit(b engine.Battle, each func(p *place)) {
	v := reflect.ValueOf(b).Elem()
	t.root = span{v.UnsafeAddr(), v.UnsafeAddr() + v.Type().Size()}
	t.own, t.seen, t.lists, t.each = t.own[:0], map[memory]bool{}, map[uintptr]bool{}, each
	t.value(place{tree: t, value: v})
}

var tableType = reflect.TypeFor[*engine.Table]()

// members returns the fields of a type.
func (t *tree) members(of reflect.Type) []member {
	all, ok := t.types[of]
	if !ok {
		for field := range of.Fields() {
			tag, err := tagOf(field)
			if err != nil {
				t.errs = append(t.errs, err)
			}
			all = append(all, member{"." + field.Name, tag, tag&Apart != 0 || field.Type == tableType})
		}
		t.types[of] = all
	}
	return all
}

func (t *tree) value(p place) {
	switch v := p.value; v.Kind() {
	case reflect.Struct:
		for i, m := range t.members(v.Type()) {
			if !m.apart {
				t.part(p, hop{name: m.name, index: i}, free(v.Field(i)), m.tag, p.change)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			for len(t.indexes) <= i {
				t.indexes = append(t.indexes, fmt.Sprintf("[%d]", len(t.indexes)))
			}
			t.part(p, hop{name: t.indexes[i], index: i}, free(v.Index(i)), 0, p.change)
		}
	case reflect.Slice:
		t.list(p)
	case reflect.Map:
		t.entries(p)
	case reflect.Interface:
		t.inner(p)
	case reflect.Pointer:
		t.pointer(p)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		t.tell(p)
	}
}

// tell calls each with a place. One place in memory serves all, because there are many.
func (t *tree) tell(p place) {
	t.at = p
	t.each(&t.at)
}

// inner visits the target of an interface: a changed copy of it replaces it.
func (t *tree) inner(p place) {
	v := p.value
	if t.leads(p, v.IsNil()) {
		target := reflect.New(v.Elem().Type()).Elem()
		target.Set(v.Elem())
		t.part(p, hop{index: -1}, target, 0, func() { p.set(target) })
	}
}

// prime mixes the hashes of places.
const prime = 0x9E3779B97F4A7C15

// part visits a part of a place. Elements of lists have the name "[]".
func (t *tree) part(p place, h hop, v reflect.Value, tag Tag, change func()) {
	n := uint64(h.index)
	if h.key.IsValid() {
		n = maphash.String(hashSeed, fmt.Sprint(h.key))
	}
	q := place{tree: t, id: (p.id+n+2)*prime ^ p.id>>29, field: p.field, tag: p.tag | tag, value: v, change: change}
	if h.name == "[]" {
		n = 0
	}
	q.field = (p.field+n+2)*prime ^ p.field>>29
	t.way = append(t.way, h)
	t.value(q)
	t.way = t.way[:len(t.way)-1]
}

// free returns a value of a field that can be set, exported or not.
func free(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// leads notes whether a list or pointer leads somewhere, and reports it.
func (t *tree) leads(p place, empty bool) bool {
	if p.tag&(InStep|Unread|Derived) == 0 {
		of := t.ends[p.field]
		if of == nil {
			of = &end{name: p.name()}
			t.ends[p.field] = of
		}
		of.leads = of.leads || !empty
	}
	if !empty && t.target != nil && p.value.Kind() != reflect.Interface && !p.fixed() {
		t.at = p
		t.target(&t.at)
	}
	return !empty
}

// fixed reports whether a list or pointer leads to memory that never changes. The tag of a
// list of pointers means their targets.
func (p *place) fixed() bool {
	return p.tag&InStep != 0 || p.tag&Constant != 0 && (p.value.Kind() == reflect.Pointer || p.value.Type().Elem().Kind() != reflect.Pointer)
}

// count calls each with the length of a list.
func (t *tree) count(p place) {
	p.id, p.field, p.length = p.id*prime+1, p.field*prime+1, true
	t.tell(p)
}

func (t *tree) list(p place) {
	v := p.value
	if !t.leads(p, v.Len() == 0) {
		return
	}
	if !p.fixed() && !t.lists[v.Pointer()] {
		t.lists[v.Pointer()] = true
		t.own = append(t.own, span{v.Pointer(), v.Pointer() + uintptr(v.Cap())*v.Type().Elem().Size()})
	}
	t.count(p)
	for i := range v.Len() {
		i = (i + t.turn) % v.Len()
		t.part(p, hop{name: "[]", index: i}, free(v.Index(i)), 0, p.change)
	}
}

// entries visits the entries of a map. A changed entry is put into a copy of the map.
func (t *tree) entries(p place) {
	v := p.value
	if !t.leads(p, v.Len() == 0) {
		return
	}
	t.count(p)
	original := reflect.ValueOf(v.Interface())
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, key := range keys {
		entry := reflect.New(v.Type().Elem()).Elem()
		entry.Set(original.MapIndex(key))
		t.part(p, hop{name: "[]", key: key}, entry, 0, func() {
			other := cloneMap(original)
			other.SetMapIndex(key, entry)
			p.set(other)
		})
	}
	p.set(original)
}

func cloneMap(v reflect.Value) reflect.Value {
	other := reflect.MakeMap(v.Type())
	for _, key := range v.MapKeys() {
		other.SetMapIndex(key, v.MapIndex(key))
	}
	return other
}

// pointer visits the target of a pointer, unless all battles of the start share it, or it is
// in the memory of the battle.
func (t *tree) pointer(p place) {
	v := p.value
	if p.tag&InStep != 0 || !t.leads(p, v.IsNil()) {
		return
	}
	m := memory{v.UnsafePointer(), v.Type()}
	switch {
	case t.root.has(v.Pointer()) || t.seen[m]:
	case t.shared[m] || t.owns(v.Pointer()) || p.tag&(Derived|Constant) == Derived|Constant:
		t.tell(p)
	case p.tag&Constant != 0:
		t.constant(p)
	default:
		t.seen[m] = true
		t.own = append(t.own, span{v.Pointer(), v.Pointer() + v.Type().Elem().Size()})
		t.part(p, hop{index: -1}, v.Elem(), 0, nil)
	}
}

// constant visits the target of a pointer, which is not changed: a copy of it is.
func (t *tree) constant(p place) {
	v := p.value
	original := reflect.ValueOf(v.Interface())
	target := reflect.New(v.Type().Elem())
	target.Elem().Set(v.Elem())
	t.part(p, hop{index: -1}, target.Elem(), 0, func() { p.set(target) })
	p.set(original)
}

// owns reports whether an address is in the memory of the battle.
func (t *tree) owns(p uintptr) bool {
	return t.root.has(p) || slices.ContainsFunc(t.own, func(s span) bool { return s.has(p) })
}

// follow returns the value of another battle at the end of a way, if it has one.
func follow(b engine.Battle, way []hop) (reflect.Value, bool) {
	v := reflect.ValueOf(b).Elem()
	for _, h := range way {
		switch {
		case h.key.IsValid():
			e := v.MapIndex(h.key)
			if !e.IsValid() {
				return v, false
			}
			v = reflect.New(e.Type()).Elem()
			v.Set(e)
		case h.index < 0:
			if v.IsNil() {
				return v, false
			}
			if e := v.Elem(); v.Kind() == reflect.Pointer {
				v = e
			} else {
				v = reflect.New(e.Type()).Elem()
				v.Set(e)
			}
		case v.Kind() == reflect.Struct:
			v = free(v.Field(h.index))
		case h.index >= v.Len():
			return v, false
		default:
			v = free(v.Index(h.index))
		}
	}
	return v, true
}

// shares returns the name of a field of another battle that leads into the memory of the
// battle visited last, or "".
func (t *tree) shares(b engine.Battle) (name string) {
	other := &tree{shared: t.shared, ends: map[uint64]*end{}, types: t.types}
	other.target = func(p *place) {
		if t.owns(p.value.Pointer()) {
			name = p.name()
		}
	}
	other.visit(b, func(*place) {})
	return name
}
