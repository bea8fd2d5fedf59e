package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/review"
)

// A Review is the luck and the skill in a battle. Chances are those of winning, by seat;
// a draw is an equal part of a win for each.
type Review struct {
	Scenario string   `json:"scenario,omitempty"`
	Seats    []string `json:"seats"`
	Mods     []string `json:"mods"`
	Result   string   `json:"result,omitempty"`   // none: the battle is not over
	Disabled []string `json:"disabled,omitempty"` // the mods that a failure disabled in the battle
	// Exact says that all chances are those of best play, within Bound. If not, Bound is half of
	// the widest 95 % interval.
	Exact bool         `json:"exact"`
	Bound exact        `json:"bound"`
	Sides []reviewSide `json:"sides"`
	Worst []int        `json:"worst"` // of Moves, the worst first
	Moves []reviewMove `json:"moves"`

	// All says that every die and answer is shown, not only in JSON and CSV.
	All bool `json:"-"`

	name string
	of   *review.Review
}

// A reviewSide is what changed the chance of a side: start + luck + own + others = end.
type reviewSide struct {
	Seat   string `json:"seat"`
	Start  exact  `json:"start"`
	Luck   exact  `json:"luck"`
	Own    exact  `json:"own"`
	Others exact  `json:"others"`
	End    exact  `json:"end"`
}

// A reviewMove is a die or an answer, and the chances before and after it.
type reviewMove struct {
	Round  int     `json:"round"`
	Where  string  `json:"where"`
	Seat   string  `json:"seat,omitempty"` // none: a die
	Text   string  `json:"text"`
	Better string  `json:"better,omitempty"`
	Before []exact `json:"before"`
	After  []exact `json:"after"`
}

// worstShown is how many of the worst answers a review shows.
const worstShown = 3

// NewReview returns the review of a match's battle, with a name for people. Result is how the
// battle ended, "" if it is not over.
func NewReview(r *review.Review, name, result string, lib *library.Library, m library.Match) *Review {
	v := &Review{
		Scenario: m.Scenario, Seats: m.Setup.SeatNames(), Mods: experiment.SplitMods(lib.ModList()), Result: result,
		Exact: r.Exact(), Bound: exact(r.Bound()), Worst: []int{}, name: name, of: r,
	}
	for i, seat := range v.Seats {
		s := r.Sum(engine.Side(i))
		v.Sides = append(v.Sides, reviewSide{seat, exact(r.Start().Chances[i]), exact(s.Luck), exact(s.Own), exact(s.Others), exact(r.End().Chances[i])})
	}
	worst := r.Worst(worstShown)
	v.Worst = make([]int, len(worst))
	for i, m := range r.Moves {
		move := reviewMove{Round: m.Round, Where: m.Scene, Text: m.String(), Better: m.Better, Before: v.chances(m.Before), After: v.chances(m.After)}
		if !m.Side.IsLuck() {
			move.Seat, move.Text = v.Seats[m.Side], m.Text
		}
		v.Moves = append(v.Moves, move)
		if place := slices.Index(worst, m); place >= 0 {
			v.Worst[place] = i
		}
	}
	return v
}

// chances returns the chances at one of the values, by seat.
func (v *Review) chances(value int) []exact {
	return engine.Each(v.of.Values[value].Chances[:len(v.Seats)], func(c float64) exact { return exact(c) })
}

// Document shows the review.
func (v *Review) Document() *report.Document {
	return &report.Document{
		Title:   "Review: " + v.name,
		Summary: []string{v.ending(), v.valuing()},
		Sections: []report.Section{
			{Title: "Luck and skill", Text: "Points of the chance to win, by cause.", Parts: []report.Part{v.sums()}},
			{Title: "The worst answers", Parts: []report.Part{v.worst()}},
			{Title: "The course of the battle", Parts: []report.Part{v.course(), v.moves()}},
		},
	}
}

func (v *Review) ending() string {
	if v.Result == "" {
		text := "The battle is not over: this is what happened so far"
		if n := len(v.Moves); n > 0 {
			text += ", up to " + v.Moves[n-1].Where
		}
		return text + "."
	}
	text := engine.Capital(v.Result) + "."
	for _, mod := range v.Disabled {
		text += fmt.Sprintf(" The mod %s failed, and was out for the rest of the battle.", mod)
	}
	return text
}

// valuing says how positions are valued, and how surely.
func (v *Review) valuing() string {
	if v.Exact {
		return fmt.Sprintf("Chances are those of best play of both sides, each within %.1g of the true one.", v.Bound)
	}
	n, known := 0, analysis.Played
	for _, value := range v.of.Values {
		switch value.Known {
		case analysis.Proved:
			n++
		case analysis.Planned:
			known = analysis.Planned
		}
	}
	return fmt.Sprintf("%s of %d chances are those of best play; the others are from bounds of it, or from battles %s, within %.1f points (95 %%).", engine.Capital(experiment.Counted(int64(n), "")), len(v.of.Values), view.PlayedOn(known), 100*v.Bound)
}

