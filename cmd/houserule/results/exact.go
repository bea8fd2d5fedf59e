package results

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// Exact is the exact odds of a whole battle: like a summary, but with bounds of the
// error in place of confidence intervals.
type Exact struct {
	Scenario string           `json:"scenario,omitempty"`
	Players  []string         `json:"players"`
	Mods     []string         `json:"mods"`
	Rates    map[string]bound `json:"rates"`
	Rounds   exactRounds      `json:"rounds"`
	States   int              `json:"states"`

	name  string
	seats []string
	odds  *odds.Odds
}

// A bound is a value, with a lower and an upper bound of the true value.
type bound struct {
	Value exact `json:"value"`
	Low   exact `json:"low"`
	High  exact `json:"high"`
}

// newBound is the bound of a value that cannot be below 0.
func newBound(value, off float64) bound {
	return bound{exact(value), exact(max(0, value-off)), exact(value + off)}
}

// newChance is the bound of a chance.
func newChance(value, off float64) bound {
	b := newBound(value, off)
	b.High = min(1, b.High)
	return b
}

// Fields are the value and its bounds.
func (b bound) Fields() (value, low, high string) {
	return b.Value.String(), b.Low.String(), b.High.String()
}

// exact is a number with all its digits. An unknown bound is null in JSON and empty
// in CSV.
type exact float64

// MarshalJSON writes the number.
func (e exact) MarshalJSON() ([]byte, error) { return []byte(cmp.Or(e.String(), "null")), nil }

func (e exact) String() string {
	if f := float64(e); math.IsInf(f, 0) || math.IsNaN(f) {
		return ""
	}
	return strconv.FormatFloat(float64(e), 'g', -1, 64)
}

type exactRounds struct {
	Mean    bound     `json:"mean"`
	Lengths []float64 `json:"lengths"` // the chance of each length, from 0 rounds on
}

// NewExact returns the exact odds of a match, with a name for people.
func NewExact(o *odds.Odds, name string, m library.Match, mods []string) *Exact {
	x := &Exact{
		Scenario: m.Scenario, Players: m.Players, Mods: mods, Rates: map[string]bound{},
		Rounds: exactRounds{Mean: newBound(o.Rounds.Value, o.RoundsBound)}, States: o.States,
		name: name, seats: m.Setup.SeatNames(), odds: o,
	}
	for _, e := range experiment.Endings(x.seats) {
		x.Rates[e.Name] = newChance(runner.Chance(o, e), o.Bound)
	}
	for _, p := range o.Lengths {
		x.Rounds.Lengths = append(x.Rounds.Lengths, p.Value)
	}
	return x
}

// document shows the odds.
func (x *Exact) document() *report.Document {
	wins := report.Bars{Title: "How it ends", Unit: experiment.Percent(5), Full: 1}
	var numbers []report.Row
	for _, e := range experiment.Endings(x.seats) {
		label := e.Name
		if e.Winner != engine.Draw {
			label = fmt.Sprintf("%s wins (%s)", e.Name, x.Players[e.Winner])
		}
		wins.Bars = append(wins.Bars, report.Exact(label, float64(x.Rates[e.Name].Value)))
		numbers = append(numbers, report.Row{Labels: []string{"endings"}, Name: e.Name}.Hide("rate", x.Rates[e.Name]))
	}
	rounds := report.Row{Labels: []string{"rounds"}}.Hide("mean", x.Rounds.Mean)
	lengths := report.Bars{Title: "How many rounds it lasts", Unit: experiment.Percent(3)}
	for round, p := range x.Rounds.Lengths {
		if p >= 5e-6 {
			lengths.Bars = append(lengths.Bars, report.Exact(fmt.Sprint(round), p))
		}
		if round > 0 {
			rounds = rounds.Named(fmt.Sprint(round)).Hide("rate", newChance(p, x.odds.Bound))
		}
	}
	return &report.Document{
		Title:    fmt.Sprintf("Exact odds: %s", x.name),
		Summary:  []string{view.Endings(x.odds, x.seats) + ".", surety(x.odds)},
		Sections: []report.Section{{Parts: []report.Part{wins, lengths, report.Table{Rows: append(numbers, rounds)}}}},
	}
}

// surety says how large the error of the odds can be.
func surety(o *odds.Odds) string {
	length := fmt.Sprintf("the mean length no further than %.1g rounds", o.RoundsBound)
	if math.IsInf(o.RoundsBound, 0) {
		length = "for the mean length there is no bound"
	}
	return fmt.Sprintf("No chance is further than %.1g from the true one, %s; all chances add up to 1 within that. %s states.", o.Bound, length, experiment.Thousands(int64(o.States)))
}
