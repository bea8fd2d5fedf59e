package sorcery

// S5: rally.

// rallyNext lets the characters of the moving side restore units of their race to good
// order, up to their leadership (S5).
func (w *War) rallyNext() bool {
	for ; int(w.cursor) < len(w.units); w.cursor, w.due = w.cursor+1, unknown {
		c := &w.units[w.cursor]
		if c.side != w.mover || c.status != Afield || c.kind.Role != Character {
			continue
		}
		if w.due == unknown {
			w.due = int32(max(w.game.Hooks.Rallies.Apply(w.battle, c, w.battle.Score(c.kind.Leadership, c.kind.cause)).Total(), 0))
		}
		n := w.reading().shakenWith(c)
		switch {
		case n == 0 || w.due == 0:
			continue
		case n <= int(w.due):
			for u := range w.UnitsIn(c.side, c.at) {
				if w.reading().mayRally(u) == nil {
					w.battle.Rally(u)
				}
			}
			continue
		}
		w.side = w.mover
		u := w.picked(w.battle.pick(PickRally))
		w.due--
		w.battle.Rally(u)
		return true
	}
	w.battle.enter(marching)
	return false
}

// shakenWith returns the number of units that a character may rally.
func (w Theater) shakenWith(c *Unit) (n int) {
	for u := range w.UnitsIn(c.side, c.at) {
		n += int(flag(w.mayRally(u) == nil))
	}
	return n
}

var (
	notInStack = Ruling{Rule: "S1", Text: "it does not stand in that stack"}
	goodOrder  = Ruling{Rule: "S5", Text: "it is in good order"}
	otherRace  = Ruling{Rule: "S5", Text: "only a character of its own race rallies it"}
	notWith    = Ruling{Rule: "S5", Text: "it does not stand with the character"}
)

// mayRally returns nil, or the rule that forbids the character whose turn it is to rally a
// unit.
func (w Theater) mayRally(u *Unit) *Ruling {
	c := &w.units[w.cursor]
	switch {
	case u.at != c.at || u.side != c.side:
		return &notWith
	case !u.Troop() || !u.demoralized:
		return &goodOrder
	case u.kind.race != c.kind.race:
		return &otherRace
	}
	return nil
}