// points is the unit of changes, chance the unit of chances.
var (
	points = experiment.Unit{Name: "points", Factor: 100, Decimals: 1}
	chance = experiment.Percent(1)
)

func (v *Review) sums() report.Part {
	t := report.Table{Head: []string{"", "start", "luck", "own answers", "answers of others", "end"}, Right: []bool{false, true, true, true, true, true}}
	for _, s := range v.Sides {
		row := report.Row{Labels: []string{"sides"}, Name: s.Seat}.Text(s.Seat)
		row = row.Number("start", s.Start, chance.Text(float64(s.Start))).Number("luck", s.Luck, signed(s.Luck))
		row = row.Number("own", s.Own, signed(s.Own)).Number("others", s.Others, signed(s.Others))
		t.Rows = append(t.Rows, row.Number("end", s.End, chance.Text(float64(s.End))))
	}
	return t
}

// signed returns a change in points, with its sign.
func signed(change exact) string {
	text := points.Number(float64(change))
	if change > 0 && !strings.HasPrefix(text, "0.0") {
		return "+" + text
	}
	return text
}

func (v *Review) worst() report.Part {
	switch {
	case len(v.Worst) == 0 && v.Exact:
		return report.Paragraph("No answer cost anything.")
	case len(v.Worst) == 0:
		return report.Paragraph("No answer is known to have cost anything: the chances are not exact enough.")
	}
	t := report.Table{Head: []string{"", "where", "answer", "better", "lost"}, Right: []bool{false, false, false, false, true}}
	for _, i := range v.Worst {
		m := v.Moves[i]
		seat := slices.Index(v.Seats, m.Seat)
		t.Rows = append(t.Rows, report.Row{}.Text(m.Seat, m.Where, m.Text, m.Better, points.Number(float64(m.Before[seat]-m.After[seat]))))
	}
	return t
}

// course returns the chance on the way: that of the first side, whose complement is that of the
// second, or those of all.
func (v *Review) course() report.Part {
	c := report.Curves{Title: "Chance to win", X: "dice and answers", Unit: chance, High: 1, Mark: 0.5}
	seats := v.Seats
	if len(seats) == 2 {
		c.Title, seats = "Chance of "+engine.The(seats[0])+" to win", seats[:1]
	}
	for i, name := range seats {
		curve := report.Curve{Name: name}
		if len(seats) == 1 {
			curve.Name = ""
		}
		at := func(x, value int) {
			y := v.of.Values[value]
			point := report.Point{X: float64(x), Y: y.Chances[i], Low: math.NaN(), High: math.NaN()}
			if half := float64((y.High - y.Low) / 2); y.Known != analysis.Proved {
				point.Low, point.High = max(0, point.Y-half), min(1, point.Y+half)
			}
			curve.Points = append(curve.Points, point)
		}
		at(0, 0)
		for x, m := range v.of.Moves {
			at(x+1, m.After)
		}
		c.Curves = append(c.Curves, curve)
	}
	return c
}

// moves returns all dice and answers, with the chances after them.
func (v *Review) moves() report.Part {
	t := report.Table{Head: []string{"", "where", "", "what"}, Right: []bool{true, false, false, false}}
	for _, seat := range v.Seats {
		t.Head, t.Right = append(t.Head, seat), append(t.Right, true)
	}
	for i, m := range v.Moves {
		row := report.Row{Labels: []string{"moves"}, Name: strconv.Itoa(i + 1)}.Text(strconv.Itoa(i+1), m.Where, cmp.Or(m.Seat, "die"), m.Text)
		for seat, c := range m.After {
			row = row.Number(v.Seats[seat], c, chance.Text(float64(c)))
		}
		if !v.All {
			row = row.ForPrograms()
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Reviewed returns the review of a match's battle, from its first answers on, and its text for a
// terminal of so many columns. It is valued as reviews usually are, or as far as ctx
// lets it.
func Reviewed(ctx context.Context, name string, lib *library.Library, m library.Match, entries []engine.Entry, columns int) (*Review, string, error) {
	r, b, err := runner.Valuings.Review(ctx, lib, m, entries)
	cut := new(review.Cut)
	if err != nil && !errors.As(err, &cut) {
		return nil, "", err
	}
	result := ""
	if b.Over() {
		result = b.Outcome()
	}
	var text strings.Builder
	v := NewReview(r, name, result, lib, m)
	shown := v.Document()
	if err != nil {
		shown.Interrupted = cut.Error()
	}
	shown.Print(&text, columns)
	return v, text.String(), nil
}
