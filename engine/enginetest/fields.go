package enginetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"reflect"
	"slices"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/odds"
)

// The sizes of the check of fields.
const (
	fieldStarts   = 20  // battles that it draws
	fieldRuns     = 3   // times that it plays each
	fieldAgain    = 30  // times that it begins each again, to find states with the same key
	fieldObserved = 60  // steps of a battle after each of which it looks at derived fields
	fieldValues   = 8   // changes of a field after which it compares values of options
	fieldUnread   = 60  // changes of a field that no rule should read
	fieldAlike    = 30  // times that it plays on because a derived field is another one
	fieldSeeds    = 6   // times that it plays on then
	fieldFuture   = 12  // steps that it plays on
	fieldStates   = 300 // of exact odds
)

// Fields checks that no field of a battle is forgotten in its key, its class, its copies or
// the evaluations that it keeps. In positions of battles that fixed seeds draw from k and
// k.With, it changes every number, text, list and pointer that can be reached from the
// battle, one after the other. With each change, there must be
//
//	another key    unless the tag of the field says why not (see [Tag]), or the battle goes
//	               on in the same way here, and in another position the key is another. Two
//	               changes after which the battle goes on differently have different keys.
//	another class  in some position in which the class is not the key, unless the battle has
//	               the same odds
//	the same copy  a copy has the change, and shares no memory with the battle
//	equal values   options have the same values for a player that has evaluated other
//	               positions, and for a new one
//
// It believes no tag: a derived field must be the same whenever battles of a start have the
// same key, and after a change of a field that is unread the battle must go on in the same
// way. Each list and each pointer must lead somewhere in some position.
//
// A field that never changes in the battles of one of the kits k and k.With may be left out
// there, if it is found in the battles of another.
func (k *Battles[B]) Fields() error {
	f := newFields()
	for _, kit := range append([]Battles[B]{*k}, k.With...) {
		f.kits = append(f.kits, &kitFields{known: map[uint64]*kitField{}})
		for i := range max(Rounds(4*fieldStarts), fieldStarts/2) {
			f.start(kit.example(i), uint64(i))
		}
	}
	return f.err()
}

// example returns the battle that a seed draws.
func (k *Battles[B]) example(seed int) B {
	return rapid.Custom(func(t *rapid.T) B { return k.Draw(t) }).Example(seed)
}

func newFields() *fields {
	return &fields{known: map[uint64]*field{}, ends: map[uint64]*end{}, errs: map[string]error{}}
}

// A fields is what the check has found.
type fields struct {
	known map[uint64]*field
	kits  []*kitFields // the last is the present one
	ends  map[uint64]*end
	errs  map[string]error // by mistake and field: the first of each
}

// A field is what is known of the places of one field.
type field struct {
	name     string
	tag      Tag
	kind     reflect.Kind
	values   []reflect.Value // that it has had, if it is no pointer
	pointer  bool            // it is one, and has always been the same in each battle
	changes  int
	run      int // of them, changes in this battle
	keys     int // changes that the key has seen
	compared int // changes after which values were compared
	classes  int // changes that the class has seen, where it is not the key
	unsure   int // changes that it has not seen, and that may change the odds
	alike    int // times that a derived field was compared
	alikes   int // times that it was another one
}

// A kitFields is what the check has found in the battles of a kit.
type kitFields struct{ known map[uint64]*kitField }

// A kitField is a field in the battles of a kit.
type kitField struct {
	varies bool  // it changes in a battle
	found  bool  // the key has seen a change
	err    error // it is left out of the key or of a copy
}

// kit returns what is known of a field in the battles of the present kit.
func (f *fields) kit(p *place) *kitField {
	known := f.kits[len(f.kits)-1].known
	of := known[p.field]
	if of == nil {
		of = new(kitField)
		known[p.field] = of
	}
	return of
}

// wrong notes a mistake.
func (f *fields) wrong(mistake, name, format string, args ...any) {
	if key := mistake + name; f.errs[key] == nil {
		f.errs[key] = fmt.Errorf(format, args...)
	}
}

// missing notes that a field is left out.
func (f *fields) missing(p *place, format string, args ...any) {
	if of := f.kit(p); of.err == nil {
		of.err = fmt.Errorf(format, args...)
	}
}

