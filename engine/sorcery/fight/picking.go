package fight

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// A Purpose is the purpose for which a side picks a unit.
type Purpose uint8

// The purposes in a fight. A war has more of them.
const (
	PickLeader   Purpose = iota // to lead the die (S3.2)
	PickAdder                   // to add leadership to the strength (S3.2)
	PickCharge                  // to charge (S3.2)
	PickPlace                   // to stand at the next place of the array (S3.3)
	PickGuard                   // for the rear guard (S3.7)
	PickScout                   // to lead reinforcements (S3.7)
	PickCompany                 // to go with the leader (S3.7)
	PickChampion                // to fight characters or a monster (S7)
	PickWounded                 // to be dealt the next wound (S7)
	Purposes                    // the number of purposes in a fight
)

// A Pick is a row of the table of purposes.
type Pick struct {
	Form   *engine.Form
	Pass   string                        // the word that replaces a unit; "": one must be picked
	All    bool                          // whether all remaining units may be picked at once
	May    func(Position, *Unit) *Ruling // returns nil, or the rule that forbids to pick a unit
	Mark   func(*Battle, *Unit)          // marks a picked unit, if units are picked one by one
	Some   bool                          // whether at least one unit must go along (S3.1)
	Before *engine.Form                  // the form of an order that may be given early, or nil
	Goes   bool                          // whether an order to the picked unit follows
}

// picks returns the rows of a fight.
func picks() []Pick {
	return []Pick{
		PickLeader:   {Form: FormLead, Pass: "none", May: Position.mayLead},
		PickAdder:    {Form: FormAdd, Pass: "done", All: true, May: Position.mayAdd, Mark: func(_ *Battle, u *Unit) { u.adds = true }},
		PickCharge:   {Form: FormCharge, Pass: "done", All: true, May: Position.mayCharge, Mark: func(_ *Battle, u *Unit) { u.declared = true }},
		PickPlace:    {Form: FormPlace, Pass: "stand", May: Position.mayPlace},
		PickGuard:    {Form: FormGuard, Pass: "done", All: true, May: Position.mayGuard, Mark: inRearGuard},
		PickScout:    {Form: FormCall, Pass: "pass", May: Position.mayScout},
		PickCompany:  {Form: FormBring, Pass: "done", All: true, May: Position.mayJoinIn, Mark: (*Battle).Accompany, Some: true},
		PickChampion: {Form: FormMatch, May: Position.mayMatch},
		PickWounded:  {Form: FormWound, May: Position.mayBeWounded},
	}
}

// The answers to [Picking] that are no units. Other answers are [Picked] + the id of a
// unit.
const (
	Pass   = 0
	All    = 1
	Picked = 2
)

// A Picking is the question which unit a side picks. An answer is [Pass], [All], or
// [Picked] + a unit's id.
type Picking struct {
	Asking
	What Purpose
}

// Hides reports whether the enemy does not see the answer before it has given its own
// (S3.2), or any units may be hidden.
func (p *Picking) Hides() bool { return p.What == PickCharge || p.Asking.Hides() }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (p *Picking) Legal(answer int) bool { return p.Refuse(answer) == nil }

// First returns Pass if that is an option, otherwise All or the first unit.
func (p *Picking) First() int {
	for answer := range p.Each {
		return answer
	}
	return Pass
}

func (p *Picking) Each(yield func(int) bool) {
	for _, word := range [...]int{Pass, All} {
		if p.word(word) == nil && !yield(word) {
			return
		}
	}
	for i := range p.battle.units {
		u := &p.battle.units[i]
		if p.own(u) && p.may(u) == nil && !yield(i+Picked) {
			return
		}
	}
}

// own reports whether the side may ever pick a unit.
func (p *Picking) own(u *Unit) bool { return u.side == p.Side }

// Refuse returns nil, or the rule that forbids an answer.
func (p *Picking) Refuse(answer int) error {
	if answer == Pass || answer == All {
		return p.word(answer)
	}
	if answer < Picked || answer-Picked >= len(p.battle.units) {
		return fmt.Errorf("there is no unit %d", answer-Picked)
	}
	u := p.battle.picked(answer)
	if !p.own(u) {
		return &Ruling{Rule: "S0", Text: p.battle.Label(u) + " is no unit of yours"}
	}
	if r := p.may(u); r != nil {
		return r
	}
	return nil
}

