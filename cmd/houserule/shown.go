package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine/sim"
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
	return w.WriteAll(rows)
}

// A number is a measured value in JSON: ten digits, so that machines which
// round the last ones otherwise write the same, and null for none.
type number float64

// MarshalJSON writes the number.
func (n number) MarshalJSON() ([]byte, error) {
	if text := n.String(); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

// String is the number as CSV has it: "" for none.
func (n number) String() string {
	f := float64(n)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ""
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 10, 64), 64)
	if rounded == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// An estimate is a value with its 95 % interval in JSON.
type estimate struct {
	Value number `json:"value"`
	Low   number `json:"low"`
	High  number `json:"high"`
}

func newEstimate(i sim.Interval) estimate {
	return estimate{number(i.Value), number(i.Low), number(i.High)}
}

// cells are the cells of an estimate in CSV.
func (e estimate) cells() []string {
	return []string{e.Value.String(), e.Low.String(), e.High.String()}
}

// facts are what somebody needs to get the same results; text is their JSON.
func (p plan) facts(text []byte) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: p.Command},
		{Name: "program", Value: p.Program},
		{Name: "seeds", Value: fmt.Sprintf("from %d, one for each battle", p.Seed)},
	}
	if len(p.Trials) == 1 {
		facts = append(facts, report.Fact{Name: "battles", Value: thousands(p.Battles)})
	} else {
		facts = append(facts, report.Fact{Name: "battles", Value: fmt.Sprintf("%d times %s", len(p.Trials), thousands(p.Battles))})
	}
	if p.Until > 0 {
		last := &facts[len(facts)-1]
		last.Value = "at most " + last.Value
	}
	if p.OnError != "" {
		facts = append(facts, report.Fact{Name: "on error", Value: p.OnError})
	}
	for _, list := range p.mods() {
		facts = append(facts, report.Fact{Name: "mods", Value: list})
	}
	return append(facts, report.Fact{Name: "hash of the JSON", Value: hashOf(text)})
}

// tallySections shows what the game itself counted.
func tallySections(c *sim.Count) []report.Section {
	var sections []report.Section
	for _, t := range c.Tables {
		if len(t.Rows) == 0 {
			continue
		}
		n, text := c.Battles, "Means per battle."
		if t.Watched {
			n = c.Watched
			text = fmt.Sprintf("Means per battle, of the %s battles that were watched closely.", thousands(n))
		}
		part := report.Table{Head: []string{""}, Right: []bool{false}}
		for _, column := range t.Columns {
			part.Head, part.Right = append(part.Head, column), append(part.Right, true)
		}
		for _, name := range sortedNames(t.Rows) {
			row := []string{name}
			for _, sum := range t.Rows[name] {
				row = append(row, perBattle(sum, n))
			}
			part.Rows = append(part.Rows, row)
		}
		sections = append(sections, report.Section{Title: title(t.Name), Text: text, Parts: []report.Part{part}})
	}
	return sections
}

// perBattle is a mean with four decimals, so that what happens once in ten
// thousand battles shows.
func perBattle(sum, n int64) string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatFloat(float64(sum)/float64(n), 'f', 4, 64)
}

func sortedNames[V any](rows map[string]V) []string {
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// title is a word as a title begins.
func title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// thousands writes a number with commas: 1,000,000.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(text, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return text[:len(text)-len(strings.TrimPrefix(text, "-"))] + digits
}
