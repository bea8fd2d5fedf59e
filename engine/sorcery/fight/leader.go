package fight

import "houserule/engine"

// S3.2: characters that lead the die, or add to the strength.

// leadNext lets the next side name the character that leads its die (S3.2).
func (b *Battle) leadNext() bool {
	for ; b.turns < Seats; b.pass() {
		n, only := b.Candidates(b.side, PickLeader)
		switch {
		case n == 0:
			continue
		case n == 1 && b.Reading().mustLead():
			b.lead(only)
			continue
		}
		if answer := b.Pick(b.side, PickLeader); answer != Pass {
			b.lead(b.picked(answer))
		}
		b.pass()
		return true
	}
	b.enter(adding)
	return false
}

// mustLead reports whether one of the characters must lead the die (S3.2). In a bout of S7
// a character is free to assist.
func (b Position) mustLead() bool { return b.lone < 0 && b.game.Rules.LeaderCompulsory }

func (b *Battle) lead(u *Unit) {
	b.forces[u.side].leader, u.led = u.id, true
	b.Report(engine.Event{What: Led, Who: u.id})
}

// unitFights reports whether a unit of an army fights in the bout, so that a character may
// help it (S7). A leader who fights on alone gets no help.
func (b Position) unitFights() bool {
	u := b.Champion()
	return u != nil && u.Troop()
}

var (
	NoCharacter = Ruling{Rule: "S3.2", Text: "only a character leads"}
	notHere     = Ruling{Rule: "S3.2", Text: "it does not stand in the hex"}
	noArmy      = Ruling{Rule: "S7", Text: "there is no unit to lead"}
)

// mayLead returns nil, or the rule that forbids a character to lead the die of its side. If
// characters fight an army, only the army's may lead (S7).
func (b Position) mayLead(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &NoCharacter
	case u.status != Standing:
		return &notHere
	case b.lone >= 0 && (b.Alone(u.side) || u.bout != noBout || !b.unitFights()):
		return &noArmy
	case u.led:
		return &hasLed
	}
	return b.game.Hooks.Lead.Apply(b.battle, u, nil)
}

// addNext lets characters that do not lead the die add their leadership to the strength
// (S3.2). It costs nothing, so all do. The owner is asked only if they could otherwise lend
// it to morale checks.
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
				if u := &b.units[id]; b.Reading().mayAdd(u) == nil {
					u.adds = true
				}
			}
		}
	}
	b.enter(counting)
	return false
}

var (
	leadsDie     = Ruling{Rule: "S3.2", Text: "it leads the die"}
	noLeadership = Ruling{Rule: "S3.2", Text: "it has no leadership to add"}
	Chosen       = Ruling{Rule: "S3", Text: "it has been named"}
)

// mayAdd returns nil, or the rule that forbids a character to add its leadership to
// the strength.
func (b Position) mayAdd(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &NoCharacter
	case u.status != Standing:
		return &notHere
	case b.forces[u.side].leader == u.id:
		return &leadsDie
	case u.kind.Leadership == 0:
		return &noLeadership
	case u.adds:
		return &Chosen
	}
	return nil
}
