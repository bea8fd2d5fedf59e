package main

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

// json is the JSON of results. Where they are not all, it says so first.
func (s *shown) json(interrupted bool) ([]byte, error) {
	text, err := json.MarshalIndent(s.JSON, "", "  ")
	if err != nil {
		return nil, err
	}
	if interrupted {
		text = bytes.Replace(text, []byte("{\n"), []byte("{\n  \"interrupted\": true,\n"), 1)
	}
	return append(text, '\n'), nil
}

// csv writes the CSV of results. Where they are not all, a last row says so.
func (s *shown) csv(out io.Writer, broke string) error {
	rows := s.CSV
	if broke != "" && len(rows) > 0 {
		last := make([]string, len(rows[0]))
		last[0] = broke
		rows = slices.Concat(rows, [][]string{last})
	}
	w := csv.NewWriter(out)
	for _, row := range rows {
		w.Write(inert(row)) // whose error Flush finds, too
	}
	w.Flush()
	return w.Error()
}

// inert is a row of CSV in which no spreadsheet takes a text for a formula: one
// that begins like a formula and is no number begins with a quote.
func inert(row []string) []string {
	row = slices.Clone(row)
	for i, cell := range row {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return row
}

// maxModLists are as many lists of mods as facts tell: each cell of a sweep has
// one, with another setting.
const maxModLists = 4

// facts are what somebody needs to get the same results; text is their JSON.
func facts(p experiment.Plan, text []byte) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: p.Command},
		{Name: "program", Value: p.Program},
		{Name: "seeds", Value: fmt.Sprintf("from %d, one for each battle", p.Seed)},
	}
	if p.Apart {
		facts[2].Value = fmt.Sprintf("from %d; each trial has the %s behind those of the trial before", p.Seed, experiment.Thousands(p.Battles))
	}
	if len(p.Trials) == 1 {
		facts = append(facts, report.Fact{Name: "battles", Value: experiment.Thousands(p.Battles)})
	} else {
		facts = append(facts, report.Fact{Name: "battles", Value: fmt.Sprintf("%d times %s", len(p.Trials), experiment.Thousands(p.Battles*p.CountedArms()))})
	}
	if p.Until > 0 {
		last := &facts[len(facts)-1]
		last.Value = "at most " + last.Value
	}
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
	return append(facts, report.Fact{Name: "hash of the JSON", Value: experiment.Hash(text)})
}
