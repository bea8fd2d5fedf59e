package scripting

import (
	"fmt"

	"houserule/scripting/lua"
)

// A Signature is what a declared function takes and returns: [Program.Signature].
type Signature struct {
	world   *lua.World
	takes   []lua.Shape
	returns lua.Shape
}

// Signature reads the types of parameters and of a result, "" for none: those of values
// that a mod may hand to another.
func (p *Program) Signature(takes []string, returns string) (s Signature, err error) {
	s.world, s.returns.Base = p.world, lua.BaseNil
	one := func(word string) (s lua.Shape, err error) {
		s, err = p.world.Read(lua.Type(word))
		if err != nil || s.Base == lua.BaseAny || s.Base == lua.BaseFunction {
			err = fmt.Errorf("the type %q is none of number, integer, boolean, string, an object, as in stack, or a list, as in stack[]; a question mark after it lets it be nil", word)
		}
		return s, err
	}
	for _, word := range takes {
		shape, err := one(word)
		if err != nil {
			return s, err
		}
		s.takes = append(s.takes, shape)
	}
	if returns != "" {
		s.returns, err = one(returns)
	}
	return s, err
}

// Refuse returns the mistake in the arguments of a call, as far as it can be known
// before it is made, or "".
func (s Signature) Refuse(u Use) string {
	if len(u.Args) > len(s.takes) || len(u.Args) < len(s.takes) && !u.Open && !s.takes[len(u.Args)].Nilable {
		return s.count(len(u.Args))
	}
	for i, got := range u.Args {
		if !s.takes[i].May(got) {
			return fmt.Sprintf("argument %d is %s, not %s", i+1, s.world.Say(s.takes[i]), s.world.Say(got))
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
func (s Signature) Takes(args []lua.Value) string {
	for i, v := range args {
		switch {
		case i >= len(s.takes) && !v.IsNil():
			return s.count(i + 1)
		case i < len(s.takes) && !s.takes[i].Fits(v):
			return fmt.Sprintf("argument %d is %s, not %s", i+1, s.world.Say(s.takes[i]), v)
		}
	}
	return ""
}

// Returns returns the mistake in a result, or "".
func (s Signature) Returns(v lua.Value) string {
	if s.returns.Fits(v) {
		return ""
	}
	return fmt.Sprintf("it returned %s, not %s", v, s.world.Say(s.returns))
}

// Len returns the number of parameters.
func (s Signature) Len() int { return len(s.takes) }
