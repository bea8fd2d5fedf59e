package modhost

import "houserule/scripting"

// Counts are how often the hooks of mods ran, in the battles that they were
// given to by [Count]: also where a computer player weighed its options.
type Counts struct {
	funcs map[*scripting.Func]*HookCount
}

// A HookCount is what the calls of one hook came to.
type HookCount struct {
	Runs int64
	// Changes are the runs that left something changed: the event, or the
	// battle, by what they did, remembered or said.
	Changes int64
}

// NewCounts returns counts of nothing.
func NewCounts() *Counts { return &Counts{map[*scripting.Func]*HookCount{}} }

// Hooks returns the counts by mod and hook: "morale onAttack".
func (c *Counts) Hooks() map[string]HookCount {
	hooks := map[string]HookCount{}
	for fn, n := range c.funcs {
		name := fn.Mod + " " + fn.Hook
		sum := hooks[name]
		sum.Runs += n.Runs
		sum.Changes += n.Changes
		hooks[name] = sum
	}
	return hooks
}

func (c *Counts) of(fn *scripting.Func) *HookCount {
	n := c.funcs[fn]
	if n == nil {
		n = new(HookCount)
		c.funcs[fn] = n
	}
	return n
}

// counted counts a call and its effects.
func (h *Host[B]) counted(fn *scripting.Func, e event) (scripting.Outcome, bool) {
	n, deeds := h.counts.of(fn), h.deeds
	n.Runs++
	e.mark()
	out, err := h.run(fn, e)
	if err == nil && (out.Cancelled || e.changed()) || h.deeds != deeds {
		n.Changes++
	}
	if err != nil {
		return h.failed(fn, e, err)
	}
	return out, true
}
