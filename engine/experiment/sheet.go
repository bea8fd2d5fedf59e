package experiment

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
)

// A Sheet is the numbers of a result in tables, from which CSV is written.
type Sheet struct {
	Labels []string // the heads of the columns that hold the labels of tables
	Tables []Table
}

// A Table is numbers by row and column. Rows may have cells of columns that
// others lack.
type Table struct {
	Labels []string
	Rows   []Row
}

// A Row is the numbers of one thing; its name may be "".
type Row struct {
	Name  string
	Cells []Cell
}

// A Cell is a number, with the name of its column.
type Cell struct {
	Column string
	Value  Value
}

// A Value is a number: what CSV has of it, with the ends of its interval, which
// are "" where it is exact.
type Value interface {
	Fields() (value, low, high string)
}

// A Count is a whole number.
type Count int64

// Fields returns the digits of c.
func (c Count) Fields() (value, low, high string) { return strconv.FormatInt(int64(c), 10), "", "" }

// A Seed is the seed of a battle.
type Seed uint64

// Fields returns the digits of s.
func (s Seed) Fields() (value, low, high string) { return strconv.FormatUint(uint64(s), 10), "", "" }

// Fields returns the digits of n.
func (n Number) Fields() (value, low, high string) { return n.String(), "", "" }

// Fields returns the value and its interval.
func (e Estimate) Fields() (value, low, high string) {
	return e.Value.String(), e.Low.String(), e.High.String()
}

// NewSheet returns a sheet of tables with names.
func NewSheet() *Sheet { return &Sheet{Labels: []string{"table"}} }

// Add adds cells to a row of the table with these labels. It begins a new table or row
// unless it is the last one.
func (s *Sheet) Add(labels []string, row string, cells ...Cell) {
	if n := len(s.Tables); n == 0 || !slices.Equal(s.Tables[n-1].Labels, labels) {
		s.Tables = append(s.Tables, Table{Labels: labels})
	}
	t := &s.Tables[len(s.Tables)-1]
	if n := len(t.Rows); n == 0 || t.Rows[n-1].Name != row {
		t.Rows = append(t.Rows, Row{Name: row})
	}
	last := &t.Rows[len(t.Rows)-1]
	last.Cells = append(last.Cells, cells...)
}

// add is Add to a table with a name.
func (s *Sheet) add(table, row string, cells ...Cell) { s.Add([]string{table}, row, cells...) }

// Records returns the sheet as lines of CSV, one number each, after a line of heads.
func (s *Sheet) Records() [][]string {
	records := [][]string{slices.Concat(s.Labels, []string{"row", "column", "value", "low", "high"})}
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			for _, c := range row.Cells {
				value, low, high := c.Value.Fields()
				records = append(records, slices.Concat(t.Labels, []string{row.Name, c.Column, value, low, high}))
			}
		}
	}
	return records
}

// Hash returns the hash of results, by which two runs are compared.
func Hash(text []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(text)) }
