package results

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// tallySections shows the counts of the game itself.
func tallySections(tallies []experiment.Tally) []report.Section {
	var sections []report.Section
	for _, t := range tallies {
		if len(t.Rows) == 0 {
			continue
		}
		s := report.Section{Title: engine.Capital(t.Name), Text: "Means per battle."}
		for _, g := range columnGroups(t.Columns) {
			if part := g.table(t); len(part.Rows) > 0 {
				s.Parts = append(s.Parts, part)
			}
		}
		sections = append(sections, s)
	}
	return sections
}

// tallyNumbers returns the counts themselves, for programs.
func tallyNumbers(tallies []experiment.Tally) (rows []report.Row) {
	for _, t := range tallies {
		row := report.Row{Labels: []string{t.Name}}.Hide("battles", report.Whole(t.Battles))
		for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
			for i, sum := range t.Rows[name] {
				row = row.Named(name).Hide(t.Columns[i], report.Whole(sum))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// A columnGroup is columns that are shown in a table of their own: those of one
// side. Its name stands over the names of the rows.
type columnGroup struct {
	name    string
	columns []string // without the group's name
	at      []int    // where they are among all
}

// columnGroups splits columns by their first words where the same words follow each
// of them, as in "aggressor hits, aggressor kills, defender hits, defender kills":
// side by side they would be too wide. Other columns are one group.
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

// table has the rows in which the group has any count.
func (g columnGroup) table(t experiment.Tally) report.Table {
	part := report.Table{Head: append([]string{g.name}, g.columns...), Right: []bool{false}}
	for _, name := range inOrder(slices.Sorted(maps.Keys(t.Rows))) {
		row, some := report.Row{}.Text(name), false
		for _, at := range g.at {
			some = some || t.Rows[name][at] != 0
			row = row.Text(perBattle(t.Rows[name][at], t.Battles, meanDecimals(t, at)))
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

// meanDecimals returns how many decimals the means of a column have, the same for
// all: none where they are whole numbers, else such that the greatest has four
// digits, but at least two.
func meanDecimals(t experiment.Tally, column int) int {
	whole, most := true, int64(0)
	for _, row := range t.Rows {
		whole = whole && t.Battles > 0 && row[column]%t.Battles == 0
		most = max(most, row[column])
	}
	if whole {
		return 0
	}
	decimals := 4
	for ; most >= t.Battles && decimals > 2; most /= 10 {
		decimals--
	}
	return decimals
}

// perBattle returns a mean. A count above 0 is never written as 0.
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

// inOrder sorts names by their values if all are numbers: -2, +0, +1.
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
