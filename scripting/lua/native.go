package lua

import (
	"iter"
	"math"
)

// NewNative makes a function in Go a value.
func NewNative(name string, call func(c Call)) Value {
	return Value{is: valueFunction, ext: &native{name: name, call: call}}
}

// Machine returns the machine.
func (c Call) Machine() *Machine { return c.m }

// Pairs yields the keys and the values of a table that is the nth argument, for a step each.
func (c Call) Pairs(n int) iter.Seq2[Value, Value] {
	t := c.table(n)
	return func(yield func(key, value Value) bool) {
		for w := (walk{}); ; {
			key, value, _ := w.step(t)
			if key.is == valueNil {
				return
			}
			c.m.charge(1)
			if !yield(key, value) {
				return
			}
		}
	}
}

// Count returns the number of arguments.
func (c Call) Count() int { return len(c.m.args) - c.from }

// Arg returns the nth argument, from 1, or nil if there are fewer.
func (c Call) Arg(n int) Value {
	if args := c.m.args; c.from+n <= len(args) {
		return args[c.from+n-1]
	}
	return Nil
}

// wrong stops a script for an argument.
func (c Call) wrong(n int, want string) {
	c.m.Fail(nil, "%s: argument %d is %s, not %s", c.name, n, want, c.m.sort(c.Arg(n)))
}

func (c Call) table(n int) *table {
	v := c.Arg(n)
	if v.is != valueTable {
		c.wrong(n, "a table")
	}
	return v.ext.(*table)
}

// text takes numbers too, as Lua does.
func (c Call) text(n int) string {
	switch v := c.Arg(n); v.is {
	case valueString:
		return v.Text()
	case valueNumber:
		return c.m.numeral(v.num)
	}
	c.wrong(n, "a string")
	return ""
}

func (c Call) number(n int) float64 {
	v := c.Arg(n)
	if v.is != valueNumber {
		c.wrong(n, "a number")
	}
	return v.num
}

// whole returns a number argument without the digits after its point, or other for an
// absent one.
func (c Call) whole(n, other int) int {
	if c.Arg(n).is == valueNil {
		return other
	}
	f := c.number(n)
	if f != f {
		c.m.Fail(nil, "%s: argument %d is nan", c.name, n)
	}
	return int(math.Trunc(max(-maxExact, min(maxExact, f))))
}

// Give makes values the results, in place of the arguments.
func (c Call) Give(results ...Value) {
	c.m.args = append(c.m.args[:c.from], results...)
}

func (c Call) giveNumber(f float64) { c.Give(Number(f)) }

// giveText gives a new text.
func (c Call) giveText(s string) { c.Give(c.m.newText(s)) }

// call calls a function of a script with the values of Machine.args from an index on, and
// returns its first result.
func (c Call) call(fn Value, from int) Value {
	c.m.callBack(fn, from)
	return c.m.first(from)
}

// span reads from and to as string.sub does: negative ones count from the end.
func span(from, to, n int) (int, int) {
	if from < 0 {
		from = max(n+from+1, 1)
	} else if from == 0 {
		from = 1
	}
	if to < 0 {
		to = n + to + 1
	}
	return from, min(to, n)
}
