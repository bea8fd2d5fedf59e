package sim

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
)

// A Count is the results of a number of battles, in whole numbers.
type Count struct {
	Battles int64                  `json:"battles"`
	Wins    [engine.MaxSeats]int64 `json:"wins"` // by seat
	Draws   int64                  `json:"draws"`
	Rounds  []int64                `json:"rounds"` // battles by their length: Rounds[3] lasted 3 rounds
	// Finishes holds more about the battles of each length, if the trial asks for it.
	Finishes []Finish `json:"finishes,omitempty"`
	// Digest, for compared arms, is the sum of a hash of each battle's number and outcome.
	// Arms under which all battles end alike have the same digest.
	Digest uint64  `json:"digest,omitempty"`
	Tables []Table `json:"tables,omitempty"`
}

// A Finish is the ends of battles of one length: the number that each seat won, and the
// sums of what the sides had left.
type Finish struct {
	Wins [engine.MaxSeats]int64 `json:"wins"`
	Left [engine.MaxSeats]int64 `json:"left"`
}

// A Table is a set of counts of a game, by name.
type Table struct {
	Name    string             `json:"name"`
	Columns []string           `json:"columns"`
	Rows    map[string][]int64 `json:"rows"`
}

func (c *Count) add(o *Outcome) {
	c.Battles++
	if o.Winner == engine.Draw {
		c.Draws++
	} else {
		c.Wins[o.Winner]++
	}
	for o.Rounds >= len(c.Rounds) {
		c.Rounds = append(c.Rounds, 0)
	}
	c.Rounds[o.Rounds]++
}

// finish counts the end of a battle by its length.
func (c *Count) finish(o *Outcome) {
	for o.Rounds >= len(c.Finishes) {
		c.Finishes = append(c.Finishes, Finish{})
	}
	at := &c.Finishes[o.Rounds]
	if o.Winner != engine.Draw {
		at.Wins[o.Winner]++
	}
	for side, left := range o.Value {
		at.Left[side] += int64(left)
	}
}

// hash returns a hash of battle i with this outcome.
func (o Outcome) hash(i int64) uint64 {
	h := mixed(mixed(mixed(uint64(i))^uint64(o.Winner)) ^ uint64(o.Rounds))
	for _, value := range o.Value {
		h = mixed(h ^ uint64(value))
	}
	return h
}

// mixed returns a hash of a number: the finalizer of SplitMix64 (Steele, Lea and Flood
// 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Add adds the counts of other battles of the same kind.
func (c *Count) Add(other *Count) {
	c.Battles += other.Battles
	c.Digest += other.Digest
	for i, n := range other.Wins {
		c.Wins[i] += n
	}
	c.Draws += other.Draws
	for len(c.Rounds) < len(other.Rounds) {
		c.Rounds = append(c.Rounds, 0)
	}
	for i, n := range other.Rounds {
		c.Rounds[i] += n
	}
	for len(c.Finishes) < len(other.Finishes) {
		c.Finishes = append(c.Finishes, Finish{})
	}
	for i, at := range other.Finishes {
		for side := range at.Wins {
			c.Finishes[i].Wins[side] += at.Wins[side]
			c.Finishes[i].Left[side] += at.Left[side]
		}
	}
	for _, t := range other.Tables {
		c.addTable(t)
	}
}

func (c *Count) addTable(t Table) {
	i := slices.IndexFunc(c.Tables, func(have Table) bool { return have.Name == t.Name })
	if i < 0 {
		i = len(c.Tables)
		c.Tables = append(c.Tables, Table{Name: t.Name, Columns: t.Columns, Rows: map[string][]int64{}})
	}
	for name, row := range t.Rows {
		sums := c.Tables[i].Rows[name]
		if sums == nil {
			sums = make([]int64, len(row))
			c.Tables[i].Rows[name] = sums
		}
		for j, n := range row {
			sums[j] += n
		}
	}
}

// put adds n to a counter.
func (c *Count) put(at chain.Counter, n int64) {
	i := slices.IndexFunc(c.Tables, func(have Table) bool { return have.Name == at.Table })
	row := c.Tables[i].Rows[at.Row]
	if row == nil {
		row = make([]int64, len(c.Tables[i].Columns))
		c.Tables[i].Rows[at.Row] = row
	}
	row[at.Column] += n
}

// Fill returns tables with the counts of a ledger.
func Fill(l *chain.Ledger, tables ...Table) []Table {
	c := Count{Tables: tables}
	l.Each(c.put)
	return tables
}

