package sorcery

import "houserule/engine"

// An around is what is around a fight: a war. A battle for one hex has none: its adjacent
// hexes are in its [Setup].
type around interface {
	// begin begins the war. round returns its turn; scene and outcome return where it stands,
	// and how it ended, in words. copyFrom copies the war around another battle, or the
	// start of this one for nil.
	begin()
	round() int
	scene() string
	outcome() string
	copyFrom(src around)

	// appendKey appends a key of the war.
	appendKey(key []byte) []byte

	// fighting reports whether a fight is going on. ended is called with its result.
	fighting() bool
	ended(r Result)

	// wayName returns the name of a way out of the hex (S3.7). mayRetreat and mayRetire
	// return nil, or the rule that closes a way to a whole side, or to a unit.
	wayName(way int) string
	mayRetreat(side engine.Side, way int) *Ruling
	mayRetire(u *Unit, way int) *Ruling

	// came, withdrew and left are called with a unit that has come into the hex, that has
	// withdrawn along a way, and that is out of the fight.
	came(u *Unit)
	withdrew(u *Unit, way int)
	left(u *Unit)

	// sees reports whether a side knows which unit a counter is (S6). veil replaces what it
	// does not know. tellings returns the events of the war and of its fights.
	sees(seat engine.Side, u *Unit) bool
	veil(seat engine.Side)
	tellings() engine.Tellings[Knowledge]

	// about returns the name of the place that a question is about.
	about(d Decision) string
}
