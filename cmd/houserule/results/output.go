package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"houserule/cmd/houserule/report"
	"houserule/engine/experiment"
)

// document returns the document of a result: that of an experiment, under one line-up or
// several, [Exact], [Solution], [Review], [Regret],
// or [Replies].
func document(result any) *report.Document {
	switch r := result.(type) {
	case *experiment.Summary:
		return summary(r)
	case *experiment.Comparison:
		return comparison(r)
	case *experiment.Sweep:
		return sweep(r)
	case *experiment.Ranking:
		return ranking(r)
	case *experiment.Panel[*experiment.Comparison]:
		return comparisons(r)
	case *experiment.Panel[*experiment.Sweep]:
		return sweeps(r)
	case *experiment.Panel[*experiment.Ranking]:
		return rankings(r)
	case *experiment.Tuning:
		return tuning(r)
	case *Exact:
		return r.document()
	case *Regret:
		return r.document()
	case *Replies:
		return r.document()
	case *Solution:
		return r.document()
	case *Review:
		return r.Document()
	}
	panic(fmt.Sprintf("results: no document for %T", result))
}

// An Output is a result in every form: text, HTML and CSV are those of the document.
type Output struct {
	JSON     []byte
	Document *report.Document
}

// New returns the output of a result. Facts are what a reader needs to get the same
// result; the hash of the JSON is added. Interrupted says why the result is incomplete,
// and every form tells; "" for a complete one.
func New(result any, facts []report.Fact, interrupted string) (*Output, error) {
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return nil, err
	}
	if interrupted != "" {
		text = bytes.Replace(text, []byte("{\n"), []byte("{\n  \"interrupted\": true,\n"), 1)
	}
	text = append(text, '\n')
	d := document(result)
	d.Interrupted, d.JSON = interrupted, text
	d.Facts = slices.Concat(d.Facts, facts, []report.Fact{{Name: "hash of the JSON", Value: experiment.Hash(text)}})
	return &Output{text, d}, nil
}

// run returns a table that is only for programs: the numbers of a whole run.
func run(n int64, seed uint64) report.Row {
	return report.Row{Labels: []string{"run"}}.Hide("n", report.Whole(n)).Hide("seed", report.Whole(seed))
}

// maxModLists is how many lists of mods facts name at most: each cell of a sweep
// has one, with another setting.
const maxModLists = 4

// Facts returns the facts with which a reader can repeat a plan.
func Facts(p experiment.Plan) []report.Fact {
	seeds, battles := fmt.Sprintf("from %d, one for each battle", p.Seed), experiment.Thousands(p.Battles)
	if p.Apart {
		seeds = fmt.Sprintf("from %d; each trial has the next %s", p.Seed, battles)
	}
	if len(p.Trials) > 1 {
		battles = fmt.Sprintf("%d times %s", len(p.Trials), experiment.Thousands(p.Battles*p.CountedArms()))
	}
	if p.Until != nil {
		battles = "at most " + battles
	}
	facts := []report.Fact{{Name: "command", Value: p.Command}, {Name: "program", Value: p.Program}, {Name: "seeds", Value: seeds}, {Name: "battles", Value: battles}}
	if p.OnError != "" {
		facts = append(facts, report.Fact{Name: "on error", Value: p.OnError})
	}
	lists := p.ModLists()
	for _, list := range lists[:min(len(lists), maxModLists)] {
		facts = append(facts, report.Fact{Name: "mods", Value: list})
	}
	if more := len(lists) - maxModLists; more > 0 {
		facts = append(facts, report.Fact{Name: "mods", Value: fmt.Sprintf("and %d more lists, in the JSON", more)})
	}
	return facts
}
