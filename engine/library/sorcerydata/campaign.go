package sorcerydata

import (
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// A war is a campaign while its entry is read.
type war struct {
	*draft
	sorcery.Campaign
	mapless bool // the map is faulty, so no hex can be found on it
}

// campaign reads the keys of a campaign.
func (d *draft) campaign(t *campaignEntry) sorcery.Campaign {
	w := war{draft: d, Campaign: sorcery.Campaign{Scenario: d.ID, Turns: t.Turns, Favors: -1}}
	if len(t.Sides) != len(w.Names) {
		if t.Sides != nil {
			w.Reportf(at("sides"), "sides names %d: a campaign has 2 sides, the first of which moves first", len(t.Sides))
		}
		return w.Campaign // without a map nothing else can be read
	}
	copy(w.Names[:], t.Sides)
	w.Favors = w.side(t.Favors, "favors")
	var err error
	if w.Map.Grid, w.Map.Terrain, err = d.game.ParseMap(t.Map); err != nil {
		w.Reportf(at("map"), "map: %s", library.Explained{Err: err})
		w.mapless = true
	}
	w.hexsides(t.Hexsides)
	w.places(t.Places)
	for i, s := range t.Stacks {
		w.Stacks = append(w.Stacks, sorcery.Stack{
			Side: w.side(s.Side, "stack", i, "side"), Hex: w.hex(s.Hex, "stack", i, "hex"), Inside: s.Inside,
			Army: w.dry(s.Army, at("stack", i, "army")...),
		})
	}
	w.goals(t.Goals)
	return w.Campaign
}

// at returns the steps to a key of the campaign.
func at(steps ...any) []any { return slices.Insert(steps, 0, any("campaign")) }

// dry returns an army, and reports a problem if units of it have come over water.
func (w *war) dry(text string, steps ...any) fight.Army {
	army := w.army(text, steps...)
	if slices.ContainsFunc(army, func(r fight.Run) bool { return r.OverWater }) {
		w.Reportf(steps, "%s: nobody has come over water before a campaign begins: leave out the ~", steps[len(steps)-1])
	}
	return army
}

// side returns the side with a name, or -1 for "".
func (w *war) side(word string, steps ...any) engine.Side {
	if word == "" {
		return -1
	}
	i, err := engine.Index("side", word, w.Names[:])
	if err != nil {
		w.Reportf(at(steps...), "%s: %s", steps[len(steps)-1], library.Explained{Err: err})
		return -1
	}
	return engine.Side(i)
}

// hex returns the hex with a number.
func (w *war) hex(number string, steps ...any) hex.Hex {
	if number == "" || w.mapless {
		return hex.None // already reported
	}
	h, err := w.Map.Grid.Parse(number)
	if err != nil {
		w.Reportf(at(steps...), "%s", err)
	}
	return h
}

// hexsides reads the hexsides between hexes, in the order of their ids.
func (w *war) hexsides(table map[string]string) {
	taken := map[hex.Side]bool{}
	for _, id := range slices.Sorted(maps.Keys(table)) {
		steps := at("hexsides", id)
		found, err := library.Refer[*sorcery.Hexside](w.Record, hexsideSection, id, steps...)
		if err != nil {
			w.Reportf(steps, "hexsides: %s", library.Explained{Err: err})
			continue
		}
		if w.mapless {
			continue
		}
		for numbers := range strings.FieldsSeq(table[id]) {
			side, err := w.Map.Grid.ParseSide(numbers)
			switch {
			case err != nil:
				w.Reportf(steps, "%s", err)
			case taken[side]:
				w.Reportf(steps, "hexside %s stands twice: there is one thing at most between two hexes", numbers)
			default:
				taken[side] = true
				w.Map.Hexsides = append(w.Map.Hexsides, sorcery.Edge{Side: side, Hexside: found.ID})
			}
		}
	}
}

// places reads the features of hexes.
func (w *war) places(all []placeEntry) {
	for i, p := range all {
		w.Map.Places = append(w.Map.Places, sorcery.Place{
			Hex: w.hex(p.Hex, "place", i, "hex"), Feature: w.FullID(featureSection, p.Feature, at("place", i, "feature")...),
			Name: p.Name, Owner: w.side(p.Owner, "place", i, "owner"),
			Militia: w.dry(p.Militia, at("place", i, "militia")...),
		})
	}
}

// goals reads the goals. Each is for a hex, or for strength.
func (w *war) goals(all []goalEntry) {
	for i, g := range all {
		goal := sorcery.Goal{Side: w.side(g.Side, "goal", i, "side"), Points: g.Points, Hold: hex.None, Per: g.Per, AtOnce: g.AtOnce}
		switch {
		case g.Hold == "" && g.Per == 0:
			w.Reportf(at("goal", i), "a goal needs hold or per: a hex to hold, or strength to eliminate")
		case g.Hold != "" && g.Per != 0:
			w.Reportf(at("goal", i, "per"), "a goal has hold or per, not both: make two goals of it")
		}
		if g.Hold != "" {
			goal.Hold = w.hex(g.Hold, "goal", i, "hold")
		}
		w.Goals = append(w.Goals, goal)
	}
}
