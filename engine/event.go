package engine

import (
	"maps"
	"os"
	"strconv"
)

// An Event is something that has happened. The rule system defines What and the numbers. N
// and Whom are -1 or 0 where they have no meaning.
type Event struct {
	What, Who, Whom, N int32
}

// A Telling is the row of an event in a table of a rule system. B is what is read when the
// event is put into words: a battle, or what a viewer knows of it.
type Telling[B any] struct {
	Depth int    // in a log: 0 for a heading, 1 for its parts, 2 for what happens, 3 for what follows
	Text  string // a sentence, in which $word stands for a meaning: see [Tellings]
	Alone string // if not empty, the sentence if Who or Whom is below 0

	// Sees reports whether the viewer sees what the event is about; nil: every viewer does.
	// Another viewer gets the sentence Veiled, or Text if that is empty; of a Secret event,
	// no sentence.
	Sees   func(b B, e Event) bool
	Veiled string
	Secret bool
}

// Tellings put the events of a rule system into words. In every sentence $who and $whom are
// units, $side and $other are the sides Who and Whom, and $n and $m are the numbers N and
// Whom. Words are the meanings of other words.
type Tellings[B any] struct {
	Rows  []Telling[B] // by What
	Unit  func(b B, id int32) string
	Side  func(b B, side Side) string
	Words map[string]func(b B, e Event) string
}

// With returns the tellings with further rows and words, or others in their places.
func (t Tellings[B]) With(rows []Telling[B], words map[string]func(b B, e Event) string) Tellings[B] {
	all := make([]Telling[B], max(len(t.Rows), len(rows)))
	copy(all, t.Rows)
	for what, row := range rows {
		if row.Text != "" {
			all[what] = row
		}
	}
	t.Rows, t.Words = all, maps.Clone(t.Words)
	maps.Copy(t.Words, words)
	return t
}

// Depth returns the depth of an event in a log: see [Telling].
func (t Tellings[B]) Depth(e Event) int { return t.Rows[e.What].Depth }

// Sees reports whether the viewer sees what an event is about.
func (t Tellings[B]) Sees(b B, e Event) bool {
	sees := t.Rows[e.What].Sees
	return sees == nil || sees(b, e)
}

// Describe returns the sentence of an event that a listener has just heard, or "" if the
// viewer does not learn of it.
func (t Tellings[B]) Describe(b B, e Event) string {
	row := &t.Rows[e.What]
	text, veiled := row.Text, !t.Sees(b, e)
	switch {
	case veiled && row.Secret:
		return ""
	case veiled && row.Veiled != "":
		text = row.Veiled
	case row.Alone != "" && min(e.Who, e.Whom) < 0:
		text = row.Alone
	}
	return os.Expand(text, func(word string) string { return t.word(word, b, e) })
}

// word returns the meaning of a word in the sentence of an event.
func (t Tellings[B]) word(word string, b B, e Event) string {
	switch word {
	case "who":
		return t.Unit(b, e.Who)
	case "whom":
		return t.Unit(b, e.Whom)
	case "side":
		return t.Side(b, Side(e.Who))
	case "other":
		return t.Side(b, Side(e.Whom))
	case "n":
		return strconv.Itoa(int(e.N))
	case "m":
		return strconv.Itoa(int(e.Whom))
	}
	return t.Words[word](b, e)
}

// Seats is a set of sides.
type Seats uint8

// Everybody is the set of every seat and the audience.
const Everybody Seats = 0xff

// Only returns the set of the given sides.
func Only(sides ...Side) Seats {
	var s Seats
	for _, side := range sides {
		s |= 1 << side
	}
	return s
}

// Has reports whether side is in s.
func (s Seats) Has(side Side) bool { return s>>side&1 == 1 }

// A Listener hears events. It may read the battle as it is just after the event, and must
// not change it.
type Listener interface {
	Hear(to Seats, e Event)
}

// A ListenerFunc is a function that serves as a Listener.
type ListenerFunc func(to Seats, e Event)

// Hear calls f.
func (f ListenerFunc) Hear(to Seats, e Event) { f(to, e) }

// Listeners returns a listener that passes every event to each of ls in turn.
func Listeners(ls ...Listener) Listener {
	return ListenerFunc(func(to Seats, e Event) {
		for _, l := range ls {
			l.Hear(to, e)
		}
	})
}
