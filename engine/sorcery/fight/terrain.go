package fight

import "fmt"

// A Race is the race of units and characters.
type Race struct {
	ID, Name string
	Morale   int // the greatest die with which its units pass a check (S5)

	index int
}

// Index returns the race's index in [Game].Races.
func (r *Race) Index() int { return r.index }

// A Terrain is a kind of terrain in hexes. Terrains do not change.
type Terrain struct {
	ID, Name string
	Letter   string // one or two letters, its sign on maps
	Clear    bool   // whether cavalry may charge in it (S3.2)
	Narrow   bool   // whether it is a bridge or a tunnel: see [Rules].NarrowFactor (S7)
	Water    bool   // whether only swamp creatures and flyers enter it (S1, S2)
	Shut     bool   // whether no unit may end a turn in it (S2)
	Bare     bool   // whether features in it have no effect (S1)
	Limit    int    // the weight that may stack in it (S1)
	Cost     int    // movement points to enter it (S2)
	Costs    []Cost // the costs for races that pay another cost; with Dice also to leave
	Dice     int    // number of dice that are the cost, to enter and to leave, except for flyers and races in Costs (S2)

	index int
	costs []int32 // by race
	fixed []bool  // by race: whether it pays no dice
	dear  int     // the cost that replaces the dice where they are not rolled
}

// A Cost is what a race pays to enter a terrain.
type Cost struct {
	Race string
	N    int
}

// Index returns the terrain's index in [Game].Terrains.
func (t *Terrain) Index() int { return t.index }

// MaxDice is the maximum number of dice in the cost of a terrain.
const MaxDice = 10

// Printed returns an error for numbers that a map or counter cannot have.
func Printed(numbers ...int) error {
	for _, n := range numbers {
		if n < 0 || n > MaxRating {
			return fmt.Errorf("%d is no number from 0 to %d", n, MaxRating)
		}
	}
	return nil
}

// compile checks a terrain, and computes its costs by race.
func (t *Terrain) compile(g *Game, index int) error {
	t.index = index
	if err := Printed(t.Limit, t.Cost); err != nil {
		return err
	}
	if t.Dice < 0 || t.Dice > MaxDice {
		return fmt.Errorf("%d dice to enter it: they are from 0 to %d (S2)", t.Dice, MaxDice)
	}
	if t.dear = t.Dice * g.Rules.Die; g.Rules.ReactionWay == "mean" {
		t.dear = (t.Dice*(g.Rules.Die+1) + 1) / 2
	}
	t.costs, t.fixed = make([]int32, len(g.Races)), make([]bool, len(g.Races))
	for i := range t.costs {
		t.costs[i] = int32(t.Cost)
	}
	for _, c := range t.Costs {
		race, err := g.Race(c.Race)
		if err != nil {
			return fmt.Errorf("cost: %w", err)
		}
		if err := Printed(c.N); err != nil {
			return fmt.Errorf("cost for %s: %w", c.Race, err)
		}
		t.costs[race.index], t.fixed[race.index] = int32(c.N), true
	}
	return nil
}

// CostFor returns the number of movement points that a unit pays to enter (S2). Flying
// units pay 1.
func (t *Terrain) CostFor(k *Kind) int {
	if k.Flies() {
		return 1
	}
	return int(t.costs[k.race.index])
}

// Rolls reports whether a unit pays dice to enter and to leave a terrain (S2).
func (t *Terrain) Rolls(k *Kind) bool {
	return t.Dice > 0 && !k.Flies() && !t.fixed[k.race.index]
}

// weighs returns the cost of a unit's way into a terrain for a reaction, which rolls no
// dice for it (S3.1).
func (t *Terrain) weighs(k *Kind) int {
	if t.Rolls(k) {
		return t.dear
	}
	return max(t.CostFor(k), 1)
}

// flies reports whether a unit can go anywhere. swims reports whether it can enter water
// (S2).
func (k *Kind) Flies() bool { return k.Classes&Flyer != 0 }
func (k *Kind) Swims() bool { return k.Classes&(Flyer|Swamp) != 0 }

// mayEnter reports whether a unit may enter a terrain. mayStay reports whether it may end a
// turn there (S1, S2).
func (k *Kind) MayEnter(t *Terrain) bool { return !t.Water || k.Swims() }
func (k *Kind) MayStay(t *Terrain) bool  { return !t.Shut && k.MayEnter(t) }
