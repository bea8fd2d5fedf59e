package main

import (
	"bytes"
	"cmp"
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

// maxModLists are as many lists of mods as facts tell: each cell of a sweep has
// one, with another setting.
const maxModLists = 4

// facts are what somebody needs to get the same results; text is their JSON.
func (p plan) facts(text []byte) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: p.Command},
		{Name: "program", Value: p.Program},
		{Name: "seeds", Value: fmt.Sprintf("from %d, one for each battle", p.Seed)},
	}
	if p.Apart {
		facts[2].Value = fmt.Sprintf("from %d; each trial has the %s behind those of the trial before", p.Seed, thousands(p.Battles))
	}
	if len(p.Trials) == 1 {
		facts = append(facts, report.Fact{Name: "battles", Value: thousands(p.Battles)})
	} else {
		facts = append(facts, report.Fact{Name: "battles", Value: fmt.Sprintf("%d times %s", len(p.Trials), thousands(p.Battles*p.countedArms()))})
	}
	if p.Until > 0 {
		last := &facts[len(facts)-1]
		last.Value = "at most " + last.Value
	}
	if p.OnError != "" {
		facts = append(facts, report.Fact{Name: "on error", Value: p.OnError})
	}
	lists := p.mods()
	for _, list := range lists[:min(len(lists), maxModLists)] {
		facts = append(facts, report.Fact{Name: "mods", Value: list})
	}
	if more := len(lists) - maxModLists; more > 0 {
		facts = append(facts, report.Fact{Name: "mods", Value: fmt.Sprintf("and %d more lists, in the JSON", more)})
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
		s := report.Section{Title: title(t.Name), Text: text}
		for _, g := range columnGroups(t.Columns) {
			if part := g.table(t, n); len(part.Rows) > 0 {
				s.Parts = append(s.Parts, part)
			}
		}
		sections = append(sections, s)
	}
	return sections
}

// A columnGroup is columns that are shown in a table of their own: those of one
// side. Its name stands over the names of the rows.
type columnGroup struct {
	name    string
	columns []string // without the group's name
	at      []int    // where they are among all
}

// columnGroups parts columns by their first words where the same words follow
// each of them, as in "aggressor hits, aggressor kills, defender hits, defender
// kills": side by side they would be too wide. Others are one group.
func columnGroups(columns []string) []columnGroup {
	one := columnGroup{columns: columns}
	var groups []columnGroup
	for i, column := range columns {
		one.at = append(one.at, i)
		word, rest, _ := strings.Cut(column, " ")
		g := slices.IndexFunc(groups, func(g columnGroup) bool { return g.name == word })
		if g < 0 {
			g, groups = len(groups), append(groups, columnGroup{name: word})
		}
		groups[g].columns, groups[g].at = append(groups[g].columns, rest), append(groups[g].at, i)
	}
	for _, g := range groups {
		if len(groups) < 2 || len(g.columns) < 2 || !slices.Equal(g.columns, groups[0].columns) {
			return []columnGroup{one}
		}
	}
	return groups
}

// table has the rows in which the group has anything.
func (g columnGroup) table(t sim.Table, battles int64) report.Table {
	part := report.Table{Head: append([]string{g.name}, g.columns...), Right: []bool{false}}
	for _, name := range inOrder(sortedNames(t.Rows)) {
		row, some := []string{name}, false
		for _, at := range g.at {
			some = some || t.Rows[name][at] != 0
			row = append(row, perBattle(t.Rows[name][at], battles, meanDecimals(t, at, battles)))
		}
		if some {
			part.Rows = append(part.Rows, row)
		}
	}
	for range g.columns {
		part.Right = append(part.Right, true)
	}
	return part
}

// meanDecimals is how many decimals the means of a column have, the same for
// all: none where they are whole numbers, else such that the greatest has four
// digits, but at least two.
func meanDecimals(t sim.Table, column int, battles int64) int {
	whole, most := true, int64(0)
	for _, row := range t.Rows {
		whole = whole && battles > 0 && row[column]%battles == 0
		most = max(most, row[column])
	}
	if whole {
		return 0
	}
	decimals := 4
	for ; most >= battles && decimals > 2; most /= 10 {
		decimals--
	}
	return decimals
}

// perBattle is a mean. What happens at all is never written as 0.
func perBattle(sum, battles int64, decimals int) string {
	switch {
	case battles == 0:
		return "-"
	case sum == 0:
		return "0"
	}
	mean, least := float64(sum)/float64(battles), math.Pow10(-decimals)
	if mean < least/2 {
		return "<" + strconv.FormatFloat(least, 'f', decimals, 64)
	}
	return strconv.FormatFloat(mean, 'f', decimals, 64)
}

func sortedNames[V any](rows map[string]V) []string {
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// inOrder has names that are all numbers by what they come to: -2, +0, +1.
func inOrder(names []string) []string {
	numbers := map[string]int{}
	for _, name := range names {
		n, err := strconv.Atoi(name)
		if err != nil {
			return names
		}
		numbers[name] = n
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(numbers[a], numbers[b]) })
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
