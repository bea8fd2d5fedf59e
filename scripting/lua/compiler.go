package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// A compiler makes the functions of a checked file Go closures.
type compiler struct {
	*File
	codes  map[*Body]*code
	inits  map[*Symbol]ast.Expr // what locals begin with that are never assigned
	values map[*Symbol][]ast.Expr
	named  map[*Symbol]int // how often a local is named
	called map[*Symbol]int // how often it is called by its name
	looked map[*Symbol]int // how often only an item of it, or its length, is read, or a loop walks it
	uses   map[*Symbol]*use
	params map[*Symbol]Shape // what all calls of functions that are only called give for a parameter

	*unit     // that is being compiled
	cost  int // of the block that is being compiled

	expr func(e ast.Expr) *node     // compiles an expression
	stmt func(s ast.Stmt) statement // compiles a statement
}

// A unit is a function while it is compiled. The functions in it are compiled after it, the last
// first: a function after all that call it.
type unit struct {
	fn       *Body
	code     *code
	outer    *unit // that of the function around it; nil for the file
	slots    map[*Symbol]place
	shapes   map[*Symbol]Shape // of locals, as far as they are known
	ups      []*Symbol         // what it has captured, in the order of code.captures
	inner    []*Body
	event    place // of a hook: reserved for its event
	used     int   // slots of the locals in sight
	usedNums int   // places of the numbers among them
}

// A use is what a file does with a local that may hold the event of a hook.
type use struct {
	reads, writes []string  // fields that it names
	given         []*Symbol // the parameters of functions of the file that get it
	others        int       // number of other uses
}

// up returns the place of a local outside of the function among what it has captured.
func (u *unit) up(sym *Symbol) int {
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

// site returns the index of a new site.
func (c *compiler) site(line int, name string, of ...string) int32 {
	s := site{line: line, name: name}
	copy(s.of[:], of)
	c.code.sites = append(c.code.sites, s)
	return int32(len(c.code.sites) - 1)
}

// block compiles a block of statements, whose locals end with it.
func (c *compiler) block(stmts []ast.Stmt, line int) *block {
	used, usedNums := c.used, c.usedNums
	b := c.open(stmts, line)
	c.used, c.usedNums = used, usedNums
	return b
}

// open is block, after which the locals are still in sight.
func (c *compiler) open(stmts []ast.Stmt, line int) *block {
	outer := c.cost
	c.cost = 1 + len(stmts)
	b := &block{site: c.site(line, "")}
	for _, s := range stmts {
		b.steps = append(b.steps, c.stmt(s))
	}
	b.cost = int64(c.cost)
	c.cost = outer
	return b
}

// statement returns the block as one.
func (b *block) statement() statement {
	if len(b.steps) != 1 {
		return func(fr *frame) signal {
			m := fr.m
			if m.Left -= b.cost; m.Left < 0 {
				fr.site = b.site
				m.charge(0)
			}
			for _, step := range b.steps {
				if s := step(fr); s != next {
					return s
				}
			}
			return next
		}
	}
	only := b.steps[0]
	return func(fr *frame) signal {
		m := fr.m
		if m.Left -= b.cost; m.Left < 0 {
			fr.site = b.site
			m.charge(0)
		}
		return only(fr)
	}
}

// inner returns a block inside another.
func (c *compiler) inner(stmts []ast.Stmt, line int) statement {
	return c.block(stmts, line).statement()
}

// list compiles expressions whose values are pushed on Machine.args: want of
// them, or as many as there are where it is below 0.
func (c *compiler) list(exprs []ast.Expr, want int) func(fr *frame) {
	return pushing(exprs, c.exprs(exprs), want)
}

func (c *compiler) exprs(exprs []ast.Expr) []*node {
	nodes := make([]*node, len(exprs))
	for i, e := range exprs {
		nodes[i] = c.expr(e)
	}
	return nodes
}

// pushing is list of expressions that have been compiled.
func pushing(exprs []ast.Expr, values []*node, want int) func(fr *frame) {
	vals := make([]func(*frame) Value, 0, len(exprs))
	var many func(fr *frame)
	for i, e := range exprs {
		value := values[i]
		if i == len(exprs)-1 && value.many != nil && IsMulti(e) && (want < 0 || want > i) {
			many = value.many
			break
		}
		vals = append(vals, value.val)
	}
	if many == nil && want < 0 && len(vals) == 1 { // the usual
		only := vals[0]
		return func(fr *frame) {
			v := only(fr)
			fr.m.args = append(fr.m.args, v)
		}
	}
	return func(fr *frame) {
		m := fr.m
		from := len(m.args)
		for _, val := range vals {
			v := val(fr)
			m.args = append(m.args, v)
		}
		if many != nil {
			many(fr)
		}
		if want < 0 {
			return
		}
		for len(m.args) < from+want {
			m.args = append(m.args, Nil)
		}
		m.args = m.args[:from+want]
	}
}

// closure compiles a function as a value.
func (c *compiler) closure(n *ast.FunctionExpr) func(fr *frame) Value {
	fn := c.Bodies[n]
	c.unit.inner = append(c.unit.inner, fn)
	code := c.codes[fn]
	return func(fr *frame) Value { return fr.closure(code) }
}
