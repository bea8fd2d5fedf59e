package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/sim"
)

// verdict returns the findings in sentences, with exact odds if these are known.
func (c *Comparison) verdict() []string {
	found := c.sampled()
	if c.N > 0 && !c.Same {
		found = append(found, c.Until.verdict(c.N, "differences", c.among)...)
	}
	for i, e := range c.Exact {
		if i == 0 || len(c.Exact) > 2 {
			found = append(found, e.verdict(c.Rules[1].Name))
		}
	}
	if c.otherwise() {
		found = append(found, fmt.Sprintf("Best play says otherwise: %s.", c.bestText()))
	}
	return found
}

// otherwise reports whether the players give another answer than best play for the first
// side: a difference in the opposite direction, or none although best play has one outside
// their interval.
func (c *Comparison) otherwise() bool {
	if c.Best == nil || c.N == 0 || c.Same {
		return false
	}
	first, second := c.effect(c.Winners[0].Winner), c.effect(c.Winners[1].Winner)
	best, way := c.Best.effect("best"), first.way()
	switch {
	case len(c.Winners) > 2 && way == second.way(): // both or neither: the result depends on who gains the draws
		return false
	case way != 0:
		return best.way() != way
	}
	return best.Low > first.High || best.High < first.Low
}

// bestText returns the sentence on best play under the two rules.
func (c *Comparison) bestText() string {
	b, share := c.Best, Percent(4)
	text := fmt.Sprintf("%s with the chance %s", winsText(b.Winner), share.Text(b.Before))
	if len(c.Winners) > 2 {
		text += ", a draw being half a win,"
	}
	if b.effect("").way() == 0 {
		return text + " under both rules"
	}
	return fmt.Sprintf("%s before and %s %s: %s", text, share.Text(b.After), c.Rules[1].Name, exactPoints.Plus(b.Difference))
}

// sampled returns the sentences on the battles played.
func (c *Comparison) sampled() []string {
	n, name := Thousands(c.N), c.Rules[1].Name
	switch {
	case c.N == 0:
		return []string{"No battle has been played."}
	case c.Same:
		return []string{"Both are the same rules."}
	case c.unchanged():
		return []string{unchangedText(subject(name))}
	case c.OtherWinner == 0:
		return []string{fmt.Sprintf("Not one of %s battles had another winner, but %s went another way.", n, Thousands(c.OtherCourse)), c.lengthVerdict()}
	}
	found := engine.Each(c.Decisions, c.decisionText)
	for _, w := range c.Winners {
		if len(c.Decisions) == 0 && w.Difference.Significant() && !c.mirrored(w) {
			found = append(found, engine.Capital(name)+" "+w.verdict()+".")
		}
	}
	if len(found) == 0 {
		found = append(found, c.notFound())
	}
	return append(found, fmt.Sprintf("%s of %s battles (%s) ended with another winner; %s more went another way, to the same end.",
		Thousands(c.OtherWinner), n, shareOf(c.OtherWinner, c.N), Thousands(c.OtherCourse)), c.lengthVerdict())
}

// decisionText returns the sentence on the result of a test.
func (c *Comparison) decisionText(d Decision) string {
	gain, draw := Estimate{}, ""
	for _, w := range c.Winners {
		switch w.Winner {
		case d.Winner:
			gain.Value += w.Difference.Value
			gain.Low, gain.High = w.Difference.Low, w.Difference.High
		case "draw":
			gain.Value += w.Difference.Value / Number(len(c.Winners)-1)
			draw = ", with draws as parts of a win"
		}
	}
	name, by, way := engine.Capital(c.Rules[1].Name), gain.Points(1).Text(math.Abs(float64(gain.Value))), "more"
	if gain.Value < 0 {
		way = "less"
	}
	switch d.Found {
	case "same":
		return fmt.Sprintf("%s %s about as often%s: no difference of %s was found.", name, winsText(d.Winner), draw, c.Until.points())
	case "open":
		return fmt.Sprintf("%s %s %s %s often%s, but that may be luck.", name, winsText(d.Winner), by, way, draw)
	}
	return fmt.Sprintf("%s %s %s often%s, by some %s.", name, winsText(d.Winner), d.Found, draw, by)
}

// unchanged reports whether all battles ended alike under both rules.
func (c *Comparison) unchanged() bool { return c.N > 0 && c.OtherWinner+c.OtherCourse == 0 }

