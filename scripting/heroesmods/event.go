package heroesmods

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
)

// event is what a hook is about, whichever hook it is: the fields of the
// hook's table read and write it.
type event struct {
	h      *host
	hook   *hook
	causes *[3]engine.Cause // of terms: of bonus, factor and score
	blow   heroes.Blow
	stack  *heroes.Stack
	side   engine.Side
	offer  heroes.Offer
	score  engine.Score
	seen   int // what the score came to when the hook began
	n      int
	yes    bool
	pool   heroes.Pool
	walls  heroes.Walls
	result heroes.Result
}

// Get and Set make it an EventAccess.
func (e *event) Get(i int) scripting.Value          { return e.hook.gets[i](e) }
func (e *event) Set(i int, v scripting.Value) error { return e.hook.sets[i](e, v) }

// Whole and SetWhole make it a NumberAccess.
func (e *event) Whole(i int) (int, bool) {
	if get := e.hook.wholes[i]; get != nil {
		return get(e), true
	}
	return 0, false
}

func (e *event) SetWhole(i, n int) error {
	if set := e.hook.setNs[i]; set != nil {
		return set(e, n)
	}
	return e.Set(i, number(n))
}

// A field is a field of events, with how it is read and written.
type field struct {
	scripting.Field
	whole func(*event) int // of a whole number: get without a Value
	setN  func(*event, int) error
	get   func(*event) scripting.Value
	set   func(*event, scripting.Value) error // nil: it is only read
}

// A hook is an entry of the table: what the event holds, and where it hangs.
type hook struct {
	scripting.Event
	// pure hooks are also called to tell odds and options: they may only look.
	pure   bool
	fields []field
	gets   []func(*event) scripting.Value // of fields
	sets   []func(*event, scripting.Value) error
	wholes []func(*event) int // of those that are whole numbers; else nil
	setNs  []func(*event, int) error
	// hang hangs the functions on the game.
	hang func(m *Mods, h *hook, funcs []*scripting.Func)
}

const (
	stackType = scripting.Type("stack")
	sideType  = scripting.Type("side")
)

func read(name string, t scripting.Type, doc string, get func(*event) scripting.Value) field {
	return field{Field: scripting.Field{Name: name, Type: t, Doc: doc}, get: get}
}

// count is a read-only whole number.
func count(name, doc string, get func(*event) int) field {
	f := read(name, scripting.TypeNumber, doc, func(e *event) scripting.Value { return number(get(e)) })
	f.whole = get
	return f
}

// amount is a whole number that is written, within bounds.
func amount(name, doc string, least, most int, get func(*event) int, set func(*event, int)) field {
	f := write(name, scripting.TypeNumber, doc,
		func(e *event) scripting.Value { return number(get(e)) },
		func(e *event, v scripting.Value) error {
			n, err := whole(v, "", least, most)
			if err == nil {
				set(e, n)
			}
			return err
		})
	f.whole = get
	f.setN = func(e *event, n int) error {
		if n < least || n > most {
			return f.set(e, number(n)) // which says so
		}
		set(e, n)
		return nil
	}
	return f
}

func write(name string, t scripting.Type, doc string, get func(*event) scripting.Value, set func(*event, scripting.Value) error) field {
	return field{Field: scripting.Field{Name: name, Type: t, Doc: doc, Writable: true}, get: get, set: set}
}

// The fields that several hooks share.

func blowFields() []field {
	return []field{
		read("by", stackType, "who strikes", func(e *event) scripting.Value { return stackValue(e.blow.By) }),
		read("at", stackType.OrNil(), "who is struck at; nil: the walls", func(e *event) scripting.Value { return stackValue(e.blow.At) }),
		read("kind", scripting.TypeString, `"melee", "ranged" or "spell"`, func(e *event) scripting.Value { return kindWords[e.blow.How.Kind()] }),
		read("spell", scripting.TypeString.OrNil(), "the id of the spell it is made with", func(e *event) scripting.Value {
			if e.blow.How.Kind() != heroes.Cast {
				return scripting.Nil
			}
			return scripting.String(e.h.battle.Game().Spells[e.blow.How.Spell()].ID)
		}),
		count("cards", "how many cards are struck at (H2.3)", func(e *event) int { return int(e.blow.N) }),
		read("retaliation", scripting.TypeBoolean, "whether it is a retaliation (H5)", func(e *event) scripting.Value { return scripting.Boolean(e.blow.How.Retaliation()) }),
		count("swarms", "how often swarm multiplies it (H3.2)", func(e *event) int { return e.blow.How.Swarms() }),
	}
}

