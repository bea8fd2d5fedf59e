package heroes

// TakeLongWay makes a battle that has begun look at everything that may
// change an option or a blow, whether there is any or not.
func (b *Battle) TakeLongWay() { b.modified = byOthers | byScores }

// Afresh calls evaluate while no evaluation of b knows anything, and puts back what
// they knew. It returns whether that has read the round.
func (b *Battle) Afresh(evaluate func()) (timed bool) {
	aside, strategy := b.aside, b.strategy
	b.aside, b.strategy = nil, nil
	timed = b.Reads(evaluate)
	b.aside, b.strategy = aside, strategy
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
