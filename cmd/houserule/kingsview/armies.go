package kingsview

import (
	"fmt"
	"maps"
	"math"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// Unit returns the word for the units that houserule balance rates.
func (Frontend) Unit() string { return "thing" }

// Seats returns the names of the sides of Field.
func (Frontend) Seats() []string { return kings.Setup{Sides: make([]kings.SideSetup, 2)}.SeatNames() }

// About begins the help of houserule balance.
func (Frontend) About() string {
	return `Play all creatures against each other at equal cost, rate them, and propose new
costs for those that win or lose too often. Without arguments all creatures play;
--kind special plays characters, --kind building forts and cities.

Kings has no prices, so the cost of a counter is the worth of its combat value
alone: 40 points times its square root, which is 40 for a value of 1, 80 for 4,
and 98 for 6. Twice as many counters score and take twice the hits; twice the
value only scores twice the hits. So n counters are worth n times n times their
value, and armies of equal cost are about equally strong, whatever their value.
Forts, villages and cities take as many hits as their value, and cost 40 points
times their value. The difference between a proposed cost and that cost is the
worth of marks and abilities.

The armies of a pair have one kind of thing each. They cost at least 400 points,
and the same within 2 %. They meet in a hex from which no side can retreat. Each
is the defender in turn, and the defender keeps the hex when no counter is left.
With --armies each file *.army of a folder holds an army, written as for
houserule battle; everything after # is a comment.`
}

// Filters returns the flags that choose among the things.
func (Frontend) Filters() []catalog.Filter { return things.Filters("kind", "terrain", "mark") }

// Units returns the things with the ids, or the creatures, or the things that the
// filters take of all that can stand in an army and fight.
func (Frontend) Units(lib *library.Library, ids []string, chosen catalog.Chosen) ([]view.Unit, error) {
	if len(ids) == 0 && chosen["kind"] == "" {
		creatures := catalog.Chosen{"kind": kings.Creature.String()}
		maps.Copy(creatures, chosen)
		chosen = creatures
	}
	return view.Weighed(lib, things, ids, chosen, func(t *kings.Thing) (int, error) {
		if !musters(t) {
			return 0, fmt.Errorf("%s cannot take part: it cannot stand in an army and fight", t.ID)
		}
		return costOf(t), nil
	})
}

// musters reports whether a thing can stand in an army and fight.
func musters(t *kings.Thing) bool {
	return t.Value > 0 && t.Kind != kings.Item && t.Kind != kings.Income
}

// pointsOfOne is the cost of a counter of value 1: the armies of a pair are then
// ten of the weakest, or five of the strongest.
const pointsOfOne = 40

// costOf returns the cost of a counter.
func costOf(t *kings.Thing) int {
	switch {
	case t.Cost > 0:
		return t.Cost
	case t.Kind == kings.Building:
		return pointsOfOne * t.Value
	}
	return int(math.Round(pointsOfOne * math.Sqrt(float64(t.Value))))
}

// army is an army that has a cost.
type army struct{ kings.Army }

// Cost returns the sum of its counters' costs.
func (a army) Cost() int {
	n := 0
	for _, r := range a.Army {
		n += r.N * costOf(r.Thing)
	}
	return n
}

// Army is n counters of a thing.
func (Frontend) Army(lib *library.Library, unit string, n int) (view.Army, error) {
	t, err := kingsdata.Thing(lib, unit)
	if err != nil {
		return nil, err
	}
	return army{kings.Army{{N: n, Thing: t}}}, nil
}

// ReadArmy reads an army as houserule battle takes it.
func (Frontend) ReadArmy(lib *library.Library, text string) (view.Army, error) {
	a, err := kingsdata.ParseArmy(lib, text)
	if err != nil {
		return nil, err
	}
	return army{a}, nil
}

// Field returns a hex without retreat for either side.
func (Frontend) Field(a, b view.Army) engine.Setup {
	return kings.Setup{Sides: []kings.SideSetup{{Army: a.(army).Army}, {Army: b.(army).Army}}}
}

// Price changes the cost of a thing.
func (Frontend) Price(lib *library.Library, unit string, cost int) error {
	t, err := kingsdata.Thing(lib, unit)
	if err == nil {
		t.Cost = cost
	}
	return err
}
