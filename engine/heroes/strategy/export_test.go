package strategy

import "houserule/engine/heroes"

// A Counter is a strategy that a test looks into.
type Counter struct{ *strategy }

// Counted returns the strategy of a battle, for NewGame, and where to look into it.
func Counted() (*Counter, func(*heroes.Position) heroes.Strategy) {
	c := new(Counter)
	return c, func(b *heroes.Position) heroes.Strategy {
		c.strategy = New(b).(*strategy)
		return c.strategy
	}
}

// Blows is how many blows greedy players have had evaluated.
func (c *Counter) Blows() int { return c.crowd.blows }

// Swatted is how many cards were added up for the defense against swats that greedy players
// have had evaluated.
func (c *Counter) Swatted() int { return c.crowd.added }

// Outlook returns the outlook of a stack that has its turn against another, in victories.
func Outlook(rules *heroes.Rules, by, at *heroes.Stack) float64 {
	o := outlooks{known: map[uint64]*[2]outlook{}}
	o.follow(rules)
	return float64(o.onTurn(pairing{by.Top(), at.Top()}, 0, heroes.NoStance)) / sure
}
