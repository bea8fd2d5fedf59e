package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// S4: sorties, assaults and breaches, and the orders for them.

var (
	noSiege     = Ruling{Rule: "S4", Text: "that place is not besieged by them"}
	notManned   = Ruling{Rule: "S4", Text: "they have not stood at that wall since an earlier turn"}
	noneClimbs  = Ruling{Rule: "S4", Text: "only units on foot assault, which have not moved and are in good order"}
	spentSome   = Ruling{Rule: "S4", Text: "it takes the whole allowance: they have moved"}
	noGate      = Ruling{Rule: "S4", Text: "from behind walls a sortie goes through a gate"}
	notInside   = Ruling{Rule: "S4", Text: "they are not besieged"}
	noEnemyOut  = Ruling{Rule: "S4", Text: "no besiegers stand there"}
	noTunnel    = Ruling{Rule: "S2", Text: "there is no place to enter"}
	notApart    = Ruling{Rule: "S2", Text: "they are in no place of its own"}
	onlyFlyers  = Ruling{Rule: "S4", Text: "only flyers enter a besieged place so: assault or breach it"}
	wholeOnly   = Ruling{Rule: "S2", Text: "it takes the whole allowance: they have moved"}
	noWallThere = Ruling{Rule: "S4", Text: "no wall with an enemy behind it lies there"}
	noOrder     = Ruling{Rule: "S2", Text: "that is no order for them"}
)

// mayOrder returns nil, or the rule that forbids an order, other than to stay or to march.
func (b *movement) mayOrder(what Order, h hex.Hex) *Ruling {
	if r := b.mayDo(what, h); r != nil {
		return r
	}
	return b.game.Hooks.Command.Apply(b.whole, Command{b.group.side, what, h}, nil)
}

// mayDo does what mayOrder does, without hooks.
func (b *movement) mayDo(what Order, h hex.Hex) *Ruling {
	g := &b.group
	same := h == g.at.Hex()
	switch what {
	case ToEnter:
		return b.mayGoInside(h, same)
	case ToLeave:
		switch {
		case !same || !g.at.Inside() || g.besieged != nil:
			return &notApart
		case g.shaken && b.holdsSpot(enemy(g.side), g.at.Other()):
			return &notShaken
		case g.shaken && b.watchedBy(enemy(g.side), h):
			return &watched
		}
		return nil
	case ToSortie:
		return b.maySortie(h, same)
	case ToAssault:
		return b.mayAssault(h, same)
	case ToBreach:
		return b.mayBreach(h, same)
	}
	return &noOrder
}

// mayGoInside does what mayDo does, for entering a tunnel, which takes the whole allowance
// (S2), and for flyers that enter a besieged place (S4).
func (b *movement) mayGoInside(h hex.Hex, same bool) *Ruling {
	g := &b.group
	switch {
	case !same || g.at.Inside():
		return &noTunnel
	case b.land.apart(h) && !g.fresh:
		return &wholeOnly
	case b.land.apart(h):
	case !b.besiegesSite(g.side, g.at):
		return &noTunnel
	case !g.flies:
		return &onlyFlyers
	}
	if g.shaken && b.holdsSpot(enemy(g.side), SpotIn(h, true)) {
		return &notShaken
	}
	return nil
}

// maySortie does what mayDo does, for the besieged: into the hex of their site, or through
// a gate (S4).
func (b *movement) maySortie(h hex.Hex, same bool) *Ruling {
	g := &b.group
	if g.besieged == nil {
		return &notInside
	}
	if walled := g.besieged.group >= 0; walled {
		side := b.land.side(g.at.Hex(), h)
		if same || side == nil || !side.Gate || g.besieged.within(b.land, h) {
			return &noGate
		}
	} else if !same {
		return &notInside
	}
	switch {
	case !b.holdsSpot(enemy(g.side), SpotIn(h, false)):
		return &noEnemyOut
	case g.shaken:
		return &notShaken
	case !g.fresh:
		return &spentSome
	}
	return nil
}

// mayAssault does what mayDo does, for units on foot: into a besieged site, or over a wall
// with an enemy on the other side (S4).
func (b *movement) mayAssault(h hex.Hex, same bool) *Ruling {
	if r := b.mayStorm(h, same); r != nil {
		return r
	}
	for u := range b.Marchers() {
		if b.Climbs(u) {
			return nil
		}
	}
	return &noneClimbs
}

// mayStorm returns nil, or why there is nothing to storm.
func (b *movement) mayStorm(h hex.Hex, same bool) *Ruling {
	g := &b.group
	if g.besieged != nil {
		return &isBesieged
	}
	if same {
		if !b.besiegesSite(g.side, g.at) {
			return &noSiege
		}
		return nil
	}
	if g.at.Inside() || !b.land.wall(g.at.Hex(), h) || !b.holdsSpot(enemy(g.side), SpotIn(h, false)) {
		return &noWallThere
	}
	return nil
}

// besiegesSite reports whether a side in a spot besieges the site in its hex.
func (b *movement) besiegesSite(side engine.Side, at Spot) bool {
	s := b.siegeBy(side, at)
	return s != nil && s.group < 0
}

// Climbs reports whether a unit takes part in an assault.
func (b *position) Climbs(u *Unit) bool {
	return u.Troop() && u.kind.Classes&(Cavalry|Flyer) == 0 && u.spent == 0 && !u.demoralized
}

