package enginetest

import (
	"context"
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Bounds computes the odds of a battle between greedy players with larger and larger limits
// of states. It checks that no bounds contradict those from fewer states.
func Bounds(b engine.Story) error {
	known := make([][2]float64, b.Seats()+1) // the bounds of each side's win, and of a draw
	for i := range known {
		known[i] = [2]float64{0, 1}
	}
	for _, states := range []int{40, 400, 4000} {
		g := odds.NewGraph(b.Fresh(), Everybody(players.Greedy{})[:b.Seats()]...)
		g.Budget = explore.Budget{States: states, Ways: 100 * states}
		root := g.Begin()
		explored := g.Explore(context.Background())
		if explored != nil && !errors.As(explored, new(*explore.TooLarge)) {
			return explored
		}
		o, err := g.Odds(root)
		if err != nil {
			return err
		}
		for i := range known {
			chance := o.Draws
			if i < b.Seats() {
				chance = o.Wins[i]
			}
			low, high := o.Bounds(chance)
			if low > high || low > known[i][1] || high < known[i][0] || explored == nil && o.Open.Value > 0 {
				return fmt.Errorf("ending %d: with %d states its chance lies between %v and %v, with fewer between %v and %v; %v are open", i, states, low, high, known[i][0], known[i][1], o.Open.Value)
			}
			known[i] = [2]float64{max(low, known[i][0]), min(high, known[i][1])}
		}
	}
	return nil
}
