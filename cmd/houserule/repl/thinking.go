package repl

import "houserule/engine"

// A thinker is a computer player of whose turn the prompt knows.
type thinker struct {
	engine.Oracle
	turn func(engine.Side)
}

func (t thinker) Answer(q engine.Question) (int, error) {
	t.turn(q.Side)
	return t.Oracle.Answer(q)
}

// Skip makes it an [engine.Skipper] if the player is one.
func (t thinker) Skip(q engine.Question) {
	if s, ok := t.Oracle.(engine.Skipper); ok {
		s.Skip(q)
	}
}

// Follow makes it an [engine.Follower] if the player is one.
func (t thinker) Follow(table *engine.Table) {
	if f, ok := t.Oracle.(engine.Follower); ok {
		f.Follow(table)
	}
}

// turn shows a person whose turn it is, until something is printed or asked.
func (p *Prompt) turn(side engine.Side) {
	p.thinks.Store(int32(side))
	if p.sheet.clear == nil && p.Lines.Interactive() {
		seats := p.view.Seats()
		p.sheet.clear = p.Thinking(func() string { return engine.Capital(engine.The(seats[p.thinks.Load()])) })
	}
}
