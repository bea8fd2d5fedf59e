package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S4: sorties, assaults and breaches, and the orders for them.

var (
	noSiege     = fight.Ruling{Rule: "S4", Text: "that place is not besieged by them"}
	notManned   = fight.Ruling{Rule: "S4", Text: "they have not stood at that wall since an earlier turn"}
	noneClimbs  = fight.Ruling{Rule: "S4", Text: "only units on foot assault, which have not moved and are in good order"}
	spentSome   = fight.Ruling{Rule: "S4", Text: "it takes the whole allowance: they have moved"}
	noGate      = fight.Ruling{Rule: "S4", Text: "from behind walls a sortie goes through a gate"}
	notInside   = fight.Ruling{Rule: "S4", Text: "they are not besieged"}
	noEnemyOut  = fight.Ruling{Rule: "S4", Text: "no besiegers stand there"}
	noTunnel    = fight.Ruling{Rule: "S2", Text: "there is no place to enter"}
	notApart    = fight.Ruling{Rule: "S2", Text: "they are in no place of its own"}
	onlyFlyers  = fight.Ruling{Rule: "S4", Text: "only flyers enter a besieged place so: assault or breach it"}
	wholeOnly   = fight.Ruling{Rule: "S2", Text: "it takes the whole allowance: they have moved"}
	noWallThere = fight.Ruling{Rule: "S4", Text: "no wall with an enemy behind it lies there"}
	noOrder     = fight.Ruling{Rule: "S2", Text: "that is no order for them"}
)

// mayOrder returns nil, or the rule that forbids an order, other than to stay or to march.
func (w Theater) mayOrder(what Order, h hex.Hex) *fight.Ruling {
	if r := w.mayDo(what, h); r != nil {
		return r
	}
	return w.game.WarHooks.Command.Apply(w.battle, Command{w.group.side, what, h}, nil)
}

// mayDo does what mayOrder does, without hooks.
func (w Theater) mayDo(what Order, h hex.Hex) *fight.Ruling {
	g := &w.group
	same := h == g.at.Hex()
	switch what {
	case ToEnter:
		return w.mayGoInside(h, same)
	case ToLeave:
		switch {
		case !same || !g.at.Inside() || g.besieged != nil:
			return &notApart
		case g.shaken && w.holdsSpot(fight.Enemy(g.side), g.at.Other()):
			return &notShaken
		case g.shaken && w.watchedBy(fight.Enemy(g.side), h):
			return &fight.Watched
		}
		return nil
	case ToSortie:
		return w.maySortie(h, same)
	case ToAssault:
		return w.mayAssault(h, same)
	case ToBreach:
		return w.mayBreach(h, same)
	}
	return &noOrder
}

// mayGoInside does what mayDo does, for entering a tunnel, which takes the whole allowance
// (S2), and for flyers that enter a besieged place (S4).
func (w Theater) mayGoInside(h hex.Hex, same bool) *fight.Ruling {
	g := &w.group
	switch {
	case !same || g.at.Inside():
		return &noTunnel
	case w.land.apart(h) && !g.fresh:
		return &wholeOnly
	case w.land.apart(h):
	case !w.besiegesSite(g.side, g.at):
		return &noTunnel
	case !g.flies:
		return &onlyFlyers
	}
	if g.shaken && w.holdsSpot(fight.Enemy(g.side), SpotIn(h, true)) {
		return &notShaken
	}
	return nil
}