// err returns all mistakes.
func (f *fields) err() error {
	for _, kit := range f.kits {
		for id, of := range kit.known {
			elsewhere := slices.ContainsFunc(f.kits, func(k *kitFields) bool { o := k.known[id]; return o != nil && o.found && o.err == nil })
			if of.err != nil && (of.varies || !elsewhere) {
				f.wrong("left out", f.known[id].name, "%w", of.err)
			}
		}
	}
	for _, e := range f.ends {
		if !e.leads {
			f.wrong("end", e.name, "%s leads nowhere in all positions: let Draw draw battles in which it does", e.name)
		}
	}
	for _, of := range f.known {
		switch {
		case of.tag&Derived != 0 && of.alike == 0 && of.kind != reflect.Pointer:
			f.wrong("alike", of.name, "%s is never compared: no two battles have the same key while it is there", of.name)
		case of.tag&(Derived|Unread|InStep) != 0:
		case of.changes == 0 && !of.pointer:
			f.wrong("change", of.name, "%s cannot be changed in any position", of.name)
		case of.changes > 0 && of.keys == 0:
			f.wrong("left out", of.name, "the key leaves out %s: append it in AppendKey, or let its tag say why not", of.name)
		case of.unsure > 0 && of.classes == 0:
			f.wrong("class", of.name, "the class leaves out %s: append it in AppendClass", of.name)
		}
	}
	var all []error
	for _, key := range slices.Sorted(maps.Keys(f.errs)) {
		all = append(all, f.errs[key])
	}
	return errors.Join(all...)
}

// start checks the battles of a start.
func (f *fields) start(b engine.Story, seed uint64) {
	in := &inspection{fields: f, of: b, tree: newTree(bare(b)), first: map[uint64]uint64{}, derived: map[[2]uint64]uint64{}, met: map[uint64]engine.Battle{}, pointers: map[uint64][]reflect.Value{}}
	in.tree.ends = f.ends
	in.veteran = b.Fresh()
	for run := range uint64(fieldRuns) {
		in.play(newCompany(b.Seats(), seed+run<<20).table(), int(run))
	}
	for run := range uint64(fieldAgain) {
		in.again(newCompany(b.Seats(), seed+run<<30).table())
	}
	for _, err := range in.tree.errs {
		f.wrong("tag", err.Error(), "%w", err)
	}
}

// bare returns the battle in a forgetful one.
func bare(b engine.Battle) engine.Battle {
	if f, ok := b.(*forgetful); ok {
		return f.Story
	}
	return b
}

// An inspection changes the fields of the battles of a start.
type inspection struct {
	*fields
	of       engine.Story
	tree     *tree
	first    map[uint64]uint64          // the first values of all places
	derived  map[[2]uint64]uint64       // values of derived places, by place and state
	met      map[uint64]engine.Battle   // copies, by state
	pointers map[uint64][]reflect.Value // values of pointers, by place
	veteran  engine.Battle              // evaluates in all positions
	looks    int                        // number of positions of this battle in which fields were changed

	// Of the present position.
	state  string
	class  string
	other  bool          // the class is not the key
	before engine.Battle // a copy
	counts map[uint64]int
	on     [2][]string        // how the battle goes on
	states map[string]variant // by their keys
}

// A variant is the battle with a change.
type variant struct {
	change string
	battle engine.Battle // nil if the change is no longer valid
}

// play plays a battle and checks its positions: more of them at the beginning.
func (in *inspection) play(t *engine.Table, run int) {
	in.looks = 0
	for _, of := range in.known {
		of.run = 0
	}
	b := in.of
	b.Begin(t)
	if m, ok := bare(b).(engine.Rememberer); ok && run == 0 { // as scripts do
		m.Memory().Set(0, "mod", "one", engine.Datum{Kind: engine.Number, Number: 1})
		m.Memory().Set(1, "mod", "two", engine.Datum{Kind: engine.Text, Text: "two"})
	}
	for n, next := 0, 0; t.Err() == nil; n++ {
		in.tree.turn = n
		if n < fieldObserved || n == next || b.Over() {
			in.observe()
		}
		if n == next || b.Over() {
			next += 1 + (n+run)/4
			in.looks++
			in.change()
		}
		if b.Over() {
			return
		}
		b.Step()
	}
	in.wrong("play", "", "%w", t.Err())
}

// again begins a battle, and compares derived fields.
func (in *inspection) again(t *engine.Table) {
	in.of.Begin(t)
	in.tree.turn = 0
	for n := 0; n < fieldObserved/3 && !in.of.Over() && t.Err() == nil; n++ {
		in.observe()
		in.of.Step()
	}
}

