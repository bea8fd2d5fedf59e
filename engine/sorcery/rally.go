package sorcery

import "houserule/engine/sorcery/fight"

// S5: rally.

// rallyNext lets the characters of the moving side restore units of their race to good
// order, up to their leadership (S5).
func (w *War) rallyNext() bool {
	for ; int(w.cursor) < len(w.fight.Units()); w.cursor, w.due = w.cursor+1, unknown {
		c := &w.fight.Units()[w.cursor]
		if c.Side() != w.mover || c.Status() != fight.Afield || c.Kind().Role != fight.Character {
			continue
		}
		if w.due == unknown {
			w.due = int32(max(w.game.WarHooks.Rallies.Apply(w.battle, c, w.battle.Score(c.Kind().Leadership, c.Kind().Cause())).Total(), 0))
		}
		n := w.reading().shakenWith(c)
		switch {
		case n == 0 || w.due == 0:
			continue
		case n <= int(w.due):
			for u := range w.UnitsIn(c.Side(), w.At(c)) {
				if w.reading().mayRally(u) == nil {
					w.battle.Rally(u)
				}
			}
			continue
		}
		w.side = w.mover
		u := w.fight.Unit(w.battle.Pick(w.side, PickRally) - fight.Picked)
		w.due--
		w.battle.Rally(u)
		return true
	}
	w.enter(marching)
	return false
}

// shakenWith returns the number of units that a character may rally.
func (w Theater) shakenWith(c *fight.Unit) (n int) {
	for u := range w.UnitsIn(c.Side(), w.At(c)) {
		n += int(fight.Flag(w.mayRally(u) == nil))
	}
	return n
}

var (
	notInStack = fight.Ruling{Rule: "S1", Text: "it does not stand in that stack"}
	goodOrder  = fight.Ruling{Rule: "S5", Text: "it is in good order"}
	otherRace  = fight.Ruling{Rule: "S5", Text: "only a character of its own race rallies it"}
	notWith    = fight.Ruling{Rule: "S5", Text: "it does not stand with the character"}
)

// mayRally returns nil, or the rule that forbids the character whose turn it is to rally a
// unit.
func (w Theater) mayRally(u *fight.Unit) *fight.Ruling {
	c := &w.fight.Units()[w.cursor]
	switch {
	case w.At(u) != w.At(c) || u.Side() != c.Side():
		return &notWith
	case !u.Troop() || !u.Demoralized():
		return &goodOrder
	case u.Kind().Of() != c.Kind().Of():
		return &otherRace
	}
	return nil
}
