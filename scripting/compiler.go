package scripting

import (
	"fmt"
	"math"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// A compiler makes the functions of a checked file Go closures. What it refuses stays on the
// machine underneath, and compiled functions call it there.
//
// A local function in a function is compiled with it, and runs on a frame that knows the
// frame around it. A function of the file that a hook gives its event is compiled once more
// for each such hook: its parameter stands for the event, whose fields lie in the frame of
// the hook.
type compiler struct {
	*file
	world  *world
	codes  map[*function]*code
	inits  map[*symbol]ast.Expr // what locals begin with that are never assigned
	top    map[*symbol]bool     // the locals of the file itself
	values map[*symbol][]ast.Expr
	named  map[*symbol]int   // how often a local is named
	called map[*symbol]int   // how often it is called by its name
	params map[*symbol]shape // what all calls of functions that are only called give for a parameter
	linked map[*symbol]int
	places *int                          // of instance.linked that are taken
	names  map[*function]map[string]bool // names of locals of the file that a function of the file reads
	made   map[*function][]*variant      // all that is compiled for a function of the file, in order

	*variant // that is being compiled
	root     *variant
	fields   []place // of the hook root, by field of its event
	queue    []*variant
	cost     int // of the block that is being compiled

	quick   bool   // the closures are for Machine.Quick
	written uint64 // if quick: bits of the fields written so far in the text
	last    bool   // if quick: the hook ends after the statement that is being compiled
}

// A refusal is why a function is not compiled.
type refusal string

func (c *compiler) refuse(line int, format string, args ...any) {
	panic(refusal(fmt.Sprintf("line %d: %s", line, fmt.Sprintf(format, args...))))
}

// compile returns the codes of the functions of a file.
func (f *file) compile(w *world, places *int) map[*function]*code {
	c := &compiler{
		file: f, world: w, places: places, codes: map[*function]*code{}, inits: map[*symbol]ast.Expr{}, top: map[*symbol]bool{},
		values: map[*symbol][]ast.Expr{}, named: map[*symbol]int{}, called: map[*symbol]int{}, params: map[*symbol]shape{}, linked: map[*symbol]int{},
		names: map[*function]map[string]bool{}, made: map[*function][]*variant{},
	}
	for _, s := range f.chunk {
		if n, ok := s.(*ast.LocalAssignStmt); ok {
			for _, sym := range f.locals[n] {
				c.top[sym] = true
			}
		}
	}
	c.collect(f.chunk)
	for _, fn := range f.defined {
		if fn.parent == f.main {
			c.codes[fn] = &code{file: f.source.File, line: fn.expr.Line()}
		} else if h := fn.parent.hook; h != nil {
			h.nested = true
		}
	}
	for _, fn := range slices.Backward(f.defined) { // a function after those that call it
		if c.codes[fn] != nil {
			c.function(fn)
		}
	}
	for _, fn := range f.defined {
		if made := c.codes[fn]; made != nil && made.plain(map[*code]bool{}) {
			c.hasten(fn)
		}
	}
	return c.codes
}

// A variant is a function that is compiled as such, or for a place where it is called.
type variant struct {
	fn    *function
	code  *code
	event *symbol  // its parameter that stands for the event of the hook; nil for none
	outer *variant // that of the function around it; nil if that is the file

	slots  map[*symbol]place
	shapes map[*symbol]shape // of locals, as far as they are known
}

// collect notes what locals are given, and how they are used.
func (c *compiler) collect(stmts []ast.Stmt) {
	var look func(node any)
	given := func(sym *symbol, value ast.Expr) { c.values[sym] = append(c.values[sym], value) }
	look = func(node any) {
		switch n := node.(type) {
		case *ast.IdentExpr:
			c.named[c.idents[n]]++
		case *ast.FuncCallExpr:
			c.called[c.symbol(n.Func)]++
		case *ast.LocalAssignStmt:
			for i, sym := range c.locals[n] {
				switch {
				case i >= len(n.Exprs):
					given(sym, nil)
				default:
					given(sym, n.Exprs[i])
					if sym.assigned == 0 {
						c.inits[sym] = n.Exprs[i]
					}
				}
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if sym := c.symbol(lhs); sym != nil {
					value := ast.Expr(nil)
					if i < len(n.Rhs) {
						value = n.Rhs[i]
					}
					given(sym, value)
				}
			}
		case *ast.FuncDefStmt:
			if sym := c.symbol(n.Name.Func); sym != nil {
				given(sym, nil)
			}
		case *ast.GenericForStmt:
			for _, sym := range c.locals[n] {
				given(sym, nil)
			}
		}
		children(node, func(e ast.Expr) { look(e) }, func(b []ast.Stmt) {
			for _, s := range b {
				look(s)
			}
		})
	}
	for _, s := range stmts {
		look(s)
	}
}

// symbol returns the local that an expression is, nil for none.
func (c *compiler) symbol(e ast.Expr) *symbol {
	if ident, ok := e.(*ast.IdentExpr); ok {
		return c.idents[ident]
	}
	return nil
}

// function compiles a function of the file with all that has to be compiled for it, or notes
// why not.
func (c *compiler) function(fn *function) {
	made := c.codes[fn]
	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			made.body, made.why = nil, string(why)
		}
	}()
	c.root = &variant{fn: fn, code: made}
	c.queue = []*variant{c.root}
	for len(c.queue) > 0 { // the last in the file first, because it may call the others
		v := slices.MaxFunc(c.queue, func(v, w *variant) int { return slices.Index(c.defined, v.fn) - slices.Index(c.defined, w.fn) })
		c.queue = slices.DeleteFunc(c.queue, func(w *variant) bool { return w == v })
		c.made[fn] = append(c.made[fn], v)
		if v.fn.expr.ParList.HasVargs {
			c.refuse(v.fn.expr.Line(), "it takes ...")
		}
		v.code.body = c.body(v)
	}
}

