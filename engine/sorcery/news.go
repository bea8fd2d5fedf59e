package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// Describe describes an event for the side that knows k, if it is about the war. The side
// does not learn the total of a reaction if it sees not all units whose pace counts (S6).
func (w *War) Describe(k fight.Knowledge, e engine.Event) (text string, ok bool) {
	b, on := k.Of(), w.reading()
	side := func() string { return b.SideName(engine.Side(e.Who)) }
	place := func(n int32) string { return on.PlaceName(hex.Hex(n)) }
	spot := func(n int32) string { return on.spotName(Spot(n)) }
	switch e.What {
	case fight.Reacted:
		switch comes := b.Passed("comes", "stays"); {
		case !k.Sees(b.Unit(int(e.Who))):
			return fmt.Sprintf("a leader of %s tries to react, and %s", b.SideName(b.Unit(int(e.Who)).Side()), comes), true
		case !on.SeesPaces(k.Seat()):
			return fmt.Sprintf("%s rolls a %d to come, and %s", k.Label(b.Unit(int(e.Who))), e.N, comes), true
		}
	case fight.TurnBegan:
		return fmt.Sprintf("Turn %d", e.N), true
	case fight.SideBegan:
		return fmt.Sprintf("%s moves", side()), true
	case fight.Crowded:
		if !on.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s has too many in %s", side(), spot(e.Whom)), true
		}
		return fmt.Sprintf("%s has %d too many in %s", side(), e.N, spot(e.Whom)), true
	case fight.Hungered:
		if !on.seesAll(k, engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s rolls a %d for those in %s", side(), b.Last().Die, spot(e.Whom)), true
		}
		return fmt.Sprintf("%s rolls a %d: a %d or less costs one more unit in %s", side(), b.Last().Die, e.N, spot(e.Whom)), true
	case fight.Moved, fight.Sprang:
		how := "marches"
		if e.What == fight.Sprang {
			how = "reacts"
		}
		who, from, to := on.groupName(k, b.Unit(int(e.Who))), hex.Hex(e.Whom), Spot(e.N)
		switch {
		case from == to.Hex() && to.Inside():
			return fmt.Sprintf("%s goes inside %s", who, place(e.Whom)), true
		case from == to.Hex():
			return fmt.Sprintf("%s comes out into %s", who, place(e.Whom)), true
		case !k.Sees(b.Unit(int(e.Who))): // otherwise the side could tell which stack it is
			return fmt.Sprintf("%s %s from %s to %s", who, how, place(e.Whom), spot(e.N)), true
		}
		return fmt.Sprintf("%s %s to %s", who, how, spot(e.N)), true
	case fight.Struggled:
		if !k.Sees(b.Unit(int(e.Who))) {
			return "", true
		}
		return fmt.Sprintf("the way to %s costs %s a %d", place(e.Whom), k.Label(b.Unit(int(e.Who))), e.N), true
	case fight.Besieged:
		return fmt.Sprintf("%s besieges %s", side(), place(e.N)), true
	case fight.Raised:
		return fmt.Sprintf("the siege of %s by %s is over", place(e.N), side()), true
	case fight.Assaulted:
		how := "stays outside"
		switch u := b.Unit(int(e.Who)); {
		case b.Last().Pass:
			how = "gets in"
		case int(e.N) >= w.game.War.AssaultShakes && u.Troop():
			how = "is thrown back"
		}
		return fmt.Sprintf("%s assaults %s: a %d, it %s", k.Label(b.Unit(int(e.Who))), place(e.Whom), e.N, how), true
	case fight.Breached:
		if !k.Sees(b.Unit(int(e.Who))) {
			return fmt.Sprintf("%s breaches %s: a %d, which %s", b.SideName(b.Unit(int(e.Who)).Side()), place(e.Whom), e.N, b.Passed("is enough", "is not enough")), true
		}
		return fmt.Sprintf("%s breaches %s: a %d, which must be below %d, %s", b.SideName(b.Unit(int(e.Who)).Side()), place(e.Whom), e.N,
			b.Last().Score.Total(), b.Passed("is enough", "is not enough")), true
	case fight.FightBegan:
		return fmt.Sprintf("Battle in %s", spot(e.N)), true
	case fight.FightEnded:
		if e.Who < 0 {
			return fmt.Sprintf("nobody has %s", spot(e.Whom)), true
		}
		return fmt.Sprintf("%s has %s", side(), spot(e.Whom)), true
	case fight.Taken:
		return fmt.Sprintf("%s takes %s", side(), place(e.N)), true
	case fight.Revealed:
		if k.Seat() >= 0 && k.Seat() != engine.Side(e.Who) {
			return "", true
		}
		return fmt.Sprintf("%s looks into %s", side(), spot(e.N)), true
	}
	return "", false
}
