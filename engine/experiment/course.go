package experiment

import (
	"math"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Course is the development of battles round by round, up to the greatest length that at
// least one in a thousand has.
type Course []Stage

// A Stage is the state of battles after a round; round 0 is the start.
type Stage struct {
	Round int
	Ended []Estimate // by ending: the battles that have ended so by then
	Open  Estimate   // the battles that continue
	Next  []Estimate // by ending: how those end
	Left  []Number   // by seat: the mean value of what it had left in battles that ended in this round
}

// finishes reports whether a plan counts how the battles of each length ended.
func (p Plan) finishes() bool { return p.Kind == KindSummary || p.Kind == KindComparison }

// course returns the course of an arm's battles, with these endings.
func (p Plan) course(c *sim.Count, endings []Ending) (course Course) {
	if len(c.Finishes) == 0 {
		return nil
	}
	ended, open := make([]int64, len(endings)), c.Battles
	for round := range usualLength(c) + 1 {
		s := Stage{Round: round}
		open -= c.Rounds[round]
		for i, e := range endings {
			ended[i] += e.after(c, round)
			s.Ended = append(s.Ended, p.share(ended[i], c.Battles))
			s.Next = append(s.Next, p.share(e.in(c)-ended[i], open))
		}
		s.Open = p.share(open, c.Battles)
		for seat := range p.Seats() {
			s.Left = append(s.Left, left(c, round, seat))
		}
		course = append(course, s)
	}
	return course
}

// left returns the mean value of what a seat had left after battles of a length, or NaN if
// fewer than one battle in a thousand has it.
func left(c *sim.Count, rounds, seat int) Number {
	n := c.Rounds[rounds]
	if n == 0 || n < c.Battles/1000 {
		return Number(math.NaN())
	}
	return Number(float64(c.Finishes[rounds].Left[seat]) / float64(n))
}

// after returns the number of battles of a count that ended so in a round.
func (e Ending) after(c *sim.Count, round int) int64 {
	if e.Winner != engine.Draw {
		return c.Finishes[round].Wins[e.Winner]
	}
	draws := c.Rounds[round]
	for _, won := range c.Finishes[round].Wins {
		draws -= won
	}
	return draws
}

// histogram returns the number of battles of each length that occurs.
func (p Plan) histogram(c *sim.Count) []Length {
	all := []Length{}
	for rounds, n := range c.Rounds {
		if n == 0 {
			continue
		}
		l := Length{Rounds: rounds, Battles: n, Wins: map[string]int64{}, Left: map[string]int64{}}
		for seat, name := range p.Seats() {
			l.Wins[name], l.Left[name] = c.Finishes[rounds].Wins[seat], c.Finishes[rounds].Left[seat]
		}
		all = append(all, l)
	}
	return all
}
