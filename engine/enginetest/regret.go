package enginetest

import (
	"context"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Regret returns how much of its chance to win a player loses in a battle against best
// play, in each of the two seats; a draw counts as a half. The error is one of
// [best.Game.Solve], which finds so many states at most.
func Regret(b engine.Battle, states int, player func(seat engine.Side) engine.Oracle) (lost [2]float64, err error) {
	game, err := best.New(b)
	if err != nil {
		return lost, err
	}
	game.States = states
	if err := game.Solve(context.Background()); err != nil {
		return lost, err
	}
	for seat := range engine.Side(2) {
		seats := []engine.Oracle{optimal{game}, optimal{game}}
		seats[seat] = engine.OracleFunc(player(seat).Answer) // the limit of rounds is far away
		g := odds.NewGraph(b, seats...)
		root := g.Begin()
		if err := g.Explore(context.Background()); err != nil {
			return lost, err
		}
		o, err := g.Odds(root)
		if err != nil {
			return lost, err
		}
		lost[seat] = game.Start().For(seat).Middle() - o.Wins[seat].Value - o.Draws.Value/2
	}
	return lost, nil
}

// An optimal player answers by best play, and as greedy where options cannot be tried out.
type optimal struct{ game *best.Game }

func (o optimal) Answer(q engine.Question) (int, error) {
	if answers, ok := o.game.Answers(q); ok {
		return answers[0].Answer, nil
	}
	return players.Greedy{}.Answer(q)
}
