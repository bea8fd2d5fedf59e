package scripting

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// What rewritten scripts call. No source can spell these names.
const (
	callHook   = "%hook"   // (index, function): the game may call it
	callCancel = "%cancel" // (reason)
	callSet    = "%set"    // (object, key, value)
	callKey    = "%key"    // (key): a key of a constructor
	callValue  = "%value"  // (value, key): the value of a key that is read after it
	callConcat = "%concat" // (...)
	callPower  = "%power"  // (base, exponent)
	callModulo = "%modulo" // (a, b)
	exchanged  = " late"   // ends the names of those two where the first operand is read late, and comes last
	callText   = "%text"   // (text): a long one that the script has in so many words
	callTable  = "%table"  // (table, items, keys): what a constructor has made
	callFit    = "%fit"    // (value, index of a check): the value
	callEnter  = "%enter"  // (...): a function with ... begins
	padding    = "%pad"    // the last parameter of every function
	eventParam = "%event"  // the event, where it is not lowered
	codeMark   = "%code "  // with a number, a parameter of a function that is compiled, too
)

// longText is from how many bytes on a text is counted like one that a script makes.
const longText = 255

// A rewriter turns what a script may say into what the machine underneath can
// be trusted with.
type rewriter struct {
	*file
	fn    *function                      // that is being rewritten
	fit   func(s shape, name string) int // the index of a check
	spare int                            // temporaries so far
}

