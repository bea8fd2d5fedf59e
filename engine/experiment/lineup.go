package experiment

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Panel is the results of one experiment under several line-ups. A line-up is the players
// of all sides. The panel's verdict says whether the answer is the same under all of them.
type Panel[R any] struct {
	Verdict []string `json:"verdict"`
	Lineups []R      `json:"lineups"`
}

// Join returns the plan that plays several plans, which differ only in their players.
func Join(plans []Plan) Plan {
	joined := plans[0]
	if len(plans) > 1 {
		joined.Lineups, joined.Trials = len(plans), nil
		for _, p := range plans {
			joined.Trials = append(joined.Trials, p.Trials...)
		}
	}
	return joined
}

// ByLineup returns the plan of each line-up, with its results.
func (p Plan) ByLineup(results []*sim.Result) iter.Seq2[Plan, []*sim.Result] {
	return func(yield func(Plan, []*sim.Result) bool) {
		n := p.lineupTrials()
		for from := 0; from < len(p.Trials); from += n {
			one := p
			one.Lineups, one.beside, one.Trials = 0, p.Lineups, p.Trials[from:from+n]
			if !yield(one, results[from:from+n]) {
				return
			}
		}
	}
}

// lineupTrials returns how many trials each line-up has.
func (p Plan) lineupTrials() int { return len(p.Trials) / max(p.Lineups, 1) }

// LineupName returns a line-up in words: "greedy", "search against greedy".
func LineupName(players []string) string {
	if len(slices.Compact(slices.Clone(players))) == 1 {
		return players[0]
	}
	return strings.Join(players, " against ")
}

// An effect is a difference of shares under a line-up.
type effect struct {
	lineup string
	Estimate
	exact     bool
	unplayed  bool
	unchanged bool // whether no battle went another way
	decision  string
}

// way returns 1 if the whole interval is above 0, -1 if it is below, otherwise 0.
func (e effect) way() int {
	switch {
	case e.unplayed:
		return 0
	case e.decision != "":
		return map[string]int{"more": 1, "less": -1}[e.decision]
	case !e.Significant():
		return 0
	case e.Low > 0:
		return 1
	}
	return -1
}

// String returns the line-up with the difference: "greedy (+1.2 points (0.9 to 1.5))", or,
// if none was found, with its bound: "best (below 0.2 points)".
func (e effect) String() string {
	switch {
	case e.unplayed:
		return e.lineup + " (no battle has been played)"
	case e.unchanged:
		return e.lineup + " (no battle went another way)"
	case e.exact && e.way() == 0:
		return e.lineup + " (by exact odds)"
	case e.exact:
		return fmt.Sprintf("%s (%s exactly)", e.lineup, exactPoints.Plus(float64(e.Value)))
	case e.bound() == 0:
		return e.lineup + " (none at all)"
	case e.way() == 0:
		return fmt.Sprintf("%s (below %s)", e.lineup, pointsAbove(e.bound()))
	}
	unit := e.Points(1)
	return fmt.Sprintf("%s (%s, %s to %s)", e.lineup, unit.Plus(float64(e.Value)), unit.Number(float64(e.Low)), unit.Number(float64(e.High)))
}

// An accord says how the ways of several line-ups agree.
type accord int

const (
	nowhere accord = iota // no line-up shows a difference
	holds                 // all line-ups show the same
	partly                // some line-ups show it, and the others show no difference
	turns                 // two line-ups show opposite differences
)

// newAccord compares ways: 1 and -1 are opposite, 0 is no difference.
func newAccord(ways ...int) accord {
	up, down, none := slices.Contains(ways, 1), slices.Contains(ways, -1), slices.Contains(ways, 0)
	switch {
	case up && down:
		return turns
	case !up && !down:
		return nowhere
	case none:
		return partly
	}
	return holds
}

// String returns the beginning of a sentence about an answer.
func (a accord) String() string {
	return [...]string{
		"No difference was found under any players",
		"The answer holds under all players",
		"Only some players show it",
		"The answer turns with the players",
	}[a]
}

// accordOf returns how effects agree.
func accordOf(effects []effect) accord {
	ways := engine.Each(effects, effect.way)
	return newAccord(ways...)
}

