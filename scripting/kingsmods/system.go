// Package kingsmods lets Lua scripts take part in battles of kings. It is the
// tables that [modhost] needs.
package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// System is how kings is scripted.
var System modhost.System = system{}

type system struct{}

// Binding, TestBinding, Looks, Acts and PromptWords are those of the tables.
func (system) Binding() *scripting.Binding     { return tables(nil).Binding() }
func (system) TestBinding() *scripting.Binding { return tables(nil).TestBinding() }
func (system) Looks() []string                 { return tables(nil).Looks() }
func (system) Acts() []string                  { return tables(nil).Acts() }
func (system) PromptWords() []string           { return promptWords }

// Install compiles the scripts of a library's mods and hangs them on its
// game.
func (system) Install(lib *library.Library, policy modhost.Policy) (modhost.Scripts, error) {
	m, err := modhost.Install(lib, tables(lib), policy)
	if err != nil {
		return nil, err
	}
	if m.Program() != nil {
		kingsdata.Game(lib).Begin = func(b, of *kings.Battle) {
			if of == nil {
				m.Begin(b)
			} else {
				m.Copied(b, of)
			}
		}
	}
	return m, nil
}

// promptWords are the commands of the prompt.
var promptWords []string

// about is what the hooks of kings speak of; each uses some of it.
type about struct {
	counter *kings.Counter
}

// tables are those of a library, or without one those for documentation.
func tables(lib *library.Library) *modhost.Tables[*kings.Battle, about] {
	return &modhost.Tables[*kings.Battle, about]{
		Objects: []modhost.Object[*kings.Battle, about]{{
			Name: "side", Doc: "One of the sides.",
			Owner: func(ref int32) int32 { return ref + 1 },
			Text:  func(h *modhost.Host[*kings.Battle, about], ref int32) string { return kings.SideName(engine.Side(ref), h.Battle.Seats()) },
		}},
		Seats: func(b *kings.Battle) []string { return b.Setup().SeatNames() },
		Tests: modhost.TestTables[*kings.Battle, about]{},
	}
}
