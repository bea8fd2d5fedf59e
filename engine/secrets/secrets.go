// Package secrets weighs what may be hidden from a side by the answers of the other sides that
// it has seen. It knows no game.
//
// A deal is the battle as it may be, for all that the side knows. It is played again from the
// last moment at which nothing was hidden from the side. All dice and answers are those of the
// battle, except for those that are hidden from the side: these are dealt anew. A die or an
// answer is hidden if another one in its place shows the side the same: the side hears the same,
// and the game's own deal ([engine.Dealer]) leads to the same position.
//
// The weight of a deal is the probability that the other sides give, in it, the answers that the
// side has seen: see [Habits]. [Weigh] returns deals with their weights.
package secrets

import (
	"slices"

	"houserule/engine"
)

// Deals are deals of what is hidden from a side. Their weights add up to 1.
type Deals struct {
	All []Deal
	By  [engine.MaxSeats]Seen // by seat
}

// A Deal is a battle before its present step, and the answers in the step so far.
type Deal struct {
	Start  engine.Battle
	Given  []int
	Weight float64
}

// A Seen is the number of answers of a seat that were weighed, and by whose habits.
type Seen struct {
	Answers int
	Habits  string
}

// Pick returns the index of a deal, for each number from 0. Of the first numbers, however many,
// each deal has about its share.
func (d *Deals) Pick(n uint64) int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 by the golden ratio
	u := float64((n*golden+1<<63)>>11) / (1 << 53)
	return max(0, slices.IndexFunc(d.All, func(deal Deal) bool {
		u -= deal.Weight
		return u < 0
	}))
}

const (
	finding = 4   // the part of the steps that may be taken to find what is hidden
	own     = 8   // deals of the game that show whether anything is
	others  = 5   // dice or answers that are tried in place of one, to see whether it is hidden
	most    = 256 // deals that are drawn, if there are too many to try all
	fewest  = 32  // that are drawn at least
)

// Weigh returns deals of what is hidden from a side that is asked in the present step of a table,
// and the number of steps that this took of the limit. Those of scripts are taken from an allowance.
// The habits are those of the players in all seats. It returns no deals if the table does not know
// the whole battle, if the steps are too few, or if the side has seen no answer that could tell
// anything. All results are a function of what the side has seen, the habits, the limit and the
// allowance: therefore all steps that may be taken to find what is hidden count as taken.
func Weigh(of *engine.Table, side engine.Side, habits []Habits, limit int, scripts *engine.Allowance) (*Deals, int) {
	now, _, _ := of.Past().Step()
	given, whole := of.Past().Whole()
	b, ok := now.(engine.Dealer)
	if !whole || !ok || !b.Veils() {
		return nil, 0
	}
	part := scripts.Left / finding
	rest := scripts.Left - part
	scripts.Left = part
	w := &weigher{replay: newReplay(side, b, scripts), habits: slices.Clone(habits), limit: limit / finding}
	found := w.recall(b, given) && w.veil()
	w.played, w.limit, scripts.Left = limit/finding, limit, rest
	if !found {
		return nil, w.played
	}
	return w.deal(), w.played
}
