package sorcery

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
)

// start is a Setup made ready for battles. It does not change.
type start struct {
	setup   Setup
	limit   int
	terrain *Terrain           // of the hex, or nil
	shut    [MaxNeighbors]bool // hexes where nobody may withdraw to
	either  bool               // whether any unit counts as one of two arms
	lending bool               // whether any character has a rating to lend
	beside  bool               // whether anybody stands beside the hex
	single  int                // the factor of S7
	State
}

// newStart checks a setup.
func newStart(g *Game, setup Setup) (*start, error) {
	s := &start{setup: setup, limit: setup.RoundLimit, single: g.Rules.SingleFactor, either: g.Joins, lending: g.Joins}
	if err := s.check(g); err != nil {
		return nil, err
	}
	if s.limit == 0 {
		s.limit = g.Rules.RoundLimit
	}
	if setup.Narrow || s.terrain != nil && s.terrain.Narrow {
		s.single = g.Rules.NarrowFactor
	}
	var numbers [Seats]int32
	add := func(side engine.Side, army Army, hex int, water bool) {
		for _, run := range army {
			for range run.N {
				numbers[side]++
				u := Unit{
					kind: run.Kind, id: int32(len(s.units)), number: numbers[side], first: side, side: side,
					wounds: int32(run.Wounds), hex: int8(hex),
					marks: marks{demoralized: run.Demoralized, halved: run.OverWater},
				}
				if hex != here {
					u.status, u.halved, s.beside = Adjacent, water, true
				}
				s.units = append(s.units, u)
				s.either = s.either || run.Kind.Classes&Either != 0
				s.lending = s.lending || run.Kind.Leadership > 0
			}
		}
	}
	for side, army := range setup.Armies {
		add(engine.Side(side), army, here, false)
	}
	for i, n := range setup.Neighbors {
		if n.Owner >= 0 {
			add(n.Owner, n.Army, i, n.Water)
		}
	}
	if len(s.units) > MaxUnits {
		return nil, fmt.Errorf("%d units: a battle has at most %d", len(s.units), MaxUnits)
	}
	for i := range s.units {
		if u := &s.units[i]; u.status == Standing {
			s.forces[u.side].enter(u)
		}
	}
	for side := range s.forces {
		s.forces[side].leader = -1
	}
	if len(s.forces[Attacker].line)+len(s.forces[Defender].line) == 0 {
		return nil, errors.New("there are only characters and monsters: a battle takes units of an army on one side at least (S7)")
	}
	return s, nil
}

// check refuses what no battle can start from, whatever its units are.
func (s *start) check(g *Game) error {
	setup := &s.setup
	if setup.RoundLimit < 0 {
		return fmt.Errorf("a battle of %d rounds: give it 1 or more, or 0 for as many as the rules say (S3.7)", setup.RoundLimit)
	}
	for side, army := range setup.Armies {
		if err := army.check(); err != nil {
			return fmt.Errorf("%s: %w", seatNames[side], err)
		}
		if len(army) == 0 {
			return fmt.Errorf("%s: nobody is there: give the army a unit", seatNames[side])
		}
	}
	if setup.Terrain != "" {
		var err error
		if s.terrain, err = g.Terrain(setup.Terrain); err != nil {
			return err
		}
	}
	if len(setup.Neighbors) > MaxNeighbors {
		return fmt.Errorf("%d neighbouring hexes: a hex has %d at most", len(setup.Neighbors), MaxNeighbors)
	}
	for i, hex := range setup.Neighbors {
		switch {
		case len(strings.Fields(hex.Name)) != 1 || strings.Fields(hex.Name)[0] != hex.Name || strings.Contains(hex.Name, ":"):
			return fmt.Errorf("a neighbouring hex is called %q: its name must be a word, as in leave north", hex.Name)
		case slices.ContainsFunc(setup.Neighbors[:i], func(o Neighbor) bool { return o.Name == hex.Name }):
			return fmt.Errorf("two neighbouring hexes are called %s: give each a name of its own", hex.Name)
		case hex.Owner >= Seats:
			return fmt.Errorf("the hex %s is of side %d: there are %d", hex.Name, hex.Owner+1, Seats)
		case hex.Owner < 0 && len(hex.Army) > 0:
			return fmt.Errorf("the hex %s is nobody's: nobody's army can stand there", hex.Name)
		}
		if err := hex.Army.check(); err != nil {
			return fmt.Errorf("the hex %s: %w", hex.Name, err)
		}
		s.shut[i] = hex.Closed
		if hex.Terrain != "" {
			t, err := g.Terrain(hex.Terrain)
			if err != nil {
				return fmt.Errorf("the hex %s: %w", hex.Name, err)
			}
			s.shut[i] = hex.Closed || t.Shut
		}
	}
	return nil
}

// check refuses numbers that no army has.
func (a Army) check() error {
	for _, r := range a {
		switch {
		case r.N < 1 || r.N > MaxUnits:
			return fmt.Errorf("%d units of %s: it takes from 1 to %d", r.N, r.Kind.ID, MaxUnits)
		case r.Kind.Role == Troop && r.Wounds != 0:
			return fmt.Errorf("%s is a unit of an army: it takes no wounds (S7)", r.Kind.ID)
		case r.Kind.Role != Troop && r.Demoralized:
			return fmt.Errorf("%s is a %s: it is never demoralised (S5)", r.Kind.ID, r.Kind.Role)
		case r.Wounds < 0 || r.Kind.Role != Troop && r.Wounds >= r.Kind.Endurance:
			return fmt.Errorf("%s has an endurance of %d: it does not live with %d wounds (S7)", r.Kind.ID, r.Kind.Endurance, r.Wounds)
		}
	}
	return nil
}
