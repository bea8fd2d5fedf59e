package results

import (
	"context"
	"errors"
	"fmt"
	"math"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
)

// A Solution is the value of a battle under best play of both sides, and the answers to
// its first question.
type Solution struct {
	Scenario string         `json:"scenario,omitempty"`
	Mods     []string       `json:"mods"`
	Side     string         `json:"side"`
	Value    bound          `json:"value"`
	States   int            `json:"states"`
	Asked    string         `json:"asked,omitempty"`
	Answers  []solvedAnswer `json:"answers,omitempty"`
	Why      string         `json:"why,omitempty"` // the value is not known more exactly

	name string
}

// A solvedAnswer is an answer, and the value of the battle after it for the side that is
// asked.
type solvedAnswer struct {
	Answer string `json:"answer"`
	Value  bound  `json:"value"`
	Loss   exact  `json:"loss"` // against the best answer, at least
}

// NewSolution returns what a solved game says of a match, with a name for people. First is
// the first question, if it is known; spent is the error that ended the search.
func NewSolution(g *best.Game, first *best.Question, spent error, name string, m library.Match, mods []string) *Solution {
	seats := m.Setup.SeatNames()
	s := &Solution{Scenario: m.Scenario, Mods: mods, Side: seats[0], Value: newValue(g.Start()), States: g.Known(), name: name}
	large := new(explore.TooLarge)
	switch {
	case errors.Is(spent, context.Canceled):
		s.Why = "interrupted"
	case errors.As(spent, &large):
		s.Why = large.Error()
	}
	if first == nil {
		return s
	}
	s.Asked = seats[first.Side]
	most := first.Answers[0].Value.For(first.Side)
	for i, a := range first.Answers {
		v := a.Value.For(first.Side)
		s.Answers = append(s.Answers, solvedAnswer{first.Names[i], newValue(v), exact(max(0, most.Low-v.High))})
	}
	return s
}

func newValue(v best.Value) bound { return bound{exact(v.Middle()), exact(v.Low), exact(v.High)} }

// document shows the solution.
func (s *Solution) document() *report.Document {
	section := report.Section{Parts: []report.Part{report.Table{Rows: []report.Row{report.Row{Labels: []string{"value"}, Name: s.Side}.Hide("wins", s.Value)}}}}
	if len(s.Answers) > 0 {
		answers := report.Table{Head: []string{"answer", "wins", "points lost"}, Right: []bool{false, true, true}}
		for _, a := range s.Answers {
			loss := ""
			if a.Loss >= shownGap {
				loss = fmt.Sprintf("%.5f", 100*a.Loss)
			}
			answers.Rows = append(answers.Rows, report.Row{Labels: []string{"answers"}, Name: a.Answer}.Text(a.Answer).Number("wins", a.Value, a.Value.solved()).Number("lost", a.Loss, loss))
		}
		section.Title, section.Text = "The first question, to "+engine.The(s.Asked), "The chance to win after each answer, and its loss compared with the best answer."
		section.Parts = append(section.Parts, answers)
	}
	return &report.Document{
		Title:    "Best play: " + s.name,
		Summary:  []string{fmt.Sprintf("%s wins %s under best play of both sides, with a draw as half a win.", engine.Capital(engine.The(s.Side)), s.Value.solved()), s.surety()},
		Sections: []report.Section{section},
	}
}

// surety says how far the value is known.
func (s *Solution) surety() string {
	states := experiment.Counted(int64(s.States), "state")
	switch {
	case s.Why == "interrupted":
		return fmt.Sprintf("These bounds are certain, after %s.", states)
	case s.Why != "":
		return fmt.Sprintf("These bounds are certain. %s. --states allows more states; the player search plays such battles.", engine.Capital(s.Why))
	case s.Value.wide():
		return fmt.Sprintf("These bounds are certain, after %s: --within sets the allowed distance.", states)
	}
	return fmt.Sprintf("That is within %.1g of the true value. %s.", max(float64(s.Value.High-s.Value.Low), 1e-16), engine.Capital(states))
}

// shownGap is the least gap between bounds, and the least loss, that is shown.
const shownGap = 5e-8

// wide reports whether the bounds are so far apart that they are shown.
func (b bound) wide() bool { return b.High-b.Low > shownGap }

// solved writes a value, or its bounds, which roundings make wider.
func (b bound) solved() string {
	if !b.wide() {
		return fmt.Sprintf("%.5f %%", 100*float64(b.Value))
	}
	return fmt.Sprintf("%.3f to %.3f %%", math.Floor(1e5*float64(b.Low))/1e3, math.Ceil(1e5*float64(b.High))/1e3)
}
