package scripting

import (
	"math"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// A callee is a function of the file that is called by its name, or one in another function.
type callee struct {
	code   *code // nil for none
	sym    *symbol
	event  *symbol // its parameter that gets the event; nil for none
	nested bool    // it is in a function
	hops   int     // if nested: how many functions further out that is
}

// outer returns what leads from the frame of the caller to the one around that of the callee.
func (f *callee) outer() func(fr *frame) *frame {
	switch {
	case !f.nested:
		return func(*frame) *frame { return nil }
	case f.hops == 0:
		return func(fr *frame) *frame { return fr }
	}
	return outward(f.hops)
}

// onlyCalled reports whether a local of a function is a function that is only called, so that
// it is compiled with the calls.
func (c *compiler) onlyCalled(sym *symbol) bool {
	_, ok := c.inits[sym].(*ast.FunctionExpr)
	return ok && sym.owner != c.main && c.named[sym] == c.called[sym]
}

// static returns the called function of the file, if it is known.
func (c *compiler) static(n *ast.FuncCallExpr) (f callee) {
	if n.Func == nil {
		return f
	}
	sym := c.symbol(n.Func)
	body, ok := c.inits[sym].(*ast.FunctionExpr)
	if !ok || !c.top[sym] && !c.onlyCalled(sym) {
		return f
	}
	f.sym = sym
	fn := c.bodies[body]
	for i, arg := range n.Args {
		if c.eventOf(arg) == nil {
			continue
		}
		if f.event != nil || i >= len(fn.params) {
			return callee{} // compiling the argument refuses
		}
		f.event = fn.params[i]
	}
	switch {
	case c.top[sym] && f.event == nil:
		f.code = c.codes[fn]
	case c.top[sym]:
		c.link(sym, n.Line()) // for what it reads of the file
		f.code = c.variantOf(fn, f.event, nil).code
	default:
		var v *variant
		v, f.hops = c.around(sym)
		f.nested, f.code = true, c.variantOf(fn, f.event, v).code
	}
	if f.code != nil {
		f.code.name = sym.name
		c.code.calls = append(c.code.calls, f.code)
	}
	return f
}

// args compiles the arguments of a function of the file. The event is none: the function knows
// it.
func (c *compiler) args(exprs []ast.Expr) []*node {
	nodes := make([]*node, len(exprs))
	for i, e := range exprs {
		if c.eventOf(e) != nil {
			nodes[i] = constant(unknownShape, Nil)
		} else {
			nodes[i] = c.expr(e)
		}
	}
	return nodes
}

// call compiles a call.
func (c *compiler) call(n *ast.FuncCallExpr) *node {
	at := &site{line: n.Line(), name: "?"}
	if n.Func == nil {
		return c.method(n, at)
	}
	at.name = callName(n.Func)
	if fast := c.fast(n, at); fast != nil {
		return fast
	}
	if ident, ok := n.Func.(*ast.IdentExpr); ok && c.idents[ident] == nil {
		if sig := c.functions[ident.Value]; sig != nil {
			return c.invoke(sig, ident.Value, nil, n.Args, at)
		}
	}
	if f := c.static(n); f.code != nil {
		args := c.args(n.Args)
		code, outer := f.code, f.outer()
		if c.quick {
			return code.quickly(args, outer)
		}
		push := pushing(n.Args, args, -1)
		if f.event == nil || f.nested {
			c.give(f.sym, n.Args, args)
		}
		if f.event != nil || f.nested {
			return called(unknownShape, func(fr *frame) {
				from := len(fr.m.args)
				push(fr)
				fr.site = at
				fr.in.runIn(code, from, outer(fr), fr.hook)
			})
		}
		place := c.link(f.sym, n.Line())
		called := called(unknownShape, func(fr *frame) {
			in := fr.in
			from := len(in.m.args)
			push(fr)
			fr.site = at
			if code.body == nil {
				in.native(in.linked[place], from)
				return
			}
			in.run(code, from)
		})
		return direct(code, n.Args, args, at, called)
	}
	c.code.full = true
	f := c.expr(n.Func)
	push := c.list(n.Args, -1)
	if f.constant {
		if fn, ok := f.val(nil).ext.(*lua.LFunction); ok && c.world.natives[fn].call != nil {
			return ofLibrary(c.world.natives[fn], push, at)
		}
	}
	return called(unknownShape, func(fr *frame) {
		fn := f.val(fr)
		from := len(fr.m.args)
		push(fr)
		fr.site = at
		fr.in.call(fn, from)
	})
}

// direct compiles the call of a function of the file with one argument, or two, so that they
// go to its frame at once. Called is the same call by way of Machine.args.
func direct(callee *code, exprs []ast.Expr, args []*node, at *site, called *node) *node {
	n := len(args)
	if n == 0 || n > 2 {
		return called
	}
	open := isMulti(exprs[n-1]) && args[n-1].many != nil // the last argument is as many as there is room for
	val, first := called.val, args[0].val
	second := func(*frame) Value { return Nil }
	if n == 2 {
		second = args[1].val
	}
	direct := *called
	direct.val = func(fr *frame) Value {
		if callee.body == nil || callee.params < n || callee.params > n && open {
			return val(fr)
		}
		a := first(fr)
		b := second(fr)
		fr.site = at
		in, m := fr.in, fr.m
		inner := in.push(callee)
		inner.slots[0] = a
		if callee.params > 1 {
			inner.slots[1] = b
			clear(inner.slots[2:callee.params])
		}
		inner.from = len(m.args)
		callee.body.run(inner)
		if inner.tail != nil {
			in.rest(inner)
		}
		in.active--
		return m.first(inner.from)
	}
	return &direct
}

// ofLibrary compiles a call of a function of the library.
func ofLibrary(fn *native, push func(fr *frame), at *site) *node {
	call, name := fn.call, fn.name
	return called(unknownShape, func(fr *frame) {
		in := fr.in
		from := len(in.m.args)
		push(fr)
		fr.site = at
		call(libCall{in: in, name: name, from: from})
	})
}

// quickly compiles a call of a function of the file for Machine.Quick. Only its first result
// counts: such a function has no other.
func (callee *code) quickly(args []*node, outer func(fr *frame) *frame) *node {
	vals := make([]func(*frame) Value, len(args))
	for i, arg := range args {
		vals[i] = arg.val
	}
	return typed(unknownShape, func(fr *frame) Value {
		in := fr.in
		if in.active+1 >= fr.m.limits.Depth { // Machine.Call counts the frame of the hook, too
			fr.stuck = true
		}
		if fr.stuck {
			return Nil
		}
		inner := in.push(callee)
		for i, val := range vals {
			if v := val(fr); i < callee.params {
				inner.slots[i] = v
			}
		}
		clear(inner.slots[min(len(vals), callee.params):callee.params])
		inner.outer, inner.hook = outer(fr), fr.hook
		inner.price, inner.spent, inner.stuck, inner.result = fr.price, fr.spent, fr.stuck, Nil
		callee.quick(inner)
		fr.spent, fr.stuck = inner.spent, fr.stuck || inner.stuck
		in.active--
		return inner.result
	})
}

// give records the types of the arguments in a call of a function of the file. It does not
// if the parameters may get other values elsewhere: if the function is used without a call,
// or calls itself.
func (c *compiler) give(sym *symbol, exprs []ast.Expr, args []*node) {
	fn := c.bodies[c.inits[sym].(*ast.FunctionExpr)]
	if c.named[sym] > c.called[sym] || fn.upvalues[sym] {
		return
	}
	open := len(exprs) > 0 && isMulti(exprs[len(exprs)-1]) && args[len(args)-1].many != nil
	for i, param := range fn.params {
		s := aNil.shape
		switch {
		case open && i >= len(args)-1:
			s = unknownShape
		case i < len(args):
			s = args[i].shape
		}
		if before, known := c.params[param]; known {
			s = s.or(before)
		}
		c.params[param] = s
	}
}

// callName returns the name of a function in tracebacks.
func callName(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.IdentExpr:
		return n.Value
	case *ast.AttrGetExpr:
		if key, ok := n.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return "?"
}

// called compiles a call whose results many pushes on Machine.args.
func called(s shape, many func(fr *frame)) *node {
	n := typed(s, func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		many(fr)
		return m.first(from)
	})
	n.many = many
	return n
}

