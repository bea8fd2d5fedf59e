package modhost

import (
	"houserule/engine"
	"houserule/scripting"
)

// A Hang hangs the functions of a hook on the game. There is one for each way
// in which hooks of games change things: [OnScore], [OnVeto], [OnValue],
// [OnTell] and [OnTime].
//
// All of them take the game's hook and a function that puts its context, C,
// into the event. Has reports whether the object that the hook is about has an
// ability: the function of an ability's script is only called then. Has is nil for a
// hook that is about no object.
type Hang[B Battle, E comparable] func(m *Mods[B, E], hk *Hook[B, E], funcs []*scripting.Func)

// without reports whether a function belongs to an ability that the object of the
// event does not have.
func without[B, C any](fn *scripting.Func, has func(B, C, string) bool, b B, c C) bool {
	return fn.Ability != "" && (has == nil || !has(b, c, fn.Ability))
}

// OnScore is for hooks that change a score: [ScoreFields].
func OnScore[B Battle, E comparable, C any](at *engine.Hook[B, C, engine.Score], has func(B, C, string) bool, put func(*Event[B, E], C)) Hang[B, E] {
	return func(m *Mods[B, E], hk *Hook[B, E], funcs []*scripting.Func) {
		for _, fn := range funcs {
			causes := m.causesOf(fn, hk)
			at.Add(func(b B, c C, score engine.Score) engine.Score {
				if without(fn, has, b, c) {
					return score
				}
				h := m.HostOf(b)
				e := h.enter(hk)
				put(e, c)
				e.causes, e.Score, e.seen = causes, score, score.Total()
				if _, ok := h.call(fn, e); ok {
					score = e.Score
				}
				h.leave(hk)
				return score
			})
		}
	}
}

// OnVeto is for hooks that can forbid: forbid makes a ruling of a mod and its
// reason. Functions after a veto are not called.
func OnVeto[B Battle, E comparable, C, R any](at *engine.Hook[B, C, *R], has func(B, C, string) bool, put func(*Event[B, E], C), forbid func(mod, why string) *R) Hang[B, E] {
	return func(m *Mods[B, E], hk *Hook[B, E], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, r *R) *R {
				if r != nil || without(fn, has, b, c) {
					return r
				}
				h := m.HostOf(b)
				e := h.enter(hk)
				put(e, c)
				if out, ok := h.call(fn, e); ok && out.Cancelled {
					r = forbid(fn.Mod, scripting.Plain(out.Reason, MaxText))
				}
				h.leave(hk)
				return r
			})
		}
	}
}

// OnValue is for hooks that decide a value; put and get carry it between the
// event and the hook.
func OnValue[B Battle, E comparable, C, V any](at *engine.Hook[B, C, V], has func(B, C, string) bool, put func(*Event[B, E], C, V), get func(*Event[B, E]) V) Hang[B, E] {
	return func(m *Mods[B, E], hk *Hook[B, E], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, v V) V {
				if without(fn, has, b, c) {
					return v
				}
				h := m.HostOf(b)
				e := h.enter(hk)
				put(e, c, v)
				if _, ok := h.call(fn, e); ok {
					v = get(e)
				}
				h.leave(hk)
				return v
			})
		}
	}
}

// OnInt is OnValue for a number, which is the event's N.
func OnInt[B Battle, E comparable, C any](at *engine.Hook[B, C, int], has func(B, C, string) bool, put func(*Event[B, E], C)) Hang[B, E] {
	return OnValue(at, has, func(e *Event[B, E], c C, n int) { put(e, c); e.N = n }, func(e *Event[B, E]) int { return e.N })
}

// OnBool is OnValue for a yes or no, which is the event's Yes.
func OnBool[B Battle, E comparable, C any](at *engine.Hook[B, C, bool], has func(B, C, string) bool, put func(*Event[B, E], C)) Hang[B, E] {
	return OnValue(at, has, func(e *Event[B, E], c C, yes bool) { put(e, c); e.Yes = yes }, func(e *Event[B, E]) bool { return e.Yes })
}

// OnTell is for hooks that only tell.
func OnTell[B Battle, E comparable, C any](at *engine.Hook[B, C, engine.None], has func(B, C, string) bool, put func(*Event[B, E], C)) Hang[B, E] {
	return OnValue(at, has, func(e *Event[B, E], c C, _ engine.None) { put(e, c) }, func(*Event[B, E]) engine.None { return engine.None{} })
}

// OnTime is for hooks that tell of the whole battle: a mod's function is
// called once, with the zero S; an ability's once for each S that has it, of
// those that were there when the hook began.
func OnTime[B Battle, E comparable, C, S any](at *engine.Hook[B, C, engine.None], all Owners[B, S], put func(*Event[B, E], C, S)) Hang[B, E] {
	return func(m *Mods[B, E], hk *Hook[B, E], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, none engine.None) engine.None {
				h := m.HostOf(b)
				run := func(s S) {
					e := h.enter(hk)
					put(e, c, s)
					h.call(fn, e)
					h.leave(hk)
				}
				if fn.Ability == "" {
					var nobody S
					run(nobody)
					return none
				}
				for i := range all.Len(b) {
					if s, has := all.At(b, i, fn.Ability); has {
						run(s)
					}
				}
				return none
			})
		}
	}
}

// Owners are all in a battle that can have abilities, by number: At tells
// whether one, alive, has the ability.
type Owners[B, S any] struct {
	Len func(b B) int
	At  func(b B, i int, ability string) (S, bool)
}
