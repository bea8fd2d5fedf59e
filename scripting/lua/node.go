package lua

// A node is a compiled expression. It returns the first value, and if the type is known to
// be a number or a boolean, also without a Value.
type node struct {
	Shape
	val  func(fr *frame) Value
	num  func(fr *frame) float64
	is   func(fr *frame) bool
	many func(fr *frame)       // pushes all values on Machine.args; nil if there is always one
	peek func(fr *frame) Value // val for who only reads a list of the host, which then takes no table of its own; nil: val

	constant bool   // val needs no frame
	written  bool   // it is a number that is written out, or computed from such ones by + - * /
	slot     int    // of the local that it is, plus 1; 0 for another expression, and a local that may be elsewhere
	spelled  string // what the script calls it, for errors; "" for no name
}

func numberNode(num func(fr *frame) float64) *node {
	return &node{Shape: aNumber, num: num, val: func(fr *frame) Value { return Number(num(fr)) }}
}

func booleanNode(is func(fr *frame) bool) *node {
	return &node{Shape: aBoolean, is: is, val: func(fr *frame) Value { return Boolean(is(fr)) }}
}

// typed returns an expression of a known type.
func typed(s Shape, val func(fr *frame) Value) *node {
	n := &node{Shape: s, val: val}
	switch s {
	case aNumber:
		n.num = func(fr *frame) float64 { return val(fr).num }
	case aBoolean:
		n.is = func(fr *frame) bool { return val(fr).ref == 1 }
	}
	return n
}

func constant(s Shape, v Value) *node {
	n := typed(s, func(*frame) Value { return v })
	n.constant = true
	if n.num != nil {
		f := v.num
		n.num = func(*frame) float64 { return f }
	}
	return n
}

// writtenNumber returns a number that is written out.
func writtenNumber(f float64) *node {
	n := constant(aNumber, Number(f))
	n.written = true
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

// A holder is an expression whose value has the field, or the method, that a script names. That of a
// local is read without a call.
type holder struct {
	slot int // of the local, plus 1
	val  func(fr *frame) Value
}

func (n *node) holder() holder { return holder{n.slot, n.val} }

func (h *holder) get(fr *frame) Value {
	if h.slot > 0 {
		return fr.slots[h.slot-1]
	}
	return h.val(fr)
}

// seen returns val for who only reads what it returns.
func (n *node) seen() func(fr *frame) Value {
	if n.peek != nil {
		return n.peek
	}
	return n.val
}

// several compiles a call whose results many pushes on Machine.args.
func several(many func(fr *frame)) *node {
	n := typed(unknownShape, func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		many(fr)
		return m.first(from)
	})
	n.many = many
	return n
}

// A block is a block of statements.
type block struct {
	cost  int64
	site  int32
	steps []statement
}
