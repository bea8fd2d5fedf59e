package sorceryview

import (
	"fmt"
	"math"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery/fight"
)

// Unit returns the word for the units that houserule balance rates.
func (Frontend) Unit() string { return "unit" }

// Seats returns the names of the sides of Field.
func (Frontend) Seats() []string { return fight.Setup{}.SeatNames() }

// About begins the help of houserule balance.
func (Frontend) About() string {
	return `Play all units of armies against each other at equal cost, rate them, and propose
new costs for those that win or lose too often. Without arguments all units
play; --race and --class choose among them. Characters and monsters do not take
part, because a battle needs units.

Sorcery has no prices, so the cost of a unit is the value of its strengths alone:
10 points times the square root of attack times defense, which is 40 for a
strength of 4. Twice as many units inflict and take twice the losses, and so does
a unit of twice the strength. Therefore armies of equal cost are about equally
strong, whatever their strength. The difference between a proposed cost and that
cost is the value of morale, cavalry, archers, flyers and abilities.

The armies of a pair have one kind of unit each, and cost the same within 2 %.
They meet in a hex without terrain, where no unit charges and no side can
withdraw, and each is the attacker in turn. With --armies each file *.army of a
folder holds an army, written as for houserule battle, with characters, too;
everything after # is a comment.`
}

// Filters returns the flags that choose among the units.
func (Frontend) Filters() []catalog.Filter { return units.Filters("race", "class") }

// Units returns the units with the ids, or those of all units of armies that the filters
// take.
func (Frontend) Units(lib *library.Library, ids []string, chosen catalog.Chosen) ([]view.Unit, error) {
	return view.Weighed(lib, units, ids, chosen, func(k *fight.Kind) (int, error) {
		if k.Role != fight.Troop {
			return 0, fmt.Errorf("%s cannot take part: it is a %s, and a battle takes units of an army (S7)", k.ID, k.Role)
		}
		return costOf(k), nil
	})
}

// pointsOfOne is the cost of a unit of strength 1.
const pointsOfOne = 10

// costOf returns the cost of a unit. A character or monster costs as much for the
// strength with which it fights and endures, and 40 points for each point of its
// leadership, which is the cost of a strength of 4.
func costOf(k *fight.Kind) int {
	if k.Cost > 0 {
		return k.Cost
	}
	attack, defense := printed(k)
	points := pointsOfOne * math.Sqrt(float64(attack*defense))
	if k.Role != fight.Troop {
		points = points/10 + float64(4*pointsOfOne*float64(k.Leadership)) // S7: a unit's strength counts ten times against it
	}
	return max(int(math.Round(points)), 1)
}

// army is an army that has a cost.
type army struct{ fight.Army }

// Cost returns the sum of its units' costs.
func (a army) Cost() int {
	n := 0
	for _, r := range a.Army {
		n += r.N * costOf(r.Kind)
	}
	return n
}

// Army is n units of a kind.
func (Frontend) Army(lib *library.Library, unit string, n int) (view.Army, error) {
	k, err := sorcerydata.Unit(lib, unit)
	if err != nil {
		return nil, err
	}
	return army{fight.Army{{N: n, Kind: k}}}, nil
}

// ReadArmy reads an army as houserule battle takes it.
func (Frontend) ReadArmy(lib *library.Library, text string) (view.Army, error) {
	a, err := sorcerydata.ParseArmy(lib, text)
	if err != nil {
		return nil, err
	}
	return army{a}, nil
}

// Field returns a hex without withdrawal for either side.
func (Frontend) Field(a, b view.Army) engine.Setup {
	return fight.Setup{Armies: [fight.Seats]fight.Army{a.(army).Army, b.(army).Army}}
}

// Price changes the cost of a unit.
func (Frontend) Price(lib *library.Library, unit string, cost int) error {
	k, err := sorcerydata.Unit(lib, unit)
	if err == nil {
		k.Cost = cost
	}
	return err
}