// fields returns the event's fields in a set.
func fields(set uint64) []int {
	list := make([]int, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

// local returns the name of the local that holds a field of a lowered event.
func (h *hook) local(field int) string {
	return h.event.Param + "." + h.event.Fields[field].Name
}

// at gives a node its line.
func at[N ast.PositionHolder](n N, line int) N {
	n.SetLine(line)
	return n
}

func ident(name string, line int) *ast.IdentExpr {
	e := &ast.IdentExpr{Value: name}
	e.SetLine(line)
	return e
}

func text(s string, line int) *ast.StringExpr {
	e := &ast.StringExpr{Value: s}
	e.SetLine(line)
	return e
}

func number(n, line int) *ast.NumberExpr {
	e := &ast.NumberExpr{Value: strconv.Itoa(n)}
	e.SetLine(line)
	return e
}

// call calls one of the functions above; the last argument is one value.
func call(name string, line int, args ...ast.Expr) *ast.FuncCallExpr {
	if n := len(args); n > 0 {
		switch last := args[n-1].(type) {
		case *ast.FuncCallExpr:
			last.AdjustRet = true
		case *ast.Comma3Expr:
			last.AdjustRet = name != callEnter
		}
	}
	e := &ast.FuncCallExpr{Func: ident(name, line), Args: args}
	e.SetLine(line)
	return e
}

func callStmt(name string, line int, args ...ast.Expr) ast.Stmt {
	s := &ast.FuncCallStmt{Expr: call(name, line, args...)}
	s.SetLine(line)
	return s
}

// assign assigns to a local. What is made of and and or goes through a
// temporary: the compiler underneath would lose it where it is false. The first
// value of ... is not asked for as one: that would clear the locals after it.
func (r *rewriter) assign(local, value ast.Expr, line int) ast.Stmt {
	s := at(&ast.AssignStmt{Lhs: []ast.Expr{local}, Rhs: []ast.Expr{value}}, line)
	switch n := value.(type) {
	case *ast.LogicalOpExpr:
		name := r.temporary()
		s.Rhs[0] = ident(name, line)
		return block(line, declare(line, []string{name}, value), s)
	case *ast.Comma3Expr:
		n.AdjustRet = false
	}
	return s
}

func declare(line int, names []string, exprs ...ast.Expr) ast.Stmt {
	s := &ast.LocalAssignStmt{Names: names, Exprs: exprs}
	s.SetLine(line)
	return s
}

func block(line int, stmts ...ast.Stmt) ast.Stmt {
	s := &ast.DoBlockStmt{Stmts: stmts}
	s.SetLine(line)
	s.SetLastLine(line)
	return s
}

// rewrite rewrites the whole file.
func (r *rewriter) rewrite() []ast.Stmt {
	for _, h := range r.hooks {
		h.lowered = r.lifts && !h.escapes && !h.shared && bits.OnesCount64(h.reads|h.writes) <= 40
		if h.escapes { // what the hook does with its event is unknown
			for i, f := range h.event.Fields {
				h.reads |= 1 << i
				if f.Writable {
					h.writes |= 1 << i
				}
			}
		}
	}
	r.fn = r.main
	return r.block(nil, r.chunk)
}

// block rewrites statements; h is the hook whose own they are.
func (r *rewriter) block(h *hook, stmts []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, len(stmts))
	for _, s := range stmts {
		out = r.stmt(h, out, s)
	}
	return out
}

func (r *rewriter) stmt(h *hook, out []ast.Stmt, stmt ast.Stmt) []ast.Stmt {
	line := stmt.Line()
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		if hook := r.hookAt[n]; hook != nil {
			return append(out, callStmt(callHook, line, number(hook.index, line), r.expr(hook.expr)))
		}
		return r.assignment(out, n)
	case *ast.FuncDefStmt:
		if hook := r.hookAt[n]; hook != nil {
			return append(out, callStmt(callHook, line, number(hook.index, line), r.expr(hook.expr)))
		}
		switch target := n.Name.Func.(type) {
		case nil:
			n.Func.ParList.Names = append([]string{"self"}, n.Func.ParList.Names...)
			return append(out, callStmt(callSet, line, r.expr(n.Name.Receiver), text(n.Name.Method, line), r.expr(n.Func)))
		case *ast.AttrGetExpr:
			return append(out, callStmt(callSet, line, r.expr(target.Object), r.expr(target.Key), r.expr(n.Func)))
		}
		n.Func = r.expr(n.Func).(*ast.FunctionExpr)
	case *ast.ReturnStmt:
		if h == nil {
			r.exprs(n.Exprs)
			break
		}
		if len(n.Exprs) == 1 {
			if cancel := r.isCancel(n.Exprs[0]); cancel != nil {
				r.exprs(cancel.Args)
				out = append(out, callStmt(callCancel, line, cancel.Args...))
			}
		}
		return append(out, h.result(line))
	case *ast.LocalAssignStmt:
		r.exprs(n.Exprs)
		if r.unnamed[n] { // one function alone would be compiled as local function
			n.Exprs = append(n.Exprs, at(&ast.NilExpr{}, line))
		}
	case *ast.FuncCallStmt:
		n.Expr = r.expr(n.Expr)
	case *ast.DoBlockStmt:
		return r.blockIn(h, out, n.Stmts, line)
	case *ast.WhileStmt:
		n.Condition = r.expr(n.Condition)
		if is, constant := known(n.Condition); constant && !is {
			return out
		}
		n.Stmts = r.loop(h, n.Stmts, line, true)
	case *ast.RepeatStmt:
		n.Stmts = r.loop(h, n.Stmts, line, true)
		n.Condition = r.expr(n.Condition)
	case *ast.IfStmt:
		n.Condition = r.expr(n.Condition)
		if is, constant := known(n.Condition); constant && is {
			return r.blockIn(h, out, n.Then, line)
		} else if constant {
			return r.blockIn(h, out, n.Else, line)
		}
		n.Then = r.block(h, n.Then)
		n.Else = r.block(h, n.Else)
	case *ast.NumberForStmt:
		n.Init = r.expr(n.Init)
		n.Limit = r.expr(n.Limit)
		if n.Step != nil {
			n.Step = r.expr(n.Step)
		}
		n.Stmts = r.loop(h, n.Stmts, line, false)
	case *ast.GenericForStmt:
		r.exprs(n.Exprs)
		n.Stmts = r.loop(h, n.Stmts, line, true)
		if !plain(n.Exprs) {
			names := []string{r.temporary(), r.temporary(), r.temporary()}
			begin := declare(line, names, n.Exprs...)
			n.Exprs = []ast.Expr{ident(names[0], line), ident(names[1], line), ident(names[2], line)}
			return append(out, block(line, begin, n))
		}
	}
	return append(out, stmt)
}

// blockIn appends a block, unless it is empty.
func (r *rewriter) blockIn(h *hook, out, stmts []ast.Stmt, line int) []ast.Stmt {
	if stmts = r.block(h, stmts); len(stmts) == 0 {
		return out
	}
	return append(out, block(line, stmts...))
}

// plain reports whether the head of a for loop is one call of a name with names
// and constants. In any other the compiler underneath lets values overwrite each
// other.
func plain(exprs []ast.Expr) bool {
	call, ok := first(exprs).(*ast.FuncCallExpr)
	if !ok || len(exprs) != 1 || call.Func == nil {
		return false
	}
	for _, e := range append([]ast.Expr{call.Func}, call.Args...) {
		if _, constant := known(e); !constant && spell(e, "") == "" {
			return false
		}
	}
	return true
}

