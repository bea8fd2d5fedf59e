package engine

// A Hook is a place where rules let others have a say. B is the battle, C
// what happens, V what may change. It costs a comparison when nobody has
// hung anything on it.
type Hook[B, C, V any] struct {
	calls []func(B, C, V) V
}

// Add hangs call on the hook, behind those that hang there. To add while a
// battle runs is not allowed.
func (h *Hook[B, C, V]) Add(call func(B, C, V) V) { h.calls = append(h.calls, call) }

// Used tells whether anything hangs on the hook.
func (h *Hook[B, C, V]) Used() bool { return len(h.calls) > 0 }

// Apply lets every call, in order, change value.
func (h *Hook[B, C, V]) Apply(battle B, context C, value V) V {
	if len(h.calls) == 0 {
		return value
	}
	return h.apply(battle, context, value)
}

func (h *Hook[B, C, V]) apply(battle B, context C, value V) V {
	for _, call := range h.calls {
		value = call(battle, context, value)
	}
	return value
}

// None is the value of a Hook that only tells.
type None struct{}
