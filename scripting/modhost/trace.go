package modhost

import (
	"fmt"
	"strings"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A Tracer receives the traces of scripts in a battle, and in its evaluations.
type Tracer interface {
	Traced(t Trace)
}

// TraceTo reports the traces of a battle to a tracer. Nil stops it.
func TraceTo(b engine.Battle, t Tracer) { hear(b, t, hosting.trace) }

// A Trace is the text of a call trace(...) in a script, and its place.
type Trace struct {
	Mod, Hook string // the hook, or the declaration of the function: "option.legal"
	File      string
	Line      int
	Look      bool // it ran for options, odds or a computer player, not in the battle
	Text      string
}

// String returns the trace, with the place first.
func (t Trace) String() string {
	look := ""
	if t.Look {
		look = " (a look)"
	}
	return fmt.Sprintf("%s:%d: %s of mod %s%s: %s", t.File, t.Line, t.Hook, t.Mod, look, t.Text)
}

// traced holds the arguments of trace.
type traced struct {
	What lua.Value `doc:"a text, a number, a list, an object"`
	B    lua.Value `lua:"b?" doc:"another value"`
	C    lua.Value `lua:"c?" doc:"another value"`
	D    lua.Value `lua:"d?" doc:"another value"`
	E    lua.Value `lua:"e?" doc:"another value"`
	F    lua.Value `lua:"f?" doc:"another value"`
}

// trace returns the text of a trace. Nil arguments at the end are omitted.
func (h *Host[B]) traced(a traced) Trace {
	values := []lua.Value{a.What, a.B, a.C, a.D, a.E, a.F}
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
	t := Trace{Mod: h.caller.Owner(), Look: h.looks(), Text: scripting.Plain(strings.Join(words[:shown], " "), MaxText)}
	t.Hook, t.File, t.Line = h.caller.Place()
	return t
}
