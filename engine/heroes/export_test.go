package heroes

// Blows is how many blows greedy players have had evaluated.
func (b *Battle) Blows() int { return b.aside.crowd.blows }

// Swatted is how many cards were added up for the defense against swats that
// greedy players have had evaluated.
func (b *Battle) Swatted() int { return b.aside.crowd.added }

// TakeLongWay makes a battle that has begun look at everything that may
// change an option or a blow, whether there is any or not.
func (b *Battle) TakeLongWay() { b.modified = byOthers | byScores }

// Afresh calls evaluate while no evaluation of b knows anything, and puts back what
// they knew. It returns whether that has read the round.
func (b *Battle) Afresh(evaluate func()) (timed bool) {
	kept := b.aside
	b.aside = nil
	timed = b.Reads(evaluate)
	b.aside = kept
	return timed
}

// Reads reports whether what evaluate does reads the round.
func (b *Battle) Reads(evaluate func()) (timed bool) {
	before := b.timed
	b.timed = false
	evaluate()
	timed = b.timed
	b.timed = before || timed
	return timed
}

// Outlook returns the outlook of a stack that has its turn against another, in victories.
func (b *Battle) Outlook(by, at *Stack) float64 {
	return float64(b.suppose(func(b *supposition) int { return b.onTurn(pairing{by.top, at.top}, 0, NoStance) })) / sure
}
