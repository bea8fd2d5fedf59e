package view

import (
	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/sim"
)

// A Tally counts the results of battles of one set-up, for [sim.Match].
type Tally = sim.Tally

// NewTable is an empty table of a tally.
func NewTable(name string, columns ...string) sim.Table {
	return sim.Table{Name: name, Columns: columns, Rows: map[string][]int64{}}
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

// NewCells returns the cells of a table. Name returns the name of a row.
func NewCells(l *chain.Ledger, table string, columns int, name func(row int) string) *Cells {
	return &Cells{ledger: l, table: table, columns: columns, name: name}
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

// EndColumns are the columns of a table of endings: for each seat that it won,
// and then for draws.
func EndColumns(seats []string) []string {
	var columns []string
	for _, seat := range seats {
		columns = append(columns, seat+" won")
	}
	return append(columns, "draw")
}

// SeatColumns are the columns of a table that has the same ones for every seat.
func SeatColumns(seats []string, each ...string) []string {
	var columns []string
	for _, seat := range seats {
		for _, what := range each {
			columns = append(columns, seat+" "+what)
		}
	}
	return columns
}

// EndColumn is the column of a winner, of so many seats.
func EndColumn(winner engine.Side, seats int) int {
	if winner == engine.Draw {
		return seats
	}
	return int(winner)
}

// A PlainTally counts what is common to battles of any game:
//
//	endings  how battles ended, by winner
//	worth    what the sides had left, in the game's points
type PlainTally struct {
	battle      engine.Battle
	seats       []string
	ledger      *chain.Ledger
	ends, worth *Cells // by EndColumn, by seat
}

// NewPlainTally returns a tally of the battles that b plays.
func NewPlainTally(b engine.Battle, seats []string) *PlainTally {
	l := chain.NewLedger()
	return &PlainTally{
		battle: b, seats: seats, ledger: l,
		ends:  NewCells(l, "endings", len(seats)+1, func(int) string { return "decided" }),
		worth: NewCells(l, "worth", 1, func(seat int) string { return seats[seat] }),
	}
}

// Count counts the battle that has just ended.
func (t *PlainTally) Count() {
	t.ends.Add(0, EndColumn(t.battle.Winner(), len(t.seats)), 1)
	for side := range t.seats {
		t.worth.Add(side, 0, t.battle.Value(engine.Side(side)))
	}
}

// Watch does nothing, because no table needs it.
func (t *PlainTally) Watch(bool) {}

// Ledger is what the tally counts in.
func (t *PlainTally) Ledger() *chain.Ledger { return t.ledger }

// Counts returns the tables, always the same ones.
func (t *PlainTally) Counts() []sim.Table {
	return sim.Fill(t.ledger, NewTable("endings", EndColumns(t.seats)...), NewTable("worth", "left"))
}
