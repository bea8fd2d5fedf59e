package viewtest

import (
	"slices"

	"houserule/engine/sim"
)

// Tables returns the tables of a tally, by name.
func Tables(t sim.Tally) map[string]sim.Table {
	all := map[string]sim.Table{}
	for _, table := range t.Counts() {
		all[table.Name] = table
	}
	return all
}

// Sum adds up a column of a table.
func Sum(table sim.Table, column string) (n int64) {
	i := slices.Index(table.Columns, column)
	for _, row := range table.Rows {
		n += row[i]
	}
	return n
}
