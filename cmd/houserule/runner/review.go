package runner

import (
	"context"
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/review"
)

// A Valuing is how a review values positions.
type Valuing struct {
	By       string      // a player, in the seats of all sides
	Budget   odds.Budget // of exact odds
	Playouts int         // for each position without exact odds
}

// Valuings is how reviews value positions if nothing else is said: in a few seconds.
var Valuings = Valuing{By: "greedy", Budget: view.WhenAsked, Playouts: review.Playouts}

// Review returns the review of a match's battle, from its first answers on. It returns
// the battle, too, which stands after them.
func Review(ctx context.Context, lib *library.Library, m library.Match, entries []engine.Entry, by Valuing) (*review.Review, engine.Story, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	valuer := &review.ByPlayer{Battle: b.Fresh(), Dice: lib.Dice(0), Budget: by.Budget, Playouts: by.Playouts, Progress: view.Progress(ctx)}
	for seat := range b.Seats() {
		player, err := lib.Player(by.By, engine.Side(seat), m.Seed)
		if err != nil {
			return nil, nil, err
		}
		if _, ok := player.(reseeder); ok {
			return nil, nil, fmt.Errorf("%s has dice of its own and cannot value positions: name another player", by.By)
		}
		valuer.Players = append(valuer.Players, player)
	}
	r, err := review.New(ctx, b, entries, valuer)
	return r, b, err
}
