package sim

import (
	"cmp"
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
// like these, whether or not the model fits them: they come from the observed variance of
// the results of each two players, where a pair of twins is one result (the sandwich
// estimator of Huber 1967 and White 1982).
//
// Each player has, besides its games, one drawn game against a player of rating 0. That
// keeps the rating finite if a player wins or loses every game, and it defines 0: the
// probabilities of all players against a player of rating 0 have the mean 1/2, so 0 is the
// average opponent. Players without a chain of games between them are compared only by
// that.
func BradleyTerry(n int, games []Games) ([]Interval, error) {
	won, err := newCrossTable(n, games)
	if err != nil || n == 0 {
		return nil, err
	}
	ratings := make([]float64, n)
	settled := false
	for range newtonSteps {
		slope, information := won.likelihood(ratings)
		if !information.factorize() {
			return nil, errors.New("the games say too little to rate the players")
		}
		if settled {
			return intervals(ratings, information, newSpread(n, games)), nil
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
	return nil, errors.New("the ratings do not settle")
}

const (
	newtonSteps   = 200
	newtonLongest = 1.0
	newtonDone    = 1e-6 // the error that is left is about its square
)

// A crossTable holds the number of games that row has won against column. It does not
// depend on the order of the games, because sums of halves are exact.
type crossTable matrix

func newCrossTable(n int, games []Games) (crossTable, error) {
	won := crossTable(newMatrix(n))
	for _, g := range games {
		if g.A == g.B || min(g.A, g.B) < 0 || max(g.A, g.B) >= n {
			return nil, fmt.Errorf("games of %d and %d: there are the players 0 to %d", g.A, g.B, n-1)
		}
		if g.Wins[0] < 0 || g.Wins[1] < 0 || g.Draws < 0 {
			return nil, fmt.Errorf("games of %d and %d: a number of games is below 0", g.A, g.B)
		}
		won[g.A][g.B] += float64(g.Wins[0]) + float64(float64(g.Draws)/2)
		won[g.B][g.A] += float64(g.Wins[1]) + float64(float64(g.Draws)/2)
	}
	return won, nil
}

// likelihood returns the gradient of the log-likelihood at the ratings, and the
// Fisher information.
func (won crossTable) likelihood(ratings []float64) (slope []float64, information matrix) {
	slope, information = make([]float64, len(won)), newMatrix(len(won))
	for i := range won {
		p := Chance(ratings[i]) // the drawn game against rating 0
		rise, bend := 0.5-p, p*(1-p)
		for j := range won {
			played := won[i][j] + won[j][i]
			if played == 0 {
				continue
			}
			p := Chance(ratings[i] - ratings[j])
			rise += won[i][j] - float64(played*p)
			bend += float64(played * p * (1 - p))
			information[i][j] = -played * p * (1 - p)
		}
		slope[i], information[i][i] = rise, bend
	}
	return slope, information
}

// A spread is the variation of the players' points: the covariance of their sums, and for
// each sum the number of results in it, less one for each opponent.
type spread struct {
	covariance matrix
	freedom    []float64
}

// newSpread adds up the variances of all pairs of players. A player that won or lost all
// games may have been lucky, so the drawn game of each counts as a game that either could
// have won. Its variance is 1/4, times the ratio of the observed variance to that of
// independent games. With few observations the ratio is set to 2 if there are twins, as if
// each pair were one game played twice, and to 1 if there are none.
func newSpread(n int, games []Games) spread {
	s := spread{newMatrix(n), make([]float64, n)}
	seen, apart, prior := 0.0, 0.0, 1.0
	sorted := slices.Clone(games) // so that the rounded sums do not depend on the order
	for i, g := range sorted {
		if g.A > g.B {
			slices.Reverse(g.Twins[:])
			sorted[i] = Games{g.B, g.A, [2]int64{g.Wins[1], g.Wins[0]}, g.Draws, g.Twins}
		}
	}
	slices.SortFunc(sorted, func(a, b Games) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), slices.Compare(a.Wins[:], b.Wins[:]), cmp.Compare(a.Draws, b.Draws), slices.Compare(a.Twins[:], b.Twins[:]))
	})
	for _, g := range sorted {
		if g.Twins != [5]int64{} {
			prior = 2
		}
		results, variance := g.results()
		if results > 0 {
			s.freedom[g.A] += max(results-1, 1)
			s.freedom[g.B] += max(results-1, 1)
		}
		total := float64(results * variance)
		s.covariance[g.A][g.A] += total
		s.covariance[g.B][g.B] += total
		s.covariance[g.A][g.B] -= total
		s.covariance[g.B][g.A] -= total
		played := float64(g.Wins[0]) + float64(g.Wins[1]) + float64(g.Draws)
		if played > 0 {
			share := (float64(g.Wins[0]) + float64(float64(g.Draws)/2)) / played
			seen, apart = seen+total, apart+float64(played*share*(1-share))
		}
	}
	for i := range n {
		s.covariance[i][i] += float64((seen + prior) / (apart + 1) / 4)
	}
	return s
}

