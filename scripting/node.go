package scripting

// A node is a compiled expression. It returns the first value, and if the type is known to
// be a number or a boolean, also without a Value.
type node struct {
	shape
	val  func(fr *frame) Value
	num  func(fr *frame) float64
	is   func(fr *frame) bool
	many func(fr *frame) // pushes all values on Machine.args; nil if there is always one

	constant bool // val needs no frame
	direct   bool // num only reads a number field of the event
	field    int  // if direct: which
}

func numberNode(num func(fr *frame) float64) *node {
	return &node{shape: aNumber.shape, num: num, val: func(fr *frame) Value { return Number(num(fr)) }}
}

func booleanNode(is func(fr *frame) bool) *node {
	return &node{shape: aBoolean.shape, is: is, val: func(fr *frame) Value { return Boolean(is(fr)) }}
}

// typed returns an expression of a known type.
func typed(s shape, val func(fr *frame) Value) *node {
	n := &node{shape: s, val: val}
	switch s {
	case aNumber.shape:
		n.num = func(fr *frame) float64 { return val(fr).num }
	case aBoolean.shape:
		n.is = func(fr *frame) bool { return val(fr).ref == 1 }
	}
	return n
}

func constant(s shape, v Value) *node {
	n := typed(s, func(*frame) Value { return v })
	n.constant = true
	if n.num != nil {
		f := v.num
		n.num = func(*frame) float64 { return f }
	}
	return n
}

// truth returns the expression as a condition.
func (n *node) truth() func(fr *frame) bool {
	if n.is != nil {
		return n.is
	}
	val := n.val
	return func(fr *frame) bool { return val(fr).Bool() }
}

// sureNumber returns the expression as a number for Machine.Quick, which is stuck if it is
// another value.
func (n *node) sureNumber() func(fr *frame) float64 {
	if n.num != nil {
		return n.num
	}
	val := n.val
	return func(fr *frame) float64 {
		v := val(fr)
		if v.is != valueNumber {
			fr.stuck = true
		}
		return v.num
	}
}

// sureItems returns the items of a list of the game for Machine.Quick, which is stuck if v
// is another value.
func (fr *frame) sureItems(v Value) []Value {
	if l, ok := v.ext.(*list); ok && l.table == nil && len(l.keyed) == 0 {
		return l.items
	}
	fr.stuck = true
	return nil
}

// sureIndex returns o[key] for Machine.Quick, which is stuck if o is not a list of the game or
// a table of the file, or the key neither a number nor a text.
func (fr *frame) sureIndex(o, key Value) Value {
	l, isList := o.ext.(*list)
	switch {
	case key.is != valueNumber && key.is != valueString:
	case isList && l.table == nil:
		return l.at(key)
	case o.is == valueTable:
		return fr.index(nil, o, key)
	}
	fr.stuck = true
	return Nil
}

// sure returns a value that the game has given to a hook of Machine.Quick. A list takes
// what it takes elsewhere.
func (fr *frame) sure(v Value, err error) Value {
	switch {
	case err != nil:
		fr.stuck = true
		return Nil
	case v.is == valueList:
		m, n := fr.m, len(v.ext.(*list).items)
		m.left -= int64(listedSteps(n))
		m.bytes += int64(listedBytes(n))
		fr.stuck = fr.stuck || n >= longList || m.bytes > int64(m.limits.Memory)
	}
	return v
}
