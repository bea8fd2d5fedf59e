package sorcery

import "houserule/engine"

// leadNext lets the next side say which character leads its die (S3.2).
func (b *Battle) leadNext() bool {
	for ; b.side < Seats; b.side++ {
		n, only := b.candidates(PickLeader)
		switch {
		case n == 0:
			continue
		case n == 1 && b.mustLead():
			b.lead(only)
			continue
		}
		if answer := b.pick(PickLeader); answer != Pass {
			b.lead(b.picked(answer))
		}
		b.side++
		return true
	}
	b.enter(adding)
	return false
}

// mustLead tells whether one of the characters must lead the die (S3.2). In
// S7 one may assist.
func (b *Battle) mustLead() bool { return b.lone < 0 && b.game.Rules.LeaderCompulsory }

func (b *Battle) lead(u *Unit) {
	b.forces[u.side].leader = u.id
	b.Report(engine.Event{What: Led, Who: u.id})
}

var (
	noCharacter = Ruling{"S3.2", "only a character leads"}
	notHere     = Ruling{"S3.2", "it does not stand in the hex"}
	noArmy      = Ruling{"S7", "there is no unit to lead"}
)

// mayLead returns nil, or the rule that forbids that a character leads the
// die of its side. Where characters fight an army, only the army's may (S7).
func (b *Battle) mayLead(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &noCharacter
	case u.status != Standing:
		return &notHere
	case b.lone >= 0 && (u.side == b.lone || b.champion < 0 || !b.units[b.champion].troop()):
		return &noArmy
	}
	return b.game.Hooks.Lead.Apply(b, u, nil)
}

// addNext lets characters that do not lead the die add their leadership to the
// strength (S3.2). It costs nothing, so that all do, unless they could not
// lend it to morale checks then.
func (b *Battle) addNext() bool {
	switch {
	case b.lone >= 0:
	case !b.game.Rules.AdderLends:
		if b.pickAll(PickAdder) {
			return true
		}
	default:
		for side := range b.forces {
			for _, id := range b.forces[side].heads {
				if u := &b.units[id]; b.mayAdd(u) == nil {
					u.adds = true
				}
			}
		}
	}
	b.enter(counting)
	return false
}

var (
	leadsDie     = Ruling{"S3.2", "it leads the die"}
	noLeadership = Ruling{"S3.2", "it has no leadership to add"}
	chosen       = Ruling{"S3", "it has been named"}
)

// mayAdd returns nil, or the rule that forbids that a character adds its
// leadership to the strength.
func (b *Battle) mayAdd(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &noCharacter
	case u.status != Standing:
		return &notHere
	case b.forces[u.side].leader == u.id:
		return &leadsDie
	case u.kind.Leadership == 0:
		return &noLeadership
	case u.adds:
		return &chosen
	}
	return nil
}

// countNext lets owners say as which arm their units count that count as one
// of two (S3.2).
func (b *Battle) countNext() bool {
	for ; b.start.either && int(b.cursor) < len(b.units); b.cursor++ {
		u := &b.units[b.cursor]
		if !u.engaged || u.kind.Classes&Either == 0 {
			continue
		}
		u.winged = b.decideOn(u.side, AsWings)
		b.cursor++
		return true
	}
	b.enter(charging)
	return false
}

// chargeNext lets both sides say, in secret, which cavalry charges (S3.2).
// Nobody is told before both have.
func (b *Battle) chargeNext() bool {
	if t := b.start.terrain; t != nil && t.Clear && b.pickAll(PickCharge) {
		return true
	}
	for side := range b.forces {
		for _, id := range b.forces[side].line {
			if u := &b.units[id]; u.declared {
				u.declared, u.charging = false, true
				b.Report(engine.Event{What: Charges, Who: u.id})
			}
		}
	}
	b.array()
	b.enter(arraying)
	return false
}

var (
	noCavalry     = Ruling{"S3.2", "only cavalry charges"}
	notClear      = Ruling{"S3.2", "cavalry charges in clear terrain only"}
	hasCharged    = Ruling{"S3.5", "it has charged in the round before"}
	isDemoralized = Ruling{"S5", "it is demoralised"}
	notEngaged    = Ruling{"S3", "it does not fight in this round"}
	goesBack      = Ruling{"S3.7", "it withdraws, and is not in the rear guard"}
)

