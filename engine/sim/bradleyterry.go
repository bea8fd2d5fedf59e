package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Products are rounded, with float64(x*y), so that no machine fuses them with a sum, which
// it would round differently.

// Games are the games between two players. A draw counts as half a win for each.
type Games struct {
	A, B  int // the numbers of the two players, from 0
	Wins  [2]int64
	Draws int64
	// Twins, if not all 0, count the games in pairs with the same dice, which may be one
	// game played twice. In Twins[k] of the pairs A has k half points; a game won gives 2.
	Twins [5]int64
}

// BradleyTerry returns ratings of n players from their games, in the model of Bradley and
// Terry (1952): a beats b with probability 1/(1+exp(b's rating - a's rating)). The ratings
// are maximum-likelihood estimates, computed by Newton's method.
//
// The intervals are for the rating that a player would have after infinitely many games
// like these, whether or not the model fits them (see limit). If a player wins or loses
// almost every game, they reach farther away from 0 than toward it. They use the observed
// variance of the results of each two players, where a pair of twins is one result.
//
// Each player has, besides its games, one drawn game against a player of rating 0. That
// keeps the rating finite if a player wins or loses every game, and it defines 0: the
// probabilities of all players against a player of rating 0 have the mean 1/2, so 0 is the
// average opponent. Players without a chain of games between them are compared only by
// that.
func BradleyTerry(n int, games []Games) ([]Interval, error) {
	for _, g := range games {
		if g.A == g.B || min(g.A, g.B) < 0 || max(g.A, g.B) >= n {
			return nil, fmt.Errorf("games of %d and %d: there are the players 0 to %d", g.A, g.B, n-1)
		}
		if g.Wins[0] < 0 || g.Wins[1] < 0 || g.Draws < 0 {
			return nil, fmt.Errorf("games of %d and %d: a number of games is below 0", g.A, g.B)
		}
	}
	l := newLeague(n, games)
	found, err := l.solve(l.played(), make([]float64, n))
	if err != nil {
		return nil, err
	}
	all := make([]Interval, n)
	for i, value := range found.ratings {
		all[i] = Interval{value, l.limit(found, i, -1), l.limit(found, i, 1)}
	}
	return all, nil
}

const (
	newtonSteps   = 200
	newtonLongest = 1.0
	newtonDone    = 1e-6 // the error that is left is about its square
)

// A solution is the ratings that fit the results of a league best, with the factorized
// Fisher information.
type solution struct {
	ratings     []float64
	information matrix
}

// solve returns the ratings that fit a share of each match, from an approximation.
func (l *league) solve(shares, ratings []float64) (solution, error) {
	ratings = slices.Clone(ratings)
	settled := false
	for range newtonSteps {
		slope, information := l.likelihood(shares, ratings)
		if !information.factorize() {
			return solution{}, errors.New("the games say too little to rate the players")
		}
		if settled {
			return solution{ratings, information}, nil
		}
		step := information.solve(slope)
		longest := 0.0
		for _, x := range step {
			longest = max(longest, math.Abs(x))
		}
		// Far from the maximum the step is too long: shorten it.
		shorter := min(1, newtonLongest/longest)
		for i, x := range step {
			ratings[i] += float64(shorter * x)
		}
		settled = longest < newtonDone
	}
	return solution{}, errors.New("the ratings do not settle")
}

// likelihood returns the gradient of the log-likelihood at the ratings, and the
// Fisher information.
func (l *league) likelihood(shares, ratings []float64) (slope []float64, information matrix) {
	slope, information = make([]float64, len(ratings)), newMatrix(len(ratings))
	for k, m := range l.matches {
		p := Chance(m.of(ratings))
		rise, bend := float64(m.games*(shares[k]-p)), float64(m.games*p*(1-p))
		slope[m.a] += rise
		information[m.a][m.a] += bend
		if m.b != average {
			slope[m.b] -= rise
			information[m.b][m.b] += bend
			information[m.a][m.b] -= bend
			information[m.b][m.a] -= bend
		}
	}
	return slope, information
}

// Chance returns the winning probability of a player whose rating is higher by rating.
func Chance(rating float64) float64 { return 1 / (1 + math.Exp(-rating)) }

// LogOdds returns ln(p/(1-p)) of the share p of games won, with its interval. It adds half
// a game to both sides (Haldane 1956, Anscombe 1956), so that the result is finite even if
// all games were won.
func LogOdds(won, lost float64) Interval {
	value := math.Log((won + 0.5) / (lost + 0.5))
	half := float64(z * math.Sqrt(1/(won+0.5)+1/(lost+0.5)))
	return Interval{value, value - half, value + half}
}