// hasten compiles a function a second time, for Machine.Quick.
func (c *compiler) hasten(fn *function) {
	c.quick = true
	for i, v := range c.made[fn] {
		long := v.code
		if v.code = new(code); i == 0 {
			c.root = v
		}
		if c.last = v.fn.hook != nil; c.last {
			long.quick = c.body(v).quick()
		} else {
			long.quick = c.body(v).again()
		}
		v.code = long
	}
	c.quick, c.last = false, false
}

// variantOf returns the variant of a function for a call. Event is the parameter that gets the
// event, or nil.
func (c *compiler) variantOf(fn *function, event *symbol, outer *variant) *variant {
	for _, v := range append(c.made[c.root.fn], c.queue...) {
		if v.fn == fn && v.event == event && v.outer == outer {
			return v
		}
	}
	v := &variant{fn: fn, code: &code{file: c.source.File, line: fn.expr.Line()}, event: event, outer: outer}
	c.queue = append(c.queue, v)
	return v
}

// around returns the variant of the function that declares a local, and how many functions
// that is further out.
func (c *compiler) around(sym *symbol) (v *variant, hops int) {
	for v = c.variant; v.fn != sym.owner; v = v.outer {
		hops++
	}
	return v, hops
}

// outward returns what leads to a frame so many functions further out; nil for none.
func outward(hops int) func(fr *frame) *frame {
	switch hops {
	case 0:
		return nil
	case 1:
		return func(fr *frame) *frame { return fr.outer }
	}
	return func(fr *frame) *frame {
		for range hops {
			fr = fr.outer
		}
		return fr
	}
}

// hook returns the hook whose event the function can use, nil for none.
func (c *compiler) hook() *hook { return c.root.fn.hook }

// eventOf returns the hook of an expression that is its event.
func (c *compiler) eventOf(e ast.Expr) *hook {
	if sym := c.symbol(e); sym != nil && sym.assigned == 0 && c.isEvent(sym) {
		return c.hook()
	}
	return c.file.eventOf(e)
}

// isEvent reports whether a local is a parameter, of the function or of one around it, that
// stands for the event of the hook.
func (c *compiler) isEvent(sym *symbol) bool {
	for v := c.variant; v != nil; v = v.outer {
		if v.event == sym {
			return true
		}
	}
	return false
}

// toEvent returns what leads to the frame of the hook; nil for none.
func (c *compiler) toEvent() func(fr *frame) *frame {
	if c.fn.hook != nil {
		return nil
	}
	return func(fr *frame) *frame { return fr.hook }
}

func (c *compiler) body(v *variant) *body {
	v.slots, v.shapes = map[*symbol]place{}, map[*symbol]shape{}
	c.variant, c.written = v, 0
	if h := c.hook(); h != nil && (h.escapes || v != c.root) {
		c.written = math.MaxUint64 // functions that it calls, or that call it, may have written any field
	}
	if h := v.fn.hook; h != nil {
		c.fields = make([]place, len(h.event.Fields))
		for i, s := range h.event.shapes {
			if h.escapes || (h.reads|h.writes)>>i&1 == 1 {
				c.fields[i] = c.place(s == aNumber.shape)
			}
		}
		c.code.fields = c.fields
		if h.nested {
			c.written = math.MaxUint64
		}
	} else {
		for _, sym := range v.fn.params {
			c.slots[sym] = c.place(false)
			if s, known := c.params[sym]; known && sym.assigned == 0 && (v == c.root || v.outer != nil) { // else other calls may be still unknown
				c.shapes[sym] = s
			}
			if sym.assigned == 0 && sym.typ.base != anything { // that of a declaration
				c.shapes[sym] = sym.typ.shape
			}
		}
		c.code.params = len(v.fn.params)
	}
	return c.block(v.fn.expr.Stmts, v.fn.expr.Line())
}

// place returns a new place in the frame.
func (c *compiler) place(number bool) place {
	n := &c.code.slots
	if number {
		n = &c.code.nums
	}
	*n++
	return place{*n - 1, number}
}

// local returns the place of a local, which is new where it is declared.
func (c *compiler) local(sym *symbol) place {
	at, ok := c.slots[sym]
	if !ok {
		at = c.place(c.shapes[sym] == aNumber.shape)
		c.slots[sym] = at
	}
	return at
}

// link returns the place of a local of the file in instance.linked.
func (c *compiler) link(sym *symbol, line int) int {
	if !c.top[sym] {
		c.refuse(line, "%q is a local of a block around it", sym.name)
	}
	place, ok := c.linked[sym]
	if !ok {
		place = *c.places
		c.linked[sym] = place
		*c.places++
	}
	top := c.fn // the function of the file that knows the local
	for top.parent != c.main {
		top = top.parent
	}
	if c.names[top] == nil {
		c.names[top] = map[string]bool{}
	}
	if !c.names[top][sym.name] {
		c.names[top][sym.name] = true
		c.codes[top].uses = append(c.codes[top].uses, use{sym.name, place})
	}
	return place
}

// numeric reports whether a local that is assigned only ever holds numbers.
func (c *compiler) numeric(sym *symbol) bool {
	values := c.values[sym]
	if len(values) == 0 || len(values) != sym.assigned+1 { // a parameter, or what a loop counts
		return false
	}
	for _, value := range values {
		switch value.(type) {
		case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		default:
			return false
		}
	}
	return true
}
