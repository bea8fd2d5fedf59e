package scripting

import (
	"math/bits"
	"slices"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// A block of statements.
func (c *compiler) block(stmts []ast.Stmt, line int) *body {
	outer := c.cost
	c.cost = 1 + len(stmts)
	b := &body{site: &site{line: line}}
	last := c.last
	for i, s := range stmts {
		c.last = last && i == len(stmts)-1
		b.steps = append(b.steps, c.stmt(s))
	}
	c.last = last
	b.cost = int64(c.cost)
	c.code.most += b.cost
	c.cost = outer
	return b
}

// inner returns a block inside another.
func (c *compiler) inner(stmts []ast.Stmt, line int) statement {
	b := c.block(stmts, line)
	if c.quick {
		return b.quick()
	}
	return b.run
}

// turn returns the body of a loop. What it writes is known from its first statement on: in
// the turn before, it has been written.
func (c *compiler) turn(stmts []ast.Stmt, line int) *body {
	last := c.last
	c.last = false
	c.written |= c.writes()
	b := c.block(stmts, line)
	c.last = last
	return b
}

// writes returns the bits of the fields that the function may write.
func (c *compiler) writes() uint64 {
	if c.fn.hook == nil {
		return 0
	}
	return c.fn.hook.writes // of one that others may write for, all are written from the start
}

// again returns a block that may run any number of times.
func (c *compiler) again(b *body) statement {
	if c.quick {
		return b.again()
	}
	return b.run
}

func (c *compiler) stmt(stmt ast.Stmt) statement {
	line := stmt.Line()
	switch stmt.(type) {
	case *ast.FuncCallStmt:
		c.code.full = true
	}
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		return c.declare(n)
	case *ast.AssignStmt:
		return c.assignment(n)
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
		c.written |= c.writes()
		cost := c.cost
		is := c.expr(n.Condition).truth()
		extra := c.cost - cost
		b := c.turn(n.Stmts, line)
		b.cost += int64(extra)
		turn := c.again(b)
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
		b := c.turn(n.Stmts, line)
		cost := c.cost
		is := c.expr(n.Condition).truth()
		b.cost += int64(c.cost - cost)
		turn := c.again(b)
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
	case *ast.FuncDefStmt:
		c.refuse(line, "a function in it")
	}
	c.refuse(line, "this statement")
	return nil
}

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
	other := c.inner(n.Else, n.Line())
	return func(fr *frame) signal {
		if is(fr) {
			return then(fr)
		}
		return other(fr)
	}
}

