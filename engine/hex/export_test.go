package hex

// Age makes a search one that has been used so many times.
func (s *Search) Age(searches uint32) { s.round = searches }
