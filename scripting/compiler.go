package scripting

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// A compiler makes the functions of a checked file Go closures.
type compiler struct {
	*file
	world  *world
	codes  map[*function]*code
	inits  map[*symbol]ast.Expr // what locals begin with that are never assigned
	values map[*symbol][]ast.Expr
	named  map[*symbol]int   // how often a local is named
	called map[*symbol]int   // how often it is called by its name
	looked map[*symbol]int   // how often only an item of it, or its length, is read, or a loop walks it
	params map[*symbol]shape // what all calls of functions that are only called give for a parameter

	*unit     // that is being compiled
	cost  int // of the block that is being compiled
}

// A unit is a function while it is compiled. The functions in it are compiled after it, the last
// first: a function after all that call it.
type unit struct {
	fn       *function
	code     *code
	outer    *unit // that of the function around it; nil for the file
	slots    map[*symbol]place
	shapes   map[*symbol]shape // of locals, as far as they are known
	ups      []*symbol         // what it has captured, in the order of code.captures
	inner    []*function
	event    place // of a hook: reserved for its event
	used     int   // slots of the locals in sight
	usedNums int   // places of the numbers among them
}

// compile returns the code of a file.
func (f *file) compile(w *world) *code {
	c := &compiler{
		file: f, world: w, codes: map[*function]*code{}, inits: map[*symbol]ast.Expr{},
		values: map[*symbol][]ast.Expr{}, named: map[*symbol]int{}, called: map[*symbol]int{}, looked: map[*symbol]int{}, params: map[*symbol]shape{},
	}
	c.collect(f.chunk)
	for _, fn := range append(f.defined, f.main) {
		c.codes[fn] = &code{file: f.source.File, line: fn.expr.Line(), sites: []site{{line: fn.expr.Line()}}, eventAt: -1}
	}
	for _, h := range f.hooks {
		if h.escapes {
			h.reads, h.writes = c.touched(h)
		}
	}
	c.function(f.main)
	return c.codes[f.main]
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
		case *ast.AttrGetExpr:
			c.looked[c.symbol(n.Object)]++
		case *ast.UnaryLenOpExpr:
			c.looked[c.symbol(n.Expr)]++
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
				if access, ok := lhs.(*ast.AttrGetExpr); ok {
					c.looked[c.symbol(access.Object)]-- // it is written
				}
				if sym := c.symbol(lhs); sym != nil {
					value := ast.Expr(nil)
					if i < len(n.Rhs) {
						value = n.Rhs[i]
					}
					given(sym, value)
				}
			}
		case *ast.FuncDefStmt:
			if access, ok := n.Name.Func.(*ast.AttrGetExpr); ok {
				c.looked[c.symbol(access.Object)]-- // it is written
			}
			if sym := c.symbol(n.Name.Func); sym != nil {
				given(sym, nil)
			}
		case *ast.GenericForStmt:
			if call, _ := c.walked(n); call != nil {
				c.looked[c.symbol(call.Args[0])]++
			}
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

// function compiles a function, and then those in it.
func (c *compiler) function(fn *function) {
	u := &unit{fn: fn, code: c.codes[fn], outer: c.unit, slots: map[*symbol]place{}, shapes: map[*symbol]shape{}}
	c.unit = u
	if h := fn.hook; h != nil {
		u.code.event, u.event = h.event, c.place(false)
		h.places = make([]place, len(h.event.Fields))
		for i, s := range h.event.shapes {
			if (h.reads|h.writes)>>i&1 == 1 {
				h.places[i] = c.place(s == aNumber.shape)
			}
		}
		u.code.fields = h.places
	} else {
		for _, sym := range fn.params {
			at := c.place(false)
			c.slots[sym] = at
			if sym.cell() {
				u.code.cells = append(u.code.cells, at.at)
			}
			if s, known := c.params[sym]; known && sym.assigned == 0 {
				c.shapes[sym] = s
			}
			if sym.assigned == 0 && sym.typ.base != anything { // that of a declaration
				c.shapes[sym] = sym.typ.shape
			}
		}
		u.code.params = len(fn.params)
		u.code.open = fn.expr.ParList.HasVargs
	}
	body := c.block(fn.expr.Stmts, fn.expr.Line())
	if fn.hook != nil && len(fn.params) == 1 && fn.params[0].assigned > 0 { // the parameter is a local like others
		put := c.put(fn.params[0], c.eventValue(fn.hook), true)
		body.steps = append([]statement{put}, body.steps...)
	}
	u.code.body = body.statement()
	for _, inner := range slices.Backward(u.inner) {
		c.function(inner)
	}
	if c.unit = u.outer; c.unit == nil {
		return
	}
	for _, sym := range u.ups {
		at, up := c.slots[sym], sym.owner != c.fn
		if up {
			at = place{at: c.up(sym)}
		} else if c.fn.hook != nil && sym == c.fn.hook.frame {
			at = c.eventSlot()
		}
		init, _ := c.inits[sym].(*ast.FunctionExpr)
		u.code.captures = append(u.code.captures, capture{place: at, up: up, itself: init == fn.expr && !up})
	}
	for _, sym := range u.ups {
		if u.fn.upvalues[sym] && u.code.changes == "" {
			u.code.changes = sym.name
		}
	}
}