// loop rewrites the body of a loop, back to which the code jumps unless it is
// counted. The compiler underneath follows a jump back to a jump to a wrong
// place, and lets a break out of an inner block go on without closing what
// functions captured there. So a body does not begin with a jump, and where it
// matters it begins with a local that a function captures.
func (r *rewriter) loop(h *hook, stmts []ast.Stmt, line int, jumped bool) []ast.Stmt {
	inner, functions := breaks(stmts)
	stmts = r.block(h, stmts)
	if captured := inner && functions; captured || jumped && jumps(stmts) {
		name := r.temporary()
		begin := []ast.Stmt{declare(line, []string{name})}
		if captured {
			read := at(&ast.ReturnStmt{Exprs: []ast.Expr{ident(name, line)}}, line)
			captures := at(&ast.FunctionExpr{ParList: &ast.ParList{}, Stmts: []ast.Stmt{read}}, line)
			begin = append(begin, at(&ast.IfStmt{
				Condition: at(&ast.FalseExpr{}, line),
				Then:      []ast.Stmt{declare(line, []string{r.temporary()}, captures)},
			}, line))
		}
		stmts = append(begin, stmts...)
	}
	return stmts
}

// jumps reports whether the code of a rewritten block is nothing or begins with
// a jump.
func jumps(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return true
	}
	switch n := stmts[0].(type) {
	case *ast.BreakStmt:
		return true
	case *ast.DoBlockStmt:
		return jumps(n.Stmts)
	}
	return false
}

// breaks reports whether a loop is left from an inner block, and whether there
// is a function in it.
func breaks(stmts []ast.Stmt) (inner, functions bool) {
	var look func(node any, depth int)
	look = func(node any, depth int) {
		switch node.(type) {
		case *ast.FunctionExpr:
			functions = true
			return
		case *ast.BreakStmt:
			inner = inner || depth == 1
			return
		case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt:
			depth = 2 // what breaks there leaves another loop
		}
		children(node, func(e ast.Expr) { look(e, depth) }, func(b []ast.Stmt) {
			for _, s := range b {
				look(s, max(depth, 1))
			}
		})
	}
	for _, s := range stmts {
		look(s, 0)
	}
	return inner, functions
}

// known reports whether a condition is a constant, and which.
func known(e ast.Expr) (is, constant bool) {
	switch n := e.(type) {
	case *ast.TrueExpr, *ast.NumberExpr, *ast.StringExpr:
		return true, true
	case *ast.FalseExpr, *ast.NilExpr:
		return false, true
	case *ast.UnaryNotOpExpr:
		is, constant = known(n.Expr)
		return !is, constant
	case *ast.LogicalOpExpr:
		if is, constant = known(n.Lhs); constant && is == (n.Operator == "and") {
			return known(n.Rhs)
		}
		return is, constant
	}
	return false, false
}

// result returns the return of a hook: of a lowered one, what it wrote.
func (h *hook) result(line int) ast.Stmt {
	s := &ast.ReturnStmt{}
	s.SetLine(line)
	if h.lowered {
		for _, i := range fields(h.writes) {
			s.Exprs = append(s.Exprs, ident(h.local(i), line))
		}
	}
	return s
}

// assignment rewrites an assignment. Several at once go through temporaries:
// what the compiler underneath makes of a, b = b, a is wrong.
func (r *rewriter) assignment(out []ast.Stmt, n *ast.AssignStmt) []ast.Stmt {
	line := n.Line()
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
		target, ok := n.Lhs[0].(*ast.AttrGetExpr)
		if !ok || r.late(r.fn, target.Object) == nil && r.late(r.fn, target.Key) == nil {
			return append(out, r.store(n.Lhs[0], nil, nil, r.expr(n.Rhs[0]), line))
		}
	}
	var body []ast.Stmt
	temporary := func(e ast.Expr) ast.Expr {
		name := r.temporary()
		body = append(body, declare(line, []string{name}, e))
		return ident(name, line)
	}
	parts := make([][2]ast.Expr, len(n.Lhs)) // the object and the key of each target
	late := make([][2]*symbol, len(n.Lhs))   // as in target
	for i, lhs := range n.Lhs {
		target, ok := lhs.(*ast.AttrGetExpr)
		if !ok {
			for j := range i {
				for of, sym := range late[j] {
					if sym != nil && sym == r.idents[lhs.(*ast.IdentExpr)] {
						late[j][of], parts[j][of] = nil, temporary(parts[j][of])
					}
				}
			}
		}
		if !ok || r.field(target) != nil {
			continue
		}
		for of, e := range []ast.Expr{target.Object, target.Key} {
			late[i][of] = r.late(r.fn, e)
			parts[i][of] = one(r.expr(e))
			if _, constant := e.(*ast.StringExpr); !constant && late[i][of] == nil {
				parts[i][of] = temporary(parts[i][of])
			}
		}
	}
	names := make([]string, len(n.Lhs))
	for i := range names {
		names[i] = r.temporary()
	}
	r.exprs(n.Rhs)
	body = append(body, declare(line, names, n.Rhs...))
	for i, lhs := range slices.Backward(n.Lhs) { // as in Lua 5.1
		body = append(body, r.store(lhs, parts[i][0], parts[i][1], ident(names[i], line), line))
	}
	return append(out, block(line, body...))
}

