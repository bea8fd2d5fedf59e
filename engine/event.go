package engine

import "os"

// An Event is something that has happened. The rule system defines What and the numbers. N
// and Whom are -1 or 0 where they have no meaning.
type Event struct {
	What, Who, Whom, N int32
}

// A Telling is the row of an event in a table of a rule system.
type Telling struct {
	Depth int    // in a log: 0 for a heading, 1 for its parts, 2 for what happens, 3 for what follows
	Text  string // a sentence, in which $word stands for what the rule system calls by that word
	Alone string // if not empty, the sentence if Who or Whom is below 0
}

// Say returns the sentence of an event. Word returns the meaning of a word.
func (t Telling) Say(e Event, word func(word string) string) string {
	if t.Alone != "" && min(e.Who, e.Whom) < 0 {
		return os.Expand(t.Alone, word)
	}
	return os.Expand(t.Text, word)
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
