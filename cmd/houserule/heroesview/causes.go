package heroesview

import (
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/sim"
)

// causeCount counts what terms do to strikes. What the cards themselves show,
// the scores' bases, does not count.
type causeCount struct {
	rows   map[*engine.Cause]int // places in counts
	counts []causeRow
	// Of the strike at hand:
	strikes int64
	terms   []engine.Term // the attack's, then the defense's
	places  []int         // in counts, of terms; -1 for those that do not count
	rest    []engine.Term
}

// causeRow is one cause, which may stand in several places of the rules.
type causeRow struct {
	name              string
	appeared, decided int64
	last              int64 // the strike in which it last appeared
}

// causeName is a cause without its place in a file.
func causeName(c *engine.Cause) string {
	return (&engine.Cause{Text: c.Text, Rule: c.Rule}).String()
}

// place is where a term is counted, -1 for nowhere.
func (c *causeCount) place(t engine.Term) int {
	if t.Op == engine.Base || t.Why == nil {
		return -1
	}
	i, known := c.rows[t.Why]
	if !known {
		name := causeName(t.Why)
		if i = slices.IndexFunc(c.counts, func(r causeRow) bool { return r.name == name }); i < 0 {
			i = len(c.counts)
			c.counts = append(c.counts, causeRow{name: name})
		}
		c.rows[t.Why] = i
	}
	return i
}

// strike counts a strike. Where sure hits do not roll, nobody knows what
// their die would have shown.
func (c *causeCount) strike(s *heroes.Strike, sureHitsRoll bool) {
	c.strikes++
	c.terms = s.Attack.AppendTerms(c.terms[:0])
	attacks := len(c.terms)
	c.terms = s.Defense.AppendTerms(c.terms)
	c.places = c.places[:0]
	for _, t := range c.terms {
		c.places = append(c.places, c.place(t))
	}
	// A script may have decided, whatever the scores.
	byScores := s.Hit == (s.Die >= s.Need) && (sureHitsRoll || s.Need > 1)
	for _, place := range c.places {
		if place < 0 || c.counts[place].last == c.strikes {
			continue
		}
		row := &c.counts[place]
		row.last = c.strikes
		row.appeared++
		if byScores && s.Hit != (s.Die >= c.without(place, s.Defense, attacks, len(c.terms))-c.without(place, s.Attack, 0, attacks)) {
			row.decided++
		}
	}
}

// without is what a score, which has the terms from, up to but without to,
// comes to without those of a cause.
func (c *causeCount) without(place int, score engine.Score, from, to int) int {
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

func (c *causeCount) table() sim.Table {
	table := view.NewWatched("causes", "appeared", "decided")
	for _, r := range c.counts {
		view.Put(table, r.name, r.appeared, r.decided)
	}
	return table
}
