package view

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Solved returns the game of battles like b for the seats of the player best, nil if none
// of these players is best. The error says why it cannot play.
func Solved(b engine.Battle, names []string) (*best.Game, error) {
	if !slices.Contains(names, players.Best) {
		return nil, nil
	}
	g, err := Solve(context.Background(), b, explore.Budget{States: odds.DefaultStates})
	if large := new(explore.TooLarge); errors.As(err, &large) {
		err = fmt.Errorf("the player best cannot play: %w; the player search plays such battles", large)
	}
	return g, err
}

// Solve returns the game of battles like b, solved within a budget.
func Solve(ctx context.Context, b engine.Battle, most explore.Budget) (*best.Game, error) {
	game, err := best.New(b)
	if err != nil {
		return nil, err
	}
	game.Budget = most
	at := Progress(ctx)
	game.Progress = func(states int, _ float64) { at(states) }
	return game, game.Solve(ctx)
}