// Of returns the table with a name, or an empty one.
func (c *Count) Of(name string) Table {
	for _, t := range c.Tables {
		if t.Name == name {
			return t
		}
	}
	return Table{Name: name}
}

// A Result is the result of a trial.
type Result struct {
	Arms []Count `json:"arms"`
	// Pairs compare each further arm with the first, battle by battle.
	Pairs []Pair `json:"pairs,omitempty"`
}

// A Pair compares two arms, battle by battle.
type Pair struct {
	// Joint counts the battles by their winners under both arms. The first index is the
	// winner under the first arm, the second the winner under the other; the last index is
	// for draws.
	Joint [outcomes][outcomes]int64 `json:"joint"`
	// Differ is the number of battles that ended differently: with another winner, another
	// length, or other values left to the sides.
	Differ int64 `json:"differ"`
	// Examples are the numbers of the first battles with another winner. Courses are those
	// of the first battles with the same winner that ended differently.
	Examples []int64 `json:"examples"`
	Courses  []int64 `json:"courses"`
}

const (
	outcomes    = engine.MaxSeats + 1
	maxExamples = 10
)

func place(winner engine.Side) int {
	if winner == engine.Draw {
		return outcomes - 1
	}
	return int(winner)
}

func newResult(arms int) *Result {
	r := &Result{Arms: make([]Count, arms)}
	if arms > 1 {
		r.Pairs = make([]Pair, arms-1)
	}
	return r
}

// Add adds the result of other battles of the same trial.
func (r *Result) Add(other *Result) error {
	if len(r.Arms) != len(other.Arms) || len(r.Pairs) != len(other.Pairs) {
		return fmt.Errorf("the parts have %d and %d arms", len(r.Arms), len(other.Arms))
	}
	for i := range r.Arms {
		r.Arms[i].Add(&other.Arms[i])
	}
	for i := range r.Pairs {
		r.Pairs[i].add(&other.Pairs[i])
	}
	return nil
}

func (p *Pair) add(other *Pair) {
	for a := range p.Joint {
		for b := range p.Joint[a] {
			p.Joint[a][b] += other.Joint[a][b]
		}
	}
	p.Differ += other.Differ
	p.Examples = firstOf(p.Examples, other.Examples)
	p.Courses = firstOf(p.Courses, other.Courses)
}

// firstOf returns the smallest elements of two sorted lists.
func firstOf(a, b []int64) []int64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return all[:min(len(all), maxExamples)]
}

// with returns a sorted list of the smallest elements with i inserted, if i is one of them.
func with(list []int64, i int64) []int64 {
	at, _ := slices.BinarySearch(list, i)
	if at == maxExamples {
		return list
	}
	list = slices.Insert(list, at, i)
	return list[:min(len(list), maxExamples)]
}

// note counts a comparison of battle i under the first arm and another.
func (p *Pair) note(i int64, a, b Outcome) {
	p.Joint[place(a.Winner)][place(b.Winner)]++
	switch {
	case a.Winner != b.Winner:
		p.Differ++
		p.Examples = with(p.Examples, i)
	case a != b:
		p.Differ++
		p.Courses = with(p.Courses, i)
	}
}

// Wins returns the number of battles that a seat won under the first arm, and under the
// other.
func (p *Pair) Wins(seat engine.Side) (first, other int64) {
	for a := range p.Joint {
		first += p.Joint[place(seat)][a]
		other += p.Joint[a][place(seat)]
	}
	return first, other
}

// Turned returns the number of battles that a seat won only under the other arm, and only
// under the first.
func (p *Pair) Turned(seat engine.Side) (gained, lost int64) {
	s := place(seat)
	for a := range p.Joint {
		if a != s {
			gained += p.Joint[a][s]
			lost += p.Joint[s][a]
		}
	}
	return gained, lost
}

// Twins counts the battles of two arms in which two sides have exchanged seats. The index
// is the number of half points, in both arms together, of the side that has the first seat
// in the first arm: 2 for a battle won, 1 for a draw.
func (p *Pair) Twins() (counts [5]int64) {
	points := func(winner, seat int) int {
		switch winner {
		case seat:
			return 2
		case place(engine.Draw):
			return 1
		}
		return 0
	}
	for a := range p.Joint {
		for b, n := range p.Joint[a] {
			counts[points(a, 0)+points(b, 1)] += n
		}
	}
	return counts
}