// identity returns a text that is different for states that may go on differently.
func identity(b engine.Battle) string {
	return fmt.Sprintf("round %d, over %t, winner %d, key %x", b.Round(), b.Over(), b.Winner(), b.AppendKey(nil))
}

// classOf returns the class of a state, and whether it is another text than the key.
func classOf(b engine.Battle) (class string, other bool) {
	c, ok := b.(engine.Classifier)
	if !ok {
		return "", false
	}
	key := c.AppendClass(nil)
	class = fmt.Sprintf("round %d, over %t, winner %d, class %x", b.Round(), b.Over(), b.Winner(), key)
	return class, !bytes.Equal(key, b.AppendKey(nil))
}

// survives calls do, and reports whether it did not panic: fields may have impossible values.
func survives(do func()) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	do()
	return true
}

// field returns what is known of the field of a place.
func (in *inspection) field(p *place) *field {
	of := in.known[p.field]
	if of == nil {
		of = &field{name: p.name(), tag: p.tag, kind: p.value.Kind()}
		in.known[p.field] = of
	}
	return of
}

// observe notes the values of all places, and compares those that are derived with the
// values that they had in another battle with the same key.
func (in *inspection) observe() {
	state := maphash.String(hashSeed, identity(in.of))
	in.tree.visit(bare(in.of), func(p *place) {
		of, value := in.field(p), p.word()
		if was, ok := in.first[p.id]; !ok {
			in.first[p.id] = value
		} else if was != value {
			in.kit(p).varies = true
		}
		switch {
		case p.value.Kind() == reflect.Pointer:
			if had := in.pointers[p.id]; !slices.ContainsFunc(had, p.value.Equal) {
				in.pointers[p.id] = append(had, reflect.ValueOf(p.value.Interface()))
				of.pointer = len(had) == 0
			}
		case !p.length && len(of.values) < 8 && !slices.ContainsFunc(of.values, p.value.Equal):
			of.values = append(of.values, held(p.value))
		}
		if p.tag&Derived == 0 || p.value.Kind() == reflect.Pointer && !in.tree.shared[memory{p.value.UnsafePointer(), p.value.Type()}] {
			return
		}
		key := [2]uint64{p.id, state}
		if was, ok := in.derived[key]; ok {
			of.alike++
			if was != value && of.alikes < fieldAlike {
				of.alikes++
				if text := in.unlike(state); text != "" {
					in.wrong("derived", of.name, "%s is not derived: with the same key it is %d and %d (%s), and the battle goes on differently: %s", of.name, int64(was), int64(value), in.of.Scene(), text)
				}
			}
		}
		in.derived[key] = value
	})
	if in.met[state] == nil {
		in.met[state] = in.copy()
	}
}

// unlike returns how the battle goes on differently from the first one with the same key.
func (in *inspection) unlike(state uint64) string {
	for seed := range uint64(fieldSeeds) {
		is := future(in.copy(), seed)
		if n := different(is, future(variant{battle: in.met[state]}.copy(), seed)); n >= 0 {
			return fmt.Sprintf("step %d leads to %s", n+1, is[n])
		}
	}
	return ""
}

// held returns a copy of a value.
func held(v reflect.Value) reflect.Value {
	other := reflect.New(v.Type()).Elem()
	other.Set(v)
	return other
}

// word returns the value of a place, or a hash of it.
func (p *place) word() uint64 {
	switch v := p.value; {
	case p.length:
		return uint64(v.Len())
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return math.Float64bits(v.Float())
	case v.Kind() == reflect.Bool:
		return bit(v.Bool())
	case v.Kind() == reflect.Pointer:
		return uint64(v.Pointer())
	}
	return maphash.String(hashSeed, p.value.String())
}

