package heroes

// Blows is how many blows greedy players have had evaluated.
func (b *Battle) Blows() int { return b.aside.crowd.blows }