// results returns the number of independent results in the games, and the variance of A's
// points in one of them. A pair of twins is one result. With only one result the variance
// is the greatest possible.
func (g Games) results() (n, variance float64) {
	counts := g.Twins[:]
	if g.Twins == [5]int64{} {
		counts = []int64{g.Wins[1], g.Draws, g.Wins[0]}
	}
	sum, squares := 0.0, 0.0
	for k, count := range counts {
		points := float64(k) / 2
		n += float64(count)
		sum += float64(points * float64(count))
		squares += float64(points * points * float64(count))
	}
	switch most := float64(len(counts)-1) / 2; n {
	case 0:
		return 0, 0
	case 1:
		return 1, most * most / 4
	}
	return n, max(squares-sum*sum/n, 0) / (n - 1)
}

// intervals returns the intervals of the distances from the average opponent. A common
// shift of all ratings is no uncertainty, so the variance is that of a rating less m, where
// the probabilities against a player of rating m have the mean 1/2. m changes by weight[j]
// with rating j.
func intervals(ratings []float64, information matrix, s spread) []Interval {
	weight, total := make([]float64, len(ratings)), 0.0
	for i, rating := range ratings {
		p := Chance(rating)
		weight[i] = float64(p * (1 - p))
		total += weight[i]
	}
	all := make([]Interval, len(ratings))
	for i, value := range ratings {
		distance := make([]float64, len(ratings)) // of rating i from m
		for j, w := range weight {
			distance[j] = -w / total
		}
		distance[i]++
		change := information.solve(distance)
		half := float64(studentErrors(max(s.freedom[i], 1)) * math.Sqrt(dot(change, s.covariance.times(change))))
		all[i] = Interval{value, value - half, value + half}
	}
	return all
}

// A matrix is square and symmetric.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// factorize replaces the lower half of the matrix by its Cholesky factor, for solve. It
// returns false if the matrix is not positive definite.
func (m matrix) factorize() bool {
	for i, row := range m {
		for j, other := range m[:i] {
			row[j] = (row[j] - dot(row[:j], other)) / other[j]
		}
		square := row[i] - dot(row[:i], row)
		if !(square > 0) {
			return false
		}
		row[i] = math.Sqrt(square)
	}
	return true
}

// solve returns the vector whose product with the factorized matrix is v.
func (m matrix) solve(v []float64) []float64 {
	x := slices.Clone(v)
	for i, row := range m {
		x[i] = (x[i] - dot(row[:i], x)) / row[i]
	}
	for i, row := range slices.Backward(m) {
		x[i] /= row[i]
		for j := range i {
			x[j] -= float64(row[j] * x[i])
		}
	}
	return x
}

// times returns the product with a vector.
func (m matrix) times(v []float64) []float64 {
	product := make([]float64, len(m))
	for i, row := range m {
		product[i] = dot(row, v)
	}
	return product
}

// dot returns the sum of the products; b may be longer than a.
func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
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
