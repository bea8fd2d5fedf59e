package sorcery

import "fmt"

// A Race is what units and characters are of.
type Race struct {
	ID, Name string
	Morale   int // the greatest die with which its units pass a check (S5)

	index int
}

// Index is its place in [Game].Races.
func (r *Race) Index() int { return r.index }

// A Terrain is what a hex is of. Terrains do not change.
type Terrain struct {
	ID, Name string
	Clear    bool   // cavalry may charge there (S3.2)
	Narrow   bool   // a bridge or a tunnel: see [Rules].NarrowFactor (S7)
	Shut     bool   // nobody may end a turn there (S2)
	Cost     int    // movement points to enter it (S2)
	Costs    []Cost // for races that do not pay that

	index int
	costs []int32 // by race
}

// A Cost is what a race pays to enter a terrain.
type Cost struct {
	Race string
	N    int
}

// Index is its place in [Game].Terrains.
func (t *Terrain) Index() int { return t.index }

// compile works out what rules ask for.
func (t *Terrain) compile(g *Game, index int) error {
	t.index = index
	t.costs = make([]int32, len(g.Races))
	for i := range t.costs {
		t.costs[i] = int32(t.Cost)
	}
	for _, c := range t.Costs {
		race, err := g.Race(c.Race)
		if err != nil {
			return fmt.Errorf("cost: %w", err)
		}
		t.costs[race.index] = int32(c.N)
	}
	return nil
}

// CostFor is how many movement points a unit pays to enter (S2). Flying units
// pay 1.
func (t *Terrain) CostFor(k *Kind) int {
	if k.Classes&Flyer != 0 {
		return 1
	}
	return int(t.costs[k.race.index])
}