// unchangedText returns the sentence that nothing has changed any battle.
func unchangedText(what string) string {
	return what + " changed nothing: no battle went another way."
}

// subject returns the name of an arm's addition: "morale" for "with morale".
func subject(arm string) string { return strings.TrimPrefix(arm, "with ") }

// mirrored reports whether a winner wins exactly what the first seat does not, because
// there are no draws.
func (c *Comparison) mirrored(w Change) bool {
	return len(c.Winners) == 2 && w.Winner != c.Winners[0].Winner
}

// notFound returns the sentence on the maximum size of the differences, and on the number
// of battles that would find half of that with a probability of 80 %.
func (c *Comparison) notFound() string {
	bound := 0.0
	for _, w := range c.Winners {
		bound = max(bound, w.Difference.bound())
	}
	if c.Until != nil {
		return fmt.Sprintf("No difference was found: it is below %s.", pointsAbove(bound))
	}
	smaller := roundDown(bound / 2)
	changed := max(float64(c.OtherWinner)/float64(c.N), smaller)
	need := sim.Battles(smaller, changed)
	return fmt.Sprintf("No difference was found: it is below %s, with 95 %% confidence; about %s battles would show a difference of %s.",
		pointsAbove(bound), Thousands(twoDigits(need)), points(smaller, 1).Text(smaller))
}

// pointsAbove returns a bound of a difference as text, rounded up.
func pointsAbove(bound float64) string {
	unit := points(bound, 1)
	up := math.Pow10(unit.Decimals + 2)
	return unit.Text(math.Ceil(bound*up) / up)
}

// lengthVerdict returns the sentence on how much longer battles last.
func (c *Comparison) lengthVerdict() string {
	d := float64(c.Rounds.Difference)
	way := "longer"
	switch {
	case d == 0:
		return "Battles last as long as before."
	case d < 0:
		way = "shorter"
	}
	rounds := Measured(c.Span, math.Abs(d))
	return fmt.Sprintf("Battles last %s in place of %s: %s %s.", rounds.Text(float64(c.Rounds.After.Value)),
		rounds.Number(float64(c.Rounds.Before.Value)), rounds.Number(math.Abs(d)), way)
}

func shareOf(k, n int64) string { return Percent(2).Text(float64(k) / float64(n)) }

// roundDown returns the greatest of 1, 2 and 5 times a power of ten that is not
// above x.
func roundDown(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= x {
			return digit * power
		}
	}
	return power
}

// twoDigits rounds a number up to two significant digits.
func twoDigits(n int64) int64 {
	power := int64(1)
	for n/power >= 100 {
		power *= 10
	}
	return (n + power - 1) / power * power
}

// verdict returns a difference in words: "the aggressor wins 1.2 points less often (0.9 to
// 1.5 less)".
func (c Change) verdict() string {
	d, u, way := c.Difference, c.Difference.Points(1), "more"
	low, high := d.Low, d.High
	if d.Value < 0 {
		low, high, way = -d.High, -d.Low, "less"
	}
	return fmt.Sprintf("%s %s %s often (%s to %s %s)", winsText(c.Winner), u.Text(math.Abs(float64(d.Value))), way, u.Number(float64(low)), u.Number(float64(high)), way)
}

// verdict returns an exact difference in words.
func (c ExactChange) verdict(name string) string {
	share := Percent(4)
	if math.Abs(c.Difference) <= c.Bound {
		return fmt.Sprintf("Exact odds: %s with the chance %s under both rules.", winsText(c.Winner), share.Text(c.Before))
	}
	return fmt.Sprintf("Exact odds: %s with the chance %s before and %s %s: %s.", winsText(c.Winner), share.Text(c.Before), share.Text(c.After), name, exactPoints.Plus(c.Difference))
}

// exactPoints is the unit of differences of exact probabilities.
var exactPoints = Unit{Name: "points", Factor: 100, Decimals: 4}

func winsText(winner string) string {
	if winner == "draw" {
		return "a battle is drawn"
	}
	return sideText(winner) + " wins"
}

// sideText returns a side for a sentence: "the attacker", "the first player". Names with a
// number get no article.
func sideText(side string) string {
	switch {
	case slices.Contains([]string{"first", "second", "third", "fourth"}, side):
		return "the " + side + " player"
	case strings.TrimRight(side, "0123456789") != side:
		return side
	}
	return "the " + side
}