// maySortie does what mayDo does, for the besieged: into the hex of their site, or through
// a gate (S4).
func (w Theater) maySortie(h hex.Hex, same bool) *fight.Ruling {
	g := &w.group
	if g.besieged == nil {
		return &notInside
	}
	if walled := g.besieged.group >= 0; walled {
		side := w.land.side(g.at.Hex(), h)
		if same || side == nil || !side.Gate || g.besieged.within(w.land, h) {
			return &noGate
		}
	} else if !same {
		return &notInside
	}
	switch {
	case !w.holdsSpot(fight.Enemy(g.side), SpotIn(h, false)):
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
func (w Theater) mayAssault(h hex.Hex, same bool) *fight.Ruling {
	if r := w.mayStorm(h, same); r != nil {
		return r
	}
	for u := range w.Marchers() {
		if w.Climbs(u) {
			return nil
		}
	}
	return &noneClimbs
}

// mayStorm returns nil, or why there is nothing to storm.
func (w Theater) mayStorm(h hex.Hex, same bool) *fight.Ruling {
	g := &w.group
	if g.besieged != nil {
		return &isBesieged
	}
	if same {
		if !w.besiegesSite(g.side, g.at) {
			return &noSiege
		}
		return nil
	}
	if g.at.Inside() || !w.land.wall(g.at.Hex(), h) || !w.holdsSpot(fight.Enemy(g.side), SpotIn(h, false)) {
		return &noWallThere
	}
	return nil
}

// besiegesSite reports whether a side in a spot besieges the site in its hex.
func (w Theater) besiegesSite(side engine.Side, at Spot) bool {
	s := w.siegeBy(side, at)
	return s != nil && s.group < 0
}

// Climbs reports whether a unit takes part in an assault.
func (w Theater) Climbs(u *fight.Unit) bool {
	return u.Troop() && u.Kind().Classes&(fight.Cavalry|fight.Flyer) == 0 && w.post(u).spent == 0 && !u.Demoralized()
}

// mayBreach does what mayDo does, for all units, cavalry included: in a siege, or at a wall
// that encloses nothing (S4).
func (w Theater) mayBreach(h hex.Hex, same bool) *fight.Ruling {
	g := &w.group
	if r := w.mayStorm(h, same); r != nil {
		return r
	}
	switch _, ok := w.Breaching(g.side, g.at, h); {
	case !ok && w.land.groups[h] >= 0:
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
func (w Theater) inside(from Spot, h hex.Hex) Spot { return SpotIn(h, from.Hex() == h) }

// stormNext rolls for the next unit of an assault. S4: a 1 takes it over the wall, a 6
// demoralizes it.
func (w *War) stormNext() bool {
	for ; int(w.cursor) < len(w.fight.Units()); w.cursor++ {
		u := &w.fight.Units()[w.cursor]
		if !w.post(u).marching || !w.reading().Climbs(u) {
			continue
		}
		w.cursor++
		rules := &w.game.War
		if w.battle.Listening() {
			w.throws(fight.Throw{Side: u.Side(), Unit: u}, 0)
		}
		die := w.battle.Roll(w.game.Rules.Die, 0)
		die = w.game.WarHooks.AssaultDie.Apply(w.battle, u, die)
		if w.battle.Listening() {
			w.throws(fight.Throw{Side: u.Side(), Unit: u, Die: die, Pass: die <= rules.AssaultEnters}, 0)
			w.battle.Report(engine.Event{What: Assaulted, Who: int32(u.ID()), Whom: int32(w.goal), N: int32(die)})
		}
		w.post(u).spent = w.allowance(u)
		switch {
		case die <= rules.AssaultEnters:
			w.put(u, w.reading().inside(w.At(u), w.goal))
			w.post(u).halted = true
		case die >= rules.AssaultShakes:
			w.battle.Shake(u)
		}
		return true
	}
	w.entered()
	return false
}

// entered lets the enemy react to the units that have entered in an assault, if any have.
// The other units stay in place.
func (w *War) entered() {
	to, in := w.reading().inside(w.column, w.goal), false
	for i := range w.posts {
		if p := &w.posts[i]; p.marching {
			p.marching = p.at == to
			in = in || p.marching
		}
	}
	if in {
		w.come(to)
	} else {
		w.endGroup(false)
	}
}

// breachNext rolls the dice of a breach. S4: the first must be below the number of turns of
// the siege, the second below the number of besieging units. The units that have made the
// breach may enter.
func (w *War) breachNext() bool {
	lead := w.reading().Vanguard()
	if lead == nil {
		w.endGroup(true)
		return false
	}
	s, ok := w.reading().Breaching(lead.Side(), w.At(lead), w.goal)
	if !ok { // a script has raised the siege
		w.endGroup(true)
		return false
	}
	if w.attempt.Dice == breachDice {
		w.enterBreach(lead)
		return true
	}
	need := w.reading().BreachNeed(lead.Side(), w.At(lead), w.goal, int(w.attempt.Dice))
	if w.battle.Listening() {
		w.throws(fight.Throw{Side: lead.Side(), Unit: lead, Score: need}, 0)
	}
	die := w.battle.Roll(w.game.Rules.Die, 0)
	die = w.game.WarHooks.BreachDie.Apply(w.battle, s, die)
	through := die < need.Total()
	w.attempt.Dice++
	if w.battle.Listening() {
		w.throws(fight.Throw{Side: lead.Side(), Unit: lead, Score: need, Die: die, Pass: through}, 0)
		w.battle.Report(engine.Event{What: Breached, Who: int32(lead.ID()), Whom: int32(w.goal), N: int32(die)})
	}
	if through && w.attempt.Dice < breachDice {
		return true
	}
	for u := range w.reading().Marchers() {
		p := w.post(u)
		p.spent, p.halted = w.allowance(u), true
	}
	if !through {
		w.endGroup(true)
	}
	return true
}

// breachDice are the dice of a breach.
const breachDice = 2

// enterBreach lets the units that have made a breach enter, if their owner wants to.
func (w *War) enterBreach(lead *fight.Unit) {
	if !w.battle.Decide(lead.Side(), Enters) {
		w.endGroup(true)
		return
	}
	to := w.reading().inside(w.At(lead), w.goal)
	for u := range w.reading().Marchers() {
		w.put(u, to)
	}
	w.come(to)
}

// BreachNeed returns the number that a die of a breach must be below. For the first die it
// is the number of turns of the siege, or of turns that the army has been at a wall that
// encloses nothing. For the second it is the number of units that besiege the hex, or the
// hexside (S4).
func (w Theater) BreachNeed(side engine.Side, from Spot, h hex.Hex, die int) engine.Score {
	s, _ := w.Breaching(side, from, h)
	score := w.battle.Score(s.Turns, causeTurns)
	switch at := w.siegeBy(side, from); {
	case die > 0:
		score = w.battle.Score(w.troopsIn(side, from), causeBesiegers)
	case at == nil || !at.of(w.land, h):
		score = w.battle.Score(s.Turns, causeManned)
	}
	return w.game.WarHooks.Breach.Apply(w.battle, Dig{s, die}, score)
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
