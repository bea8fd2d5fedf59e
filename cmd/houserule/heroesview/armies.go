package heroesview

import (
	"errors"
	"fmt"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// maxPiles is how many stacks an army of houserule balance has at most, so that no
// army wins by its set-up alone.
const maxPiles = 4

// Unit returns the word for the units that houserule balance rates.
func (Frontend) Unit() string { return "creature" }

// Seats returns the names of the sides of Field.
func (Frontend) Seats() []string { return heroes.Setup{}.SeatNames() }

// About begins the help of houserule balance.
func (Frontend) About() string {
	return `Play all creatures against each other at equal cost, rate them, and propose new
costs for those that win or lose too often. Without arguments all creatures of
the roster play, except Heroes.

The armies of a pair have one kind of creature each. They cost at least 400
points, and the same within 2 %. Up to 4 stacks stand on the melee line;
creatures that shoot better than they strike keep back as many stacks as rule
H4.1 allows. With --armies each file *.army of a folder holds an army of at most 4
stacks, written as for houserule battle; everything after # is a comment.`
}

// Filters returns the flags that choose among the creatures.
func (Frontend) Filters() []catalog.Filter {
	return []catalog.Filter{
		{Name: "alignment", Usage: "only creatures of this alignment", Words: alignments},
		{Name: "heroes", Usage: "Heroes, too", Type: catalog.Switch},
	}
}

// Units returns the creatures with the ids, or the roster but for Heroes, of an
// alignment.
func (Frontend) Units(lib *library.Library, ids []string, chosen catalog.Chosen) ([]view.Unit, error) {
	heroesToo := chosen["heroes"] != "" || len(ids) > 0
	return view.Weighed(lib, creatures, ids, catalog.Chosen{"alignment": chosen["alignment"]}, func(c *heroes.Creature) (int, error) {
		if c.Hero && !heroesToo {
			return 0, errHero
		}
		return c.Cost, nil
	})
}

var errHero = errors.New("a Hero takes part only if it is named, or with --heroes")

// Army is n cards of a creature, split as evenly as possible over up to maxPiles
// stacks. They stand on the melee line. A creature that shoots better than it
// strikes keeps back as many as the rules allow (H4.1), where it shoots equally
// well and where no melee attack reaches it.
func (Frontend) Army(lib *library.Library, unit string, n int) (view.Army, error) {
	c, err := heroesdata.Creature(lib, unit)
	if err != nil {
		return nil, err
	}
	stacks := min(n, maxPiles)
	front := stacks
	if c.Ranged > c.Melee {
		front = min(stacks, max(gameOf(lib).Rules.LineMinimum, 1))
	}
	var army heroes.Army
	for i := range stacks {
		cards := n / stacks
		if i < n%stacks {
			cards++
		}
		line := heroes.MeleeLine
		if i >= front {
			line = heroes.RangedLine
		}
		army[line] = append(army[line], heroes.Pile{{N: cards, Creature: c}})
	}
	return army, nil
}

// ReadArmy reads an army as houserule battle takes it, of at most maxPiles
// stacks.
func (Frontend) ReadArmy(lib *library.Library, text string) (view.Army, error) {
	army, err := heroesdata.ParseArmy(lib, text)
	if n := len(army[0]) + len(army[1]); err == nil && n > maxPiles {
		err = fmt.Errorf("the army has %d stacks: here it may have %d", n, maxPiles)
	}
	if err != nil {
		return nil, err
	}
	return army, nil
}

// Field returns a battle in the open.
func (Frontend) Field(a, b view.Army) engine.Setup {
	var s heroes.Setup
	for side, army := range [2]view.Army{a, b} {
		s.Sides[side] = heroes.SideSetup{Army: army.(heroes.Army), Town: heroes.NoTownNear}
	}
	return s
}

// Price makes a creature cost something else.
func (Frontend) Price(lib *library.Library, unit string, cost int) error {
	c, err := heroesdata.Creature(lib, unit)
	if err == nil {
		c.Cost = cost
	}
	return err
}
