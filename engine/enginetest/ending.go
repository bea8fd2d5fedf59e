package enginetest

import "houserule/engine"

// mostSteps is more than the number of steps of any battle.
const mostSteps = 100_000

// Ends checks that every step of a battle of random players makes progress and that the
// battle ends: no step leaves the battle unchanged within a round, rounds are consecutive
// and within the limit, and the winner has a seat at the table.
func (k *Battles[B]) Ends(b B, seed uint64) error {
	table := newCompany(b.Seats(), seed).table()
	b.Begin(table)
	for n := 0; !b.Over(); n++ {
		round, before := b.Round(), k.at(b)
		b.Step()
		if err := table.Err(); err != nil {
			return err
		}
		limit := b.RoundLimit()
		switch now := b.Round(); {
		case n > mostSteps:
			return wrong(b, "%d steps have not ended it", mostSteps)
		case k.at(b) == before:
			return wrong(b, "a step leaves it as it was: %s", before)
		case now != round && now != round+1:
			return wrong(b, "round %d comes after round %d", now, round)
		case limit > 0 && now > limit:
			return wrong(b, "round %d is beyond the limit of %d", now, limit)
		}
	}
	if w := b.Winner(); w < engine.Draw || int(w) >= b.Seats() {
		return wrong(b, "side %d of %d has won", w, b.Seats())
	}
	return table.Err()
}
