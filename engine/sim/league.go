package sim

import (
	"cmp"
	"math"
	"slices"
)

// A league is the games of players, by which they are rated.
type league struct {
	matches []match
	freedom []float64 // the results of each player, less one for each opponent
}

// A match is the games of two players, or the drawn game of one.
type match struct {
	a, b   int // b is average for a drawn game
	games  float64
	share  float64 // the share of the games that a won
	weight float64 // the number of independent games whose share is as certain
}

// average is the number of a player of rating 0.
const average = -1

// of returns by how much the value of a is greater than that of b.
func (m match) of(values []float64) float64 {
	if m.b == average {
		return values[m.a]
	}
	return values[m.a] - values[m.b]
}

// newLeague measures how certain the share of each match is. The variance of the games of
// two players, divided by that of independent games, is known only where games went both
// ways: where one player won all of them, it shows nothing. So each ratio is averaged with a
// guess, which counts as much as four even games.
//
// The guess is the ratio of all games together, which itself begins as 2 if there are twins,
// as if each pair were one game played twice, and as 1 if there are none. But that ratio is
// no guide far from a share of 1/2: twins can be each other's mirror image, so that a share
// of 1/2 has no variance at all, but the covariance of two games that a player wins with the
// probability p is at least -min(p, 1-p)^2, so that a share near 0 or 1 always has some. So
// the guess is at least as if twins were one game played twice if the share is 0 or 1, and
// less the closer it is to 1/2.
func newLeague(n int, games []Games) *league {
	l := &league{freedom: make([]float64, n)}
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
	// A variance is that of all games of a match: as observed, and as of independent games.
	type variance struct{ seen, apart float64 }
	var variances []variance
	prior := 1.0
	for _, g := range sorted {
		if g.Twins != [5]int64{} {
			prior = 2
		}
	}
	all := variance{prior, 1}
	for _, g := range sorted {
		won, played := float64(g.Wins[0])+float64(float64(g.Draws)/2), float64(g.Wins[0])+float64(g.Wins[1])+float64(g.Draws)
		if played == 0 {
			continue
		}
		results, one := g.results()
		l.freedom[g.A] += max(results-1, 1)
		l.freedom[g.B] += max(results-1, 1)
		share := won / played
		v := variance{float64(results * one), float64(played * share * (1 - share))}
		variances = append(variances, v)
		all = variance{all.seen + v.seen, all.apart + v.apart}
		l.matches = append(l.matches, match{a: g.A, b: g.B, games: played, share: share})
	}
	ratio := all.seen / all.apart
	for i, v := range variances {
		m := &l.matches[i]
		least := prior * (1 - min(m.share, 1-m.share)/max(m.share, 1-m.share))
		m.weight = m.games * (v.apart + 1) / (v.seen + max(ratio, least))
	}
	for i := range n {
		l.matches = append(l.matches, match{i, average, 1, 0.5, 1 / max(ratio, 1)})
	}
	return l
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

// played returns the shares of the matches.
func (l *league) played() []float64 {
	shares := make([]float64, len(l.matches))
	for k, m := range l.matches {
		shares[k] = m.share
	}
	return shares
}

// limit returns the end of the interval of a player's rating, the low one for the sign -1
// and the high one for 1.
//
// The shares of all matches are free, whether or not ratings fit them, and the likelihood
// of a share is that of so many independent games as the match has weight. The interval
// reaches to the farthest rating that fits shares whose likelihood is at least exp(-t^2/2)
// of the greatest, where t are Student's standard errors. Such limits hold even if a player
// has won all games, which shows no variance.
//
// The rating is taken from its distance to the average opponent, because a common shift of
// all ratings is no uncertainty. The shares change in the direction in which this distance
// changes fastest, as in a least favorable family (Stein 1956); at the shares found so, the
// direction is computed again.
func (l *league) limit(found solution, player int, sign float64) float64 {
	t := studentErrors(max(l.freedom[player], leastFreedom))
	value, reach := found.ratings[player], 0.0
	for range 2 {
		influence := found.influence(player)
		shares := l.farthest(influence, sign, float64(t*t/2))
		var err error
		if found, err = l.solve(shares, found.ratings); err != nil {
			// A few games beside millions: rounding errors hide the ratings, so the change
			// is taken as linear.
			return value + float64(sign*max(reach, l.change(influence, sign, shares)))
		}
		reach = max(reach, float64(sign*(found.ratings[player]-middle(found.ratings)-value)))
	}
	return value + float64(sign*reach)
}

// leastFreedom limits Student's standard errors, which are far too many for one or two
// results: the drawn games and the games of others say something, too.
const leastFreedom = 4

// change returns the sum of influence times points by which shares differ from those played.
func (l *league) change(influence []float64, sign float64, shares []float64) (sum float64) {
	for k, m := range l.matches {
		sum += float64(sign * m.games * m.of(influence) * (shares[k] - m.share))
	}
	return sum
}

// influence returns how a player's distance from the average opponent changes with the
// points of each player. The average changes by weight[j] with rating j.
func (s solution) influence(player int) []float64 {
	m := middle(s.ratings)
	distance, total := make([]float64, len(s.ratings)), 0.0
	for j, rating := range s.ratings {
		p := Chance(rating - m)
		distance[j] = float64(p * (1 - p))
		total += distance[j]
	}
	for j, weight := range distance {
		distance[j] = -weight / total
	}
	distance[player]++
	return s.information.solve(distance)
}

// middle returns the rating of the average opponent: the probabilities of all players
// against it have the mean 1/2.
func middle(ratings []float64) float64 {
	low, high := slices.Min(ratings), slices.Max(ratings)
	for {
		m := low + float64((high-low)/2)
		if m <= low || m >= high {
			return m
		}
		over := 0.0
		for _, rating := range ratings {
			over += Chance(rating-m) - 0.5
		}
		if over > 0 {
			low = m
		} else {
			high = m
		}
	}
}

// farthest returns the shares that change the sum of influence times points most, up or
// down, among those whose log-likelihood is by drop below the greatest.
func (l *league) farthest(influence []float64, sign, drop float64) []float64 {
	shares := l.played()
	moved := func(stiffness float64) (lost float64) {
		for k, m := range l.matches {
			gain := float64(sign * m.games * m.of(influence))
			var less float64
			shares[k], less = tilt(m.share, gain, float64(stiffness*m.weight))
			lost += float64(m.weight * less)
		}
		return lost
	}
	squares := 0.0 // of the changes at a stiffness of 1, if they were small
	for _, m := range l.matches {
		gain := float64(m.games * m.of(influence))
		squares += float64(gain * gain * m.share * (1 - m.share) / m.weight)
	}
	if squares == 0 {
		return shares
	}
	// The loss falls with the square of the stiffness if the changes are small, and more
	// slowly if they are large: a secant of the logarithms, kept between what is known to
	// be too soft and too stiff.
	at, slope := math.Log(squares/(2*drop))/2, -2.0
	soft, stiff := math.Inf(-1), math.Inf(1)
	last, before := math.NaN(), math.NaN()
	for range secantSteps {
		off := math.Log(moved(math.Exp(at)) / drop)
		if math.Abs(off) < secantDone {
			break
		}
		if off > 0 {
			soft = at
		} else {
			stiff = at
		}
		if s := (off - before) / (at - last); s < 0 {
			slope = s
		}
		last, before = at, off
		if at -= max(min(off/slope, secantLongest), -secantLongest); at <= soft || at >= stiff {
			at = soft + float64((stiff-soft)/2)
		}
	}
	for k, m := range l.matches {
		shares[k] = max(min(m.share, surest), min(shares[k], max(m.share, 1-surest)))
	}
	return shares
}

const (
	secantSteps   = 100
	secantDone    = 1e-9
	secantLongest = 5.0
	surest        = 1e-6 // no share that was not 0 or 1 comes closer to it
)

// tilt returns the share p that maximizes gain*p less the lost log-likelihood of a share,
// which is also returned, times its stiffness.
func tilt(share, gain, stiffness float64) (p, lost float64) {
	root := math.Sqrt(max(float64((stiffness-gain)*(stiffness-gain))+float64(4*gain*stiffness*share), 0))
	var q float64
	if gain > 0 {
		q = 2 * stiffness * (1 - share) / (stiffness + gain + root)
		p = 1 - q
	} else {
		p = 2 * stiffness * share / (stiffness - gain + root)
		q = 1 - p
	}
	if share > 0 {
		lost += float64(share * math.Log(share/p))
	}
	if share < 1 {
		lost += float64((1 - share) * math.Log((1-share)/q))
	}
	return p, max(lost, 0)
}
