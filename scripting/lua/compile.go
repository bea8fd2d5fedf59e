package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// A Code is a compiled file.
type Code struct {
	Hooks []*Hook // in order
	code  *code
}

// Compile returns the code of a file. A function with too many locals is a problem of the file.
func (f *File) Compile() *Code {
	c := &compiler{
		File: f, codes: map[*Body]*code{}, inits: map[*Symbol]ast.Expr{},
		values: map[*Symbol][]ast.Expr{}, named: map[*Symbol]int{}, called: map[*Symbol]int{}, looked: map[*Symbol]int{}, uses: map[*Symbol]*use{}, params: map[*Symbol]Shape{},
	}
	c.expr, c.stmt = c.expression, c.step
	for _, s := range f.Chunk {
		c.collect(s)
	}
	for _, fn := range append(f.defined, f.Main) {
		c.codes[fn] = &code{file: f.Name, line: fn.expr.Line(), sites: []site{{line: fn.expr.Line()}}, eventAt: -1}
	}
	for _, h := range f.Hooks {
		if h.escapes {
			h.Reads, h.Writes = c.touched(h)
		}
	}
	c.function(f.Main)
	return &Code{f.Hooks, c.codes[f.Main]}
}

// function compiles a function, and then those in it.
func (c *compiler) function(fn *Body) {
	u := &unit{fn: fn, code: c.codes[fn], outer: c.unit, slots: map[*Symbol]place{}, shapes: map[*Symbol]Shape{}}
	c.unit = u
	if h := fn.Hook; h != nil {
		u.event = c.place(false)
		h.places = make([]place, len(h.Event.Fields))
		for i, f := range h.Event.Fields {
			if (h.Reads|h.Writes)>>i&1 == 1 {
				h.places[i] = c.place(f.Shape == aNumber)
			}
		}
		u.code.event, u.code.fields, u.code.touched = h.Event, h.places, h.Reads|h.Writes
		if !h.escapes {
			u.code.lines = h.lines
		}
	} else {
		for _, sym := range fn.Params {
			at := c.place(false)
			c.slots[sym] = at
			if sym.cell() {
				u.code.cells = append(u.code.cells, at.at)
			}
			if s, known := c.params[sym]; known && sym.Assigned == 0 {
				c.shapes[sym] = s
			}
			if sym.Assigned == 0 && sym.Known.Base != BaseAny { // that of a declaration
				c.shapes[sym] = sym.Known
			}
		}
		u.code.params = len(fn.Params)
		u.code.open = fn.expr.ParList.HasVargs
	}
	body := c.block(fn.expr.Stmts, fn.expr.Line())
	if fn.Hook != nil && len(fn.Params) == 1 && fn.Params[0].Assigned > 0 { // the parameter is a local like others
		put := c.put(fn.Params[0], c.eventValue(fn.Hook), true)
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
		at, up := c.slots[sym], sym.Owner != c.fn
		if up {
			at = place{at: c.up(sym)}
		} else if c.fn.Hook != nil && sym == c.fn.Hook.frame {
			at = c.eventSlot()
		}
		init, _ := c.inits[sym].(*ast.FunctionExpr)
		u.code.captures = append(u.code.captures, capture{place: at, up: up, itself: init == fn.expr && !up})
	}
	for _, sym := range u.ups {
		if u.fn.upvalues[sym] && u.code.changes == "" {
			u.code.changes = sym.Name
		}
	}
}
