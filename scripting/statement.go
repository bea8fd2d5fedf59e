package scripting

import (
	"math/bits"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// block compiles a block of statements, whose locals end with it.
func (c *compiler) block(stmts []ast.Stmt, line int) *body {
	used, usedNums := c.used, c.usedNums
	b := c.open(stmts, line)
	c.used, c.usedNums = used, usedNums
	return b
}

// open is block, after which the locals are still in sight.
func (c *compiler) open(stmts []ast.Stmt, line int) *body {
	outer := c.cost
	c.cost = 1 + len(stmts)
	b := &body{site: c.site(line, "")}
	for _, s := range stmts {
		b.steps = append(b.steps, c.stmt(s))
	}
	b.cost = int64(c.cost)
	c.cost = outer
	return b
}

// statement returns the block as one.
func (b *body) statement() statement {
	if len(b.steps) != 1 {
		return b.run
	}
	cost, site, only := b.cost, b.site, b.steps[0]
	return func(fr *frame) signal {
		m := fr.m
		if m.left -= cost; m.left < 0 {
			fr.site = site
			m.charge(0)
		}
		return only(fr)
	}
}

// inner returns a block inside another.
func (c *compiler) inner(stmts []ast.Stmt, line int) statement {
	return c.block(stmts, line).statement()
}

func (c *compiler) stmt(stmt ast.Stmt) statement {
	line := stmt.Line()
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		return c.declare(n)
	case *ast.AssignStmt:
		if h := c.hookAt[n]; h != nil {
			return c.hook(h)
		}
		return c.assignment(n)
	case *ast.FuncDefStmt:
		return c.define(n)
	case *ast.FuncCallStmt:
		call := c.call(n.Expr.(*ast.FuncCallExpr))
		return func(fr *frame) signal {
			call.val(fr)
			return next
		}
	case *ast.DoBlockStmt:
		return c.inner(n.Stmts, line)
	case *ast.IfStmt:
		return c.branch(n)
	case *ast.WhileStmt:
		cost := c.cost
		is := c.expr(n.Condition).truth()
		extra := c.cost - cost
		b := c.block(n.Stmts, line)
		b.cost += int64(extra)
		turn := b.statement()
		return func(fr *frame) signal {
			for is(fr) {
				if s := turn(fr); s == leaveLoop {
					break
				} else if s != next {
					return s
				}
			}
			return next
		}
	case *ast.RepeatStmt:
		used, usedNums := c.used, c.usedNums
		b := c.open(n.Stmts, line)
		cost := c.cost
		is := c.expr(n.Condition).truth() // which sees the locals of the block
		c.used, c.usedNums = used, usedNums
		b.cost += int64(c.cost - cost)
		turn := b.statement()
		return func(fr *frame) signal {
			for {
				if s := turn(fr); s == leaveLoop {
					break
				} else if s != next {
					return s
				}
				if is(fr) {
					break
				}
			}
			return next
		}
	case *ast.NumberForStmt:
		return c.count(n)
	case *ast.GenericForStmt:
		return c.each(n)
	case *ast.BreakStmt:
		return func(*frame) signal { return leaveLoop }
	case *ast.ReturnStmt:
		return c.results(n)
	}
	panic("a statement that the check has refused")
}

// branch compiles if. A chain of elseif is no nesting: its branches lie side by side.
func (c *compiler) branch(n *ast.IfStmt) statement {
	is := c.expr(n.Condition).truth()
	then := c.inner(n.Then, n.Line())
	if len(n.Else) == 0 {
		return func(fr *frame) signal {
			if is(fr) {
				return then(fr)
			}
			return next
		}
	}
	if elseIf(n) == nil {
		other := c.inner(n.Else, n.Line())
		return func(fr *frame) signal {
			if is(fr) {
				return then(fr)
			}
			return other(fr)
		}
	}
	type branch struct {
		cost int64 // of the block that an elseif is
		site int32
		is   func(fr *frame) bool
		then statement
	}
	var branches []branch
	other := func(*frame) signal { return next }
	for n := n; ; {
		inner, line := elseIf(n), n.Line()
		if inner == nil {
			if len(n.Else) > 0 {
				other = c.inner(n.Else, line)
			}
			break
		}
		outer := c.cost
		c.cost = 2
		b := branch{site: c.site(line, ""), is: c.expr(inner.Condition).truth()}
		b.cost, c.cost = int64(c.cost), outer
		b.then = c.inner(inner.Then, inner.Line())
		branches = append(branches, b)
		n = inner
	}
	return func(fr *frame) signal {
		if is(fr) {
			return then(fr)
		}
		m := fr.m
		for i := range branches {
			b := &branches[i]
			if m.left -= b.cost; m.left < 0 {
				fr.site = b.site
				m.charge(0)
			}
			if b.is(fr) {
				return b.then(fr)
			}
		}
		return other(fr)
	}
}

