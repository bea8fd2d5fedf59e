package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/report"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// simOptions is what the flags of houserule sim say.
type simOptions struct {
	matchOptions
	experimentOptions
	mods *modOptions
}

const (
	simBattles = 10_000
	// untilBattles are the most where --until-ci ends the run.
	untilBattles = 100_000_000
)

func newSim(mods *modOptions) *cobra.Command {
	o := simOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "sim [SCENARIO]",
		Short: "Play a battle thousands of times and count how it ends",
		Long: `Play a battle thousands of times between computer players and count how it ends:
who wins how often, how long battles last, and what the game counts of creatures
and rules, with 95 % confidence intervals. Without -n it plays 10,000 battles.

Battle i, from 0, has the seed --seed + i, so that houserule battle with the same
words and --seed K plays one of them again, blow by blow. Results follow from
seed and n alone, on any machine and on any number of cores.

--until-ci 0.1% plays until the share of wins of each side is known to that many
points up or down, and -n is then the most (without it 100,000,000). It looks
every 20,000 battles. A run that stops as soon as it is sure is sure a little
less often than 95 % of the time.

--shard 3/64 plays one part of 64, for another machine: see houserule merge.
Ctrl-C prints what is known so far; so does the signal by which a cluster ends
a program.

--json has n (the battles that were played), seed, scenario, players, armies,
walls and mods; wins, by side, and draws as numbers of battles; rates of both
with low and high, the ends of their interval; rounds with mean, low, high and
histogram; tables, with the sums over the battles that they count; until_ci
where it was asked for; and interrupted where Ctrl-C ended the run. --csv has
the same numbers in rows of table, row, column, value, low and high.`,
		Example: `  houserule sim siege
  houserule sim reference -n 1000000 --players reference,greedy --seed 7
  houserule sim --aggressor "3 gold-golem" --defender "5 bandit" --until-ci 0.5%
  houserule sim siege --mods morale --set morale.die=8 --json
  houserule sim siege -n 1000000 --csv --report siege.html
  houserule sim siege -n 1000000000 --shard 3/64 --json > 3.json`,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.completeScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			o.untilSure(cmd)
			return simulate(cmd, o)
		},
	}
	o.matchOptions.trialFlags(cmd, mods)
	o.experimentOptions.flags(cmd, simBattles)
	cmd.Flags().Var(&o.until, "until-ci", "stop when all intervals of wins reach at most this `share` up and down, as in 0.1% or 0.001")
	return cmd
}

func simulate(cmd *cobra.Command, o simOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	lib, err := o.load(o.mods)
	if err != nil {
		return err
	}
	m, err := o.trialMatch(lib)
	if err != nil {
		return err
	}
	l := newLab(o.mods)
	l.keep(lib)
	p := plan{Kind: "sim", Seed: o.seed, Trials: []trialPlan{{Arms: []armPlan{newArm(lib, "", m)}}}}
	err = l.perform(cmd, p, o.experimentOptions)
	if failed := new(sim.Error); errors.As(err, &failed) {
		err = fmt.Errorf("%w (houserule battle with the same words and --seed %d plays it)", err, failed.Seed)
	}
	return err
}

// ending is one of the ways in which battles end, with how many did so.
type ending struct {
	who     string
	battles int64
	rate    sim.Interval
}

// endings are all of them: a win of each seat, and a draw.
func endings(p plan, c *sim.Count) []ending {
	var all []ending
	for _, w := range waysOf(p.seats()) {
		n := w.in(c)
		all = append(all, ending{w.name, n, sim.Wilson(n, c.Battles)})
	}
	return all
}

func showSim(_ context.Context, _ *lab, p plan, results []*sim.Result) (*shown, error) {
	c := &results[0].Arms[0]
	return &shown{Document: simDocument(p, c), JSON: simJSON(p, c), CSV: simCSV(p, c)}, nil
}

