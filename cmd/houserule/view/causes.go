package view

import (
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
)

// Causes count the effects of terms on rolls: in how many rolls a term was present, and how
// many would have ended otherwise without it. Printed values, the scores' bases, do not
// count.
type Causes struct {
	ledger *chain.Ledger
	cells  *Cells
	rows   map[*engine.Cause]int // places in counts
	counts []causeRow
	// The present roll:
	rolls  int64
	terms  []engine.Term // of one score after the other
	places []int         // in counts, of terms; -1 for those that do not count
	ends   []int         // where the terms of each score end
	totals []int
	rest   []engine.Term
}

// causeRow is one cause, which may stand in several places of the rules.
type causeRow struct {
	name string
	last int64 // the roll in which it last appeared
}

// NewCauses adds the table of causes.
func NewCauses(t *Tables) *Causes {
	c := &Causes{ledger: t.ledger, rows: map[*engine.Cause]int{}}
	c.cells = t.Cells("causes", func(row int) string { return c.counts[row].name }, "appeared", "decided")
	return c
}

// place returns the row that counts a term, -1 for none.
func (c *Causes) place(t engine.Term) int {
	if t.Op == engine.Base || t.Why == nil {
		return -1
	}
	i, known := c.rows[t.Why]
	if !known {
		name := (&engine.Cause{Text: t.Why.Text, Rule: t.Why.Rule}).String() // without its place in a file
		if i = slices.IndexFunc(c.counts, func(r causeRow) bool { return r.name == name }); i < 0 {
			i = len(c.counts)
			c.counts = append(c.counts, causeRow{name: name})
		}
		c.rows[t.Why] = i
	}
	return i
}

// Below counts a roll that succeeds with a die of at most the score, or as a script decided.
func (c *Causes) Below(success bool, die int, score engine.Score) {
	var below func(die int, totals []int) bool
	if success == (die <= score.Total()) {
		below = func(die int, totals []int) bool { return die <= totals[0] }
	}
	c.Add(success, die, below, score)
}

// Add counts a roll of a die with these scores, which hit or missed. Hits reports
// whether a die hits with other totals; nil: the scores did not decide it.
func (c *Causes) Add(hit bool, die int, hits func(die int, totals []int) bool, scores ...engine.Score) {
	c.rolls++
	c.terms, c.places, c.ends = c.terms[:0], c.places[:0], c.ends[:0]
	for _, s := range scores {
		c.terms = s.AppendTerms(c.terms)
		c.ends = append(c.ends, len(c.terms))
	}
	for _, t := range c.terms {
		c.places = append(c.places, c.place(t))
	}
	for _, place := range c.places {
		if place < 0 || c.counts[place].last == c.rolls {
			continue
		}
		row := &c.counts[place]
		row.last = c.rolls
		c.cells.Add(place, 0, 1)
		if hits != nil {
			totals := c.without(place, scores)
			c.ledger.AddFaces(c.cells.Counter(place, 1), die, func(die int) bool { return hits(die, totals) != hit })
		}
	}
	c.ledger.Rolled()
}

// without returns the totals of the scores without the terms of a cause.
func (c *Causes) without(place int, scores []engine.Score) []int {
	c.totals = c.totals[:0]
	from := 0
	for i, s := range scores {
		c.totals = append(c.totals, c.less(place, s, from, c.ends[i]))
		from = c.ends[i]
	}
	return c.totals
}

// less returns the total of a score, whose terms are those of from:to, without the terms
// of a cause.
func (c *Causes) less(place int, score engine.Score, from, to int) int {
	if !slices.Contains(c.places[from:to], place) {
		return score.Total()
	}
	c.rest = c.rest[:0]
	for i := from; i < to; i++ {
		if c.places[i] != place {
			c.rest = append(c.rest, c.terms[i])
		}
	}
	return engine.Total(c.rest)
}