// change changes every place in turn.
func (in *inspection) change() {
	in.state, in.before = identity(in.of), in.copy()
	in.class, in.other = classOf(in.of)
	in.counts, in.states = map[uint64]int{}, map[string]variant{}
	for seed := range in.on {
		in.on[seed] = future(in.copy(), uint64(seed))
	}
	copied := in.copy()
	in.values(in.veteran)
	in.tree.visit(bare(in.of), func(p *place) {
		of := in.field(p)
		if in.counts[p.field]++; in.counts[p.field] > 1 || of.run > in.looks/3 {
			return
		}
		of.run++
		if p.tag&Derived != 0 { // other values may be impossible
			if got, ok := follow(bare(in.before), p.tree.way); ok && !p.length {
				in.copied(p, of, got, p.value)
			}
			return
		}
		old := held(p.value)
		for _, value := range in.candidates(p, of) {
			p.set(value)
			in.changed(p, of, value, copied)
			p.set(old)
			if p.tag&(Unread|InStep) != 0 && !p.length && p.value.Kind() != reflect.Pointer {
				in.unread(p, of, value)
			}
		}
	})
	if name := in.tree.shares(bare(copied)); name != "" {
		in.wrong("share", name, "a copy shares the memory of %s with the battle", name)
	}
	if got := identity(in.of); got != in.state {
		in.wrong("undone", "", "a change of a field cannot be undone: the key is\n%s\nand was\n%s", got, in.state)
	}
}

// candidates returns other values for a place: up to two of those that its field has had,
// and the next one of its type, which may be impossible.
func (in *inspection) candidates(p *place, of *field) (all []reflect.Value) {
	if p.length && p.value.Kind() == reflect.Map {
		other := cloneMap(p.value)
		other.SetMapIndex(other.MapKeys()[0], reflect.Value{})
		return append(all, other)
	} else if p.length {
		return append(all, p.value.Slice3(0, p.value.Len()-1, p.value.Cap()))
	}
	values := of.values
	if p.value.Kind() == reflect.Pointer {
		values = in.pointers[p.id]
	}
	for i := range values {
		if v := values[(i+in.tree.turn)%len(values)]; len(all) < 2 && !v.Equal(p.value) {
			all = append(all, v)
		}
	}
	next := held(p.value)
	switch v := p.value; {
	case v.Kind() == reflect.Bool:
		next.SetBool(!v.Bool())
	case v.CanInt():
		next.SetInt(v.Int() + 1)
	case v.CanUint():
		next.SetUint(v.Uint() + 1)
	case v.CanFloat():
		next.SetFloat(v.Float() + 1)
	case v.Kind() == reflect.String:
		next.SetString(v.String() + "x")
	default:
		return all
	}
	if !slices.ContainsFunc(all, next.Equal) {
		all = append(all, next)
	}
	return all
}

// changed checks the battle with another value of a place.
func (in *inspection) changed(p *place, of *field, value reflect.Value, copied engine.Battle) {
	var state, class string
	if !survives(func() { state = identity(in.of); class, _ = classOf(in.of) }) {
		return
	}
	if p.tag&InStep == 0 && !p.length && survives(func() { copied.CopyFrom(in.of) }) {
		if got, ok := follow(bare(copied), p.tree.way); ok {
			in.copied(p, of, got, value)
		}
	}
	if p.tag&(Unread|InStep) != 0 {
		in.kit(p).found = true
		return
	}
	of.changes++
	if state == in.state {
		if text := in.differs(in.copy); text != "" {
			in.missing(p, "the key leaves out %s: with %v the battle goes on differently: %s", of.name, value, text)
		}
		return
	}
	of.keys++
	in.kit(p).found = true
	in.collide(p, of, value, state)
	if in.other && class != in.class {
		of.classes++
	} else if in.other && of.classes == 0 && of.unsure == 0 && !in.sameOdds() {
		of.unsure++
	}
	if of.compared < fieldValues && !in.of.Over() && p.tag&Constant == 0 && in.kit(p).varies {
		of.compared++
		in.compare(of, value)
	}
}

// copied checks that a place has the same value in a copy.
func (in *inspection) copied(p *place, of *field, got, want reflect.Value) {
	in.kit(p).found = in.kit(p).found || p.tag&Derived != 0
	if !got.Equal(want) {
		in.missing(p, "the copy leaves out %s: it is %v in the battle, and %v in the copy", of.name, want, got)
	}
}

// collide checks that no other change has had the same key. It leaves out values that may
// be impossible, and those whose places are no longer there.
func (in *inspection) collide(p *place, of *field, value reflect.Value, state string) {
	if p.length || p.tag&Constant != 0 || !slices.ContainsFunc(of.values, value.Equal) {
		return
	}
	change := fmt.Sprintf("%s = %v", of.name, value)
	other, ok := in.states[state]
	if !ok {
		in.states[state] = variant{change, in.copy()}
		return
	}
	for seed := range uint64(len(in.on)) {
		one, two := future(other.copy(), seed), future(in.copy(), seed)
		if n := different(one, two); n >= 0 {
			in.wrong("same", of.name, "two changes have the same key, and the battle goes on differently: %s, and %s", other.change, change)
		}
	}
}