// invoke compiles the call of a function of the binding. Receiver is nil unless it is a
// method.
func (c *compiler) invoke(sig *signature, name string, receiver func(fr *frame) Value, args []ast.Expr, at *site) *node {
	c.cost += functionSteps
	s := sig.returns
	if s.base == isNil {
		s = unknownShape
	}
	push := c.list(args, -1)
	bound := c.bind(sig, args)
	c.code.full = c.code.full || bound == nil || !sig.Reads
	c.code.game = true
	if c.quick {
		return typed(s, func(fr *frame) Value {
			object := Nil
			if receiver != nil {
				if object = receiver(fr); object.kind() != int(sig.kind) {
					fr.stuck = true
				}
			}
			if fr.stuck {
				return Nil
			}
			return fr.sure(bound(fr.m, object))
		})
	}
	call := applied(sig, name, bound, push, at)
	n := typed(s, func(fr *frame) Value { return call(fr, Nil) })
	if receiver != nil {
		n = typed(s, func(fr *frame) Value { return call(fr, receiver(fr)) })
	}
	val := n.val
	n.many = func(fr *frame) {
		v := val(fr)
		if len(sig.Returns) > 0 {
			fr.m.args = append(fr.m.args, v)
		}
	}
	return n
}

// applied returns the call of a function of the binding with the object of a method. Bound, if
// not nil, is the call with arguments that are constants; else push pushes the arguments.
func applied(sig *signature, name string, bound func(m *Machine, object Value) (Value, error), push func(fr *frame), at *site) func(fr *frame, object Value) Value {
	whole := func(fr *frame, object Value) Value {
		m := fr.m
		from := len(m.args)
		if sig.method {
			m.args = append(m.args, object)
		}
		push(fr)
		fr.site = at
		return fr.in.adopt(fr.in.invoke(sig, name, from))
	}
	if bound == nil {
		return whole
	}
	return func(fr *frame, object Value) Value {
		if sig.method && object.kind() != int(sig.kind) {
			return whole(fr, object)
		}
		m := fr.m
		fr.site = at
		left := m.left
		v, err := bound(m, object)
		fr.in.called(name, left, err)
		return fr.in.adopt(v)
	}
}

