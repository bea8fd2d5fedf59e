package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// exactStates is how many states of a battle a comparison looks at to tell
// the difference exactly: a second's work.
const exactStates = 20_000

// exactChange is how often battles end in one way under both rules, by exact
// odds; no figure is further off than Bound.
type exactChange struct {
	Winner     string  `json:"winner"`
	Before     float64 `json:"before"`
	After      float64 `json:"after"`
	Difference float64 `json:"difference"`
	Bound      float64 `json:"bound"`
}

// exactly compares the exact odds of two arms, or returns nil where they are
// not to be had so fast.
func (l *lab) exactly(ctx context.Context, arms [2]armPlan) []exactChange {
	var both [2]*odds.Odds
	for i, arm := range arms {
		lib, m, err := l.match(arm)
		if err != nil || !quick(lib, m) {
			return nil
		}
		b, err := lib.Game.NewBattle(m.Setup)
		if err != nil {
			return nil
		}
		if both[i], err = wholeBattle(ctx, exactStates, &progress{}, lib, m, b); err != nil {
			return nil
		}
	}
	var all []exactChange
	for _, w := range waysOf(arms[0].Seats) {
		before, after := w.chance(both[0]), w.chance(both[1])
		if w.winner == engine.Draw && before+after == 0 {
			continue
		}
		all = append(all, exactChange{w.name, before, after, after - before, both[0].Bound + both[1].Bound})
	}
	return all
}

// quick tells whether all who play answer fast enough for every state of a
// battle.
func quick(lib *library.Library, m library.Match) bool {
	known := systemOf(lib).Quick()
	return !slices.ContainsFunc(m.Players, func(name string) bool { return !slices.Contains(known, name) })
}

// verdict says an exact difference in words.
func (c exactChange) verdict(name string) string {
	share := report.Percent(4)
	if math.Abs(c.Difference) <= c.Bound {
		return fmt.Sprintf("Exact odds: %s with the chance %s under both rules.", winsText(c.Winner), share.Text(c.Before))
	}
	points := report.Unit{Name: "points", Factor: 100, Decimals: 4}
	return fmt.Sprintf("Exact odds: %s with the chance %s before and %s %s: %s.", winsText(c.Winner), share.Text(c.Before), share.Text(c.After), name, plus(c.Difference, points))
}

func winsText(winner string) string {
	if winner == "draw" {
		return "a battle is drawn"
	}
	return sideText(winner) + " wins"
}

// sideText is a side in a sentence: "the attacker", "the first player"; what
// has a number has no article.
func sideText(side string) string {
	switch {
	case slices.Contains([]string{"first", "second", "third", "fourth"}, side):
		return "the " + side + " player"
	case strings.TrimRight(side, "0123456789") != side:
		return side
	}
	return "the " + side
}