// mayCharge returns nil, or the rule that forbids that a unit charges (S3.2).
func (b *Battle) mayCharge(u *Unit) *Ruling {
	t, rules := b.start.terrain, &b.game.Rules
	switch {
	case !u.troop() || u.kind.Classes&Cavalry == 0: // S7: characters never do
		return &noCavalry
	case t == nil || !t.Clear:
		return &notClear
	case !u.engaged:
		return &notEngaged
	case !b.contributes(u):
		return &goesBack
	case u.charged && !rules.ChargeAgain:
		return &hasCharged
	case u.demoralized && !rules.DemoralizedCharge:
		return &isDemoralized
	case u.declared:
		return &chosen
	}
	return b.game.Hooks.Charge.Apply(b, u, nil)
}

// contributes tells whether a unit that is engaged inflicts losses: one that
// withdraws does not, unless it is in the rear guard (S3.7).
func (b *Battle) contributes(u *Unit) bool {
	return u.engaged && (u.guard || !b.forces[u.side].withdrawing)
}

// A zone is a part of the array in which its owner is free (S3.3).
type zone uint8

// The zones, from left to right.
const (
	front  zone = iota // chargers and the rear guard
	middle             // all others
	rear               // who charged in the last round
)

// zone is where a unit stands in the array (S3.3).
func (u *Unit) zone() zone {
	switch {
	case u.charging || u.guard:
		return front
	case u.charged:
		return rear
	}
	return middle
}

// array puts the zones side by side; within them units stand as they did.
func (b *Battle) array() {
	for side := range b.forces {
		line := b.forces[side].line
		for i := 1; i < len(line); i++ {
			for j := i; j > 0 && b.units[line[j]].zone() < b.units[line[j-1]].zone(); j-- {
				line[j], line[j-1] = line[j-1], line[j]
			}
		}
	}
}

// arrayNext lets the next side that has anything to arrange say which unit
// stands at the next place from the left, or that all stand well (S3.3).
func (b *Battle) arrayNext() bool {
	for ; b.lone < 0 && b.side < Seats; b.side, b.cursor = b.side+1, 0 {
		if !b.arranges() {
			continue
		}
		if answer := b.pick(PickPlace); answer != Pass {
			b.place(b.picked(answer))
			b.cursor++
		} else {
			b.side, b.cursor = b.side+1, 0
		}
		return true
	}
	b.measure()
	b.enter(rolling)
	return false
}

// arranges moves the cursor to the next place where it makes a difference who
// stands there, and tells whether there is one.
func (b *Battle) arranges() bool {
	line := b.forces[b.side].line
	for ; int(b.cursor) < len(line); b.cursor++ {
		u := &b.units[line[b.cursor]]
		for _, id := range line[b.cursor+1:] {
			other := &b.units[id]
			if other.zone() != u.zone() {
				break
			}
			if !alike(u, other) {
				return true
			}
		}
	}
	return false
}

// alike tells whether it makes no difference which of two units comes first.
func alike(u, v *Unit) bool {
	return u.kind == v.kind && u.marks == v.marks && u.added == v.added
}

// place puts a unit at the cursor's place; those from there on move right.
func (b *Battle) place(u *Unit) {
	line := b.forces[u.side].line
	at := b.placeOf(u)
	copy(line[b.cursor+1:at+1], line[b.cursor:at])
	line[b.cursor] = u.id
}

var (
	isPlaced  = Ruling{"S3.3", "its place in the array is taken by what stands left of it"}
	otherZone = Ruling{"S3.3", "chargers and the rear guard stand at the left, last round's chargers at the right"}
)

// mayPlace returns nil, or the rule that forbids that a unit stands at the
// cursor's place.
func (b *Battle) mayPlace(u *Unit) *Ruling {
	line := b.forces[u.side].line
	switch at := b.placeOf(u); {
	case at < 0:
		return &notHere
	case at < int(b.cursor):
		return &isPlaced
	case u.zone() != b.units[line[b.cursor]].zone():
		return &otherZone
	}
	return nil
}
