package modhost

import "houserule/scripting"

// A Meter hears of each run of a hook, in the battles that it was given to by [Count]:
// also where a computer player weighed its options.
type Meter interface {
	// Ran is called after a run. Changed reports whether it left something changed: the
	// event, or the battle, by what it did, remembered or said.
	Ran(fn *scripting.Func, changed bool)
}

// Counts are a Meter that counts the runs.
type Counts struct {
	funcs map[*scripting.Func]*HookCount
}

// A HookCount is what the calls of one hook came to.
type HookCount struct{ Runs, Changes int64 }

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

// Ran counts a run.
func (c *Counts) Ran(fn *scripting.Func, changed bool) {
	n := c.funcs[fn]
	if n == nil {
		n = new(HookCount)
		c.funcs[fn] = n
	}
	n.Runs++
	if changed {
		n.Changes++
	}
}
