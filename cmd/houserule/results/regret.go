package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/review"
)

// A Regret is how much chance of winning players lose against best play.
type Regret struct {
	Scenario string       `json:"scenario,omitempty"`
	Players  []string     `json:"players"`
	Mods     []string     `json:"mods"`
	Value    exact        `json:"value"`             // of best play, for the first side
	Result   exact        `json:"result"`            // between these players
	Battles  int          `json:"battles,omitempty"` // none: all is exact
	States   int          `json:"states"`
	Sides    []regretSide `json:"sides"`
	Answers  []regretWas  `json:"answers"` // those that cost most

	name string
	of   *review.Regret
}

// A regretSide is what a side loses in a battle, in all and by kind of question.
type regretSide struct {
	Seat   string           `json:"seat"`
	Player string           `json:"player"`
	Lost   bound            `json:"lost"`
	Kinds  map[string]exact `json:"kinds"`
}

// A regretWas is an answer that costs something: Loss each time, as often as a battle comes
// to it.
type regretWas struct {
	Seat   string `json:"seat"`
	Where  string `json:"where"`
	Answer string `json:"answer"`
	Better string `json:"better"`
	Loss   exact  `json:"loss"`
	Times  exact  `json:"times"`
}

// regretShown is how many answers are shown.
const regretShown = 10

// NewRegret returns the regret of a match's players, with a name for people. States is how
// many the solved game has.
func NewRegret(r *review.Regret, states int, name string, m library.Match, mods []string) *Regret {
	seats := m.Setup.SeatNames()
	x := &Regret{
		Scenario: m.Scenario, Players: m.Players, Mods: mods, Value: exact(r.Value), Result: exact(r.Result),
		Battles: r.Battles, States: states, Answers: []regretWas{}, name: name, of: r,
	}
	for i, seat := range seats {
		half := max(r.Bound, r.Half[i])
		side := regretSide{seat, m.Players[i], bound{exact(r.Lost[i]), exact(max(0, r.Lost[i]-half)), exact(r.Lost[i] + half)}, map[string]exact{}}
		for kind, cost := range r.Kinds(engine.Side(i)) {
			side.Kinds[kind] = exact(cost)
		}
		x.Sides = append(x.Sides, side)
	}
	for _, d := range r.Decisions[:min(len(r.Decisions), regretShown)] {
		x.Answers = append(x.Answers, regretWas{seats[d.Side], d.Scene, d.Answer, d.Best, exact(d.Loss), exact(d.Times)})
	}
	return x
}

// fine is the unit of losses.
var fine = experiment.Unit{Name: "points", Factor: 100, Decimals: 3}

// document shows the regret.
func (x *Regret) document() *report.Document {
	lost := report.Table{Head: []string{"", "player", "points lost"}, Right: []bool{false, false, true}}
	kinds := report.Table{Head: []string{"", "question", "points lost"}, Right: []bool{false, false, true}}
	for _, s := range x.Sides {
		text := fine.Number(float64(s.Lost.Value))
		if x.Battles > 0 {
			text += " " + fine.Interval(float64(s.Lost.Low), float64(s.Lost.High))
		}
		lost.Rows = append(lost.Rows, report.Row{Labels: []string{"sides"}, Name: s.Seat}.Text(s.Seat, s.Player).Number("lost", s.Lost, text))
		order := slices.SortedStableFunc(maps.Keys(s.Kinds), func(a, b string) int {
			return cmp.Or(cmp.Compare(s.Kinds[b], s.Kinds[a]), cmp.Compare(a, b))
		})
		for _, kind := range order {
			row := report.Row{Labels: []string{"questions " + s.Seat}, Name: kind}.Text(s.Seat, kind)
			kinds.Rows = append(kinds.Rows, row.Number("lost", s.Kinds[kind], fine.Number(float64(s.Kinds[kind]))))
		}
	}
	d := &report.Document{
		Title:    "Regret: " + battleName(x.name, ": ", x.Players),
		Summary:  []string{x.ending(), x.surety()},
		Sections: []report.Section{{Title: "Loss in a battle", Text: "Points of winning chance, with a draw as half a win.", Parts: []report.Part{lost}}},
	}
	if len(x.Answers) == 0 {
		return d
	}
	answers := report.Table{Head: []string{"", "where", "answer", "better", "points", "times a battle"}, Right: []bool{false, false, false, false, true, true}}
	for _, a := range x.Answers {
		answers.Rows = append(answers.Rows, report.Row{}.Text(a.Seat, a.Where, a.Answer, a.Better, fine.Number(float64(a.Loss)), experiment.Decimal(float64(a.Times), 4)))
	}
	d.Sections = append(d.Sections,
		report.Section{Title: "Loss by question", Parts: []report.Part{kinds}},
		report.Section{Title: "The answers that cost most", Text: "The loss of each answer, and how often it is given in a battle.", Parts: []report.Part{answers}})
	return d
}

// ending compares best play with these players.
func (x *Regret) ending() string {
	seat, unit := engine.Capital(engine.The(x.Sides[0].Seat)), experiment.Percent(3)
	value, result := unit.Text(float64(x.Value)), float64(x.Result)
	if x.Battles > 0 {
		return fmt.Sprintf("%s wins %s under best play of both sides, and has won %s of the battles between these players.", seat, value, experiment.Percent(1).Text(result))
	}
	return fmt.Sprintf("%s wins %s under best play of both sides, and %s between these players.", seat, value, unit.Text(result))
}

// surety says how the regret was found.
func (x *Regret) surety() string {
	states := experiment.Counted(int64(x.States), "state")
	if x.Battles > 0 {
		return fmt.Sprintf("Best play is solved exactly (%s); the players have played %s, and intervals are of 95 %%.", states, experiment.Counted(int64(x.Battles), "battle"))
	}
	text := fmt.Sprintf("All numbers are exact (%s): the value, less the loss of the first side, plus the loss of the second, is the result", states)
	if rest := x.of.Rest; rest > 1e-9 || rest < -1e-9 {
		return text + fmt.Sprintf(", but for %.2g points lost at the limit of rounds.", 100*rest)
	}
	return text + "."
}
