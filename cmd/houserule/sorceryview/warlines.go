package sorceryview

import (
	"fmt"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

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
func (v *View) crowdedLine(line screen.Line, e engine.Event) screen.Line {
	side, spot, over := engine.Side(e.Who), sorcery.Spot(e.Whom), int(e.N)
	a, die := v.look(), v.battle.Game().Rules.Die
	line.Accounts = []screen.Account{screen.NewAccount("limit", a.War().LimitOf(side, spot)), screen.NewAccount("weight", a.War().WeightIn(side, spot))}
	line.Sum = fmt.Sprintf("%d too many: %s lost", over, screen.CountOrNo(over/die, "unit"))
	if rest := over % die; rest > 0 {
		line.Sum += fmt.Sprintf(", and one more on a %d or less", rest)
	}
	if v.looked(a) != nil {
		line.Accounts = nil
	}
	return line
}

// hungerLine returns the die for the rest of a stack that is too large (S1).
func hungerLine(_ *View, line screen.Line, e engine.Event) screen.Line {
	line.Accounts = []screen.Account{single("rest", int(e.N), causeRest)}
	line.Sum = fmt.Sprintf("a die of %d or less costs one more unit", e.N)
	return line
}

// stepLine returns the cost of a step for the unit that leads it (S2).
func (v *View) stepLine(line screen.Line, e engine.Event) screen.Line {
	u, cost := v.battle.Unit(int(e.Who)), v.battle.Last().Score
	if len(cost.Terms()) > 0 {
		line.Accounts = []screen.Account{screen.NewAccount("step of "+v.battle.Name(u), cost)}
		line.Sum = fmt.Sprintf("it has %s left", screen.Count(v.onMap.war().Left(u), "point"))
	}
	return line
}

// wayLine returns the dice for the cost of a step (S2).
func wayLine(_ *View, line screen.Line, e engine.Event) screen.Line {
	line.Accounts = []screen.Account{single("the way", int(e.N), causeWay)}
	line.Sum = "units that cannot pay it stay behind"
	return line
}

// assaultLine returns the die of a unit that assaults a place (S4).
func (v *View) assaultLine(line screen.Line, e engine.Event) screen.Line {
	rules := &v.onMap.war().Game().War
	line.Accounts = []screen.Account{single("die", int(e.N), causeAssault)}
	line.Sum = fmt.Sprintf("%d or less gets in, %d or more is demoralized", rules.AssaultEnters, rules.AssaultShakes)
	return line
}

// breachLine returns the die of units that breach a place (S4).
func (v *View) breachLine(line screen.Line, _ engine.Event) screen.Line {
	limit := v.battle.Last().Score
	line.Accounts = []screen.Account{screen.NewAccount("limit of the die", limit)}
	line.Sum = fmt.Sprintf("the die must be below %d", limit.Total())
	return line
}

// rallyLine returns a unit that rallies on the map, by the best character of its race
// with it (S5).
func (v *View) rallyLine(line screen.Line, e engine.Event) screen.Line {
	if v.battle.Fighting() {
		return line
	}
	u, best := v.battle.Unit(int(e.Who)), -1
	var who string
	for i := range v.battle.Units() {
		c := v.battle.Unit(i)
		if c.Side() == u.Side() && v.onMap.war().At(c) == v.onMap.war().At(u) && c.Kind().Role == fight.Character && c.Kind().Of() == u.Kind().Of() && c.Kind().Leadership > best {
			best, who = c.Kind().Leadership, v.battle.Label(c)
		}
	}
	if best >= 0 {
		line.Accounts = []screen.Account{single("leadership", best, &engine.Cause{Text: who, Rule: "S5"})}
		line.Sum = "a character rallies as many units of its race"
	}
	return line
}
