package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine/experiment"
)

// A Result is what a command found: a value that becomes an object of JSON, with its
// numbers in tables and a document for people.
type Result interface {
	Sheet() *experiment.Sheet
}

// document returns the document of a result.
func document(r Result) *report.Document {
	switch r := r.(type) {
	case *experiment.Summary:
		return summary(r)
	case *experiment.Comparison:
		return comparison(r)
	case *experiment.Sweep:
		return sweep(r)
	case *experiment.Ranking:
		return ranking(r)
	case *Exact:
		return r.document()
	}
	panic(fmt.Sprintf("results: no document for %T", r))
}

// An Output is a result in every form.
type Output struct {
	JSON     []byte
	Document *report.Document

	records [][]string // of CSV, the head first
}

// New returns the output of a result. Facts are what a reader needs to get the same
// result; the hash of the JSON is added. Interrupted says why the result is incomplete,
// and every form tells; "" for a complete one.
func New(r Result, facts []report.Fact, interrupted string) (*Output, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, err
	}
	o := &Output{Document: document(r), records: r.Sheet().Records()}
	if interrupted != "" {
		text = bytes.Replace(text, []byte("{\n"), []byte("{\n  \"interrupted\": true,\n"), 1)
		o.Document.Summary = slices.Insert(o.Document.Summary, 0, experiment.Title(interrupted)+".")
		last := make([]string, len(o.records[0]))
		last[0] = interrupted
		o.records = append(o.records, last)
	}
	o.JSON = append(text, '\n')
	o.Document.Facts = slices.Concat(o.Document.Facts, facts, []report.Fact{{Name: "hash of the JSON", Value: experiment.Hash(o.JSON)}})
	return o, nil
}

// CSV writes the numbers, one a row.
func (o *Output) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	for _, record := range o.records {
		w.Write(inert(record)) // whose error Flush finds, too
	}
	w.Flush()
	return w.Error()
}

// inert is a row of CSV in which no spreadsheet takes a text for a formula: a cell
// that begins like a formula and is no number is prefixed with a quote.
func inert(row []string) []string {
	row = slices.Clone(row)
	for i, cell := range row {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return row
}

// maxModLists is how many lists of mods facts name at most: each cell of a sweep
// has one, with another setting.
const maxModLists = 4

// Facts returns what a reader needs to get the results of a plan.
func Facts(p experiment.Plan) []report.Fact {
	seeds, battles := fmt.Sprintf("from %d, one for each battle", p.Seed), experiment.Thousands(p.Battles)
	if p.Apart {
		seeds = fmt.Sprintf("from %d; each trial has the next %s", p.Seed, battles)
	}
	if len(p.Trials) > 1 {
		battles = fmt.Sprintf("%d times %s", len(p.Trials), experiment.Thousands(p.Battles*p.CountedArms()))
	}
	if p.Until > 0 {
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
