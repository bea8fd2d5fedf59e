package analysis

import (
	"math"

	"houserule/engine"
	"houserule/engine/best"
)

// A line is an answer with what is known of it.
type line struct {
	answer  int
	plan    int        // that the side follows after it
	certain best.Value // bounds of best play, for the side that decides
	dealt   bool       // certain follows from the deals of what is hidden
	assumed
	battles int            // that were played on from the answer
	sum     Chances        // of all sides in these battles
	squares float64        // of the chances of the side that decides
	drift   drift          // of the question
	replies map[string]int // the first answers of other sides in battles that were played on
}

func newLine(answer int) *line {
	return &line{answer: answer, certain: best.Value{High: 1}, assumed: unknown}
}

// A drift is how much more a side wins than the strength of its army after short battles says, on
// average over some that were played on.
type drift struct {
	battles      int
	sum, squares float64
}

func (d *drift) add(more float64) {
	d.battles, d.sum, d.squares = d.battles+1, d.sum+more, d.squares+float64(more*more)
}

// mean returns the drift, and variance the square of its standard error. Both are 0 if all battles
// were played to their end.
func (d *drift) mean() float64 { return d.sum / float64(max(1, d.battles)) }
func (d *drift) variance() float64 {
	of, m := float64(max(1, d.battles)), d.mean()
	return max(0, d.squares/of-float64(m*m)) / of
}

// add adds the chances at the end of a battle.
func (n *line) add(end Chances, side engine.Side) {
	n.battles++
	n.squares += float64(end[side] * end[side])
	for seat := range end {
		n.sum[seat] += end[seat]
	}
}

// reply returns the most frequent of the replies, and its part of all.
func (n *line) reply() (most string, part float64) {
	all := 0
	for name, times := range n.replies {
		all += times
		if times > n.replies[most] || times == n.replies[most] && name < most {
			most = name
		}
	}
	return most, float64(n.replies[most]) / float64(max(1, all))
}

// known reports whether there is anything to tell of the answer.
func (n *line) known() bool { return n.battles > 0 || n.computed() }

// computed reports whether the value follows from no sample.
func (n *line) computed() bool { return n.certain.Gap() <= wide }

// An assumed is a number of battles that count besides those that were played, and the part of them
// that the side that decides wins.
type assumed struct {
	prior, won float64
	guess      float64 // an approximate value of best play; 0: none is known
}

// unknown is what is assumed if nothing is known: half of a few battles are won, so that a few of
// one result do not prove it (Agresti and Coull).
var unknown = assumed{prior: 4, won: 0.5}

// If certain bounds say nothing, the difference between the best guess and another one has a
// standard error of nearly, and of a part vaguely of itself; where bounds are closer it is less:
// measured where best play is known.
const (
	nearly  = 0.02
	vaguely = 0.5
)

// suppose takes approximate values of best play. Guesses know differences, and no chances.
func (l *look) suppose(guesses []best.Answer) {
	if len(guesses) == 0 {
		return
	}
	best := guesses[0].Value.For(l.side).Middle()
	for _, g := range guesses {
		if n := l.line(g.Answer); n != nil {
			guess := g.Value.For(l.side).Middle()
			error := max(n.certain.Gap(), certain) * (nearly + float64(vaguely*(best-guess)))
			n.assumed = assumed{prior: 1 / float64(4*error*error), won: guess, guess: guess}
		}
	}
	l.level()
}

// level moves the guesses to where the battles are, on average over all battles.
func (l *look) level() {
	more, of := 0.0, 0.0
	for _, n := range l.lines {
		if n.guess > 0 {
			more += float64(n.prior * (n.sum[l.side] - float64(float64(n.battles)*n.guess)))
			of += float64(n.prior * float64(n.battles))
		}
	}
	for _, n := range l.lines {
		if n.guess > 0 && of > 0 {
			n.won = min(max(n.guess+more/of, 0), 1)
		}
	}
}

// mean returns the chance of the side that decides in the battles that count.
func (n *line) mean(side engine.Side) float64 {
	return (n.sum[side] + float64(n.prior*n.won)) / n.count()
}

