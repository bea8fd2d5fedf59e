package modhost

import (
	"fmt"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A Hook is an entry of the table of hooks: its event, and how the functions of scripts
// get to a hook of the game. [On], [Veto], [Score] and [When] make them.
type Hook[B Battle] struct {
	lua.Event                // without Fields, before bind
	place     int            // in the table
	bind      func(c codecs) // sets Fields
	attach    func(m *Mods[B], funcs []*scripting.Func)
}

// ReadOnly makes a hook read-only: it is also called for odds and options, so its
// functions may change nothing but the event.
func ReadOnly[B Battle](hk *Hook[B]) *Hook[B] {
	hk.Event.ReadOnly = true
	return hk
}

// A Subject is the subject of hooks with the context C: a T. Its rows are the fields
// that their events begin with.
type Subject[P, C, T any] struct {
	Rows []Row[T]
	Of   func(r *Reader[P], c C) T
	// Self is the field that is self in an ability's script, and Has reports whether
	// that has an ability: the functions of its script are only called then. There is
	// neither where hooks are about nothing that can have abilities.
	Self string
	Has  func(b P, c C, ability string) bool
}

// With returns a subject with more fields.
func With[P, C, T any](s Subject[P, C, T], rows ...Row[T]) Subject[P, C, T] {
	s.Rows = append(s.Rows[:len(s.Rows):len(s.Rows)], rows...)
	return s
}

// Itself is [Subject].Of for fields of the context itself.
func Itself[P, C any](_ *Reader[P], c C) C { return c }

// without reports whether a function belongs to an ability that the subject does not
// have.
func without[B Readable[P], P, C, T any](s *Subject[P, C, T], fn *scripting.Func, b B, c C) bool {
	return fn.Ability != "" && (s.Has == nil || !s.Has(b.Reading(), c, fn.Ability))
}

// On returns a hook that decides a value, with the fields that scripts write, or without
// fields a hook that only reports.
//
//go:noinline
func On[B Readable[P], P, C, T any, V comparable](s Subject[P, C, T], name, param, doc string, at *engine.Hook[B, C, V], writes ...Write[V]) *Hook[B] {
	hk, events := newHook[B](s.Self, s.Rows, name, param, doc, writes, func(before, after *V) bool { return *before == *after })
	hk.attach = func(m *Mods[B], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, v V) V {
				if without(&s, fn, b, c) {
					return v
				}
				h, e := events(m, b)
				e.of, e.value = s.Of(h.reader.(*Reader[P]), c), v
				if h.call(fn, &e.event) {
					v = e.value
				}
				e.busy = false
				return v
			})
		}
	}
	return hk
}

// Veto returns a hook that can forbid something. The rule of the veto is the mod, its text the
// reason. Functions after a veto are not called.
//
//go:noinline
func Veto[B Readable[P], P, C, T any](s Subject[P, C, T], name, param, doc string, at *engine.Hook[B, C, *engine.Ruling]) *Hook[B] {
	hk, events := newHook[B, T, engine.None](s.Self, s.Rows, name, param, doc, nil, nil)
	hk.Cancels = true
	hk.attach = func(m *Mods[B], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, r *engine.Ruling) *engine.Ruling {
				if r != nil || without(&s, fn, b, c) {
					return r
				}
				h, e := events(m, b)
				e.of = s.Of(h.reader.(*Reader[P]), c)
				if h.call(fn, &e.event) && e.vetoed {
					r = &engine.Ruling{Rule: fn.Mod, Text: scripting.Plain(h.machine.Reason(), MaxText)}
				}
				e.busy = false
				return r
			})
		}
	}
	return hk
}

// Score returns a hook that changes a score. Multiplies names the factor of the
// rules.
//
//go:noinline
func Score[B Readable[P], P, C, T any](s Subject[P, C, T], name, param, doc string, at *engine.Hook[B, C, engine.Score], multiplies string) *Hook[B] {
	hk, events := newHook[B](s.Self, s.Rows, name, param, doc, scoreWrites(multiplies), func(before, after *scored) bool { return before.score.Same(after.score) })
	hk.attach = func(m *Mods[B], funcs []*scripting.Func) {
		for _, fn := range funcs {
			causes := m.causesOf(fn, hk)
			at.Add(func(b B, c C, score engine.Score) engine.Score {
				if without(&s, fn, b, c) {
					return score
				}
				h, e := events(m, b)
				e.of = s.Of(h.reader.(*Reader[P]), c)
				e.value.score, e.value.causes, e.value.known = score, causes, false
				if h.call(fn, &e.event) {
					score = e.value.score
				}
				e.busy = false
				return score
			})
		}
	}
	return hk
}

