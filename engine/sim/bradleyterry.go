package sim

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Games are the games that two have played, a draw being half a win of each.
type Games struct {
	A, B  int // the two, by their numbers from 0
	Wins  [2]int64
	Draws int64
}

// BradleyTerry rates n players by their games, in the model of Bradley and
// Terry (1952): a beats b with the chance 1/(1+exp(b's rating - a's rating)).
// The ratings are those of maximum likelihood, found by Newton's method; the
// intervals come from the inverse of the Fisher information.
//
// Each player has, besides its games, one drawn game against a player of
// rating 0. That keeps the rating of who wins or loses every game finite, and
// it fixes what 0 is: the chances of all players against a player of rating 0
// have the mean 1/2, so that he is the average opponent. Players that no chain
// of games connects have nothing else in common than that.
func BradleyTerry(n int, games []Games) ([]Interval, error) {
	won, err := newCrossTable(n, games)
	if err != nil || n == 0 {
		return nil, err
	}
	ratings := mat.NewVecDense(n, nil)
	var information mat.Cholesky
	for range newtonSteps {
		slope, curvature := won.likelihood(ratings)
		if !information.Factorize(curvature) {
			return nil, errors.New("the games say too little to rate the players")
		}
		var step mat.VecDense
		if err := information.SolveVecTo(&step, slope); err != nil {
			return nil, err
		}
		longest := mat.Norm(&step, math.Inf(1))
		// Far from the summit a step leads too far: it is cut.
		ratings.AddScaledVec(ratings, min(1, newtonLongest/longest), &step)
		if longest < newtonDone {
			return intervals(ratings, &information)
		}
	}
	return nil, errors.New("the ratings do not settle")
}

const (
	newtonSteps   = 200
	newtonLongest = 1.0
	newtonDone    = 1e-10
)

// crossTable is how many games row has won against column: the same whatever
// the order in which they were listed, to the last bit, for halves add up
// exactly.
type crossTable [][]float64

func newCrossTable(n int, games []Games) (crossTable, error) {
	won := make(crossTable, n)
	for i := range won {
		won[i] = make([]float64, n)
	}
	for _, g := range games {
		if g.A == g.B || min(g.A, g.B) < 0 || max(g.A, g.B) >= n {
			return nil, fmt.Errorf("games of %d and %d: there are the players 0 to %d", g.A, g.B, n-1)
		}
		if g.Wins[0] < 0 || g.Wins[1] < 0 || g.Draws < 0 {
			return nil, fmt.Errorf("games of %d and %d: a number of games is below 0", g.A, g.B)
		}
		won[g.A][g.B] += float64(g.Wins[0]) + float64(g.Draws)/2
		won[g.B][g.A] += float64(g.Wins[1]) + float64(g.Draws)/2
	}
	return won, nil
}

// likelihood is how the logarithm of the likelihood rises with the ratings,
// and the Fisher information.
func (won crossTable) likelihood(ratings *mat.VecDense) (*mat.VecDense, *mat.SymDense) {
	n := len(won)
	slope, curvature := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for i := range won {
		p := Chance(ratings.AtVec(i)) // the drawn game against rating 0
		rise, bend := 0.5-p, p*(1-p)
		for j := range won {
			played := won[i][j] + won[j][i]
			if played == 0 {
				continue
			}
			p := Chance(ratings.AtVec(i) - ratings.AtVec(j))
			rise += won[i][j] - played*p
			bend += played * p * (1 - p)
			curvature.SetSym(i, j, -played*p*(1-p))
		}
		slope.SetVec(i, rise)
		curvature.SetSym(i, i, bend)
	}
	return slope, curvature
}

// intervals are those of the distances from the average opponent. That all
// ratings could be higher by as much is no uncertainty of theirs, so that the
// variance is that of a rating less m, where m, for which the chances against a
// player of rating m have the mean 1/2, changes by weight[j] with rating j.
func intervals(ratings *mat.VecDense, information *mat.Cholesky) ([]Interval, error) {
	var covariance mat.SymDense
	if err := information.InverseTo(&covariance); err != nil {
		return nil, err
	}
	weight := mat.NewVecDense(ratings.Len(), nil)
	for i := range ratings.Len() {
		p := Chance(ratings.AtVec(i))
		weight.SetVec(i, p*(1-p))
	}
	weight.ScaleVec(1/mat.Sum(weight), weight)
	var shared mat.VecDense // the covariance of each rating with m
	shared.MulVec(&covariance, weight)
	all := make([]Interval, ratings.Len())
	for i := range all {
		variance := covariance.At(i, i) - 2*shared.AtVec(i) + mat.Dot(weight, &shared)
		value, half := ratings.AtVec(i), z*math.Sqrt(max(variance, 0))
		all[i] = Interval{value, value - half, value + half}
	}
	return all, nil
}

// Chance is the chance of who is rated higher by so much.
func Chance(rating float64) float64 { return 1 / (1 + math.Exp(-rating)) }

// LogOdds is ln(p/(1-p)) of the share of games that were won, with its
// interval. Half a game is added to both sides (Haldane 1956, Anscombe 1956),
// so that it is finite even if all games were won.
func LogOdds(won, lost float64) Interval {
	value := math.Log((won + 0.5) / (lost + 0.5))
	half := z * math.Sqrt(1/(won+0.5)+1/(lost+0.5))
	return Interval{value, value - half, value + half}
}