// declare compiles local a, b = x, y.
func (c *compiler) declare(n *ast.LocalAssignStmt) statement {
	symbols := c.locals[n]
	if len(symbols) == 1 && len(n.Exprs) == 1 && c.onlyCalled(symbols[0]) {
		c.cost++
		return func(*frame) signal { return next } // its calls are compiled
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
		puts[i] = c.put(c.local(sym), values[i])
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

// declareAll is declare where the last value is a call that has several, or there are more
// values than locals.
func (c *compiler) declareAll(n *ast.LocalAssignStmt, values []*node) statement {
	c.code.full = true
	push := pushing(n.Exprs, values, len(n.Names))
	places := make([]place, len(n.Names))
	for i, sym := range c.locals[n] {
		if c.numeric(sym) {
			c.shapes[sym] = aNumber.shape
		}
		places[i] = c.local(sym)
	}
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		for i, at := range places {
			fr.set(at, m.args[from+i])
		}
		m.args = m.args[:from]
		return next
	}
}

// put compiles the assignment of a value to a place.
func (c *compiler) put(at place, value *node) statement {
	slot, num, val := at.at, value.num, value.val
	switch {
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

// set puts a value into a place.
func (fr *frame) set(at place, v Value) {
	if at.number {
		fr.nums[at.at] = v.num
	} else {
		fr.slots[at.at] = v
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
		targets[i] = c.target(lhs, n.Line())
	}
	assign := c.assign(n, targets)
	for _, t := range targets {
		if t.bit != 0 && c.hook().escapes {
			assign = t.noting(assign)
		}
	}
	return assign
}

// noting returns an assignment that notes the line of the target, a field of the event.
func (t *target) noting(assign statement) statement {
	field, line, reach := bits.TrailingZeros64(t.bit), t.site.line, t.frame
	return func(fr *frame) signal {
		s, to := assign(fr), fr
		if reach != nil {
			to = reach(fr)
		}
		if to.wroteAt == nil {
			to.wroteAt = new([64]int)
		}
		to.wroteAt[field] = line
		return s
	}
}

func (c *compiler) assign(n *ast.AssignStmt, targets []*target) statement {
	late := slices.ContainsFunc(targets, func(t *target) bool { return t.late != [2]*symbol{} })
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 && !late {
		target := targets[0]
		value := c.expr(n.Rhs[0])
		if target.object == nil && target.bit == 0 && target.frame == nil {
			return c.put(target.place, value)
		}
		slot, bit := target.at, target.bit
		num := value.num
		if c.quick {
			num = value.sureNumber()
		}
		switch reach := target.frame; {
		case num == nil || !target.number || target.bit == 0:
		case c.quick && reach != nil:
			return func(fr *frame) signal {
				f, to := num(fr), reach(fr)
				fr.stuck = fr.stuck || f-f != 0 // infinite, or nan
				to.nums[slot] = f
				to.wrote |= bit
				return next
			}
		case reach != nil:
		case c.quick:
			c.written |= bit
			field, last := bits.TrailingZeros64(bit), c.last
			return func(fr *frame) signal {
				f := num(fr)
				fr.stuck = fr.stuck || f-f != 0 // infinite, or nan
				if last && fr.setWhole(field, f) {
					return next
				}
				fr.nums[slot] = f
				fr.wrote |= bit
				return next
			}
		default:
			return func(fr *frame) signal {
				f := num(fr)
				if f-f != 0 {
					target.store(fr, Nil, Nil, Number(f))
				}
				fr.nums[slot] = f
				fr.have |= bit
				fr.wrote |= bit
				return next
			}
		}
		c.code.full = c.code.full || target.object != nil || target.unsure && !target.number
		c.written |= bit
		return func(fr *frame) signal {
			o, key := target.eval(fr)
			target.store(fr, o, key, value.val(fr))
			return next
		}
	}
	c.code.full = true
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

// A target is what is assigned to: a slot, or a key of an object.
type target struct {
	place                              // where object is nil
	frame       func(fr *frame) *frame // leads to the frame of the place; nil: it is the present one
	bit         uint64                 // of the event's field that lies there; 0 for a local
	unsure      bool
	name        string // of the event's field whose writes are unsure
	want        shape
	object, key *node
	late        [2]*symbol // the local that the object, or the key, is, if it is read late: after the values
	site        *site
	sym         *symbol // the local that is assigned, if it is one
}

func (c *compiler) target(lhs ast.Expr, line int) *target {
	c.cost++
	t := &target{site: &site{line: line}}
	access, ok := lhs.(*ast.AttrGetExpr)
	if !ok {
		sym := c.symbol(lhs)
		if sym == nil || sym.owner == c.main {
			c.refuse(line, "it changes a local of the file")
		}
		of, hops := c.around(sym)
		t.sym, t.place, t.frame = sym, of.slots[sym], outward(hops)
		if hops == 0 {
			t.place = c.local(sym)
		}
		return t
	}
	t.site = &site{line: access.Key.Line()}
	if key, named := access.Key.(*ast.StringExpr); named {
		if h := c.eventOf(access.Object); h != nil {
			field := c.fieldOf(h, key)
			if !h.event.Fields[field].Writable {
				c.refuse(line, "%s: field %q is read-only", h.event.Hook, key.Value)
			}
			t.place, t.bit, t.frame = c.fields[field], 1<<field, c.toEvent()
			t.unsure = c.unsure[access] || c.file.eventOf(access.Object) == nil
			t.name, t.want = key.Value, h.event.shapes[field]
			c.root.code.writes |= t.bit
			return t
		}
	}
	t.object, t.key = c.expr(access.Object), c.expr(access.Key)
	t.late = [2]*symbol{c.late(c.fn, access.Object), c.late(c.fn, access.Key)}
	return t
}

// eval evaluates the object and the key.
func (t *target) eval(fr *frame) (o, key Value) {
	if t.object != nil {
		o = t.object.val(fr)
		key = t.key.val(fr)
	}
	return o, key
}

// storeLate is store for a target of which parts may be read late.
func (t *target) storeLate(fr *frame, o, key, v Value) {
	if t.late[0] != nil {
		o = t.object.val(fr)
	}
	if t.late[1] != nil {
		key = t.key.val(fr)
	}
	t.store(fr, o, key, v)
}

func (t *target) store(fr *frame, o, key, v Value) {
	in := fr.in
	if t.object == nil {
		if t.bit != 0 && (t.unsure || t.number && v.is != valueNumber) {
			fr.site = t.site
			in.mustFit(t.name, t.want, v)
		}
		to := fr
		if t.frame != nil {
			to = t.frame(fr)
		}
		to.set(t.place, v)
		to.have |= t.bit
		to.wrote |= t.bit
		return
	}
	fr.site = t.site
	if !in.keep(o, key, v) {
		in.set(in.box(o), in.box(key), in.box(v))
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
	sym := c.locals[n][0]
	if sym.assigned == 0 {
		c.shapes[sym] = aNumber.shape
	}
	counter := c.local(sym)
	turn := c.again(c.turn(n.Stmts, line))
	count := func(fr *frame, init, limit, step float64) signal {
		for i := init - step; ; { // it counts as the machine underneath does, to the last bit
			i += step
			if !(step > 0 && i <= limit || step <= 0 && i >= limit) {
				return next
			}
			if counter.number {
				fr.nums[counter.at] = i
			} else {
				fr.slots[counter.at] = Number(i)
			}
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
	if c.quick || from.num != nil && to.num != nil && by.num != nil {
		init, limit, step := from.sureNumber(), to.sureNumber(), by.sureNumber()
		return func(fr *frame) signal { return count(fr, init(fr), limit(fr), step(fr)) }
	}
	at := &site{line: line}
	return func(fr *frame) signal {
		init, limit, step := from.val(fr), to.val(fr), by.val(fr)
		for i, v := range [...]Value{init, step, limit} { // in the order of the machine underneath
			if v.is != valueNumber {
				fr.fail(at, nil, "for statement %s must be a number", [...]string{"init", "step", "limit"}[i])
			}
		}
		return count(fr, init.num, limit.num, step.num)
	}
}

// each compiles for a, b in f.
func (c *compiler) each(n *ast.GenericForStmt) statement {
	places := make([]place, max(2, len(n.Names)))
	line := n.Line()
	head, element, by := c.iterated(n)
	var push func(fr *frame)
	if head == nil {
		push = c.list(n.Exprs, 3)
	}
	for i, sym := range c.locals[n] {
		if i == 0 && by == "ipairs" && sym.assigned == 0 {
			c.shapes[sym] = aNumber.shape
		}
		if i == 1 && element.base == isObject && sym.assigned == 0 {
			c.shapes[sym] = element
		}
		places[i] = c.local(sym)
	}
	if len(n.Names) == 1 {
		places[1] = c.place(false)
	}
	at := &site{line: line, name: "?"}
	b := c.turn(n.Stmts, line)
	b.cost += 2
	turn := c.again(b)
	c.code.full = c.code.full || by != "ipairs"
	switch by {
	case "ipairs":
		counts := c.named[c.locals[n][0]] > 0
		return func(fr *frame) signal {
			v := head(fr)
			own, _ := v.ext.(*list)
			for place := 1; ; place++ {
				var item Value
				if own != nil && own.table == nil && place <= len(own.items) { // the usual
					item = own.items[place-1]
				} else {
					item = fr.in.item(v, place)
				}
				if item.is == valueNil {
					return next
				}
				if counts {
					fr.set(places[0], Number(float64(place)))
				}
				fr.slots[places[1].at] = item
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	case "pairs":
		return func(fr *frame) signal {
			v := fr.in.box(head(fr)).(*lua.LTable)
			for last := lua.LValue(lua.LNil); ; {
				key, value := following(v, last)
				fr.site = at
				fr.in.passed(v, last, key)
				if last = key; key == lua.LNil {
					return next
				}
				fr.slots[places[0].at], fr.slots[places[1].at] = fr.in.raw(key), fr.in.raw(value)
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	}
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		f, state, last := m.args[from], m.args[from+1], m.args[from+2]
		m.args = m.args[:from]
		for {
			m.args = append(m.args, state, last)
			fr.site = at
			fr.in.native(f, from)
			for i, at := range places {
				fr.slots[at.at] = Nil
				if from+i < len(m.args) {
					fr.slots[at.at] = m.args[from+i]
				}
			}
			m.args = m.args[:from]
			if last = fr.slots[places[0].at]; last.is == valueNil {
				return next
			}
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
}

// iterated returns what a loop's head gives ipairs or pairs, what items it has, and which
// of them.
func (c *compiler) iterated(n *ast.GenericForStmt) (list func(fr *frame) Value, element shape, by string) {
	call, ok := n.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(n.Exprs) != 1 || call.Func == nil || len(call.Args) != 1 || len(n.Names) > 2 {
		return nil, element, ""
	}
	ident, ok := call.Func.(*ast.IdentExpr)
	if !ok || c.idents[ident] != nil || ident.Value != "ipairs" && ident.Value != "pairs" {
		return nil, element, ""
	}
	c.cost += 2
	var arg *node
	if ident.Value == "ipairs" {
		arg = c.items(call.Args[0])
	}
	if arg == nil {
		arg = c.expr(call.Args[0])
	}
	if arg.list {
		element = arg.element()
	}
	at := &site{line: call.Line(), name: ident.Value}
	if c.quick {
		return func(fr *frame) Value {
			if v := arg.val(fr); v.isList() {
				return v
			}
			fr.stuck = true
			return noItems
		}, element, ident.Value
	}
	return func(fr *frame) Value {
		v := arg.val(fr)
		if !v.isList() {
			fr.fail(at, nil, "%s: argument 1 is a table, not %s", ident.Value, fr.in.sort(v))
		}
		return v
	}, element, ident.Value
}

// noItems is a list without items.
var noItems = List()

// items compiles a constructor that only a loop sees, so that no table has to be made; nil
// for another expression.
func (c *compiler) items(e ast.Expr) *node {
	table, ok := e.(*ast.TableExpr)
	if !ok || len(table.Fields) == 0 || len(table.Fields) > 16 {
		return nil
	}
	var exprs []ast.Expr
	for _, f := range table.Fields {
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
	c.code.game = true
	if c.quick {
		return &node{shape: s, val: func(fr *frame) Value {
			m := fr.m
			m.bytes += int64(64 + 16*len(items))
			fr.stuck = fr.stuck || m.bytes > int64(m.limits.Memory)
			v := m.List(len(items))
			for i, at := 0, v.Items(); i < len(at); i++ {
				at[i] = items[i].val(fr)
			}
			return v
		}}
	}
	return &node{shape: s, val: func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		push(fr)
		fr.in.take(64 + 16*len(items))
		v := m.List(len(items))
		copy(v.Items(), m.args[from:])
		m.args = m.args[:from]
		return v
	}}
}

// results compiles return.
func (c *compiler) results(n *ast.ReturnStmt) statement {
	if h := c.fn.hook; h != nil {
		if len(n.Exprs) == 1 {
			if cancel := c.isCancel(n.Exprs[0]); cancel != nil {
				c.code.full = true
				why := c.list(cancel.Args, 1)
				at := &site{line: n.Line()}
				return func(fr *frame) signal {
					m := fr.m
					from := len(m.args)
					why(fr)
					fr.site = at
					fr.in.cancel(m.first(from))
					return leaveFunction
				}
			}
		}
		return func(*frame) signal { return leaveFunction }
	}
	if c.quick {
		if len(n.Exprs) == 0 {
			return func(*frame) signal { return leaveFunction }
		}
		val := c.expr(n.Exprs[0]).val
		return func(fr *frame) signal {
			fr.result = val(fr)
			return leaveFunction
		}
	}
	c.code.full = c.code.full || len(n.Exprs) > 1
	if len(n.Exprs) == 1 && isMulti(n.Exprs[0]) {
		if call, ok := n.Exprs[0].(*ast.FuncCallExpr); ok {
			if callee := c.static(call); callee.code != nil {
				return c.tail(call, callee)
			}
		}
	}
	push := c.list(n.Exprs, -1)
	return func(fr *frame) signal {
		push(fr)
		return leaveFunction
	}
}

// tail compiles return f(x), of a function of the file.
func (c *compiler) tail(n *ast.FuncCallExpr, callee callee) statement {
	if callee.hops == 0 && callee.nested {
		c.refuse(n.Line(), "it returns a call of a function in it") // whose frame would be gone
	}
	call := c.expr(n)
	cost := c.cost
	push := pushing(n.Args, c.args(n.Args), -1)
	c.cost = cost // they have been counted
	code, outer := callee.code, callee.outer()
	return func(fr *frame) signal {
		if code.body == nil {
			call.many(fr)
			return leaveFunction
		}
		push(fr)
		fr.tail, fr.outer = code, outer(fr)
		return leaveFunction
	}
}