// bind returns the call of a function whose arguments are all constants that it accepts. It
// returns nil for other arguments.
func (c *compiler) bind(sig *signature, args []ast.Expr) func(m *Machine, object Value) (Value, error) {
	if sig.Bind == nil || len(args) < sig.least || len(args) > len(sig.params) {
		return nil
	}
	values := make([]Value, len(sig.params))
	for i, e := range args {
		literal := e
		if sym := c.symbol(e); sym != nil {
			literal = c.inits[sym]
		}
		switch literal.(type) {
		case *ast.StringExpr, *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		default:
			return nil
		}
		n := c.expr(literal)
		if !n.constant || !sig.params[i].fits(n.val(nil)) {
			return nil
		}
		values[i] = n.val(nil)
	}
	return sig.Bind(values)
}

// method compiles a:b().
func (c *compiler) method(n *ast.FuncCallExpr, at *site) *node {
	receiver := c.expr(n.Receiver)
	before := &site{line: at.line} // the method has been found
	at.name = n.Method
	name := String(n.Method)
	if receiver.base == isObject && !receiver.list {
		k := c.kind[receiver.kind]
		if sig := k.methods[n.Method]; sig != nil {
			val, quick := receiver.val, c.quick
			return c.invoke(sig, k.Name+":"+n.Method, func(fr *frame) Value {
				o := val(fr)
				if o.is < valueObject && !quick {
					fr.index(before, o, name)
				}
				return o
			}, n.Args, at)
		}
	}
	c.code.full = true
	c.cost += functionSteps
	push := c.list(n.Args, -1)
	calls := make([]func(fr *frame, o Value) Value, len(c.kind)) // by the kind of the object
	results := make([]bool, len(c.kind))
	for i, k := range c.kind {
		if sig := k.methods[n.Method]; sig != nil {
			calls[i], results[i] = applied(sig, k.Name+":"+n.Method, c.bind(sig, n.Args), push, at), len(sig.Returns) > 0
		}
	}
	var text native // the function of the library that is the method of a text
	if fn, ok := c.world.texts().RawGetString(n.Method).(*lua.LFunction); ok {
		text = *c.world.natives[fn]
	}
	return called(unknownShape, func(fr *frame) {
		m := fr.m
		from := len(m.args)
		o := receiver.val(fr)
		if kind := o.kind(); kind >= 0 && calls[kind] != nil {
			v := calls[kind](fr, o)
			if results[kind] {
				m.args = append(m.args, v)
			}
			return
		}
		var fn Value
		isText := o.is == valueString && text.call != nil
		if !isText {
			fn = fr.index(before, o, name)
		}
		m.args = append(m.args, o)
		push(fr)
		fr.site = at
		if isText {
			text.call(libCall{in: fr.in, name: text.name, from: from})
		} else {
			fr.in.call(fn, from)
		}
	})
}