// simResult is the JSON of a simulation.
type simResult struct {
	N        int64               `json:"n"`
	Seed     uint64              `json:"seed"`
	Scenario string              `json:"scenario,omitempty"`
	Players  []string            `json:"players"`
	Armies   map[string]string   `json:"armies"`
	Walls    string              `json:"walls,omitempty"`
	Mods     []string            `json:"mods"`
	UntilCI  *untilResult        `json:"until_ci,omitempty"`
	Wins     map[string]int64    `json:"wins"`
	Draws    int64               `json:"draws"`
	Rates    map[string]estimate `json:"rates"`
	Rounds   roundsResult        `json:"rounds"`
	Tables   []tableResult       `json:"tables"`
}

type untilResult struct {
	HalfWidth number `json:"half_width"`
	Reached   bool   `json:"reached"`
}

type roundsResult struct {
	Mean      number         `json:"mean"`
	Low       number         `json:"low"`
	High      number         `json:"high"`
	Histogram []lengthResult `json:"histogram"`
}

type lengthResult struct {
	Rounds  int   `json:"rounds"`
	Battles int64 `json:"battles"`
}

// tableResult is what a game counted, in sums over a number of battles.
type tableResult struct {
	Name    string             `json:"name"`
	Battles int64              `json:"battles"`
	Columns []string           `json:"columns"`
	Rows    map[string][]int64 `json:"rows"`
}

func simJSON(p plan, c *sim.Count) simResult {
	h := p.Trials[0].Arms[0].header()
	r := simResult{
		N: c.Battles, Seed: p.Seed,
		Scenario: h.Get("scenario"), Players: strings.Fields(h.Get("players")),
		Armies: map[string]string{}, Walls: h.Get("walls"), Mods: modsIn(library.ModsIn(h)),
		Wins: map[string]int64{}, Draws: c.Draws, Rates: map[string]estimate{},
		Rounds: roundsOf(c), Tables: []tableResult{},
	}
	for side, name := range h.Seats {
		r.Armies[name], r.Wins[name] = h.Get(name), c.Wins[side]
	}
	for _, e := range endings(p, c) {
		r.Rates[e.who] = newEstimate(e.rate)
	}
	if p.Until > 0 {
		r.UntilCI = &untilResult{number(p.Until), narrow(&sim.Result{Arms: []sim.Count{*c}}, p.Until)}
	}
	for _, t := range c.Tables {
		r.Tables = append(r.Tables, tableResult{t.Name, countedIn(c, t), t.Columns, t.Rows})
	}
	return r
}

// countedIn is how many battles count in a table.
func countedIn(c *sim.Count, t sim.Table) int64 {
	if t.Watched {
		return c.Watched
	}
	return c.Battles
}

func roundsOf(c *sim.Count) roundsResult {
	mean := sim.Mean(c.Rounds)
	r := roundsResult{number(mean.Value), number(mean.Low), number(mean.High), []lengthResult{}}
	for rounds, n := range c.Rounds {
		if n > 0 {
			r.Histogram = append(r.Histogram, lengthResult{rounds, n})
		}
	}
	return r
}

func simCSV(p plan, c *sim.Count) [][]string {
	rows := [][]string{{"table", "row", "column", "value", "low", "high"}}
	add := func(table, row, column string, values ...string) {
		rows = append(rows, append([]string{table, row, column}, append(values, "", "")[:3]...))
	}
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	add("run", "", "n", whole(c.Battles))
	add("run", "", "seed", strconv.FormatUint(p.Seed, 10))
	for _, e := range endings(p, c) {
		add("endings", e.who, "battles", whole(e.battles))
		add("endings", e.who, "rate", newEstimate(e.rate).cells()...)
	}
	add("rounds", "", "mean", newEstimate(sim.Mean(c.Rounds)).cells()...)
	for _, l := range roundsOf(c).Histogram {
		add("rounds", strconv.Itoa(l.Rounds), "battles", whole(l.Battles))
	}
	for _, t := range c.Tables {
		add(t.Name, "", "battles", whole(countedIn(c, t)))
		for _, name := range sortedNames(t.Rows) {
			for i, sum := range t.Rows[name] {
				add(t.Name, name, t.Columns[i], whole(sum))
			}
		}
	}
	return rows
}