// elseIf returns the elseif of an if; nil for none.
func elseIf(n *ast.IfStmt) *ast.IfStmt {
	if len(n.Else) != 1 {
		return nil
	}
	inner, _ := n.Else[0].(*ast.IfStmt)
	return inner
}

// hook compiles the definition of a hook.
func (c *compiler) hook(h *hook) statement {
	at := slices.Index(c.hooks, h)
	fn := c.closure(h.expr)
	return func(fr *frame) signal {
		fr.m.loading.hooks[at] = fn(fr).ext.(*closure)
		return next
	}
}

// define compiles function a.b() and function a.b:c().
func (c *compiler) define(n *ast.FuncDefStmt) statement {
	if h := c.hookAt[n]; h != nil {
		return c.hook(h)
	}
	value := typed(shape{base: isFunction}, c.closure(n.Func))
	if n.Name.Func != nil {
		return c.store(c.target(n.Name.Func), value)
	}
	c.cost++
	t := &target{object: c.expr(n.Name.Receiver), key: constant(aString.shape, String(n.Name.Method)), site: c.site(n.Line(), "")}
	return c.store(t, value)
}

// declare compiles local a, b = x, y.
func (c *compiler) declare(n *ast.LocalAssignStmt) statement {
	symbols := c.locals[n]
	if symbols[0].function {
		return c.localFunction(symbols[0], n)
	}
	values := c.exprs(n.Exprs)
	if last := len(values) - 1; last >= len(symbols) || 0 <= last && last < len(symbols)-1 && values[last].many != nil {
		return c.declareAll(n, values)
	}
	for len(values) < len(symbols) {
		values = append(values, constant(aNil.shape, Nil))
	}
	puts := make([]statement, len(symbols))
	for i, sym := range symbols {
		if sym.assigned == 0 {
			c.shapes[sym] = values[i].shape
		} else if c.numeric(sym) {
			c.shapes[sym] = aNumber.shape
		}
		c.local(sym)
		if sym.assigned == 0 && c.looked[sym] == c.named[sym] && values[i].peek != nil {
			values[i].val = values[i].peek
		}
		puts[i] = c.put(sym, values[i], true)
	}
	if len(puts) == 1 {
		return puts[0]
	}
	return func(fr *frame) signal { // no value reads one of the new locals
		for _, put := range puts {
			put(fr)
		}
		return next
	}
}

// localFunction compiles local function f. The function knows the local.
func (c *compiler) localFunction(sym *symbol, n *ast.LocalAssignStmt) statement {
	c.local(sym)
	put := c.put(sym, typed(shape{base: isFunction}, c.closure(n.Exprs[0].(*ast.FunctionExpr))), false)
	if !sym.cell() {
		return put
	}
	begin := c.put(sym, constant(aNil.shape, Nil), true)
	return func(fr *frame) signal {
		begin(fr)
		return put(fr)
	}
}

// declareAll is declare where the last value is a call that has several, or there are more
// values than locals.
func (c *compiler) declareAll(n *ast.LocalAssignStmt, values []*node) statement {
	push := pushing(n.Exprs, values, len(n.Names))
	begins := make([]func(fr *frame, v Value), len(n.Names))
	for i, sym := range c.locals[n] {
		if c.numeric(sym) {
			c.shapes[sym] = aNumber.shape
		}
		c.local(sym)
		begins[i] = c.begin(sym)
	}
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		for i, begin := range begins {
			begin(fr, m.args[from+i])
		}
		m.args = m.args[:from]
		return next
	}
}