// copy returns a copy of the battle.
func (in *inspection) copy() engine.Battle { return variant{battle: in.of}.copy() }
func (v variant) copy() engine.Battle {
	b := v.battle.Fresh()
	b.Sit(engine.NewTable(nil))
	b.CopyFrom(v.battle)
	return b
}

// unread checks that a value of a place that no rule should read changes nothing.
func (in *inspection) unread(p *place, of *field, value reflect.Value) {
	if of.changes++; of.changes > fieldUnread {
		return
	}
	text := in.differs(func() engine.Battle {
		b := in.copy()
		if v, ok := follow(bare(b), p.tree.way); ok && v.CanSet() {
			v.Set(value)
		}
		return b
	})
	if text != "" {
		in.wrong("unread", of.name, "a rule reads %s: with %v the battle goes on differently: %s", of.name, value, text)
	}
}

// impossible is the future of a battle with an impossible value.
const impossible = "a panic"

// future returns how a battle goes on: its states, and the events before them.
func future(b engine.Battle, seed uint64) (states []string) {
	table := newCompany(b.Seats(), seed).table()
	var events []engine.Event
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { events = append(events, e) }))
	if !survives(func() {
		for b.Sit(table); len(states) < fieldFuture && !b.Over() && table.Err() == nil; events = events[:0] {
			b.Step()
			states = append(states, fmt.Sprint(identity(b), events))
		}
	}) {
		states = append(states, impossible)
	}
	return states
}

// different returns the first step in which two futures differ, or -1 if none does or one
// of them is impossible.
func different(one, two []string) int {
	for n := range one {
		switch {
		case n == len(two):
			return n
		case one[n] == impossible || two[n] == impossible:
			return -1
		case one[n] != two[n]:
			return n
		}
	}
	return -1
}

// differs returns how a battle goes on differently from the present one, or "".
func (in *inspection) differs(other func() engine.Battle) string {
	for seed, was := range in.on {
		is := future(other(), uint64(seed))
		if n := different(is, was); n >= 0 {
			return fmt.Sprintf("step %d leads to %s", n+1, is[n])
		}
	}
	return ""
}

// sameOdds reports whether the battle has the same odds as before the change if all players
// draw lots. It reports false if they have too many states.
func (in *inspection) sameOdds() bool {
	was, ok := lots(in.before)
	now, ok2 := lots(in.copy())
	if !ok || !ok2 {
		return false
	}
	for seat := range was.Wins {
		if math.Abs(was.Wins[seat].Value-now.Wins[seat].Value) > 1e-9 {
			return false
		}
	}
	return true
}

// lots returns the odds of a battle whose players draw lots, if it has few states.
func lots(b engine.Battle) (o *odds.Odds, ok bool) {
	survived := survives(func() {
		g := odds.NewGraph(b, slices.Repeat([]engine.Oracle{odds.Lots{}}, b.Seats())...)
		g.States = fieldStates
		root := g.Root(func(scratch engine.Battle) { scratch.CopyFrom(b) }, b.Round())
		if g.Explore(context.Background()) == nil {
			var err error
			o, err = g.Odds(root)
			ok = err == nil
		}
	})
	return o, ok && survived
}

var errAsked = errors.New("a question is asked")

// values returns the values of the options of the next question, evaluated in other, which
// becomes a copy of the battle.
func (in *inspection) values(other engine.Battle) (values []int, ok bool) {
	table := engine.NewTable(engine.NewDice(1), Everybody(engine.OracleFunc(func(q engine.Question) (int, error) {
		if e, can := q.Choice.(engine.Evaluator); can {
			for answer := range q.Choice.Each {
				if values = append(values, e.Evaluate(answer)); len(values) == 16 {
					break
				}
			}
		}
		return 0, errAsked
	}))...)
	ok = survives(func() {
		other.Sit(table)
		other.CopyFrom(in.of)
		other.Step()
	})
	return values, ok
}

// compare compares values for a player that has evaluated other positions with those for a
// new one.
func (in *inspection) compare(of *field, value reflect.Value) {
	want, ok := in.values(in.of.Fresh())
	if !ok {
		return
	}
	if got, ok := in.values(in.veteran); ok && !slices.Equal(got, want) {
		in.wrong("values", of.name, "kept evaluations leave out %s: with %v options have the values %v, and %v for a player that has evaluated other positions", of.name, value, want, got)
	}
}