var kindWords = [...]scripting.Value{scripting.String("melee"), scripting.String("ranged"), scripting.String("spell")}

func stackField(doc string) field {
	return read("stack", stackType, doc, func(e *event) scripting.Value { return stackValue(e.stack) })
}

func maybeStackField(doc string) field {
	return read("stack", stackType.OrNil(), doc, func(e *event) scripting.Value { return stackValue(e.stack) })
}

func sideField(doc string) field {
	return read("side", sideType, doc, func(e *event) scripting.Value { return sideValue(e.side) })
}

// scoreFields are how hooks change a score.
func scoreFields() []field {
	return []field{
		amount("bonus", "what you assign is added to the base, before swarm multiplies it; 0 when you read it", -1000, 1000,
			func(*event) int { return 0 },
			func(e *event, n int) { e.score = e.score.Add(n, &e.causes[0]) }),
		write("factor", scripting.TypeNumber, "what you assign multiplies the score as swarm does; 1 when you read it",
			func(*event) scripting.Value { return scripting.Number(1) },
			func(e *event, v scripting.Value) error {
				f := v.Float()
				if f < 0 || f > 100 || f != f {
					return fmt.Errorf("%s: must be from 0 to 100", v)
				}
				num, den := heroes.Fraction(f)
				if num == 0 {
					den = 1
				}
				e.score = e.score.Times(num, den, &e.causes[1])
				return nil
			}),
		amount("score", "what it comes to as it stands; the difference that you make comes last, behind everything", -2000, 10000,
			func(e *event) int { return e.seen },
			func(e *event, n int) { e.score = e.score.Adjust(n-e.seen, &e.causes[2]) }),
	}
}

// countField is a number that a hook decides.
func countField(name, doc string, least, most int) field {
	return amount(name, doc, least, most, func(e *event) int { return e.n }, func(e *event, n int) { e.n = n })
}

// call calls one function of a hook. It tells what it returned and whether it
// ran at all.
func (h *host) call(fn *scripting.Func, e *event) (scripting.Outcome, bool) {
	if len(h.disabled) > 0 && h.disabled[fn.Mod] != nil {
		return scripting.Outcome{}, false
	}
	if h.ran != nil {
		h.ran[fn]++
	}
	if h.counts != nil {
		return h.counted(fn, e)
	}
	return h.run(fn, e)
}

func (h *host) run(fn *scripting.Func, e *event) (scripting.Outcome, bool) {
	out, err := h.machine.Call(fn, e)
	if err != nil {
		h.fail(fn.Mod, err)
		return scripting.Outcome{}, false
	}
	return out, true
}

// enter is the event of a hook that begins to run.
func (h *host) enter(hk *hook) *event {
	e := &h.events[min(h.depth, maxNested-1)]
	h.depth++
	if hk.pure {
		h.pure++
	}
	e.h, e.hook = h, hk
	return e
}

func (h *host) leave(hk *hook) {
	h.depth--
	if hk.pure {
		h.pure--
	}
}

// has tells whether a stack's top card has the ability whose script fn is.
func (m *Mods) has(fn *scripting.Func, s *heroes.Stack) bool {
	if s == nil || s.Top() == nil {
		return false
	}
	for _, a := range s.Top().Abilities {
		if a.ID == fn.Ability {
			return true
		}
	}
	return false
}

// causesOf are what the terms of a function's score fields say, the first of
// which is the given field of its hook.
func (m *Mods) causesOf(fn *scripting.Func, field int) *[3]engine.Cause {
	text := "mod " + fn.Mod
	if fn.Ability != "" {
		text = fn.Ability
		if a, err := heroesdata.Ability(m.lib, fn.Ability); err == nil {
			text = a.Name
		}
	}
	causes := new([3]engine.Cause)
	for i := range causes {
		causes[i] = engine.Cause{Text: text + " " + fn.Hook, At: fmt.Sprintf("%s:%d", fn.File, fn.LineOf(field+i))}
	}
	return causes
}