// begin returns what gives a new local its first value.
func (c *compiler) begin(sym *symbol) func(fr *frame, v Value) {
	at := c.slots[sym]
	switch slot := at.at; {
	case at.number:
		return func(fr *frame, v Value) { fr.nums[slot] = v.num }
	case sym.cell():
		return func(fr *frame, v Value) { fr.slots[slot] = fr.m.cell(v) }
	default:
		return func(fr *frame, v Value) { fr.slots[slot] = v }
	}
}

// assign returns what gives a local another value.
func (c *compiler) assign(sym *symbol) func(fr *frame, v Value) {
	if sym.owner != c.fn {
		up := c.up(sym)
		return func(fr *frame, v Value) { *fr.fn.up[up].ext.(*Value) = v }
	}
	if slot := c.slots[sym].at; sym.cell() {
		return func(fr *frame, v Value) { *fr.slots[slot].ext.(*Value) = v }
	}
	return c.begin(sym)
}

// put compiles the assignment of a value to a local; fresh: its first.
func (c *compiler) put(sym *symbol, value *node, fresh bool) statement {
	num, val := value.num, value.val
	if sym.cell() && !fresh {
		set := c.assign(sym)
		return func(fr *frame) signal {
			v := val(fr)
			set(fr, v)
			return next
		}
	}
	at := c.slots[sym]
	slot := at.at
	switch {
	case sym.cell():
		return func(fr *frame) signal {
			v := val(fr)
			fr.slots[slot] = fr.m.cell(v)
			return next
		}
	case at.number:
		return func(fr *frame) signal {
			fr.nums[slot] = num(fr)
			return next
		}
	case num != nil:
		return func(fr *frame) signal {
			fr.slots[slot] = Number(num(fr))
			return next
		}
	}
	return func(fr *frame) signal {
		fr.slots[slot] = val(fr)
		return next
	}
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
		if i == len(exprs)-1 && value.many != nil && isMulti(e) && (want < 0 || want > i) {
			many = value.many
			break
		}
		vals = append(vals, value.val)
	}
	if many == nil && want < 0 {
		if len(vals) == 1 {
			only := vals[0]
			return func(fr *frame) {
				v := only(fr)
				fr.m.args = append(fr.m.args, v)
			}
		}
		return func(fr *frame) {
			for _, val := range vals {
				v := val(fr)
				fr.m.args = append(fr.m.args, v)
			}
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

// assignment compiles a, b.c = x, y.
func (c *compiler) assignment(n *ast.AssignStmt) statement {
	targets := make([]*target, len(n.Lhs))
	for i, lhs := range n.Lhs {
		targets[i] = c.target(lhs)
	}
	late := slices.ContainsFunc(targets, func(t *target) bool { return t.late != [2]*symbol{} })
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 && !late {
		return c.store(targets[0], c.expr(n.Rhs[0]))
	}
	parts := partsOf(targets)
	push := c.list(n.Rhs, len(n.Lhs))
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		for range 2 * len(targets) {
			m.args = append(m.args, Nil)
		}
		for _, part := range parts {
			v := part.val(fr)
			m.args[from+part.at] = v
		}
		values := len(m.args)
		push(fr)
		for i, t := range slices.Backward(targets) { // as in Lua 5.1
			at := from + 2*i
			t.storeLate(fr, m.args[at], m.args[at+1], m.args[values+i])
		}
		m.args = m.args[:from]
		return next
	}
}

// store compiles the assignment of one value.
func (c *compiler) store(t *target, value *node) statement {
	switch {
	case t.sym != nil:
		return c.put(t.sym, value, false)
	case t.object != nil:
		val := value.val
		return func(fr *frame) signal {
			o := t.object.val(fr)
			key := t.key.val(fr)
			t.setKey(fr, o, key, val(fr))
			return next
		}
	}
	num, val := value.num, value.val
	if num == nil || !t.number {
		return func(fr *frame) signal {
			t.setField(fr, val(fr))
			return next
		}
	}
	slot, bit, far := t.at, t.bit, t.frame != nil || t.noted
	return func(fr *frame) signal {
		f := num(fr)
		if f-f != 0 || far { // infinite, or nan
			t.setField(fr, Number(f))
			return next
		}
		fr.nums[slot] = f
		fr.have |= bit
		fr.wrote |= bit
		return next
	}
}

// A part is the object or the key of a target, and its place among those of all targets.
type part struct {
	*node
	at int
}

// partsOf returns the objects and keys that are evaluated before the values, in order. A local
// that would be read late, but that a target after it assigns, is read when that target is reached.
func partsOf(targets []*target) (parts []part) {
	for i, t := range targets {
		for of, e := range []*node{t.object, t.key} {
			if e != nil && t.late[of] == nil {
				parts = append(parts, part{e, 2*i + of})
			}
		}
		for j, before := range targets[:i] {
			for of, e := range []*node{before.object, before.key} {
				if t.sym != nil && before.late[of] == t.sym {
					before.late[of] = nil
					parts = append(parts, part{e, 2*j + of})
				}
			}
		}
	}
	return parts
}

// A target is what is assigned to: a local, a field of the event, or a key of an object.
type target struct {
	sym *symbol // the local
	put func(fr *frame, v Value)

	place                              // of the field
	frame       func(fr *frame) *frame // leads to the frame of the hook; nil: it is the present one
	bit         uint64                 // of the field; 0 for what is none
	unsure      bool                   // the value has to be checked
	noted       bool                   // the line of the write has to be noted
	name        string
	want        shape
	object, key *node
	late        [2]*symbol // the local that the object, or the key, is, if it is read late: after the values
	site        int32
	line        int
}

func (c *compiler) target(lhs ast.Expr) *target {
	c.cost++
	access, ok := lhs.(*ast.AttrGetExpr)
	if !ok {
		sym := c.symbol(lhs)
		return &target{sym: sym, put: c.assign(sym)}
	}
	line := access.Key.Line()
	t := &target{line: line}
	if key, named := access.Key.(*ast.StringExpr); named {
		if h := c.eventOf(access.Object); h != nil {
			field := h.event.fields[key.Value]
			t.site = c.site(line, "")
			t.place, t.bit, t.frame = h.places[field], 1<<field, c.toEvent(h)
			t.unsure, t.noted = c.unsure[access], h.escapes
			t.name, t.want = key.Value, h.event.shapes[field]
			return t
		}
	}
	t.object, t.key = c.expr(access.Object), c.expr(access.Key)
	t.late = [2]*symbol{c.late(c.fn, access.Object), c.late(c.fn, access.Key)}
	t.site = c.site(line, "", t.object.spelled)
	return t
}

// storeLate is store for a target of which parts may be read late.
func (t *target) storeLate(fr *frame, o, key, v Value) {
	if t.late[0] != nil {
		o = t.object.val(fr)
	}
	if t.late[1] != nil {
		key = t.key.val(fr)
	}
	switch {
	case t.sym != nil:
		t.put(fr, v)
	case t.object != nil:
		t.setKey(fr, o, key, v)
	default:
		t.setField(fr, v)
	}
}

// setField writes the field of the event.
func (t *target) setField(fr *frame, v Value) {
	if t.unsure || t.number && v.is != valueNumber {
		fr.site = t.site
		fr.m.mustFit(t.name, t.want, v)
	}
	to := fr
	if t.frame != nil {
		to = t.frame(fr)
	}
	to.set(t.place, v)
	to.have |= t.bit
	to.wrote |= t.bit
	if t.noted {
		to.note(bits.TrailingZeros64(t.bit), t.line)
	}
}

// setKey is o[key] = v.
func (t *target) setKey(fr *frame, o, key, v Value) {
	fr.site = t.site
	m := fr.m
	switch {
	case o.is == valueTable:
		m.put(o.ext.(*table), key, v)
	case o.is >= valueObject:
		m.setObject(o, key, v)
	case o.is == valueEvent:
		of := o.ext.(*frame)
		of.write(m.eventField(of, key), v, t.line)
	default:
		m.fail(nil, "%s, which has no field %s", fr.is(t.site, o), m.show(key))
	}
}

// count compiles for i = a, b, c.
func (c *compiler) count(n *ast.NumberForStmt) statement {
	line := n.Line()
	from, to := c.expr(n.Init), c.expr(n.Limit)
	by := constant(aNumber.shape, Number(1))
	if n.Step != nil {
		by = c.expr(n.Step)
	}
	used, usedNums := c.used, c.usedNums
	sym := c.locals[n][0]
	if sym.assigned == 0 {
		c.shapes[sym] = aNumber.shape
	}
	counter := c.local(sym)
	begin := c.begin(sym)
	turn := c.block(n.Stmts, line).statement()
	c.used, c.usedNums = used, usedNums
	count := func(fr *frame, init, limit, step float64) signal {
		for i := init - step; ; { // it counts as Lua 5.1 does, to the last bit
			i += step
			if !(step > 0 && i <= limit || step <= 0 && i >= limit) {
				return next
			}
			if counter.number {
				fr.nums[counter.at] = i
			} else {
				begin(fr, Number(i))
			}
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
	if from.num != nil && to.num != nil && by.num != nil {
		init, limit, step := from.num, to.num, by.num
		return func(fr *frame) signal { return count(fr, init(fr), limit(fr), step(fr)) }
	}
	at := c.site(line, "")
	return func(fr *frame) signal {
		init, limit, step := from.val(fr), to.val(fr), by.val(fr)
		for i, v := range [...]Value{init, step, limit} {
			if v.is != valueNumber {
				fr.fail(at, nil, "for statement %s must be a number", [...]string{"init", "step", "limit"}[i])
			}
		}
		return count(fr, init.num, limit.num, step.num)
	}
}

// each compiles for a, b in f.
func (c *compiler) each(n *ast.GenericForStmt) statement {
	line := n.Line()
	head, element, by := c.iterated(n)
	var push func(fr *frame)
	if head == nil {
		push = c.list(n.Exprs, 3)
	}
	used, usedNums := c.used, c.usedNums
	begins := make([]func(fr *frame, v Value), len(n.Names))
	for i, sym := range c.locals[n] {
		if i == 0 && by == "ipairs" && sym.assigned == 0 {
			c.shapes[sym] = aNumber.shape
		}
		if i == 1 && element.base == isObject && sym.assigned == 0 {
			c.shapes[sym] = element
		}
		c.local(sym)
		begins[i] = c.begin(sym)
	}
	counts := c.named[c.locals[n][0]] > 0
	b := c.block(n.Stmts, line)
	b.cost += 2
	turn := b.statement()
	c.used, c.usedNums = used, usedNums
	first, second, slot := begins[0], func(*frame, Value) {}, -1
	if len(begins) > 1 {
		second = begins[1]
		if sym := c.locals[n][1]; !sym.cell() { // the usual
			slot = c.slots[sym].at
		}
	}
	at := c.site(line, "")
	switch by {
	case "ipairs":
		return func(fr *frame) signal {
			t := head(fr).ext.(*table)
			for place := 1; ; place++ {
				var item Value
				if place <= len(t.items) { // the usual
					item = t.items[place-1]
				} else {
					item = t.at(place)
				}
				if item.is == valueNil {
					return next
				}
				if counts {
					first(fr, Number(float64(place)))
				}
				if slot >= 0 {
					fr.slots[slot] = item
				} else {
					second(fr, item)
				}
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	case "pairs":
		return func(fr *frame) signal {
			t := head(fr).ext.(*table)
			for w := (walk{}); ; {
				key, value, passed := w.step(t)
				if passed >= 8 {
					fr.site = at
					fr.m.charge(passed >> 3)
				}
				if key.is == valueNil {
					return next
				}
				first(fr, key)
				second(fr, value)
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	}
	called := c.site(line, "?")
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		f, state, last := m.args[from], m.args[from+1], m.args[from+2]
		m.args = m.args[:from]
		for {
			if f.is != valueFunction {
				fr.fail(at, nil, "a loop needs a function, such as pairs(t), not %s", m.sort(f))
			}
			m.args = append(m.args, state, last)
			fr.site = called
			m.call(f, from)
			for len(m.args) < from+len(begins) {
				m.args = append(m.args, Nil)
			}
			if last = m.args[from]; last.is == valueNil {
				m.args = m.args[:from]
				return next
			}
			for i, begin := range begins {
				begin(fr, m.args[from+i])
			}
			m.args = m.args[:from]
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
}

// walked returns the call of ipairs or pairs that a loop's head is, and which of them; nil for
// another head.
func (c *compiler) walked(n *ast.GenericForStmt) (call *ast.FuncCallExpr, by string) {
	call, ok := n.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(n.Exprs) != 1 || call.Func == nil || len(call.Args) != 1 || len(n.Names) > 2 {
		return nil, ""
	}
	ident, ok := call.Func.(*ast.IdentExpr)
	if !ok || c.idents[ident] != nil || ident.Value != "ipairs" && ident.Value != "pairs" {
		return nil, ""
	}
	return call, ident.Value
}

// iterated returns what a loop's head gives ipairs or pairs, what items it has, and which
// of them.
func (c *compiler) iterated(n *ast.GenericForStmt) (list func(fr *frame) Value, element shape, by string) {
	call, by := c.walked(n)
	if call == nil {
		return nil, element, ""
	}
	c.cost += 2
	var arg *node
	if by == "ipairs" {
		arg = c.items(call.Args[0])
	}
	if arg == nil {
		arg = c.expr(call.Args[0])
	}
	if arg.list {
		element = arg.element()
	}
	at := c.site(call.Line(), by)
	val := arg.seen()
	return func(fr *frame) Value {
		v := val(fr)
		if v.is != valueTable {
			fr.fail(at, nil, "%s: argument 1 is a table, not %s", by, fr.m.named(v, arg.spelled))
		}
		return v
	}, element, by
}

// items compiles a constructor that only a loop sees, so that no table has to be made; nil
// for another expression.
func (c *compiler) items(e ast.Expr) *node {
	made, ok := e.(*ast.TableExpr)
	if !ok || len(made.Fields) == 0 || len(made.Fields) > 16 {
		return nil
	}
	var exprs []ast.Expr
	for _, f := range made.Fields {
		if f.Key != nil || isMulti(f.Value) {
			return nil
		}
		exprs = append(exprs, f.Value)
	}
	c.cost++
	items := c.exprs(exprs)
	s := items[0].shape
	for _, item := range items {
		s = s.or(item.shape)
	}
	if s.list {
		s = unknownShape
	}
	s.list, s.nilable = true, false
	push := pushing(exprs, items, -1)
	return &node{shape: s, val: func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		push(fr)
		m.take(64 + 16*len(items))
		v := m.List(len(items))
		copy(v.Items(), m.args[from:])
		m.args = m.args[:from]
		return v
	}}
}

// results compiles return.
func (c *compiler) results(n *ast.ReturnStmt) statement {
	if c.fn.hook != nil {
		if len(n.Exprs) == 1 {
			if cancel := c.isCancel(n.Exprs[0]); cancel != nil {
				why := c.list(cancel.Args, 1)
				at := c.site(n.Line(), "")
				return func(fr *frame) signal {
					m := fr.m
					from := len(m.args)
					why(fr)
					fr.site = at
					m.cancel(m.first(from))
					return leaveFunction
				}
			}
		}
		return func(*frame) signal { return leaveFunction }
	}
	if len(n.Exprs) == 1 && isMulti(n.Exprs[0]) {
		if call, ok := n.Exprs[0].(*ast.FuncCallExpr); ok && call.Func != nil {
			if tail := c.tail(call); tail != nil {
				return tail
			}
		}
	}
	push := c.list(n.Exprs, -1)
	return func(fr *frame) signal {
		push(fr)
		return leaveFunction
	}
}

// tail compiles return f(x), where f is a function of the script; nil for another.
func (c *compiler) tail(n *ast.FuncCallExpr) statement {
	if sym := c.symbol(n.Func); sym == nil || c.fn == c.main {
		return nil
	}
	c.cost++
	at := c.site(n.Line(), callName(n.Func))
	fn, args := c.callee(n)
	push := pushing(n.Args, args, -1)
	return func(fr *frame) signal {
		f := fn(fr)
		from := len(fr.m.args)
		push(fr)
		fr.site = at
		if script, ok := f.ext.(*closure); ok {
			fr.tail = script
			return leaveFunction
		}
		fr.m.call(f, from)
		return leaveFunction
	}
}
