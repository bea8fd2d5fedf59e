package scripting

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A Use is a call of a [Function] that is Linked: what its first argument names may be
// declared by another mod, so that it can only be checked when all are loaded.
type Use struct {
	Function, Mod, Word string
	ReadOnly            string // the read-only hook that it stands in, or ""

	at   strict.Problem
	args []shape // after the first; fewer where the last stands for several
	open bool
}

// Uses returns such calls of all mods, in the order of the sources.
func (p *Program) Uses() []Use { return p.uses }

// Problem returns a problem of the call.
func (u Use) Problem(format string, args ...any) strict.Problem {
	u.at.Text = fmt.Sprintf(format, args...)
	return u.at
}

// use notes a call of a linked function.
func (f *file) use(fn *function, n *ast.FuncCallExpr, sig *signature, args []typ) {
	word, ok := first(n.Args).(*ast.StringExpr)
	if !ok {
		f.problem(n.Line(), sig.Name, "%s: write the name out, as in %s(\"mod.name\"), so that it can be checked", sig.Name, sig.Name)
		return
	}
	u := Use{Function: sig.Name, Mod: f.source.Mod, Word: word.Value, open: isMulti(n.Args[len(n.Args)-1])}
	if h := fn.inHook(); h != nil && h.event.ReadOnly {
		u.ReadOnly = h.event.Hook
	}
	u.at = strict.Problem{File: f.source.File, Line: n.Line(), Column: f.column(n.Line(), word.Value)}
	for _, arg := range args[1:] {
		u.args = append(u.args, arg.shape)
	}
	f.uses = append(f.uses, u)
}

// A Signature is what a declared function takes and returns: [Program.Signature].
type Signature struct {
	l       *lookup
	takes   []shape
	returns *shape
	words   []string
}

// Signature reads the types of parameters and of a result, "" for none: those of values
// that a mod may hand to another.
func (p *Program) Signature(takes []string, returns string) (s Signature, err error) {
	s.l, s.words = p.binding, takes
	if returns != "" {
		takes = append(takes[:len(takes):len(takes)], returns)
	}
	for _, word := range takes {
		one, err := p.binding.read(Type(word))
		if err != nil || one.base == anything || one.base == isFunction {
			return s, fmt.Errorf("the type %q is none of number, integer, boolean, string, an object, as in stack, or a list, as in stack[]; a question mark after it lets it be nil", word)
		}
		s.takes = append(s.takes, one)
	}
	if returns != "" {
		last := len(s.takes) - 1
		s.returns, s.takes = &s.takes[last], s.takes[:last]
	}
	return s, nil
}

// Refuse returns the mistake in the arguments of a call, as far as it can be known
// before it is made, or "".
func (s Signature) Refuse(u Use) string {
	if len(u.args) > len(s.takes) || len(u.args) < len(s.takes) && !u.open && !s.takes[len(u.args)].nilable {
		return s.count(len(u.args))
	}
	for i, got := range u.args {
		if !mayFit(s.takes[i], got) {
			return fmt.Sprintf("argument %d is %s, not %s", i+1, s.l.say(s.takes[i]), s.l.say(got))
		}
	}
	return ""
}

func (s Signature) count(n int) string {
	if len(s.takes) == 1 {
		return fmt.Sprintf("it takes 1 argument, not %d", n)
	}
	return fmt.Sprintf("it takes %d arguments, not %d", len(s.takes), n)
}

// Takes returns the mistake in arguments, or "". Nil arguments at the end do not count.
func (s Signature) Takes(args []Value) string {
	for i, v := range args {
		switch {
		case i >= len(s.takes) && !v.IsNil():
			return s.count(i + 1)
		case i < len(s.takes) && !s.takes[i].fits(v):
			return fmt.Sprintf("argument %d is %s, not %s", i+1, s.l.say(s.takes[i]), v)
		}
	}
	return ""
}

// Returns returns the mistake in a result, or "".
func (s Signature) Returns(v Value) string {
	want := shape{base: isNil}
	if s.returns != nil {
		want = *s.returns
	}
	if want.fits(v) {
		return ""
	}
	return fmt.Sprintf("it returned %s, not %s", v, s.l.say(want))
}

// Len returns the number of parameters.
func (s Signature) Len() int { return len(s.takes) }