var (
	mustLead    = Ruling{Rule: "S3.2", Text: "one of the characters must lead"}
	mustGo      = Ruling{Rule: "S3.1", Text: "somebody must go along"}
	errMustPick = errors.New("a unit must be picked")
)

// word returns nil, or why a word is no answer.
func (p *Picking) word(answer int) error {
	switch {
	case answer == Pass && p.What == PickLeader && p.battle.mustLead():
		return &mustLead
	case answer == Pass && p.row().Some && p.battle.company() == 0:
		return &mustGo
	case answer == Pass && p.row().Pass == "", answer == All && !p.row().All:
		return errMustPick
	}
	return nil
}

// row returns the row of the purpose.
func (p *Picking) row() *Pick { return &p.battle.game.asked.Picks[p.What] }

// may returns nil, or the rule that forbids picking a unit.
func (p *Picking) may(u *Unit) *Ruling { return p.row().May(p.battle, u) }

// Prompt returns the question.
func (p *Picking) Prompt() string {
	b := p.battle
	switch {
	case p.What == PickChampion:
		return fmt.Sprintf(p.Form().Question, b.the(p.Side), b.boutName(b.bout)) + "?"
	case p.What == PickLeader && b.lone >= 0:
		return fmt.Sprintf("Which character helps %s against %s?", b.Label(b.Champion()), b.boutName(b.bout))
	}
	return fmt.Sprintf(p.Form().Question, b.the(p.Side)) + "?"
}

// Candidates returns the number of units that a side may pick, where 2 means more than one,
// and the first of them.
func (b *Battle) Candidates(side engine.Side, what Purpose) (n int, only *Unit) {
	f, p := &b.forces[side], &b.picking
	p.What, p.Side = what, side
	switch what {
	case PickLeader, PickAdder:
		return p.among(f.heads)
	case PickCharge, PickChampion:
		return p.among(f.line)
	case PickGuard:
		if !f.withdrawing {
			return 0, nil
		}
	case PickScout:
		if !b.start.beside {
			return 0, nil
		}
	}
	for u := range b.All {
		if u.side == side && p.may(u) == nil {
			if n++; n > 1 {
				return n, only
			}
			only = u
		}
	}
	return n, only
}

// among returns the candidates among units with the given ids.
func (p *Picking) among(ids []int32) (n int, only *Unit) {
	for _, id := range ids {
		if u := &p.battle.units[id]; p.may(u) == nil {
			if n++; n > 1 {
				return n, only
			}
			only = u
		}
	}
	return n, only
}

// Pick asks a side to pick a unit.
func (b *Battle) Pick(side engine.Side, what Purpose) int {
	p := &b.picking
	p.What, p.Side = what, side
	return b.Choose(side, p)
}

// picked returns the unit of an answer.
func (b *state) picked(answer int) *Unit { return &b.units[answer-Picked] }

// pickAll lets sides pick any number of units, one by one. It reports whether it has asked
// a side.
func (b *Battle) pickAll(what Purpose) bool {
	for ; b.turns < Seats; b.pass() {
		if n, _ := b.Candidates(b.side, what); n == 0 {
			continue
		}
		answer := b.Pick(b.side, what)
		b.Mark(what, answer)
		if answer == Pass {
			b.pass()
		}
		return true
	}
	return false
}

// Mark marks the unit or units of an answer to the last question.
func (b *Battle) Mark(what Purpose, answer int) {
	if answer != All {
		if answer != Pass {
			b.game.asked.Picks[what].Mark(b, b.picked(answer))
		}
		return
	}
	p := &b.picking
	for u := range b.All {
		if p.own(u) && p.may(u) == nil {
			b.game.asked.Picks[what].Mark(b, u)
		}
	}
}

// inRearGuard puts a unit into the rear guard.
func inRearGuard(b *Battle, u *Unit) {
	u.guard = true
	b.Report(engine.Event{What: Guards, Who: u.id})
}
