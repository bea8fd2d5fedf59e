package engine

// A Hook is a place where rules let others have a say. B is the battle, C
// what happens, V what may change. It costs a comparison when nobody has
// hung anything on it.
type Hook[B, C, V any] struct {
	call func(B, C, V) V // all that hangs here, in order; nil: nothing
}

// Add hangs call on the hook, behind those that hang there. To add while a
// battle runs is not allowed.
func (h *Hook[B, C, V]) Add(call func(B, C, V) V) {
	before := h.call
	if before == nil {
		h.call = call
		return
	}
	h.call = func(battle B, context C, value V) V {
		return call(battle, context, before(battle, context, value))
	}
}

// Used tells whether anything hangs on the hook.
func (h *Hook[B, C, V]) Used() bool { return h.call != nil }

// Apply lets all that hangs on the hook, in order, change value.
func (h *Hook[B, C, V]) Apply(battle B, context C, value V) V {
	if h.call != nil {
		value = h.call(battle, context, value)
	}
	return value
}

// None is the context of a Hook that has nothing to say but that it is time,
// and the value of one that only tells.
type None struct{}
