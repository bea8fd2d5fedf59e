package view

import (
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/sim"
)

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

// EndColumns returns the columns of a table of endings: for each seat that it won,
// and then for draws.
func EndColumns(seats []string) []string {
	columns := engine.Each(seats, func(seat string) string { return seat + " won" })
	return append(columns, "draw")
}

// SeatColumns returns the columns of a table that has the same ones for every seat.
func SeatColumns(seats []string, each ...string) []string {
	var columns []string
	for _, seat := range seats {
		for _, what := range each {
			columns = append(columns, seat+" "+what)
		}
	}
	return columns
}

// EndColumn returns the column of a winner, of so many seats.
func EndColumn(winner engine.Side, seats int) int {
	if winner == engine.Draw {
		return seats
	}
	return int(winner)
}

// A PlainTally keeps the statistics that all games share:
//
//	endings  how battles ended, by winner
//	worth    the strength that the sides had left, in the game's points
type PlainTally struct {
	*Tables
	battle      engine.Battle
	ends, worth *Cells // by EndColumn, by seat
}

// NewPlainTally returns a tally of the battles that b plays.
func NewPlainTally(b engine.Battle, seats []string) *PlainTally {
	t := &PlainTally{Tables: NewTables(), battle: b}
	t.ends = t.Cells("endings", func(int) string { return "decided" }, EndColumns(seats)...)
	t.worth = t.Cells("worth", func(seat int) string { return seats[seat] }, "left")
	return t
}

// Count counts the battle that has just ended.
func (t *PlainTally) Count() {
	t.ends.Add(0, EndColumn(t.battle.Winner(), t.battle.Seats()), 1)
	for side := range t.battle.Seats() {
		t.worth.Add(side, 0, t.battle.Value(engine.Side(side)))
	}
}

// Watch does nothing, because no table needs it.
func (t *PlainTally) Watch(bool) {}
