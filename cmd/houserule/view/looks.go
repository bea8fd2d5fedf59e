package view

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Looker is a [Frontend] with commands of its own that look at a battle and
// change nothing: where a unit can go, what lies in a hex.
type Looker interface {
	Frontend
	Looks() []Look
}

// A Look is a command that looks at a battle.
type Look struct {
	Command
	// Run returns the output for a screen of that size, in lines that are no wider.
	Run func(v View, size Size, words []string) (string, error)
	// Words returns the words that may come next after the words before; nil: none.
	Words func(v View, before []string) []string
}

// A Size is the size of a screen, or of a part of it, in columns and lines; 0 lines are
// as many as it takes. Whole allows longer lists.
type Size struct {
	Columns, Lines int
	Whole          bool
}

// A Veiled is a [View] that may show the seats different things for as long as the
// battle lasts, not only while something is decided in secret.
type Veiled interface {
	View
	// Veils reports whether it does so.
	Veils() bool
	// Lines puts an event that was just heard into words as [Teller.Line] does, for
	// each seat that a person has. Seats with the same words share one line.
	Lines(e engine.Event) []screen.Line
	// Unveil turns hiding per seat off or on: off in a replay of a battle that is over.
	Unveil(all bool)
	// ShowTo shows the view of one seat, as in a replay of a battle that is not over;
	// below 0: the view of the person who is asked.
	ShowTo(seat engine.Side)
}