// one makes an expression one value.
func one(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		n.AdjustRet = true
	case *ast.Comma3Expr:
		n.AdjustRet = true
	}
	return e
}

func (r *rewriter) temporary() string {
	r.spare++
	return fmt.Sprintf("%%%d", r.spare)
}

// field returns the hook whose lowered event's field an expression is.
func (r *rewriter) field(n *ast.AttrGetExpr) *hook {
	if _, named := n.Key.(*ast.StringExpr); named {
		if h := r.eventOf(n.Object); h != nil && h.lowered {
			return h
		}
	}
	return nil
}

// store assigns one value; object and key are given if they were evaluated
// before.
func (r *rewriter) store(lhs, object, key, value ast.Expr, line int) ast.Stmt {
	target, ok := lhs.(*ast.AttrGetExpr)
	if !ok {
		return r.assign(lhs, value, line)
	}
	if h := r.field(target); h != nil {
		name := target.Key.(*ast.StringExpr).Value
		i := h.event.fields[name]
		if r.unsure[target] {
			value = call(callFit, target.Key.Line(), number(r.fit(h.event.shapes[i], name), line), value)
		}
		return r.assign(ident(h.local(i), line), value, line)
	}
	if object == nil {
		object, key = r.expr(target.Object), r.expr(target.Key)
	}
	return callStmt(callSet, target.Key.Line(), object, key, value)
}

func (r *rewriter) exprs(es []ast.Expr) {
	for i, e := range es {
		es[i] = r.expr(e)
	}
}

func (r *rewriter) expr(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.IdentExpr:
		if h := r.selves[n]; h != nil {
			if i := h.event.fields[h.event.Self]; h.lowered {
				return ident(h.local(i), n.Line())
			}
			get := &ast.AttrGetExpr{Object: ident(eventParam, n.Line()), Key: text(h.event.Self, n.Line())}
			get.SetLine(n.Line())
			return get
		}
	case *ast.StringExpr:
		if len(n.Value) > longText {
			return one(call(callText, n.Line(), n))
		}
	case *ast.AttrGetExpr:
		if h := r.field(n); h != nil {
			return ident(h.local(h.event.fields[n.Key.(*ast.StringExpr).Value]), n.Key.Line())
		}
		n.Object = r.expr(n.Object)
		n.Key = r.expr(n.Key)
		n.SetLine(n.Key.Line())
	case *ast.TableExpr:
		for _, f := range n.Fields {
			f.Value = r.expr(f.Value)
			switch {
			case f.Key == nil:
			case r.late(r.fn, f.Key) != nil:
				f.Key = r.expr(f.Key)
				f.Value = one(call(callValue, f.Key.Line(), f.Value, f.Key))
			default:
				f.Key, f.Value = r.key(f.Key), one(f.Value) // the compiler underneath would make it items, too
			}
		}
		return constructor(n)
	case *ast.FuncCallExpr:
		if n.Func != nil {
			n.Func = r.expr(n.Func)
		} else {
			n.Receiver = r.expr(n.Receiver)
		}
		r.exprs(n.Args)
	case *ast.LogicalOpExpr:
		n.Lhs, n.Rhs = r.expr(n.Lhs), one(r.expr(n.Rhs))
		if is, constant := known(n.Lhs); constant && is == (n.Operator == "and") {
			return n.Rhs
		} else if constant {
			return n.Lhs
		}
	case *ast.RelationalOpExpr:
		n.Lhs, n.Rhs = r.expr(n.Lhs), r.expr(n.Rhs)
	case *ast.StringConcatOpExpr:
		return r.concat(r.operands(n, nil), n.Line())
	case *ast.ArithmeticOpExpr:
		late := r.late(r.fn, n.Lhs) != nil
		n.Lhs, n.Rhs = r.expr(n.Lhs), r.expr(n.Rhs)
		if name := map[string]string{"^": callPower, "%": callModulo}[n.Operator]; name != "" { // which may take long
			if late {
				return one(call(name+exchanged, n.Line(), n.Rhs, n.Lhs))
			}
			return one(call(name, n.Line(), n.Lhs, n.Rhs))
		}
	case *ast.UnaryMinusOpExpr:
		n.Expr = r.expr(n.Expr)
	case *ast.UnaryNotOpExpr:
		n.Expr = r.expr(n.Expr)
		if is, constant := known(n.Expr); constant && is {
			return at(&ast.FalseExpr{}, n.Line())
		} else if constant {
			return at(&ast.TrueExpr{}, n.Line())
		}
	case *ast.UnaryLenOpExpr:
		n.Expr = r.expr(n.Expr)
	case *ast.FunctionExpr:
		r.function(n)
	}
	return e
}

