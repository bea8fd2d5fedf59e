package view

import (
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/sim"
)

// A Tally counts the results of battles of one set-up, for [sim.Match].
type Tally = sim.Tally

// Tables are the tables of a tally, in the order in which they were added, and the ledger
// that they are counted in.
type Tables struct {
	ledger *chain.Ledger
	all    []sim.Table // without rows
}

// NewTables returns a ledger without tables.
func NewTables() *Tables { return &Tables{ledger: chain.NewLedger()} }

// Table adds a table.
func (t *Tables) Table(name string, columns ...string) {
	t.all = append(t.all, sim.Table{Name: name, Columns: columns})
}

// Cells adds a table, and returns its cells. Row returns the name of a row.
func (t *Tables) Cells(name string, row func(row int) string, columns ...string) *Cells {
	t.Table(name, columns...)
	return &Cells{ledger: t.ledger, table: name, columns: len(columns), name: row}
}

// SeatCells adds a table that has the same columns for every seat: see [Cells.For].
func (t *Tables) SeatCells(name string, row func(row int) string, seats []string, each ...string) *Cells {
	var columns []string
	for _, seat := range seats {
		for _, what := range each {
			columns = append(columns, seat+" "+what)
		}
	}
	c := t.Cells(name, row, columns...)
	c.each = len(each)
	return c
}

// Ends adds the table of endings, whose rows have these names: for each seat the battles
// that it won, and the draws.
func (t *Tables) Ends(seats []string, row func(row int) string) *Cells {
	columns := engine.Each(seats, func(seat string) string { return seat + " won" })
	return t.Cells("endings", row, append(columns, "draw")...)
}

// Ledger returns the ledger of the tally.
func (t *Tables) Ledger() *chain.Ledger { return t.ledger }

// Counts returns the tables, always the same ones.
func (t *Tables) Counts() []sim.Table {
	tables := slices.Clone(t.all)
	for i := range tables {
		tables[i].Rows = map[string][]int64{}
	}
	return sim.Fill(t.ledger, tables...)
}

// Cells are the counters of a table, by the numbers of row and column. Of a row that was
// never counted there is none.
type Cells struct {
	ledger  *chain.Ledger
	table   string
	columns int
	each    int // of them for each seat
	name    func(row int) string
	numbers []int // in the ledger; 0: not yet there
}

// Counter returns the number of a counter in the ledger.
func (c *Cells) Counter(row, column int) int {
	at := row*c.columns + column
	for at >= len(c.numbers) {
		c.numbers = append(c.numbers, 0)
	}
	if c.numbers[at] == 0 {
		c.numbers[at] = c.ledger.Counter(c.table, c.name(row), column)
	}
	return c.numbers[at]
}

// Add counts n more.
func (c *Cells) Add(row, column, n int) {
	if n != 0 {
		c.ledger.Add(c.Counter(row, column), int64(n))
	}
}

// For counts n more for a seat, in one of the columns that each seat has.
func (c *Cells) For(seat engine.Side, row, column, n int) { c.Add(row, int(seat)*c.each+column, n) }

// Marked counts one more in each row that is marked.
func (c *Cells) Marked(rows []bool) {
	for row, is := range rows {
		if is {
			c.Add(row, 0, 1)
		}
	}
}

// Ended counts a battle in the table of endings.
func (c *Cells) Ended(row int, winner engine.Side) {
	column := int(winner)
	if winner == engine.Draw {
		column = c.columns - 1
	}
	c.Add(row, column, 1)
}

// A PlainTally keeps the statistics that all games share:
//
//	endings  how battles ended, by winner
//	worth    the strength that the sides had left, in the game's points
type PlainTally struct {
	*Tables
	battle      engine.Battle
	ends, worth *Cells
}

// NewPlainTally returns a tally of the battles that b plays.
func NewPlainTally(b engine.Battle, seats []string) *PlainTally {
	t := &PlainTally{Tables: NewTables(), battle: b}
	t.ends = t.Ends(seats, func(int) string { return "decided" })
	t.worth = t.Cells("worth", func(seat int) string { return seats[seat] }, "left")
	return t
}

// Count counts the battle that has just ended.
func (t *PlainTally) Count() {
	t.ends.Ended(0, t.battle.Winner())
	for side := range t.battle.Seats() {
		t.worth.Add(side, 0, t.battle.Value(engine.Side(side)))
	}
}

// Watch does nothing, because no table needs it.
func (t *PlainTally) Watch(bool) {}