// fast compiles the functions of math that compute a number from one or two numbers. If the
// arguments are numbers, no function of the library is called.
func (c *compiler) fast(n *ast.FuncCallExpr, at *site) *node {
	if !c.isFast(n) {
		return nil
	}
	if one := ones[at.name]; one != nil {
		fn, a := c.expr(n.Func).val(nil), c.expr(n.Args[0])
		if a.num != nil || c.quick {
			num := a.sureNumber()
			return numberNode(func(fr *frame) float64 { return one(num(fr)) })
		}
		return numberNode(func(fr *frame) float64 {
			v := a.val(fr)
			if v.is != valueNumber {
				return fr.slow(at, fn, v, Nil)
			}
			return one(v.num)
		})
	}
	two := twos[at.name]
	fn, a, b := c.expr(n.Func).val(nil), c.expr(n.Args[0]), c.expr(n.Args[1])
	if a.num != nil && b.num != nil || c.quick {
		x, y := a.sureNumber(), b.sureNumber()
		return numberNode(func(fr *frame) float64 { return two(x(fr), y(fr)) })
	}
	return numberNode(func(fr *frame) float64 {
		v := a.val(fr)
		w := b.val(fr)
		if v.is != valueNumber || w.is != valueNumber {
			return fr.slow(at, fn, v, w)
		}
		return two(v.num, w.num)
	})
}

// isFast reports whether fast compiles a call.
func (c *compiler) isFast(n *ast.FuncCallExpr) bool {
	access, ok := n.Func.(*ast.AttrGetExpr)
	if !ok {
		return false
	}
	if lib, ok := access.Object.(*ast.IdentExpr); !ok || lib.Value != "math" || c.idents[lib] != nil {
		return false
	}
	name := callName(access)
	if !(len(n.Args) == 1 && ones[name] != nil || len(n.Args) == 2 && twos[name] != nil) {
		return false
	}
	last := n.Args[len(n.Args)-1]
	inner, isCall := last.(*ast.FuncCallExpr)
	return !isMulti(last) || isCall && c.isFast(inner)
}

// slow calls a function of the library that refuses its arguments.
func (fr *frame) slow(at *site, fn, a, b Value) float64 {
	m := fr.m
	from := len(m.args)
	m.args = append(m.args, a, b)
	fr.site = at
	fr.in.native(fn, from)
	return m.first(from).num
}

// Ones and twos are the functions of math that fast knows, of one and of two numbers.
var (
	ones = map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "abs": math.Abs, "sqrt": math.Sqrt}
	twos = map[string]func(a, b float64) float64{"max": larger, "min": smaller}
)

// larger and smaller are math.max and math.min: nan is neither.
func larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

func smaller(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