// agreement returns a sentence on whether something happens more or less often under all
// line-ups: "The answer turns with the players: with morale the aggressor wins more often
// under greedy (+1.2 points, 0.9 to 1.5), less often under best (-3.0 points, -3.1 to
// -2.9)."
func agreement(what string, effects []effect) string {
	by := map[int][]string{}
	for _, e := range effects {
		by[e.way()] = append(by[e.way()], e.String())
	}
	found := accordOf(effects)
	if found == nowhere {
		return fmt.Sprintf("%s: %s as often under %s.", found, what, strings.Join(by[0], ", "))
	}
	var parts []string
	for _, way := range []struct {
		way  int
		text string
	}{{1, "more often under "}, {-1, "less often under "}} {
		if names := by[way.way]; len(names) > 0 {
			parts = append(parts, way.text+strings.Join(names, ", "))
		}
	}
	text := fmt.Sprintf("%s: %s %s", found, what, strings.Join(parts, ", "))
	if len(by[0]) > 0 {
		text += "; no difference was found under " + strings.Join(by[0], ", ")
	}
	return text + "."
}

// NewComparisons returns the comparisons of the same rules under several line-ups.
func NewComparisons(all []*Comparison) *Panel[*Comparison] {
	p := &Panel[*Comparison]{Lineups: all}
	first := all[0]
	name := first.Rules[1].Name
	played := slices.DeleteFunc(slices.Clone(all), func(c *Comparison) bool { return c.N == 0 })
	switch {
	case len(played) == 0 || first.Same:
		p.Verdict = first.Verdict[:1]
		return p
	case len(played) == len(all) && !slices.ContainsFunc(all, func(c *Comparison) bool { return !c.unchanged() }):
		p.Verdict = []string{"Under all players " + unchangedText(subject(name))}
	default:
		for _, w := range endingsOf(all) {
			effects := engine.Each(all, func(c *Comparison) effect { return c.effect(w) })
			p.Verdict = append(p.Verdict, agreement(fmt.Sprintf("%s %s", name, winsText(w)), effects))
		}
	}
	var wrong []string
	for _, c := range all {
		if c.otherwise() {
			wrong = append(wrong, LineupName(c.Players))
		}
	}
	if len(wrong) > 0 {
		p.Verdict = append(p.Verdict, fmt.Sprintf("Best play says otherwise than %s: %s.", strings.Join(wrong, ", "), first.bestText()))
	}
	p.Verdict = append(p.Verdict, first.Until.promise(first.among)...)
	return p
}

// endingsOf returns the winners for the comparisons' verdict: all of them, or only the
// first of two seats if there are no draws, because the other wins what the first does not.
func endingsOf(all []*Comparison) []string {
	longest := slices.MaxFunc(all, func(a, b *Comparison) int { return len(a.Winners) - len(b.Winners) })
	var names []string
	for _, w := range longest.Winners {
		if !longest.mirrored(w) {
			names = append(names, w.Winner)
		}
	}
	return names
}

// effect returns the difference in how often battles end in one way, by exact odds if they
// are known.
func (c *Comparison) effect(winner string) effect {
	e := effect{lineup: LineupName(c.Players), unplayed: c.N == 0, unchanged: c.unchanged(), decision: decisionOn(c.Decisions, winner)}
	for _, w := range c.Winners {
		if w.Winner == winner {
			e.Estimate = w.Difference
		}
	}
	for _, x := range c.Exact {
		if x.Winner == winner {
			exact := x.effect(e.lineup)
			e.Estimate, e.exact, e.decision = exact.Estimate, true, ""
		}
	}
	return e
}

// effect returns an exact difference, with the bound of its error as its interval.
func (c ExactChange) effect(lineup string) effect {
	return effect{lineup: lineup, exact: true, Estimate: Estimate{Number(c.Difference), Number(c.Difference - c.Bound), Number(c.Difference + c.Bound)}}
}