// up returns the place of a local outside of the function among what it has captured.
func (u *unit) up(sym *symbol) int {
	if i := slices.Index(u.ups, sym); i >= 0 {
		return i
	}
	u.ups = append(u.ups, sym)
	return len(u.ups) - 1
}

// eventSlot returns the slot of the event of the hook that is being compiled.
func (u *unit) eventSlot() place {
	u.code.eventAt = u.event.at
	return u.event
}

// place returns a new place in the frame, for a local of the block.
func (u *unit) place(number bool) place {
	used, most := &u.used, &u.code.slots
	if number {
		used, most = &u.usedNums, &u.code.nums
	}
	at := place{*used, number}
	*used++
	*most = max(*most, *used)
	return at
}

// local declares a local, and returns its place.
func (c *compiler) local(sym *symbol) place {
	at := c.place(c.shapes[sym] == aNumber.shape && !sym.cell())
	c.slots[sym] = at
	if c.used+c.usedNums == maxLocals+1 {
		c.problem(sym.line, "", "the function has more than %d locals in sight", maxLocals)
	}
	return at
}

// site returns the index of a new site.
func (c *compiler) site(line int, name string, of ...string) int32 {
	s := site{line: line, name: name}
	copy(s.of[:], of)
	c.code.sites = append(c.code.sites, s)
	return int32(len(c.code.sites) - 1)
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

// static returns the function that an expression is, if that is known; nil for none.
func (c *compiler) static(e ast.Expr) *function {
	if sym := c.symbol(e); sym != nil {
		if body, ok := c.inits[sym].(*ast.FunctionExpr); ok {
			return c.bodies[body]
		}
	}
	return nil
}

// touched returns the fields of its event that a hook reads and writes, which hands the event on: to
// functions of the file, of which it is known, or elsewhere, where all may be.
func (c *compiler) touched(h *hook) (reads, writes uint64) {
	seen := map[*symbol]bool{}
	var follow func(sym *symbol)
	reads, writes = h.reads, h.writes
	all := func() {
		for i, f := range h.event.Fields {
			reads |= 1 << i
			if f.Writable {
				writes |= 1 << i
			}
		}
	}
	field := func(sym *symbol, e ast.Expr) (bit uint64) {
		access, ok := e.(*ast.AttrGetExpr)
		if !ok || c.symbol(access.Object) != sym {
			return 0
		}
		if key, ok := access.Key.(*ast.StringExpr); ok {
			if i, ok := h.event.fields[key.Value]; ok {
				return 1 << i
			}
		}
		return 0
	}
	follow = func(sym *symbol) {
		if seen[sym] {
			return
		}
		seen[sym] = true
		if sym.assigned > 0 {
			all()
			return
		}
		var look func(node any)
		look = func(node any) {
			switch n := node.(type) {
			case *ast.IdentExpr:
				if c.idents[n] == sym {
					all()
				}
				return
			case *ast.AttrGetExpr:
				if bit := field(sym, n); bit != 0 {
					reads |= bit
					return
				}
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					if bit := field(sym, lhs); bit != 0 {
						writes |= bit
					} else {
						look(lhs)
					}
				}
				for _, rhs := range n.Rhs {
					look(rhs)
				}
				return
			case *ast.FuncCallExpr:
				callee := c.static(n.Func)
				if n.Func != nil && callee == nil {
					look(n.Func)
				} else if n.Func == nil {
					look(n.Receiver)
				}
				for i, arg := range n.Args {
					if callee != nil && i < len(callee.params) && c.symbol(arg) == sym {
						follow(callee.params[i])
					} else {
						look(arg)
					}
				}
				return
			}
			children(node, func(e ast.Expr) { look(e) }, func(b []ast.Stmt) {
				for _, s := range b {
					look(s)
				}
			})
		}
		for _, s := range sym.owner.expr.Stmts {
			look(s)
		}
	}
	for _, sym := range c.bodies[h.expr].params {
		follow(sym)
	}
	return reads, writes
}
