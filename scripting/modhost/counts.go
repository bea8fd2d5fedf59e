package modhost

import "houserule/scripting"

// A Meter receives each run of a hook, in the battles to which [Count] connects it,
// including runs in which a computer player evaluates its options.
type Meter interface {
	// Ran is called after a run. Changed reports whether the run changed something: the
	// event, or the battle.
	Ran(fn *scripting.Func, changed bool)
}

// A CallMeter is a Meter that also receives each call of a function that a script has declared,
// such as act of an option.
type CallMeter interface {
	Meter
	// Called is called before the function, which may fail.
	Called(r scripting.Registration, field string)
}

// Counts are a Meter that counts the runs.
type Counts struct {
	funcs map[*scripting.Func]*HookCount
}

// A HookCount counts the calls of one hook.
type HookCount struct{ Runs, Changes int64 }

// NewCounts returns empty counts.
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
