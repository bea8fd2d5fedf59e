package lua

import "fmt"

// What values become when they leave a script.

// Plain makes a value of a script one of the host, if it can be one.
func (m *Machine) Plain(v Value) (Value, bool) {
	return m.pass(v, 0, func(n int) Value { return List(make([]Value, n)...) })
}

// lend is Plain for a function of the host, which keeps no list after the running calls have
// ended.
func (m *Machine) lend(v Value) (Value, bool) {
	if v.is < valueTable || v.is >= valueObject { // the usual
		return v, true
	}
	return m.pass(v, 0, m.List)
}

// pass is Plain with lists from a function.
func (m *Machine) pass(v Value, depth int, list func(n int) Value) (Value, bool) {
	switch v.is {
	case valueFunction, valueEvent:
		return Nil, false
	case valueTable:
	default:
		return v, true
	}
	t := v.ext.(*table)
	n := len(t.items)
	m.charge(n)
	m.take(32 * n)
	if depth > 3 {
		return Nil, false
	}
	copied := list(n)
	for i, items := 0, copied.Items(); i < n; i++ {
		var ok bool
		if items[i], ok = m.pass(t.items[i], depth+1, list); !ok {
			return Nil, false
		}
	}
	return copied, true
}

// mustFit checks a value that a script gives the host, and returns it.
func (m *Machine) mustFit(name string, want Shape, got Value) Value {
	v, ok := m.Plain(got)
	if !ok || !want.Fits(v) {
		m.Fail(ErrReject, "%s", m.Refuse(name, want, got))
	}
	return v
}

// Refuse reports a value of the wrong type.
func (m *Machine) Refuse(name string, want Shape, got Value) string {
	if got.is == valueNumber && want.Base == BaseNumber && !want.List {
		return fmt.Sprintf("%s is %s: must be a finite number", name, formatNumber(got.num))
	}
	if want.Base == BaseAny && !want.List {
		return fmt.Sprintf("%s cannot be %s", name, m.sort(got))
	}
	return fmt.Sprintf("%s is %s, not %s", name, m.world.Say(want), m.sort(got))
}
