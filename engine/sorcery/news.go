package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// describe describes an event for the side that knows k, if it is about the war. The side
// does not learn the total of a reaction if it sees not all units whose pace counts (S6).
func (w *War) describe(k Knowledge, e engine.Event) (text string, ok bool) {
	b := k.of
	switch {
	case e.What >= TurnBegan && e.What < Ended:
		return w.reading().news(k, e), true
	case e.What != Reacted:
	case !k.Sees(&b.units[e.Who]):
		return fmt.Sprintf("a leader of %s tries to react, and %s", b.SideName(b.units[e.Who].side), b.passed("comes", "stays")), true
	case !w.reading().SeesPaces(k.seat):
		return fmt.Sprintf("%s rolls a %d to come, and %s", k.Label(&b.units[e.Who]), e.N, b.passed("comes", "stays")), true
	}
	return "", false
}

// news returns an event of the war in words, or "".
func (w Theater) news(k Knowledge, e engine.Event) string {
	b := k.of
	side := func() string { return b.SideName(engine.Side(e.Who)) }
	place := func(n int32) string { return w.PlaceName(hex.Hex(n)) }
	spot := func(n int32) string { return w.spotName(Spot(n)) }
	switch e.What {
	case TurnBegan:
		return fmt.Sprintf("Turn %d", e.N)
	case SideBegan:
		return fmt.Sprintf("%s moves", side())
	case Crowded:
		if !w.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s has too many in %s", side(), spot(e.Whom))
		}
		return fmt.Sprintf("%s has %d too many in %s", side(), e.N, spot(e.Whom))
	case Hungered:
		if !w.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s rolls a %d for those in %s", side(), b.last.Die, spot(e.Whom))
		}
		return fmt.Sprintf("%s rolls a %d: a %d or less costs one more unit in %s", side(), b.last.Die, e.N, spot(e.Whom))
	case Moved, Sprang:
		how := "marches"
		if e.What == Sprang {
			how = "reacts"
		}
		who, from, to := w.groupName(k, &b.units[e.Who]), hex.Hex(e.Whom), Spot(e.N)
		switch {
		case from == to.Hex() && to.Inside():
			return fmt.Sprintf("%s goes inside %s", who, place(e.Whom))
		case from == to.Hex():
			return fmt.Sprintf("%s comes out into %s", who, place(e.Whom))
		case !k.Sees(&b.units[e.Who]): // otherwise the side could tell which stack it is
			return fmt.Sprintf("%s %s from %s to %s", who, how, place(e.Whom), spot(e.N))
		}
		return fmt.Sprintf("%s %s to %s", who, how, spot(e.N))
	case Struggled:
		if !k.Sees(&b.units[e.Who]) {
			return ""
		}
		return fmt.Sprintf("the way to %s costs %s a %d", place(e.Whom), k.Label(&b.units[e.Who]), e.N)
	case Besieged:
		return fmt.Sprintf("%s besieges %s", side(), place(e.N))
	case Raised:
		return fmt.Sprintf("the siege of %s by %s is over", place(e.N), side())
	case Assaulted:
		how := "stays outside"
		switch u := &b.units[e.Who]; {
		case b.last.Pass:
			how = "gets in"
		case int(e.N) >= b.game.Rules.AssaultShakes && u.Troop():
			how = "is thrown back"
		}
		return fmt.Sprintf("%s assaults %s: a %d, it %s", k.Label(&b.units[e.Who]), place(e.Whom), e.N, how)
	case Breached:
		if !k.Sees(&b.units[e.Who]) {
			return fmt.Sprintf("%s breaches %s: a %d, which %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N, b.passed("is enough", "is not enough"))
		}
		return fmt.Sprintf("%s breaches %s: a %d, which must be below %d, %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N,
			b.last.Score.Total(), b.passed("is enough", "is not enough"))
	case FightBegan:
		return fmt.Sprintf("Battle in %s", spot(e.N))
	case FightEnded:
		if e.Who < 0 {
			return fmt.Sprintf("nobody has %s", spot(e.Whom))
		}
		return fmt.Sprintf("%s has %s", side(), spot(e.Whom))
	case Taken:
		return fmt.Sprintf("%s takes %s", side(), place(e.N))
	case Revealed:
		if k.seat >= 0 && k.seat != engine.Side(e.Who) {
			return ""
		}
		return fmt.Sprintf("%s looks into %s", side(), spot(e.N))
	}
	return ""
}
