package fight

import (
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
)

// A Start is a Setup, or the units of a war, prepared for battles. It does not change.
type Start struct {
	setup   Setup
	limit   int
	shut    [MaxNeighbors]bool     // adjacent hexes that no unit may withdraw to
	near    [MaxNeighbors]*Terrain // the terrains of the adjacent hexes, or nil
	either  bool                   // whether any unit counts as one of two arms
	lending bool                   // whether any character has leadership to lend
	beside  bool                   // whether any unit is in an adjacent hex
	names   [Seats]string          // the words for the sides
	letters [Seats]byte            // the first letters of the names of units
	state
	numbers [Seats]int32         // numbers of units that each side has brought
	around  func(*Battle) Around // nil in a battle for one hex
}

// newStart checks a setup.
func newStart(g *Game, setup Setup) (*Start, error) {
	s := &Start{setup: setup, limit: setup.RoundLimit, either: g.Joins, lending: g.Joins, names: seatNames, letters: lettersOf(seatNames)}
	s.field = Field{Single: g.Rules.SingleFactor, Inside: setup.Inside, Besieged: Defender, Ways: len(setup.Neighbors)}
	if err := s.check(g); err != nil {
		return nil, err
	}
	if s.limit == 0 {
		s.limit = g.Rules.RoundLimit
	}
	if setup.Narrow || s.field.Terrain != nil && s.field.Terrain.Narrow {
		s.field.Single = g.Rules.NarrowFactor
	}
	for side, army := range setup.Armies {
		s.add(engine.Side(side), army, Unit{hex: Here})
	}
	for i, n := range setup.Neighbors {
		if n.Owner >= 0 && len(n.Army) > 0 {
			s.add(n.Owner, n.Army, Unit{status: Adjacent, hex: int8(i), marks: marks{halved: n.Water}})
			s.beside = true
		}
	}
	if len(s.units) > MaxUnits {
		return nil, fmt.Errorf("%d units: a battle has at most %d", len(s.units), MaxUnits)
	}
	for u := range s.All {
		if u.status == Standing {
			s.forces[u.side].enter(u)
		}
	}
	for side := range s.forces {
		s.forces[side].leader = -1
	}
	return s, nil
}

// check returns an error for a start that no battle can have, whatever its units are.
func (s *Start) check(g *Game) error {
	setup := &s.setup
	if setup.RoundLimit < 0 {
		return fmt.Errorf("a battle of %d rounds: give it 1 or more, or 0 for as many as the rules say (S3.7)", setup.RoundLimit)
	}
	for side, army := range setup.Armies {
		if err := army.Check(); err != nil {
			return fmt.Errorf("%s: %w", seatNames[side], err)
		}
		if len(army) == 0 {
			return fmt.Errorf("%s: nobody is there: give the army a unit", seatNames[side])
		}
	}
	if setup.Terrain != "" {
		var err error
		if s.field.Terrain, err = g.Terrain(setup.Terrain); err != nil {
			return err
		}
	}
	if len(setup.Neighbors) > MaxNeighbors {
		return fmt.Errorf("%d neighboring hexes: a hex has %d at most", len(setup.Neighbors), MaxNeighbors)
	}
	for i := range setup.Neighbors {
		if err := s.checkNeighbor(g, i); err != nil {
			return err
		}
	}
	return nil
}

// checkNeighbor does what check does for an adjacent hex.
func (s *Start) checkNeighbor(g *Game, i int) error {
	n, before := &s.setup.Neighbors[i], s.setup.Neighbors[:i]
	switch {
	case len(strings.Fields(n.Name)) != 1 || strings.Fields(n.Name)[0] != n.Name || strings.Contains(n.Name, ":"):
		return fmt.Errorf("a neighboring hex is called %q: its name must be a word, as in leave north", n.Name)
	case slices.ContainsFunc(before, func(o Neighbor) bool { return o.Name == n.Name }):
		return fmt.Errorf("two neighboring hexes are called %s: give each a name of its own", n.Name)
	case n.Owner >= Seats:
		return fmt.Errorf("the hex %s is of side %d: there are %d", n.Name, n.Owner+1, Seats)
	case n.Owner < 0 && len(n.Army) > 0:
		return fmt.Errorf("the hex %s is nobody's: nobody's army can stand there", n.Name)
	}
	if err := n.Army.Check(); err != nil {
		return fmt.Errorf("the hex %s: %w", n.Name, err)
	}
	s.shut[i] = n.Closed
	if n.Terrain == "" {
		return nil
	}
	t, err := g.Terrain(n.Terrain)
	if err != nil {
		return fmt.Errorf("the hex %s: %w", n.Name, err)
	}
	s.shut[i], s.near[i] = n.Closed || t.Shut, t
	return nil
}

// NewStart returns the start of a war of a scenario between sides with these names. Around returns
// what is around a battle.
func NewStart(g *Game, scenario string, names [Seats]string, around func(*Battle) Around) *Start {
	s := &Start{setup: Setup{Scenario: scenario}, limit: g.Rules.RoundLimit, beside: true, either: g.Joins, lending: g.Joins, names: names, letters: lettersOf(names), around: around}
	for side := range s.forces {
		s.forces[side].leader = -1
	}
	return s
}

// Add adds the units of an army to a war; bound means that they are militia (S4).
func (s *Start) Add(side engine.Side, army Army, bound bool) {
	s.add(side, army, Unit{hex: Here, status: Afield, marks: marks{bound: bound}})
}

// add adds the units of an army, with the state and place of like. It numbers the units of
// each side from 1.
func (s *Start) add(side engine.Side, army Army, like Unit) {
	for _, run := range army {
		u := like
		u.kind, u.first, u.side, u.wounds, u.demoralized = run.Kind, side, side, int32(run.Wounds), run.Demoralized
		if u.status == Standing {
			u.halved = run.OverWater
		}
		for range run.N {
			s.numbers[side]++
			u.id, u.number = int32(len(s.units)), s.numbers[side]
			s.units = append(s.units, u)
		}
		s.either = s.either || run.Kind.Classes&Either != 0
		s.lending = s.lending || run.Kind.Leadership > 0
	}
}
