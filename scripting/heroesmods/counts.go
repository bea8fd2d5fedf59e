package heroesmods

import (
	"houserule/engine/heroes"
	"houserule/scripting"
)

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

// Count makes the hooks of a battle count in c. Nil stops it.
func Count(b *heroes.Battle, c *Counts) {
	switch h := b.Host.(type) {
	case *host:
		h.counts = c
	case nil, *Counts: // the host takes it from there when it is made
		b.Host = nil
		if c != nil {
			b.Host = c
		}
	}
}

// Hooks are the counts by mod and hook: "morale onAttack".
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

// counted runs a function of a hook and counts what came of it.
func (h *host) counted(fn *scripting.Func, e *event) (scripting.Outcome, bool) {
	n, before, score, deeds := h.counts.of(fn), e.decided(), e.score, h.deeds
	n.Runs++
	out, ok := h.run(fn, e)
	if ok && (out.Cancelled || e.decided() != before || !e.score.Same(score)) || h.deeds != deeds {
		n.Changes++
	}
	return out, ok
}

// A decision is what a hook can change of its event, but for the score.
type decision struct {
	n     int
	yes   bool
	pool  heroes.Pool
	walls heroes.Walls
}

func (e *event) decided() decision { return decision{e.n, e.yes, e.pool, e.walls} }
