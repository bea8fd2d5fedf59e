package runner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Reply is the best reply of a seat to a player in the other one.
type Reply struct {
	Wins   best.Value // of the seat; a draw counts as a half
	Itself float64    // what that player wins in the seat, against itself; NaN: not known
	States int        // of the solved game
}

// Replies returns the best replies of both seats of a match to a player.
func Replies(ctx context.Context, system view.Frontend, lib *library.Library, m library.Match, against string, most explore.Budget) ([]Reply, error) {
	if _, err := players.Named(lib.Players, against); err != nil {
		return nil, usage.Errorf("--against: %w", err)
	}
	fit := slices.DeleteFunc(system.Quick(), func(name string) bool { return name == "random" })
	if !slices.Contains(fit, against) {
		return nil, usage.Errorf("--against %s: best replies are known only to players that answer quickly and without dice: %s", against, strings.Join(fit, ", "))
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	m.Players = slices.Repeat([]string{against}, b.Seats())
	seats, err := view.Fixed(lib, b, m.Players, m.Seed)
	if err != nil {
		return nil, err
	}
	replies := make([]Reply, len(seats))
	for side := range replies {
		game, err := best.Reply(b, engine.Side(side), seats[1-side])
		if err != nil {
			return nil, err
		}
		game.Budget = most
		at := view.Progress(ctx)
		game.Progress = func(states int, _ float64) { at(states) }
		err = game.Solve(ctx)
		if large := new(explore.TooLarge); errors.As(err, &large) {
			err = fmt.Errorf("the best reply to %s is not known here: %w; --states allows more", against, large)
		}
		if err != nil {
			return nil, err
		}
		replies[side] = Reply{game.Start().For(engine.Side(side)), math.NaN(), game.Known()}
	}
	if o, err := Odds(ctx, lib, m, b, most, nil); err == nil {
		for side := range replies {
			replies[side].Itself = o.Wins[side].Value + float64(o.Draws.Value/2) + float64(o.Never.Value/2)
		}
	}
	return replies, ctx.Err()
}
