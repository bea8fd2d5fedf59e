package engine

// A Hook is a place in the rules where functions may change a value. B is the battle, C the
// context, V the value. An unused hook costs one comparison.
type Hook[B, C, V any] struct {
	call func(B, C, V) V // all functions added, in order; nil: none
}

// Add adds call to the hook, after the functions added before. It must not be
// called while a battle runs.
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

// Used reports whether the hook has a function.
func (h *Hook[B, C, V]) Used() bool { return h.call != nil }

// Apply passes value through the hook's functions, in order, and returns the
// result.
func (h *Hook[B, C, V]) Apply(battle B, context C, value V) V {
	if h.call != nil {
		value = h.call(battle, context, value)
	}
	return value
}

// None is the context of a Hook without a context, and the value of a Hook that only
// notifies.
type None struct{}
