package lua

import (
	"github.com/yuin/gopher-lua/ast"
)

// call compiles a call.
func (c *compiler) call(n *ast.FuncCallExpr) *node {
	if n.Func == nil {
		return c.method(n)
	}
	name := callName(n.Func)
	if fast := c.fast(n, name); fast != nil {
		return fast
	}
	if ident, ok := n.Func.(*ast.IdentExpr); ok && c.Idents[ident] == nil {
		if sig := c.World.functions[ident.Value]; sig != nil {
			return c.invoke(sig, ident.Value, nil, n)
		}
	}
	if callee := c.static(n.Func); callee != nil {
		return c.direct(n, callee)
	}
	fn, args := c.callee(n)
	push := pushing(n.Args, args, -1)
	at := c.site(n.Line(), name)
	return several(func(fr *frame) {
		f := fn(fr)
		m := fr.m
		from := len(m.args)
		push(fr)
		fr.site = at
		m.call(f, from)
	})
}

// callee compiles what is called, which fails where that is no function, and the arguments.
func (c *compiler) callee(n *ast.FuncCallExpr) (fn func(fr *frame) Value, args []*node) {
	f := c.expr(n.Func)
	args = c.exprs(n.Args)
	if c.static(n.Func) != nil {
		c.give(c.Symbol(n.Func), n.Args, args)
	}
	if f.constant && f.val(nil).is == valueFunction {
		return f.val, args
	}
	at := c.site(n.Line(), "", f.spelled)
	return func(fr *frame) Value {
		v := f.val(fr)
		if v.is != valueFunction {
			fr.fail(at, nil, "%s, which cannot be called", fr.is(at, v))
		}
		return v
	}, args
}

// direct compiles the call of a function of the file.
func (c *compiler) direct(n *ast.FuncCallExpr, callee *Body) *node {
	fn, args := c.expr(n.Func).val, c.exprs(n.Args)
	c.give(c.Symbol(n.Func), n.Args, args)
	at := c.site(n.Line(), callName(n.Func))
	push := pushing(n.Args, args, -1)
	many := func(fr *frame) {
		f := fn(fr).ext.(*closure)
		m := fr.m
		from := len(m.args)
		push(fr)
		fr.site = at
		m.run(f, from)
	}
	out := several(many)
	count, open := len(callee.Params), callee.expr.ParList.HasVargs
	if len(args) == 0 || len(args) > 2 || len(args) > count || open || len(args) < count && args[len(args)-1].many != nil && IsMulti(n.Args[len(args)-1]) {
		return out
	}
	first, second := args[0].val, func(*frame) Value { return Nil }
	if len(args) == 2 {
		second = args[1].val
	}
	out.val = func(fr *frame) Value { // the arguments go to its frame at once
		f := fn(fr).ext.(*closure)
		a := first(fr)
		b := second(fr)
		fr.site = at
		m := fr.m
		inner := m.push(f)
		inner.slots[0] = a
		if count > 1 {
			inner.slots[1] = b
			clear(inner.slots[2:count])
		}
		inner.wrap()
		inner.from = len(m.args)
		f.code.body(inner)
		if inner.tail != nil {
			inner.finish()
		}
		m.active--
		return m.first(inner.from)
	}
	return out
}

// give records the types of the arguments in a call of a function of the file. It does not
// if the parameters may get other values elsewhere: if the function is used without a call,
// or calls itself.
func (c *compiler) give(sym *Symbol, exprs []ast.Expr, args []*node) {
	fn := c.Bodies[c.inits[sym].(*ast.FunctionExpr)]
	_, itself := fn.upvalues[sym]
	if c.named[sym] > c.called[sym] || itself {
		return
	}
	open := len(exprs) > 0 && IsMulti(exprs[len(exprs)-1]) && args[len(args)-1].many != nil
	for i, param := range fn.Params {
		s := aNil
		switch {
		case open && i >= len(args)-1:
			s = unknownShape
		case i < len(args):
			s = args[i].Shape
		}
		if before, known := c.params[param]; known {
			s = s.or(before)
		}
		c.params[param] = s
	}
}

// A methodCall is the call of a method of an object of the host.
type methodCall struct {
	holder
	is         int32 // what the holder's value is
	name       string
	before, at int32                                         // the sites of the holder and of the call
	call       func(fr *frame, object Value) Value           // for any value
	quick      func(m *Machine, object Value) (Value, error) // where the arguments are constants
}

// checked refuses a value that can have no method.
func (f *methodCall) checked(fr *frame, o Value) {
	if o.is != f.is && o.is < valueObject {
		fr.index(f.before, o, String(f.name))
	}
}

// invoke compiles the call of a function of the host. Receiver is nil unless it is a
// method.
func (c *compiler) invoke(sig *Function, name string, receiver *node, n *ast.FuncCallExpr) *node {
	c.cost += functionSteps
	s := sig.Returns.Result()
	if s.Base == BaseNil {
		s = unknownShape
	}
	call, quick := c.applied(sig, name, n)
	out := typed(s, func(fr *frame) Value { return call(fr, Nil) })
	if receiver != nil {
		f := &methodCall{
			holder: receiver.holder(), is: Object(int(sig.kind), 0).is, name: n.Method, call: call, quick: quick,
			before: c.site(n.Line(), "", receiver.spelled), at: c.site(n.Line(), n.Method),
		}
		out = typed(s, func(fr *frame) Value {
			o := f.get(fr)
			f.checked(fr, o)
			return f.call(fr, o)
		})
		if quick != nil && sig.Reads {
			out = typed(s, func(fr *frame) Value {
				o := f.get(fr)
				m := fr.m
				if o.is != f.is {
					f.checked(fr, o)
					return f.call(fr, o)
				}
				fr.site = f.at
				left := m.Left
				v, err := f.quick(m, o)
				if err != nil || m.Left < 0 {
					m.called(name, left, err)
				}
				return m.adopt(v)
			})
		}
	}
	val := out.val
	out.many = func(fr *frame) {
		v := val(fr)
		if len(sig.Returns) > 0 {
			fr.m.args = append(fr.m.args, v)
		}
	}
	return out
}

