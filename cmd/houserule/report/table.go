package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Table is rows of cells. People see the cells that are not hidden, below the heads;
// programs get the cells that have a column, from CSV. A table whose cells are all
// hidden is only for programs.
type Table struct {
	Title string // may be empty
	Head  []string
	Rows  []Row
	Right []bool // the columns that are aligned right: numbers
}

// A Row is cells, with labels and a name by which programs find them: the labels are
// the name of the table, for instance.
type Row struct {
	Labels []string
	Name   string
	Cells  []Cell
}

// A Cell is a text for people, and a number for programs by the names of its row and
// column. Low and High are the ends of its interval, "" where it is exact.
type Cell struct {
	Text             string
	Hidden           bool // from people
	Row, Column      string
	Value, Low, High string
}

// A Value is a number as CSV has it.
type Value interface {
	Fields() (value, low, high string)
}

// Whole returns the value of a whole number.
func Whole[N int | int64 | uint64](n N) Value { return whole(fmt.Sprint(n)) }

type whole string

func (w whole) Fields() (value, low, high string) { return string(w), "", "" }

// Named returns the row with another name for the cells that are added to it.
func (r Row) Named(name string) Row {
	r.Name = name
	return r
}

// Text adds cells for people.
func (r Row) Text(texts ...string) Row {
	for _, text := range texts {
		r.Cells = append(r.Cells, Cell{Text: text})
	}
	return r
}

// Number adds a number for people and programs.
func (r Row) Number(column string, v Value, text string) Row {
	r = r.Hide(column, v)
	last := &r.Cells[len(r.Cells)-1]
	last.Text, last.Hidden = text, false
	return r
}

// Hide adds a number for programs.
func (r Row) Hide(column string, v Value) Row {
	value, low, high := v.Fields()
	r.Cells = append(r.Cells, Cell{Hidden: true, Row: r.Name, Column: column, Value: value, Low: low, High: high})
	return r
}

// ForPrograms returns the numbers of the row, hidden from people.
func (r Row) ForPrograms() Row {
	cells := r.Cells
	r.Cells = nil
	for _, c := range cells {
		if c.Column != "" {
			c.Text, c.Hidden = "", true
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// hidden reports whether a row is only for programs.
func (r Row) hidden() bool {
	return len(r.Cells) > 0 && !slices.ContainsFunc(r.Cells, func(c Cell) bool { return !c.Hidden })
}

// hidden reports whether a part is only for programs.
func hidden(p Part) bool {
	t, ok := p.(Table)
	return ok && len(t.Rows) > 0 && len(t.texts()) == 0
}

// texts returns the rows that people see.
func (t Table) texts() (rows [][]string) {
	for _, r := range t.Rows {
		if r.hidden() {
			continue
		}
		var texts []string
		for _, c := range r.Cells {
			if !c.Hidden {
				texts = append(texts, c.Text)
			}
		}
		rows = append(rows, texts)
	}
	return rows
}

func (t Table) clean() Part {
	t.Title, t.Head = clean(t.Title), cleanAll(t.Head)
	t.Rows = engine.Each(t.Rows, func(r Row) Row {
		r.Cells = engine.Each(r.Cells, func(c Cell) Cell { c.Text = clean(c.Text); return c })
		return r
	})
	return t
}

// CSV writes the numbers of all tables, one a line. The last line says if the results
// are incomplete.
func (d *Document) CSV(out io.Writer) error {
	labels := d.Labels
	if labels == nil {
		labels = []string{"table"}
	}
	head := slices.Concat(labels, []string{"row", "column", "value", "low", "high"})
	w := csv.NewWriter(out)
	w.Write(inert(head)) // whose error Flush finds, too
	for _, s := range d.Sections {
		for _, part := range s.Parts {
			t, _ := part.(Table)
			for _, r := range t.Rows {
				for _, c := range r.Cells {
					if c.Column != "" {
						w.Write(inert(slices.Concat(r.Labels, []string{c.Row, c.Column, c.Value, c.Low, c.High})))
					}
				}
			}
		}
	}
	if d.Interrupted != "" {
		last := make([]string, len(head))
		last[0] = d.Interrupted
		w.Write(inert(last))
	}
	w.Flush()
	return w.Error()
}

// inert returns a row of CSV in which no spreadsheet takes a text for a formula: a cell
// that begins like a formula and is no number is prefixed with a quote.
func inert(row []string) []string {
	return engine.Each(row, func(cell string) string {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			return "'" + cell
		}
		return cell
	})
}