// constructor has a constructor counted, unless it is a short list.
func constructor(n *ast.TableExpr) ast.Expr {
	items, keys, open := 0, 0, false
	for _, f := range n.Fields {
		open = false
		if f.Key != nil {
			keys++
			continue
		}
		items++
		switch e := f.Value.(type) {
		case *ast.FuncCallExpr:
			open = !e.AdjustRet
		case *ast.Comma3Expr:
			open = !e.AdjustRet
		}
	}
	if keys == 0 && items <= 16 {
		return n
	}
	if open { // the last is as many as a call returns
		items += maxValues
	}
	return one(call(callTable, n.Line(), n, number(items, n.Line()), number(keys, n.Line())))
}

// key lets through the keys of a constructor that need no look.
func (r *rewriter) key(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.StringExpr:
		if len(n.Value) <= longText {
			return n
		}
	case *ast.NumberExpr:
		if i, err := strconv.Atoi(n.Value); err == nil && 1 <= i && i <= 64 {
			return n
		}
	}
	return one(call(callKey, e.Line(), r.expr(e)))
}

// operands returns the operands of a .. b .. c.
func (r *rewriter) operands(e ast.Expr, list []ast.Expr) []ast.Expr {
	if n, ok := e.(*ast.StringConcatOpExpr); ok {
		return r.operands(n.Rhs, r.operands(n.Lhs, list))
	}
	return append(list, r.expr(e))
}

func (r *rewriter) concat(operands []ast.Expr, line int) ast.Expr {
	for len(operands) > maxJoined {
		joined := one(call(callConcat, line, operands[:maxJoined:maxJoined]...))
		operands = append([]ast.Expr{joined}, operands[maxJoined:]...)
	}
	return one(call(callConcat, line, operands...))
}

// function rewrites a function's body and pads its parameters: a call assigned
// to the last parameter would be compiled wrong.
func (r *rewriter) function(n *ast.FunctionExpr) {
	around, fn := r.fn, r.bodies[n]
	h := fn.hook
	r.fn = fn
	n.Stmts = r.block(h, n.Stmts)
	r.fn = around
	list := n.ParList
	line := n.Line()
	if r.codes[fn] != nil && !list.HasVargs {
		defer func() { list.Names = append(list.Names, codeMark+strconv.Itoa(slices.Index(r.defined, fn))) }()
	}
	switch {
	case h != nil:
		list.Names = r.hookParams(h)
		if len(n.Stmts) > 0 {
			if _, done := n.Stmts[len(n.Stmts)-1].(*ast.ReturnStmt); done {
				return
			}
		}
		n.Stmts = append(n.Stmts, h.result(n.LastLine()))
	case list.HasVargs:
		var begin []ast.Stmt
		if last := len(list.Names) - 1; last >= 0 {
			begin = append(begin, declare(line, []string{list.Names[last]}, ident(padding, line)))
			list.Names[last] = padding
		}
		rest := &ast.Comma3Expr{}
		rest.SetLine(line)
		begin = append(begin, callStmt(callEnter, line, rest))
		n.Stmts = append(begin, n.Stmts...)
	case len(list.Names) > 0:
		list.Names = append(list.Names, padding)
	}
}

func (r *rewriter) hookParams(h *hook) []string {
	if !h.lowered {
		return []string{h.param.name, eventParam, padding}
	}
	var names []string
	for _, i := range fields(h.reads | h.writes) {
		names = append(names, h.local(i))
	}
	return append(names, padding)
}