// mayBreach does what mayDo does, for all units, cavalry included: in a siege, or at a wall
// that encloses nothing (S4).
func (b *movement) mayBreach(h hex.Hex, same bool) *Ruling {
	g := &b.group
	if r := b.mayStorm(h, same); r != nil {
		return r
	}
	switch _, ok := b.Breaching(g.side, g.at, h); {
	case !ok && b.land.groups[h] >= 0:
		return &noSiege
	case !ok:
		return &notManned
	case !g.fresh || !g.troops:
		return &spentSome
	case g.shaken:
		return &notShaken
	}
	return nil
}

// inside returns the spot that units in a spot storm.
func (b *position) inside(from Spot, h hex.Hex) Spot { return SpotIn(h, from.Hex() == h) }

// stormNext rolls for the next unit of an assault. S4: a 1 takes it over the wall, a 6
// demoralizes it.
func (b *campaign) stormNext() bool {
	for ; int(b.cursor) < len(b.units); b.cursor++ {
		u := &b.units[b.cursor]
		if !u.marching || !b.Climbs(u) {
			continue
		}
		b.cursor++
		rules := &b.game.Rules
		if b.Listening() {
			b.last = Throw{Side: u.side, Unit: u}
		}
		die := b.Roll(b.game.Rules.Die, 0)
		die = b.game.Hooks.AssaultDie.Apply(b.whole, u, die)
		if b.Listening() {
			b.last = Throw{Side: u.side, Unit: u, Die: die, Pass: die <= rules.AssaultEnters}
			b.Report(engine.Event{What: Assaulted, Who: u.id, Whom: int32(b.goal), N: int32(die)})
		}
		u.spent = b.allowance(u)
		switch {
		case die <= rules.AssaultEnters:
			b.put(u, b.inside(u.at, b.goal))
			u.halted = true
		case die >= rules.AssaultShakes:
			b.demoralize(u)
		}
		return true
	}
	b.entered()
	return false
}

// entered lets the enemy react to the units that have entered in an assault, if any have.
// The other units stay in place.
func (b *campaign) entered() {
	to, in := b.inside(b.column, b.goal), false
	for u := range b.all {
		if u.marching {
			u.marching = u.at == to
			in = in || u.marching
		}
	}
	if in {
		b.come(to)
	} else {
		b.endGroup(false)
	}
}

// breachNext rolls the dice of a breach. S4: the first must be below the number of turns of
// the siege, the second below the number of besieging units. The units that have made the
// breach may enter.
func (b *campaign) breachNext() bool {
	lead := b.Vanguard()
	if lead == nil {
		b.endGroup(true)
		return false
	}
	s, ok := b.Breaching(lead.side, lead.at, b.goal)
	if !ok { // a script has raised the siege
		b.endGroup(true)
		return false
	}
	if b.dice == breachDice {
		b.enterBreach(lead)
		return true
	}
	need := b.BreachNeed(lead.side, lead.at, b.goal, int(b.dice))
	if b.Listening() {
		b.last = Throw{Side: lead.side, Unit: lead, Score: need}
	}
	die := b.Roll(b.game.Rules.Die, 0)
	die = b.game.Hooks.BreachDie.Apply(b.whole, s, die)
	through := die < need.Total()
	b.dice++
	if b.Listening() {
		b.last = Throw{Side: lead.side, Unit: lead, Score: need, Die: die, Pass: through}
		b.Report(engine.Event{What: Breached, Who: lead.id, Whom: int32(b.goal), N: int32(die)})
	}
	if through && b.dice < breachDice {
		return true
	}
	for u := range b.Marchers() {
		u.spent, u.halted = b.allowance(u), true
	}
	if !through {
		b.endGroup(true)
	}
	return true
}

// breachDice are the dice of a breach.
const breachDice = 2

// enterBreach lets the units that have made a breach enter, if their owner wants to.
func (b *campaign) enterBreach(lead *Unit) {
	if !b.decideOn(lead.side, Enters) {
		b.endGroup(true)
		return
	}
	to := b.inside(lead.at, b.goal)
	for u := range b.Marchers() {
		b.put(u, to)
	}
	b.come(to)
}

// BreachNeed returns the number that a die of a breach must be below. For the first die it
// is the number of turns of the siege, or of turns that the army has been at a wall that
// encloses nothing. For the second it is the number of units that besiege the hex, or the
// hexside (S4).
func (b *movement) BreachNeed(side engine.Side, from Spot, h hex.Hex, die int) engine.Score {
	s, _ := b.Breaching(side, from, h)
	score := b.Score(s.Turns, causeTurns)
	switch at := b.siegeBy(side, from); {
	case die > 0:
		score = b.Score(b.troopsIn(side, from), causeBesiegers)
	case at == nil || !at.of(b.land, h):
		score = b.Score(s.Turns, causeManned)
	}
	return b.game.Hooks.Breach.Apply(b.whole, Dig{s, die}, score)
}

// Causes of the terms of BreachNeed.
var (
	causeTurns     = &engine.Cause{Text: "turns of the siege", Rule: "S4"}
	causeManned    = &engine.Cause{Text: "turns at the wall", Rule: "S4"}
	causeBesiegers = &engine.Cause{Text: "besieging units", Rule: "S4"}
)

// A Dig is a die of a breach: the first or the second.
type Dig struct {
	Siege Siege
	Die   int // 0 or 1
}
