package sorcery

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// A Purpose is the purpose for which a side picks a unit.
type Purpose uint8

// The purposes.
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
	PickStarved                 // to be lost from a stack that is too large (S1)
	PickRally                   // to be rallied (S5)
	PickMarch                   // to move (S2)
	PickGroup                   // to go with the unit that moves (S2)
	PickReact                   // to lead a reaction (S3.1)
	PickFollow                  // to go with that leader (S3.1)
	purposes
)

// A pick is the form of a purpose, the word that replaces a unit, whether all remaining
// units may be picked at once, the function that returns nil, or the rule that forbids to
// pick a unit, and the one that marks a picked unit, if units are picked one by one.
type pick struct {
	form *engine.Form
	pass string
	all  bool
	may  func(Position, *Unit) *Ruling
	mark func(*Battle, *Unit)
}

// picks returns the picks of a fight.
func picks() [purposes]pick {
	return [purposes]pick{
		PickLeader:   {FormLead, "none", false, Position.mayLead, nil},
		PickAdder:    {FormAdd, "done", true, Position.mayAdd, func(_ *Battle, u *Unit) { u.adds = true }},
		PickCharge:   {FormCharge, "done", true, Position.mayCharge, func(_ *Battle, u *Unit) { u.declared = true }},
		PickPlace:    {FormPlace, "stand", false, Position.mayPlace, nil},
		PickGuard:    {FormGuard, "done", true, Position.mayGuard, (*Battle).guard},
		PickScout:    {FormCall, "pass", false, Position.mayScout, nil},
		PickCompany:  {FormBring, "done", true, Position.mayJoinIn, joinCompany},
		PickChampion: {FormMatch, "", false, Position.mayMatch, nil},
		PickWounded:  {FormWound, "", false, Position.mayBeWounded, nil},
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
	asked
	What Purpose
}

// Hides reports whether the enemy does not see the answer before it has given its own
// (S3.2), or any units may be hidden.
func (p *Picking) Hides() bool { return p.What == PickCharge || p.asked.Hides() }

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
	case answer == Pass && (p.What == PickCompany || p.What == PickFollow) && p.battle.company() == 0:
		return &mustGo
	case answer == Pass && p.row().pass == "", answer == All && !p.row().all:
		return errMustPick
	}
	return nil
}

// row returns the row of the purpose.
func (p *Picking) row() *pick { return &p.battle.game.picks[p.What] }

// may returns nil, or the rule that forbids picking a unit.
func (p *Picking) may(u *Unit) *Ruling { return p.row().may(p.battle, u) }

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

// candidates returns the number of units that the acting side may pick, where 2 means more
// than one, and the first of them.
func (b *Battle) candidates(what Purpose) (n int, only *Unit) {
	f, p := &b.forces[b.side], &b.picking
	p.What, p.Side = what, b.side
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
	for u := range b.all {
		if u.side == b.side && p.may(u) == nil {
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

// pick asks the acting side to pick a unit.
func (b *Battle) pick(what Purpose) int {
	p := &b.picking
	p.What, p.Side = what, b.side
	return b.Choose(b.side, p)
}

// picked returns the unit of an answer.
func (b *state) picked(answer int) *Unit { return &b.units[answer-Picked] }

// pickAll lets sides pick any number of units, one by one. It reports whether it has asked
// a side.
func (b *Battle) pickAll(what Purpose) bool {
	for ; b.turns < Seats; b.pass() {
		if n, _ := b.candidates(what); n == 0 {
			continue
		}
		answer := b.pick(what)
		b.markPicked(what, answer)
		if answer == Pass {
			b.pass()
		}
		return true
	}
	return false
}

// markPicked marks the unit or units of an answer.
func (b *Battle) markPicked(what Purpose, answer int) {
	if answer != All {
		if answer != Pass {
			b.game.picks[what].mark(b, b.picked(answer))
		}
		return
	}
	p := &b.picking
	for u := range b.all {
		if p.own(u) && p.may(u) == nil {
			b.game.picks[what].mark(b, u)
		}
	}
}

func joinCompany(_ *Battle, u *Unit) { u.company = true }

// guard puts a unit into the rear guard.
func (b *Battle) guard(u *Unit) {
	u.guard = true
	b.Report(engine.Event{What: Guards, Who: u.id})
}
