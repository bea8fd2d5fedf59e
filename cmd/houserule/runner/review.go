package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/engine/review"
)

// A Valuing is how a review values positions.
type Valuing struct {
	// By is "best", or a player in the seats of all sides; "": best play where it is found
	// within the budget, and else greedy players.
	By       string
	Budget   explore.Budget // of best play, and of exact odds
	Playouts int            // for each position without exact odds
}

// Valuings is how reviews value positions if nothing else is said: in a few seconds.
var Valuings = Valuing{Budget: view.WhenAsked, Playouts: review.Playouts}

// Review returns the review of a match's battle, from its first answers on. It also returns
// the battle, which stands after them, and sets By to what was found. With a [review.Cut] the
// review is of what is known.
func (v *Valuing) Review(ctx context.Context, lib *library.Library, m library.Match, entries []engine.Entry) (*review.Review, engine.Story, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	valuer, err := v.valuer(ctx, lib, m, b.Fresh())
	if err != nil {
		return nil, nil, err
	}
	r, err := review.New(ctx, b, entries, valuer)
	return r, b, err
}

func (v *Valuing) valuer(ctx context.Context, lib *library.Library, m library.Match, b engine.Battle) (review.Valuer, error) {
	if v.By == "" || v.By == players.Best {
		game, err := view.Solve(ctx, b, v.Budget)
		switch {
		case err == nil:
			v.By = players.Best
			return review.ByBest{Game: game}, nil
		case v.By == players.Best || ctx.Err() != nil || !errors.As(err, new(*best.Unsolvable)) && !errors.As(err, new(*explore.TooLarge)):
			return nil, err
		}
		v.By = "greedy"
	}
	by := &review.ByPlayer{Battle: b, Dice: lib.Dice(0), Budget: v.Budget, Playouts: v.Playouts, Progress: view.Progress(ctx)}
	for seat := range b.Seats() {
		player, err := lib.Player(v.By, engine.Side(seat), m.Seed)
		if err != nil {
			return nil, err
		}
		if _, ok := player.(engine.Reseeder); ok {
			return nil, fmt.Errorf("%s has dice of its own and cannot value positions: name another player", v.By)
		}
		by.Players = append(by.Players, player)
	}
	return by, nil
}

// RegretBattles is how many battles measure the regret of players who are too slow to
// answer in every state.
const RegretBattles = 1000

// Regret returns the regret of a match's players, and the solved game. Where battles is 0
// the regret is exact, if all players are quick and the battle has not too many states
// between them. Otherwise it is measured, in battles from the seed of the match on.
func Regret(ctx context.Context, system view.Frontend, lib *library.Library, m library.Match, most explore.Budget, battles int) (*review.Regret, *best.Game, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	game, err := view.Solve(ctx, b, most)
	if large := new(explore.TooLarge); errors.As(err, &large) {
		err = fmt.Errorf("regret needs best play, which is not known here: %w; --states allows more", large)
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := regret(ctx, game, system, lib, m, b, most, battles)
	return r, game, err
}

func regret(ctx context.Context, game *best.Game, system view.Frontend, lib *library.Library, m library.Match, b engine.Battle, most explore.Budget, battles int) (*review.Regret, error) {
	if battles == 0 && quick(system, m) {
		seats, err := view.Fixed(lib, b, m.Players, m.Seed)
		if err != nil {
			return nil, err
		}
		r, err := review.Exact(ctx, game, b, most, seats...)
		if !errors.As(err, new(*explore.TooLarge)) {
			return r, err
		}
	}
	return review.Sample(ctx, game, b, cmp.Or(battles, RegretBattles), func(n int) (engine.Oracle, []engine.Oracle, error) {
		m := m
		m.Seed += uint64(n)
		seats, err := view.NewPlayers(lib, m, game)
		return lib.Dice(m.Seed), seats, err
	})
}
