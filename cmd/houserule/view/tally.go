package view

import (
	"slices"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Tally counts the results of battles of one set-up, for [sim.Match].
type Tally = sim.Tally

// NewTable is an empty table of a tally.
func NewTable(name string, columns ...string) sim.Table {
	return sim.Table{Name: name, Columns: columns, Rows: map[string][]int64{}}
}

// NewWatched is an empty table for battles that are watched closely.
func NewWatched(name string, columns ...string) sim.Table {
	t := NewTable(name, columns...)
	t.Watched = true
	return t
}

// Put adds a row to a table, unless it is all 0.
func Put(t sim.Table, name string, row ...int64) {
	if slices.ContainsFunc(row, func(n int64) bool { return n != 0 }) {
		t.Rows[name] = slices.Clone(row)
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
	battle engine.Battle
	seats  []string
	ends   []int64 // by EndColumn
	worth  []int64 // by seat
}

// NewPlainTally returns a tally of the battles that b plays.
func NewPlainTally(b engine.Battle, seats []string) *PlainTally {
	return &PlainTally{battle: b, seats: seats, ends: make([]int64, len(seats)+1), worth: make([]int64, len(seats))}
}

// Count counts the battle that has just ended.
func (t *PlainTally) Count() {
	t.ends[EndColumn(t.battle.Winner(), len(t.seats))]++
	for side := range t.worth {
		t.worth[side] += int64(t.battle.Worth(engine.Side(side)))
	}
}

// Watch does nothing, because no table needs it.
func (t *PlainTally) Watch(bool) {}

// Counts returns the tables, always the same ones.
func (t *PlainTally) Counts() []sim.Table {
	endings, worth := NewTable("endings", EndColumns(t.seats)...), NewTable("worth", "left")
	Put(endings, "decided", t.ends...)
	for side, seat := range t.seats {
		Put(worth, seat, t.worth[side])
	}
	return []sim.Table{endings, worth}
}