// NewSweeps returns the sweeps of the same settings under several line-ups.
func NewSweeps(all []*Sweep) *Panel[*Sweep] {
	p := &Panel[*Sweep]{Lineups: all}
	first := all[0]
	if slices.ContainsFunc(all, func(s *Sweep) bool { return s.N == 0 }) {
		p.Verdict = []string{"Not every line-up has played."}
		return p
	}
	same := map[string][]string{} // line-ups by the settings that changed nothing under them
	for _, s := range all {
		name := LineupName(s.Players)
		p.Verdict = append(p.Verdict, fmt.Sprintf("Under %s %s", name, s.span()))
		for _, what := range s.unchanged() {
			same[what] = append(same[what], name)
		}
	}
	counts, turned := map[accord]int{}, []string{}
	for cell := range first.Cells {
		if cell == first.Baseline {
			continue
		}
		worst := nowhere
		for _, seat := range first.Seats {
			effects := effectsIn(all, cell, seat)
			found := accordOf(effects)
			if found == turns && worst != turns {
				turned = append(turned, agreement(fmt.Sprintf("with %s %s", first.Grid.Name(cell), winsText(seat)), effects))
			}
			worst = max(worst, found)
		}
		counts[worst]++
	}
	if others := len(first.Cells) - 1; others > 0 {
		text := fmt.Sprintf("%s %s, of %s: %d in the same way under all players, %d under some only, %d in opposite ways.",
			differentFrom, first.BaselineText(), Counted(int64(others), "other cell"), counts[holds], counts[partly], counts[turns])
		p.Verdict = append(p.Verdict, text)
	}
	const told = 3
	p.Verdict = append(p.Verdict, turned[:min(len(turned), told)]...)
	for _, what := range slices.Sorted(maps.Keys(same)) {
		under := strings.Join(same[what], ", ")
		if len(same[what]) == len(all) {
			under = "all players"
		}
		p.Verdict = append(p.Verdict, fmt.Sprintf("Under %s %s", under, unchangedText(what)))
	}
	p.Verdict = append(p.Verdict, first.Until.promise(first.among)...)
	return p
}

// effectsIn returns the differences in how often a seat wins in a cell and in the baseline.
func effectsIn(all []*Sweep, cell int, seat string) (effects []effect) {
	for _, s := range all {
		e := effect{lineup: LineupName(s.Players), unchanged: s.Cells[cell].digest == s.Cells[s.Baseline].digest, decision: decisionOn(s.Cells[cell].Decisions, seat)}
		for _, w := range s.Cells[cell].Winners {
			if w.Winner == seat {
				e.Estimate = s.together(w)
			}
		}
		effects = append(effects, e)
	}
	return effects
}

// NewRankings returns the rankings of one contest under several line-ups.
func NewRankings(all []*Ranking) *Panel[*Ranking] {
	p := &Panel[*Ranking]{Lineups: all}
	var same [3][]string // line-ups by the verdict plus one
	var turned, some []string
	for contender, one := range all[0].Contest.Contenders {
		var ways []int
		said := map[int][]string{}
		for _, r := range all {
			way := RankOf(r.Ranks, contender).Verdict
			ways, said[way] = append(ways, way), append(said[way], LineupName(r.Players))
		}
		var parts []string
		for _, way := range []int{1, -1} {
			if len(said[way]) > 0 {
				parts = append(parts, fmt.Sprintf("%s too often under %s", map[int]string{1: "wins", -1: "loses"}[way], strings.Join(said[way], ", ")))
			}
		}
		text := fmt.Sprintf("%s (%s)", one.Name, strings.Join(parts, ", "))
		switch newAccord(ways...) {
		case holds:
			same[ways[0]+1] = append(same[ways[0]+1], one.Name)
		case turns:
			turned = append(turned, text)
		case partly:
			some = append(some, text)
		}
	}
	c := all[0].Contest
	p.Verdict = []string{fmt.Sprintf("Against the average opponent %d of %s win outside %s of their battles in the same way under all players, %d under some only, and %d in opposite ways, as far as 95 %% intervals tell.",
		len(same[0])+len(same[2]), c.Crowd(), c.Within(), len(some), len(turned))}
	for _, v := range []struct {
		what  string
		names []string
	}{{"Wins too often under all players", same[2]}, {"Loses too often under all players", same[0]}, {"The answer turns with the players", turned}, {"Under some players only", some}} {
		if len(v.names) > 0 {
			p.Verdict = append(p.Verdict, fmt.Sprintf("%s: %s.", v.what, strings.Join(v.names, ", ")))
		}
	}
	p.Verdict = append(p.Verdict, all[0].Until.promise(all[0].among)...)
	for _, r := range all {
		if text := r.repairText(); text != "" {
			p.Verdict = append(p.Verdict, fmt.Sprintf("Under %s: %s", LineupName(r.Players), text))
		}
	}
	return p
}
