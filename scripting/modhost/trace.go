package modhost

import (
	"fmt"
	"strings"

	"houserule/engine"
	"houserule/scripting"
)

// A Tracer hears what scripts trace in a battle, and in evaluations that look ahead in it.
type Tracer interface {
	Traced(t Trace)
}

// TraceTo makes a tracer hear of a battle. Nil stops it.
func TraceTo(b engine.Battle, t Tracer) { hear(b, t, hosting.trace) }

// A Trace is what a script showed with trace(...), and where.
type Trace struct {
	Mod, Hook string // the hook, or the declaration whose function it is: "option.legal"
	File      string
	Line      int
	Look      bool // it ran for options, odds or a computer player, and nothing happened
	Text      string
}

// String puts the place first.
func (t Trace) String() string {
	look := ""
	if t.Look {
		look = " (a look)"
	}
	return fmt.Sprintf("%s:%d: %s of mod %s%s: %s", t.File, t.Line, t.Hook, t.Mod, look, t.Text)
}

// traced are the arguments of trace.
type traced struct {
	What scripting.Value `doc:"a text, a number, a list, an object"`
	B    scripting.Value `lua:"b?" doc:"another"`
	C    scripting.Value `lua:"c?" doc:"another"`
	D    scripting.Value `lua:"d?" doc:"another"`
	E    scripting.Value `lua:"e?" doc:"another"`
	F    scripting.Value `lua:"f?" doc:"another"`
}

// trace returns what the running script traces. Nil is shown where something follows it.
func (h *Host[B]) traced(a traced) Trace {
	values := []scripting.Value{a.What, a.B, a.C, a.D, a.E, a.F}
	var words []string
	shown := 1
	for i, v := range values {
		if v.IsString() {
			words = append(words, v.Text())
		} else {
			words = append(words, h.show(v))
		}
		if !v.IsNil() {
			shown = i + 1
		}
	}
	t := Trace{Mod: h.caller.Mod(), Look: h.looks(), Text: scripting.Plain(strings.Join(words[:shown], " "), MaxText)}
	t.Hook, t.File, t.Line = h.caller.Place()
	return t
}