// applied returns the call of a function of the host with the object of a method. Bound is the
// call where the arguments are constants; nil: they are not.
func (c *compiler) applied(sig *Function, name string, n *ast.FuncCallExpr) (call func(fr *frame, object Value) Value, bound func(m *Machine, object Value) (Value, error)) {
	push := c.list(n.Args, -1)
	at := c.site(n.Line(), callName(n.Func))
	if n.Func == nil {
		c.code.sites[at].name = n.Method
	}
	whole := func(fr *frame, object Value) Value {
		m := fr.m
		from := len(m.args)
		if sig.method {
			m.args = append(m.args, object)
		}
		push(fr)
		fr.site = at
		return m.adopt(m.invoke(sig, name, from))
	}
	bound = c.bind(sig, n.Args)
	if bound == nil {
		return whole, nil
	}
	kind, reads := Object(int(sig.kind), 0).is, sig.Reads
	return func(fr *frame, object Value) Value {
		if sig.method && object.is != kind {
			return whole(fr, object)
		}
		m := fr.m
		fr.site = at
		if !reads {
			m.settle()
		}
		left := m.Left
		v, err := bound(m, object)
		if m.Left < 0 || err != nil {
			m.called(name, left, err)
		}
		return m.adopt(v)
	}, bound
}

// bind returns the call of a function whose arguments are all constants that it accepts. It
// returns nil for other arguments.
func (c *compiler) bind(sig *Function, args []ast.Expr) func(m *Machine, object Value) (Value, error) {
	if sig.Bind == nil || len(args) < sig.least || len(args) > len(sig.Params) {
		return nil
	}
	values := make([]Value, len(sig.Params))
	for i, e := range args {
		literal := e
		if sym := c.Symbol(e); sym != nil {
			literal = c.inits[sym]
		}
		switch literal.(type) {
		case *ast.StringExpr, *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		default:
			return nil
		}
		n := c.expr(literal)
		if !sig.Params[i].Fits(n.val(nil)) {
			return nil
		}
		values[i] = n.val(nil)
	}
	return sig.Bind(values)
}

// method compiles a:b().
func (c *compiler) method(n *ast.FuncCallExpr) *node {
	receiver := c.expr(n.Receiver)
	name := n.Method
	c.Methods = append(c.Methods, name)
	if receiver.Base == BaseObject && !receiver.List {
		k := c.World.Kinds[receiver.Kind]
		if sig := k.Method(name); sig != nil {
			return c.invoke(sig, k.Name+":"+name, receiver, n)
		}
	}
	c.cost += functionSteps
	type method struct {
		call    func(fr *frame, o Value) Value
		results bool
	}
	methods := make([]method, len(c.World.Kinds)) // by the kind of the object
	for i, k := range c.World.Kinds {
		if sig := k.Method(name); sig != nil {
			call, _ := c.applied(sig, k.Name+":"+name, n)
			methods[i] = method{call, len(sig.Returns) > 0}
		}
	}
	push := c.list(n.Args, -1)
	before, at := c.site(n.Line(), "", receiver.spelled), c.site(n.Line(), name)
	text, key := c.World.texts.get(String(name)), String(name)
	called := c.site(n.Line(), "", name)
	if receiver.spelled != "" {
		c.code.sites[called].of[0] = receiver.spelled + ":" + name
	}
	return several(func(fr *frame) {
		m := fr.m
		from := len(m.args)
		o := receiver.val(fr)
		if kind := o.kind(); kind >= 0 && methods[kind].call != nil {
			v := methods[kind].call(fr, o)
			if methods[kind].results {
				m.args = append(m.args, v)
			}
			return
		}
		fn := text
		if o.is != valueString {
			fn = fr.index(before, o, key)
		}
		if fn.is != valueFunction {
			fr.fail(called, nil, "%s, which cannot be called", fr.is(called, fn))
		}
		m.args = append(m.args, o)
		push(fr)
		fr.site = at
		m.call(fn, from)
	})
}

// fast compiles the functions of math that compute a number from one or two numbers. If the
// arguments are numbers, no function of the library is called.
func (c *compiler) fast(n *ast.FuncCallExpr, name string) *node {
	if !c.isFast(n) {
		return nil
	}
	fn := c.expr(n.Func).val(nil)
	at := c.site(n.Line(), name)
	if one := ones[name]; one != nil {
		a := c.expr(n.Args[0])
		if num := a.num; num != nil {
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
	two := twos[name]
	a, b := c.expr(n.Args[0]), c.expr(n.Args[1])
	if x, y := a.num, b.num; x != nil && y != nil {
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
	if lib, ok := access.Object.(*ast.IdentExpr); !ok || lib.Value != "math" || c.Idents[lib] != nil {
		return false
	}
	name := callName(access)
	if !(len(n.Args) == 1 && ones[name] != nil || len(n.Args) == 2 && twos[name] != nil) {
		return false
	}
	last := n.Args[len(n.Args)-1]
	inner, isCall := last.(*ast.FuncCallExpr)
	return !IsMulti(last) || isCall && inner.Func != nil && c.isFast(inner)
}

// slow calls a function of the library that refuses its arguments.
func (fr *frame) slow(at int32, fn, a, b Value) float64 {
	m := fr.m
	from := len(m.args)
	m.args = append(m.args, a, b)
	fr.site = at
	m.call(fn, from)
	return m.first(from).num
}
