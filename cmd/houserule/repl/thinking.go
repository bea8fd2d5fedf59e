package repl

import "houserule/engine"

// turn shows a person whose turn it is, until something is printed or asked.
func (p *Prompt) turn(side engine.Side) {
	p.thinks.Store(int32(side))
	if p.sheet.clear == nil && p.Lines.Interactive() {
		seats := p.view.Seats()
		p.sheet.clear = p.Thinking(func() string { return engine.Capital(engine.The(seats[p.thinks.Load()])) })
	}
}
