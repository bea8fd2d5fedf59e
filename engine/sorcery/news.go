package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// describe describes an event for the side that knows k, if it is about the war. The side
// does not learn the total of a reaction if it sees not all units whose pace counts (S6).
func (w *War) describe(k Knowledge, e engine.Event) (text string, ok bool) {
	b, on := k.of, w.reading()
	side := func() string { return b.SideName(engine.Side(e.Who)) }
	place := func(n int32) string { return on.PlaceName(hex.Hex(n)) }
	spot := func(n int32) string { return on.spotName(Spot(n)) }
	switch e.What {
	case Reacted:
		switch comes := b.passed("comes", "stays"); {
		case !k.Sees(&b.units[e.Who]):
			return fmt.Sprintf("a leader of %s tries to react, and %s", b.SideName(b.units[e.Who].side), comes), true
		case !on.SeesPaces(k.seat):
			return fmt.Sprintf("%s rolls a %d to come, and %s", k.Label(&b.units[e.Who]), e.N, comes), true
		}
	case TurnBegan:
		return fmt.Sprintf("Turn %d", e.N), true
	case SideBegan:
		return fmt.Sprintf("%s moves", side()), true
	case Crowded:
		if !on.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s has too many in %s", side(), spot(e.Whom)), true
		}
		return fmt.Sprintf("%s has %d too many in %s", side(), e.N, spot(e.Whom)), true
	case Hungered:
		if !on.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s rolls a %d for those in %s", side(), b.last.Die, spot(e.Whom)), true
		}
		return fmt.Sprintf("%s rolls a %d: a %d or less costs one more unit in %s", side(), b.last.Die, e.N, spot(e.Whom)), true
	case Moved, Sprang:
		how := "marches"
		if e.What == Sprang {
			how = "reacts"
		}
		who, from, to := on.groupName(k, &b.units[e.Who]), hex.Hex(e.Whom), Spot(e.N)
		switch {
		case from == to.Hex() && to.Inside():
			return fmt.Sprintf("%s goes inside %s", who, place(e.Whom)), true
		case from == to.Hex():
			return fmt.Sprintf("%s comes out into %s", who, place(e.Whom)), true
		case !k.Sees(&b.units[e.Who]): // otherwise the side could tell which stack it is
			return fmt.Sprintf("%s %s from %s to %s", who, how, place(e.Whom), spot(e.N)), true
		}
		return fmt.Sprintf("%s %s to %s", who, how, spot(e.N)), true
	case Struggled:
		if !k.Sees(&b.units[e.Who]) {
			return "", true
		}
		return fmt.Sprintf("the way to %s costs %s a %d", place(e.Whom), k.Label(&b.units[e.Who]), e.N), true
	case Besieged:
		return fmt.Sprintf("%s besieges %s", side(), place(e.N)), true
	case Raised:
		return fmt.Sprintf("the siege of %s by %s is over", place(e.N), side()), true
	case Assaulted:
		how := "stays outside"
		switch u := &b.units[e.Who]; {
		case b.last.Pass:
			how = "gets in"
		case int(e.N) >= b.game.Rules.AssaultShakes && u.Troop():
			how = "is thrown back"
		}
		return fmt.Sprintf("%s assaults %s: a %d, it %s", k.Label(&b.units[e.Who]), place(e.Whom), e.N, how), true
	case Breached:
		if !k.Sees(&b.units[e.Who]) {
			return fmt.Sprintf("%s breaches %s: a %d, which %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N, b.passed("is enough", "is not enough")), true
		}
		return fmt.Sprintf("%s breaches %s: a %d, which must be below %d, %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N,
			b.last.Score.Total(), b.passed("is enough", "is not enough")), true
	case FightBegan:
		return fmt.Sprintf("Battle in %s", spot(e.N)), true
	case FightEnded:
		if e.Who < 0 {
			return fmt.Sprintf("nobody has %s", spot(e.Whom)), true
		}
		return fmt.Sprintf("%s has %s", side(), spot(e.Whom)), true
	case Taken:
		return fmt.Sprintf("%s takes %s", side(), place(e.N)), true
	case Revealed:
		if k.seat >= 0 && k.seat != engine.Side(e.Who) {
			return "", true
		}
		return fmt.Sprintf("%s looks into %s", side(), spot(e.N)), true
	}
	return "", false
}
