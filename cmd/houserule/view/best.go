package view

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Solved returns the game of battles like b for the seats of the player best, nil if none
// of these players is best. The error says why it cannot play.
func Solved(b engine.Battle, names []string) (*best.Game, error) {
	if !slices.Contains(names, players.Best) {
		return nil, nil
	}
	g, err := best.New(b)
	if err == nil {
		err = g.Solve(context.Background())
	}
	if large := new(odds.TooLarge); errors.As(err, &large) {
		err = fmt.Errorf("the player best cannot play: %w; the player search plays such battles", large)
	}
	return g, err
}
