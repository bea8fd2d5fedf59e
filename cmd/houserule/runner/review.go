package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/engine/review"
)

// A Valuing is how a review values positions.
type Valuing struct {
	Budget explore.Budget  // of best play of the whole battle
	Look   analysis.Budget // of the analysis of each question
}

// Valuings is how reviews value positions if nothing else is said: as hints do.
var Valuings = Valuing{Budget: view.WhenAsked, Look: analysis.FirstLook}

// Review returns the review of a match's battle, from its first answers on. It also returns
// the battle, which stands after them. With a [review.Cut] the review is of what is known.
func (v Valuing) Review(ctx context.Context, lib *library.Library, m library.Match, entries []engine.Entry) (*review.Review, engine.Story, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	by := analysis.New()
	by.Progress, by.Habits = view.Progress(ctx), players.Habits(m.Players...)
	switch by.Solved, err = view.Solve(ctx, b.Fresh(), v.Budget); {
	case err == nil:
	case ctx.Err() != nil || !errors.As(err, new(*best.Unsolvable)) && !errors.As(err, new(*explore.TooLarge)):
		return nil, nil, err
	default:
		by.Solved = nil
	}
	r, err := review.New(ctx, b, entries, by, v.Look)
	return r, b, err
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
