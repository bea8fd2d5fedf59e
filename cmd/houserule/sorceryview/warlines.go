package sorceryview

import (
	"fmt"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// mapLine adds to the line of an event on the map where its numbers come from.
// Details hidden from the viewer are omitted (S6).
func (m *mapView) mapLine(line screen.Line, e engine.Event) screen.Line {
	switch e.What {
	case fight.Crowded, fight.Hungered: // only the owner knows the weight of a stack
		if seat := m.view.viewer(); seat >= 0 && seat != engine.Side(e.Who) {
			line.Sum = unseen
			return line
		}
	}
	switch e.What {
	case fight.Crowded:
		return m.crowdedLine(line, sorcery.Camp{Side: engine.Side(e.Who), Spot: sorcery.Spot(e.Whom)}, int(e.N))
	case fight.Hungered:
		line.Accounts = []screen.Account{single("rest", int(e.N), causeRest)}
		line.Sum = fmt.Sprintf("a die of %d or less costs one more unit", e.N)
	case fight.Moved:
		return m.stepLine(line, m.view.battle.Unit(int(e.Who)), m.view.battle.Last().Score)
	case fight.Struggled:
		line.Accounts = []screen.Account{single("the way", int(e.N), causeWay)}
		line.Sum = "units that cannot pay it stay behind"
	case fight.Assaulted:
		rules := &m.war().Game().War
		line.Accounts = []screen.Account{single("die", int(e.N), causeAssault)}
		line.Sum = fmt.Sprintf("%d or less gets in, %d or more is demoralized", rules.AssaultEnters, rules.AssaultShakes)
	case fight.Breached:
		t := m.view.battle.Last()
		line.Accounts = []screen.Account{screen.NewAccount("limit of the die", t.Score)}
		line.Sum = fmt.Sprintf("the die must be below %d", t.Score.Total())
	case fight.Rallied:
		return m.rallyLine(line, m.view.battle.Unit(int(e.Who)))
	}
	return line
}

// Causes of numbers that are no scores.
var (
	causeRest    = &engine.Cause{Text: "above the limit, but for full sixes", Rule: "S1"}
	causeWay     = &engine.Cause{Text: "rolled", Rule: "S2"}
	causeAssault = &engine.Cause{Text: "rolled", Rule: "S4"}
)

// single returns the account of a number that is no sum.
func single(what string, n int, why *engine.Cause) screen.Account {
	return screen.Account{What: what, Total: n, Terms: []engine.Term{{Op: engine.Base, N: n, Why: why}}}
}

// crowdedLine returns a stack that is too large (S1).
func (m *mapView) crowdedLine(line screen.Line, c sorcery.Camp, over int) screen.Line {
	a, die := m.view.look(), m.view.battle.Game().Rules.Die
	line.Accounts = []screen.Account{screen.NewAccount("limit", a.War().LimitOf(c.Side, c.Spot)), screen.NewAccount("weight", a.War().WeightIn(c.Side, c.Spot))}
	line.Sum = fmt.Sprintf("%d too many: %s lost", over, screen.CountOrNo(over/die, "unit"))
	if rest := over % die; rest > 0 {
		line.Sum += fmt.Sprintf(", and one more on a %d or less", rest)
	}
	if m.view.looked(a) != nil {
		line.Accounts = nil
	}
	return line
}

// stepLine returns the cost of a step for the unit that leads it (S2).
func (m *mapView) stepLine(line screen.Line, u *fight.Unit, cost engine.Score) screen.Line {
	if len(cost.Terms()) > 0 {
		line.Accounts = []screen.Account{screen.NewAccount("step of "+m.view.battle.Name(u), cost)}
		line.Sum = fmt.Sprintf("it has %s left", screen.Count(m.war().Left(u), "point"))
	}
	return line
}

// rallyLine returns a unit that rallies on the map, by the best character of its race
// with it (S5).
func (m *mapView) rallyLine(line screen.Line, u *fight.Unit) screen.Line {
	if m.view.battle.Fighting() {
		return line
	}
	best := -1
	var who string
	for i := range m.view.battle.Units() {
		c := m.view.battle.Unit(i)
		if c.Side() == u.Side() && m.war().At(c) == m.war().At(u) && c.Kind().Role == fight.Character && c.Kind().Of() == u.Kind().Of() && c.Kind().Leadership > best {
			best, who = c.Kind().Leadership, m.view.battle.Label(c)
		}
	}
	if best >= 0 {
		line.Accounts = []screen.Account{single("leadership", best, &engine.Cause{Text: who, Rule: "S5"})}
		line.Sum = "a character rallies as many units of its race"
	}
	return line
}
