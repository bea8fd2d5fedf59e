package heroes

// Blows is how many blows greedy players have had evaluated.
func (b *Battle) Blows() int { return b.aside.crowd.blows }

// Swatted is how many cards were added up for the defense against swats that
// greedy players have had evaluated.
func (b *Battle) Swatted() int { return b.aside.crowd.added }

// TakeLongWay makes a battle that has begun look at everything that may
// change an option or a blow, whether there is any or not.
func (b *Battle) TakeLongWay() { b.modified = true }
