package heroes

import "houserule/engine"

// leave offers the ways out of H7.1: at the end of a round the aggressor and then the
// defender may withdraw; then the aggressor and then the defender may offer surrender.
func (b *Battle) leave() {
	for side := Aggressor; side <= Defender && !b.over; side++ {
		l := leaver{b, side}
		if l.mayWithdraw() && l.ask(WhetherWithdraw, 1, 0) == 1 {
			l.withdraw()
		}
	}
	for side := Aggressor; side <= Defender && !b.over; side++ {
		l := leaver{b, side}
		if most := l.mayOffer(); most > 0 {
			if n := l.ask(WhetherSurrender, most, 0); n > 0 {
				l.offer(n)
			}
		}
	}
}

// A leaver is a side at the end of a round, which may leave the battle.
type leaver struct {
	battle *Battle
	side   engine.Side
}

// mayWithdraw reports whether a side may withdraw. H7.2: with a living Hero and an own town
// more than 4 spaces away; H7.4: not out of a town.
func (l leaver) mayWithdraw() bool {
	b, side := l.battle, l.side
	setup := &b.armies.setup.Sides[side]
	may := !b.besieged(side) && setup.Town != NoTownNear && setup.Town > b.game.Rules.WithdrawDistance && l.hasHero()
	return may && b.game.Hooks.Withdraw.Apply(b, side, nil) == nil
}

// besieged reports whether a side defends a town (H7.4).
func (b *Position) besieged(side engine.Side) bool { return side == Defender && b.walls != NoTown }

func (l leaver) hasHero() bool {
	for s := range l.battle.Each(l.side) {
		if s.top.heroes > 0 {
			return true
		}
	}
	return false
}

// withdraw ends the battle by H7.2: all of the side's cards except its Hero cards are
// discarded.
func (l leaver) withdraw() {
	b, side := l.battle, l.side
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
		if s.top = b.armies.stacked(heroes); s.top == nil {
			s.destroy(b, StackLost)
		}
	}
	b.end(1-side, Withdrawn)
}

// mayOffer returns the maximum number of cards that a side may offer (H7.3, H7.4). Guard
// armies neither surrender nor accept; a town's defenders do not surrender.
func (l leaver) mayOffer() int {
	b, side := l.battle, l.side
	if b.armies.setup.Sides[Aggressor].Guard || b.armies.setup.Sides[Defender].Guard || b.besieged(side) || b.hand[side] == 0 {
		return 0
	}
	return min(max(b.game.Hooks.Surrender.Apply(b, side, int(b.hand[side])), 0), int(b.hand[side]))
}

// offer carries out H7.3: n cards of the hand for safe passage.
func (l leaver) offer(n int) {
	b, side, other := l.battle, l.side, 1-l.side
	b.Report(engine.Event{What: Offered, Who: int32(side), N: int32(n)})
	if b.game.Hooks.Accept.Apply(b, other, nil) != nil || (leaver{b, other}).ask(WhetherAccept, 1, n) == 0 {
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

// ask asks the side a question of H7. Offered is the number of cards to accept, for
// WhetherAccept.
func (l leaver) ask(what Whether, most, offered int) int {
	b := l.battle
	b.reply = Reply{asker: asker{&b.Position}, what: what, side: l.side, most: most, offered: offered}
	return b.Choose(l.side, &b.reply)
}