// count returns the number of battles that count.
func (n *line) count() float64 { return float64(n.battles) + n.prior }

// variance returns the square of the standard error of the mean.
func (n *line) variance(side engine.Side) float64 {
	m := n.mean(side)
	return max(0, (n.squares+float64(n.prior*n.won))/n.count()-float64(m*m)) / n.count()
}

// chance returns the chance of the side that decides, within the certain bounds.
func (n *line) chance(side engine.Side) float64 {
	if n.computed() {
		return n.certain.Middle()
	}
	return n.within(n.mean(side) + n.drift.mean())
}

func (n *line) within(chance float64) float64 {
	return min(max(chance, n.certain.Low), n.certain.High)
}

// behind returns how much less an answer is worth than another, and the standard error.
func (n *line) behind(top *line, side engine.Side) (less, deviation float64) {
	variance := 0.0
	for _, of := range []*line{n, top} {
		if !of.computed() {
			variance += of.variance(side)
		}
	}
	return top.chance(side) - n.chance(side), math.Sqrt(variance)
}

// equals reports whether an answer is not shown to be worse than the best one, by so many
// standard errors.
func (n *line) equals(top *line, side engine.Side, errors float64) bool {
	switch {
	case n == top:
		return true
	case n.certain.High < top.certain.Low:
		return false
	case n.certain.Gap() <= certain && top.certain.Gap() <= certain:
		return true
	case n.computed() && top.computed():
		return n.certain.High > top.certain.Low
	}
	less, deviation := n.behind(top, side)
	return less <= errors*deviation
}

const (
	// confident is the number of standard errors on either side of a 95 % interval.
	confident = 1.96
	// slip is the standard error of the best answer's chance because the players of the battles
	// err: measured where best play is known. See TestIntervalsCover.
	slip = 0.037
)

// slips returns the square of that error for an answer: after fewer battles players err more.
func (n *line) slips(top *line) float64 {
	return float64(slip * slip * math.Sqrt((float64(top.battles)+unknown.prior)/(float64(n.battles)+unknown.prior)))
}

// value returns the value of an answer. No answer is worth more than the best one.
func (n *line) value(side engine.Side, seats int, top *line) (v Value) {
	chance := min(n.chance(side), top.chance(side))
	switch v.Low, v.High = n.certain.Low, n.certain.High; {
	case n.dealt:
		v.Known = Dealt
	case n.certain.Gap() <= certain:
		v.Known = Proved
	case n.computed():
		v.Known = Bounded
	default:
		v.Battles = n.battles
		battles := *n
		battles.assumed = unknown
		half := float64(confident * math.Sqrt(battles.variance(side)+n.drift.variance()+n.slips(top)))
		v.Low, v.High = n.within(chance-half), n.within(chance+half)
	}
	v.Chances = n.share(side, seats, chance)
	return v
}

// share returns the chances of all seats if that of the side is known: the others share the
// rest as in the battles.
func (n *line) share(side engine.Side, seats int, chance float64) (c Chances) {
	others := 0.0
	for seat := range seats {
		if engine.Side(seat) != side {
			others += n.sum[seat]
		}
	}
	for seat := range seats {
		switch {
		case engine.Side(seat) == side:
			c[seat] = chance
		case others > 0:
			c[seat] = (1 - chance) * (n.sum[seat] / others)
		default:
			c[seat] = (1 - chance) / float64(seats-1)
		}
	}
	return c
}

// top returns the best answer: that of greedy, unless another is better by more than chance
// explains, or by certain bounds, or one that is settled. It is nil if nothing is known.
func (l *look) top() *line {
	if l.settled != nil && l.settled.known() {
		return l.settled
	}
	greedy := l.lines[0]
	if !greedy.known() {
		return nil
	}
	top, most := greedy, 0.0
	for _, n := range l.lines[1:] {
		if !n.known() {
			continue
		}
		less, deviation := n.behind(greedy, l.side)
		if gain := -less - max(deviation, certain); gain > most {
			top, most = n, gain
		}
	}
	for _, n := range l.lines {
		if n.known() && n.certain.Low > max(top.chance(l.side), top.certain.Low) {
			top = n
		}
	}
	return top
}
