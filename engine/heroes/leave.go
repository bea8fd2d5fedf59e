package heroes

import "houserule/engine"

// leave offers the ways out of H7.1: at the end of a round the aggressor and then the
// defender may withdraw; then the aggressor and then the defender may offer surrender.
func (b *Battle) leave() {
	for side := Aggressor; side <= Defender && !b.over; side++ {
		if b.mayWithdraw(side) && b.ask(WhetherWithdraw, side, 1, 0) == 1 {
			b.withdraw(side)
		}
	}
	for side := Aggressor; side <= Defender && !b.over; side++ {
		if most := b.mayOffer(side); most > 0 {
			if n := b.ask(WhetherSurrender, side, most, 0); n > 0 {
				b.offer(side, n)
			}
		}
	}
}

// mayWithdraw reports whether a side may withdraw. H7.2: with a living Hero and an own town
// more than 4 spaces away; H7.4: not out of a town.
func (b *Position) mayWithdraw(side engine.Side) bool {
	setup := &b.armies.setup.Sides[side]
	may := !b.besieged(side) && setup.Town != NoTownNear && setup.Town > b.game.Rules.WithdrawDistance && b.hasHero(side)
	return may && b.game.Hooks.Withdraw.Apply(b.whole, side, nil) == nil
}

// besieged reports whether a side defends a town (H7.4).
func (b *Position) besieged(side engine.Side) bool { return side == Defender && b.walls != NoTown }

func (b *Position) hasHero(side engine.Side) bool {
	for s := range b.Each(side) {
		if s.top.heroes > 0 {
			return true
		}
	}
	return false
}

// withdraw ends the battle by H7.2: all of the side's cards except its Hero cards are
// discarded.
func (b *Battle) withdraw(side engine.Side) {
	b.Report(engine.Event{What: Withdrew, Who: int32(side)})
	for i := range b.stacks {
		s := &b.stacks[i]
		if s.side != side || s.top == nil {
			continue
		}
		var heroes []*Creature
		for card := s.top; card != nil; card = card.under {
			if card.Hero {
				heroes = append(heroes, card.Creature)
			} else {
				b.Report(engine.Event{What: Discarded, Who: int32(side), Whom: s.id, N: card.index})
			}
		}
		s.top = nil
		for i := len(heroes) - 1; i >= 0; i-- {
			s.top = b.armies.card(heroes[i], s.top)
		}
		if s.top == nil {
			b.destroy(s)
		}
	}
	b.end(1-side, Withdrawn)
}

// mayOffer returns the maximum number of cards that a side may offer (H7.3, H7.4). Guard
// armies neither surrender nor accept; a town's defenders do not surrender.
func (b *Position) mayOffer(side engine.Side) int {
	if b.armies.setup.Sides[Aggressor].Guard || b.armies.setup.Sides[Defender].Guard || b.besieged(side) || b.hand[side] == 0 {
		return 0
	}
	return min(max(b.game.Hooks.Surrender.Apply(b.whole, side, int(b.hand[side])), 0), int(b.hand[side]))
}

// offer carries out H7.3: n cards of the hand for safe passage.
func (b *Battle) offer(side engine.Side, n int) {
	other := 1 - side
	b.Report(engine.Event{What: Offered, Who: int32(side), N: int32(n)})
	if b.game.Hooks.Accept.Apply(b, other, nil) != nil || b.ask(WhetherAccept, other, 1, n) == 0 {
		b.Report(engine.Event{What: Rejected, Who: int32(other), N: int32(n)})
		return
	}
	b.hand[side] -= int32(n)
	drawn := min(int32(n), b.deck[other])
	b.deck[other] -= drawn
	b.hand[other] += drawn
	b.Report(engine.Event{What: Accepted, Who: int32(other), N: drawn})
	b.end(other, Surrendered)
}

// ask asks a side a question of H7. Offered is the number of cards to accept, for
// WhetherAccept.
func (b *Battle) ask(what Whether, side engine.Side, most, offered int) int {
	b.reply = Reply{asker: asker{&b.Position}, what: what, side: side, most: most, offered: offered}
	return b.Choose(side, &b.reply)
}
