package fight

import "houserule/engine"

// An Around is what is around a fight: a war. A battle for one hex has none: its adjacent
// hexes are in its [Setup]. It begins a fight with [Battle.Meet] and [Battle.Open].
type Around interface {
	// Begin begins the war. Act carries out one act while no fight goes on, and reports
	// whether it was one: see [Battle.Step]. Next returns what is next then.
	Begin()
	Act() bool
	Next() Next

	// Round returns the turn of the war. Scene and Outcome return where it stands, with the
	// scene of a fight, and how it ended, in words.
	Round() int
	Scene(of string) string
	Outcome() string

	// Reading returns the war for reading.
	Reading() any

	// CopyFrom copies the war around another battle, or the start of this one for nil.
	// AppendKey appends a key of the war.
	CopyFrom(src Around)
	AppendKey(key []byte) []byte

	// Ended is called with the result of a fight.
	Ended(r Result)

	// WayName returns the name of a way out of the hex (S3.7). MayRetreat and MayRetire
	// return nil, or the rule that closes a way to a whole side, or to a unit.
	WayName(way int) string
	MayRetreat(side engine.Side, way int) *Ruling
	MayRetire(u *Unit, way int) *Ruling

	// Came, Withdrew and Gone are called with a unit that has come into the hex, that has
	// withdrawn along a way, and that is out of the fight. Alike reports whether two units
	// can be exchanged in the array.
	Came(u *Unit)
	Withdrew(u *Unit, way int)
	Gone(u *Unit)
	Alike(u, v *Unit) bool

	// Sees reports whether a side knows which unit a counter is (S6). Veil replaces what it
	// does not know. Tellings returns the events of the war and of its fights.
	Sees(seat engine.Side, u *Unit) bool
	Veil(seat engine.Side, draw func(n int) int)
	Tellings() engine.Tellings[Knowledge]

	// About returns the name of the place that a question is about. Ahead does what
	// [Picking.Ahead] does. WhoGoes returns the error for the number of a place in place of
	// a unit.
	About(d Decision) string
	Ahead(p *Picking, unit string, v engine.Verb, rest []string) (answer int, ok bool, err error)
	WhoGoes(p *Picking, number string) error
}

// Meet empties the hex for a fight in a place, in the turn of a side. Then [Battle.Put] puts
// units into it and beside it, and [Battle.Open] begins the fight.
func (b *Battle) Meet(in Field, mover engine.Side) {
	b.mover, b.field, b.round = mover, in, 0
	b.lone, b.attempt, b.accepted, b.bout = -1, noAttempt, false, noBout
	b.enter(yielding)
	for side := range b.forces {
		b.forces[side].clear()
	}
	for u := range b.All {
		u.clearFight()
	}
}

// Put puts a unit into the hex of the fight ([Here]), or into an adjacent hex, from which it
// may reinforce (S3.7). Water reports whether it has come or would come over water.
func (b *Battle) Put(u *Unit, way int, water bool) {
	u.hex, u.halved = int8(way), water
	if u.status = Adjacent; way == Here {
		u.status = Standing
		b.forces[u.side].enter(u)
	}
}

// Open begins the fight between the units in the hex.
func (b *Battle) Open() {
	b.game.Hooks.BattleStart.Apply(b, engine.None{}, engine.None{})
	if !b.conclude() {
		b.startRound()
	}
}

// Disperse ends the fight: the units that are left are in none.
func (b *Battle) Disperse() {
	for u := range b.All {
		switch u.status {
		case Standing, Adjacent, Withdrawn:
			u.status, u.halved = Afield, false
			u.clearFight()
		}
	}
	for side := range b.forces {
		b.forces[side].clear()
	}
	b.check = check{}
	b.lone, b.bout, b.attempt, b.round, b.stage = -1, noBout, noAttempt, 0, apart
}

// Wade notes whether a unit has come over water, in case of a fight (S3.2).
func (b *Battle) Wade(u *Unit, water bool) { u.halved = water }

// Refresh resets everything about a unit that an enemy who does not see it cannot know.
func (b *Battle) Refresh(u *Unit) {
	u.clearFight()
	u.status, u.wounds, u.added, u.demoralized, u.halved = Afield, 0, 0, false, false
}