func simDocument(p plan, c *sim.Count) *report.Document {
	h := p.Trials[0].Arms[0].header()
	d := &report.Document{
		Title: fmt.Sprintf("%s: %s, %s", cmp.Or(h.Get("scenario"), "Typed armies"), strings.ReplaceAll(h.Get("players"), " ", " against "), counted(c.Battles, "battle")),
	}
	if p.Until > 0 {
		d.Summary = append(d.Summary, untilText(p, c))
	}
	d.Sections = append([]report.Section{endingsSection(p, c), roundsSection(p, c)}, tallySections(c)...)
	return d
}

// untilText says how a run with --until-ci ended.
func untilText(p plan, c *sim.Count) string {
	half := 0.0
	for _, n := range c.Wins {
		half = max(half, sim.Wilson(n, c.Battles).Half())
	}
	points := func(share float64) string { return number(share*100).String() + " points" }
	wanted := points(p.Until)
	if half <= p.Until {
		return fmt.Sprintf("It took %s to know the wins to %s up and down.", counted(c.Battles, "battle"), wanted)
	}
	return fmt.Sprintf("The wins are known to %s up and down, not to %s: -n ended the run first.", points(rounded(half)), wanted)
}

// rounded is a number with two digits that matter.
func rounded(f float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 2, 64), 64)
	return r
}

func endingsSection(p plan, c *sim.Count) report.Section {
	unit := report.Percent(decimals(100 * sim.Wilson(c.Wins[0], c.Battles).Half()))
	table := report.Table{
		Head:  []string{"", "battles", "share", "95 % interval"},
		Right: []bool{false, true, true, true},
	}
	bars := report.Bars{Title: "Share of the battles", Unit: unit, Full: 1}
	for _, e := range endings(p, c) {
		name := e.who
		if name != "draw" {
			name += " wins"
		}
		table.Rows = append(table.Rows, []string{name, thousands(e.battles), unit.Text(e.rate.Value), unit.Number(e.rate.Low) + " to " + unit.Number(e.rate.High)})
		bars.Bars = append(bars.Bars, report.Bar{Label: name, Value: e.rate.Value, Low: e.rate.Low, High: e.rate.High})
	}
	return report.Section{Title: "How battles end", Parts: []report.Part{table, bars}}
}

// decimals are as many as make two digits of half an interval.
func decimals(half float64) int {
	if !(half > 0) {
		return 1
	}
	return min(max(int(math.Ceil(-math.Log10(half)))+1, 1), 6)
}

func roundsSection(p plan, c *sim.Count) report.Section {
	mean := sim.Mean(c.Rounds)
	unit := report.Unit{Name: p.span(), Decimals: decimals(mean.Half())}
	s := report.Section{Title: "How long they last", Text: "On average " + strings.TrimSpace(unit.Text(mean.Value)+" "+unit.Interval(mean.Low, mean.High)) + "."}
	bars := report.Bars{Title: "Share of the battles, by their " + p.span(), Unit: report.Percent(2)}
	longest, later := usualLength(c), int64(0)
	for rounds, n := range c.Rounds {
		switch {
		case rounds > longest:
			later += n
		case n > 0 || len(bars.Bars) > 0:
			bars.Bars = append(bars.Bars, lengthBar(strconv.Itoa(rounds), n, c.Battles))
		}
	}
	if later > 0 {
		bars.Bars = append(bars.Bars, lengthBar(fmt.Sprintf("%d and more", longest+1), later, c.Battles))
	}
	s.Parts = []report.Part{bars}
	return s
}

// usualLength is the greatest length that at least one battle in a thousand
// has, but at most 30: longer ones share a bar.
func usualLength(c *sim.Count) int {
	for rounds := min(30, len(c.Rounds)-1); rounds > 0; rounds-- {
		if n := c.Rounds[rounds]; n > 0 && n >= c.Battles/1000 {
			return rounds
		}
	}
	return 0
}

func lengthBar(label string, n, of int64) report.Bar {
	share := sim.Wilson(n, of)
	return report.Bar{Label: label, Value: share.Value, Low: share.Low, High: share.High}
}

// counted is a number of things: "1 battle", "10,000 battles".
func counted(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return thousands(n) + " " + what
}
