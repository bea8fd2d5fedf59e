package engine

// An Event is something that has happened. The rule system defines What and the numbers. N
// and Whom are -1 or 0 where they have no meaning.
type Event struct {
	What, Who, Whom, N int32
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
