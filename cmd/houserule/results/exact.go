package results

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// Exact is the exact odds of a whole battle: like a summary, but with bounds of the
// error in place of confidence intervals. Where battles are undecided, the bounds are
// those between which the odds lie, and each value is the middle, which the chart does not show.
type Exact struct {
	Scenario string           `json:"scenario,omitempty"`
	Players  []string         `json:"players"`
	Mods     []string         `json:"mods"`
	Rates    map[string]bound `json:"rates"`
	Rounds   exactRounds      `json:"rounds"`
	States   int              `json:"states"`
	// Undecided is the chance of the battles that are undecided.
	Undecided float64 `json:"undecided,omitempty"`

	name  string
	seats []string
	odds  *odds.Odds
	spent error // why battles are undecided, if not for --within
}

// A bound is a value, with a lower and an upper bound of the true value.
type bound struct {
	Value exact `json:"value"`
	Low   exact `json:"low"`
	High  exact `json:"high"`
}

// newChance returns the bound of a chance.
func newChance(o *odds.Odds, p odds.Number) bound {
	low, high := o.Bounds(p)
	return bound{exact(p.Value + float64(o.Open.Value/2)), exact(low), exact(high)}
}

// Fields returns the value and its bounds.
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

// Fields returns the number as CSV has it, without bounds.
func (e exact) Fields() (value, low, high string) { return e.String(), "", "" }

type exactRounds struct {
	Mean    bound     `json:"mean"`
	Lengths []float64 `json:"lengths"` // the chance of each length, from 0 rounds on
}

// NewExact returns the odds of a match, with a name for people. Spent is the error with
// which they were found.
func NewExact(o *odds.Odds, spent error, name string, m library.Match, mods []string) *Exact {
	low, high := o.RoundsBounds()
	x := &Exact{
		Scenario: m.Scenario, Players: m.Players, Mods: mods, Rates: map[string]bound{},
		Rounds: exactRounds{Mean: bound{exact(o.Rounds.Value), exact(low), exact(high)}}, States: o.States, Undecided: o.Open.Value,
		name: name, seats: m.Setup.SeatNames(), odds: o, spent: spent,
	}
	for _, e := range experiment.Endings(x.seats) {
		x.Rates[e.Name] = newChance(o, runner.Chance(o, e))
	}
	x.Rounds.Lengths = engine.Each(o.Lengths, func(p odds.Number) float64 { return p.Value })
	return x
}

// document shows the odds.
func (x *Exact) document() *report.Document {
	wins := report.Bars{Title: "How it ends", Unit: experiment.Percent(5), Full: 1}
	if x.Undecided > 0 {
		wins.Bounds, wins.Caption = true, "A chance lies in the shaded part of its bar, for certain. The shaded parts show the same undecided battles, so the ends of the bars add up to more than 100 %."
	}
	var numbers []report.Row
	for _, e := range experiment.Endings(x.seats) {
		label := e.Name
		if e.Winner != engine.Draw {
			label = fmt.Sprintf("%s wins (%s)", e.Name, x.Players[e.Winner])
		}
		bar := report.Exact(label, float64(x.Rates[e.Name].Value))
		if wins.Bounds {
			bar.Low, bar.High, wins.Unit = view.Bounds(x.odds, runner.Chance(x.odds, e))
		}
		wins.Bars = append(wins.Bars, bar)
		numbers = append(numbers, report.Row{Labels: []string{"endings"}, Name: e.Name}.Hide("rate", x.Rates[e.Name]))
	}
	rounds := report.Row{Labels: []string{"rounds"}}.Hide("mean", x.Rounds.Mean)
	lengths := report.Bars{Title: "How many rounds it lasts", Unit: experiment.Percent(3)}
	for round, p := range x.odds.Lengths {
		if p.Value >= 5e-6 {
			lengths.Bars = append(lengths.Bars, report.Exact(fmt.Sprint(round), p.Value))
		}
		if round > 0 {
			rounds = rounds.Named(fmt.Sprint(round)).Hide("rate", newChance(x.odds, p))
		}
	}
	title := "Exact odds"
	if x.Undecided > 0 {
		title, lengths.Title = "Bounds of the odds", "How many rounds decided battles last"
	}
	return &report.Document{
		Title:    fmt.Sprintf("%s: %s", title, x.name),
		Summary:  []string{view.Endings(x.odds, x.seats) + ".", x.surety()},
		Sections: []report.Section{{Parts: []report.Part{wins, lengths, report.Table{Rows: append(numbers, rounds)}}}},
	}
}

// surety says how large the error of the odds can be.
func (x *Exact) surety() string {
	o := x.odds
	if x.Undecided > 0 {
		text := fmt.Sprintf("These bounds are certain. %s are undecided", view.Undecided(o))
		large := new(explore.TooLarge)
		switch after := experiment.Thousands(int64(o.States)); {
		case x.spent == nil:
			return fmt.Sprintf("%s after %s states: --within sets the allowed share.", text, after)
		case errors.As(x.spent, &large):
			more := "states"
			if large.Script != nil {
				more = "steps"
			}
			return fmt.Sprintf("%s: %v. --states allows more %s; houserule sim, with the same arguments, samples the battle.", text, x.spent, more)
		default: // interrupted
			return fmt.Sprintf("%s after %s states.", text, after)
		}
	}
	length := fmt.Sprintf("the mean length within %.1g rounds", o.RoundsBound)
	if math.IsInf(o.RoundsBound, 0) {
		length = "the mean length has no bound"
	}
	return fmt.Sprintf("Each chance is within %.1g of the true one, %s; all chances add up to 1 within the same bound. %s states.", o.Bound, length, experiment.Thousands(int64(o.States)))
}