// A Moment is the subject of hooks of the whole battle: their context, and for an
// ability's script the owner of the ability.
type Moment[P, C, S any] struct {
	Battle P
	Of     C
	Owner  S
}

// Owners are all in a battle that can have abilities, by number. At reports whether
// one, alive, has the ability. Field and Doc are the field of events that is the owner,
// and self in an ability's script.
type Owners[P, S any] struct {
	Field, Doc string

	Len func(b P) int
	At  func(b P, i int, ability string) (S, bool)
}

// When returns a hook of the whole battle. A mod's function is called once, with the zero S;
// an ability's once for each S that has it, of those that were there when the hook
// began.
//
//go:noinline
func When[B Readable[P], P, C, S any](all Owners[P, S], name, param, doc string, at *engine.Hook[B, C, engine.None], rows ...Row[Moment[P, C, S]]) *Hook[B] {
	if all.Field != "" {
		rows = append(rows, Get(all.Field+"?", all.Doc, func(m Moment[P, C, S]) S { return m.Owner }))
	}
	hk, events := newHook[B, Moment[P, C, S], engine.None](all.Field, rows, name, param, doc, nil, nil)
	hk.attach = func(m *Mods[B], funcs []*scripting.Func) {
		for _, fn := range funcs {
			at.Add(func(b B, c C, none engine.None) engine.None {
				position := b.Reading()
				run := func(s S) {
					h, e := events(m, b)
					e.of = Moment[P, C, S]{position, c, s}
					h.call(fn, &e.event)
					e.busy = false
				}
				if fn.Ability == "" {
					var nobody S
					run(nobody)
					return none
				}
				for i := range all.Len(position) {
					if s, has := all.At(position, i, fn.Ability); has {
						run(s)
					}
				}
				return none
			})
		}
	}
	return hk
}

// scored is the value of hooks that change a score.
type scored struct {
	score  engine.Score
	began  int              // its total when the hook began, if known
	known  bool             // it is before the first change
	causes *[3]engine.Cause // of terms: of bonus, factor and score
}

// seen returns the total when the hook began. It is called before each change.
func (s *scored) seen() int {
	if !s.known {
		s.began, s.known = s.score.Total(), true
	}
	return s.began
}

// scoreWrites returns the fields with which hooks change a score.
func scoreWrites(multiplies string) []Write[scored] {
	return []Write[scored]{
		amount("bonus", "what you assign is added to the base, before "+multiplies+" multiplies it; 0 when you read it", -1000, 1000,
			func(*scored) int { return 0 },
			func(s *scored, n int) {
				s.seen()
				s.score = s.score.Add(n, &s.causes[0])
			}),
		Set("factor", "what you assign multiplies the score as "+multiplies+" does; 1 when you read it",
			func(*scored) float64 { return 1 },
			func(s *scored, f float64) error {
				if f < 0 || f > 100 || f != f {
					return fmt.Errorf("%s: must be from 0 to 100", lua.Number(f))
				}
				s.seen()
				n, d := engine.Fraction(f)
				s.score = s.score.Times(n, d, &s.causes[1])
				return nil
			}),
		amount("score", "the total so far; your change to it is applied last, after all other terms", -2000, 10000,
			(*scored).seen,
			func(s *scored, n int) { s.score = s.score.Adjust(n-s.seen(), &s.causes[2]) }),
	}
}

// causesOf returns the causes of the terms of a function's score fields.
func (m *Mods[B]) causesOf(fn *scripting.Func, hk *Hook[B]) *[3]engine.Cause {
	text := "mod " + fn.Mod
	if fn.Ability != "" {
		text = m.tables.Ability(fn.Ability)
	}
	causes := new([3]engine.Cause)
	for i := range causes {
		line := fn.LineOf(len(hk.Fields) - len(causes) + i)
		causes[i] = engine.Cause{Text: text + " " + fn.Hook, At: fmt.Sprintf("%s:%d", fn.File, line)}
	}
	return causes
}
