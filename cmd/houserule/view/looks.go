package view

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Looker is a [System] with commands of its own that look at a battle and
// change nothing: where a unit can go, what lies in a hex.
type Looker interface {
	System
	Looks() []Look
}

// A Look is such a command.
type Look struct {
	Command
	// Run is what there is to see on a screen of that size, in lines that are no
	// wider.
	Run func(v View, size Size, words []string) (string, error)
	// Words are those that may stand behind the words there already; nil: none.
	Words func(v View, before []string) []string
}

// A Size is that of a screen, or of a part of it, in columns and lines. Whole says
// that lists may be longer than that.
type Size struct {
	Columns, Lines int
	Whole          bool
}

// A Veiled is a [View] that may show each seat something else for as long as the
// battle lasts, not only while something is decided in secret.
type Veiled interface {
	View
	// Veils reports whether it does so.
	Veils() bool
	// Lines puts an event that was just heard into words as [Teller.Line] does,
	// for each seat that a person has; those who are told the same have one line.
	Lines(e engine.Event) []screen.Line
	// Unveil says whether all is shown to everybody, as in a replay of a battle
	// that is over.
	Unveil(all bool)
	// ShowTo shows what one seat sees, whoever is asked, as in a replay of a
	// battle that goes on; below 0: what the person sees who is asked.
	ShowTo(seat engine.Side)
}
