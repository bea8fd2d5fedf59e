package fight

import "houserule/engine"

// S3.2: the arms of units that may count as two, and charges.

// countNext asks for which of two arms a unit counts, if it may count as either (S3.2).
func (b *Battle) countNext() bool {
	for ; b.start.either && int(b.cursor) < len(b.units); b.cursor++ {
		u := &b.units[b.cursor]
		if !u.engaged || u.kind.Classes&Either == 0 {
			continue
		}
		u.winged = b.Decide(u.side, AsWings)
		b.cursor++
		return true
	}
	b.enter(charging)
	return false
}

// chargeNext lets both sides name, in secret, the cavalry that charges (S3.2). It reports
// charges when both sides have named theirs.
func (b *Battle) chargeNext() bool {
	if b.Reading().mayAnyCharge() == nil && b.pickAll(PickCharge) {
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
	if b.game.Hooks.Charged.Used() {
		for i := range b.units {
			if u := &b.units[i]; u.charging && u.engaged {
				b.game.Hooks.Charged.Apply(b.battle, u, engine.None{})
			}
		}
	}
	b.enter(arraying)
	return false
}

var (
	noCavalry     = Ruling{Rule: "S3.2", Text: "only cavalry charges"}
	notClear      = Ruling{Rule: "S3.2", Text: "cavalry charges in clear terrain only"}
	notWithin     = Ruling{Rule: "S4", Text: "nobody charges inside a besieged place"}
	hasCharged    = Ruling{Rule: "S3.5", Text: "it has charged in the round before"}
	isDemoralized = Ruling{Rule: "S5", Text: "it is demoralized"}
	notEngaged    = Ruling{Rule: "S3", Text: "it does not fight in this round"}
	goesBack      = Ruling{Rule: "S3.7", Text: "it withdraws, and is not in the rear guard"}
)

// mayAnyCharge returns nil, or the rule that forbids all charges in this fight.
func (b Position) mayAnyCharge() *Ruling {
	switch t := b.field.Terrain; {
	case t == nil || !t.Clear:
		return &notClear
	case b.field.Inside:
		return &notWithin
	}
	return nil
}

// mayCharge returns nil, or the rule that forbids a unit's charge (S3.2).
func (b Position) mayCharge(u *Unit) *Ruling {
	rules := &b.game.Rules
	if r := b.mayAnyCharge(); r != nil {
		return r
	}
	switch {
	case !u.Troop() || u.kind.Classes&Cavalry == 0: // S7: characters never do
		return &noCavalry
	case !u.engaged:
		return &notEngaged
	case !b.Contributes(u):
		return &goesBack
	case u.charged && !rules.ChargeAgain:
		return &hasCharged
	case u.demoralized && !rules.DemoralizedCharge:
		return &isDemoralized
	case u.declared:
		return &Chosen
	}
	return b.game.Hooks.Charge.Apply(b.battle, u, nil)
}

// Contributes reports whether an engaged unit inflicts losses. A unit that withdraws does
// not, unless it is in the rear guard (S3.7).
func (b Position) Contributes(u *Unit) bool {
	return u.engaged && (u.guard || u.staysOn() || !b.forces[u.side].withdrawing)
}
