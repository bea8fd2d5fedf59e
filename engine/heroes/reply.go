package heroes

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/form"
)

// A Whether is a question that a [Reply] answers.
type Whether uint8

// The questions.
const (
	WhetherRetaliate Whether = iota // H5.3
	WhetherWithdraw                 // H7.2
	WhetherSurrender                // H7.3: how many cards to offer
	WhetherAccept                   // H7.3
)

// replies holds the forms of the questions, and the words for no and for yes.
var replies = [...]struct {
	form    *engine.Form
	no, yes string
}{
	WhetherRetaliate: {form.Retaliate, "hold", "retaliate"},
	WhetherWithdraw:  {form.Withdraw, "stay", "withdraw"},
	WhetherSurrender: {form.Surrender, "fight", "offer"},
	WhetherAccept:    {form.Accept, "reject", "accept"},
}

// A Reply is the choice between no (0) and yes (1 to Most): whether to retaliate, withdraw,
// offer or accept. If a number matters, the answer is that number.
type Reply struct {
	asker
	what    Whether
	side    engine.Side
	blow    Blow // the retaliation
	most    int
	offered int  // number of cards, if the question is whether to accept them
	must    bool // whether the answer no is forbidden
}

// What returns the question, Side the side that answers it, Blow the retaliation, Most the greatest answer, and Offered
// the number of cards to accept. Must reports whether the answer no is forbidden.
func (r *Reply) What() Whether     { return r.what }
func (r *Reply) Side() engine.Side { return r.side }
func (r *Reply) Blow() Blow        { return r.blow }
func (r *Reply) Most() int         { return r.most }
func (r *Reply) Offered() int      { return r.offered }
func (r *Reply) Must() bool        { return r.must }

// First returns no, or 1 if no is forbidden.
func (r *Reply) First() int {
	if r.must {
		return 1
	}
	return 0
}

// Legal reports whether answer is an option.
func (r *Reply) Legal(answer int) bool {
	return uint(answer) <= uint(r.most) && (answer != 0 || !r.must)
}

// Each yields yes, from 1 to Most, and then no.
func (r *Reply) Each(yield func(int) bool) {
	for n := range r.most {
		if !yield(n + 1) {
			return
		}
	}
	if !r.must {
		yield(0)
	}
}

// Refuse returns the rule that forbids an answer, or nil.
func (r *Reply) Refuse(answer int) error {
	if r.Legal(answer) {
		return nil
	}
	rule := r.Form().Rule
	if answer == 0 {
		return &Ruling{Rule: rule, Text: "by the house's rules it must"}
	}
	return &Ruling{Rule: rule, Text: fmt.Sprintf("at most %d", r.most)}
}

// A Pick is the choice of a stack: the one that acts next (H1.1), or the one that comes
// forward (H4.1). Answers are indexes in [Battle].Stacks.
type Pick struct {
	asker
	side    engine.Side
	forward bool
}

// Forward reports whether the choice is of a stack to come forward.
func (p *Pick) Forward() bool { return p.forward }

// ask asks a side which of several stacks acts next, or comes forward.
func (p *Pick) ask(b *Battle, side engine.Side, forward bool) *Stack {
	*p = Pick{asker: asker{&b.Position}, side: side, forward: forward}
	return &b.stacks[b.Choose(side, p)]
}

// Legal reports whether answer is an option.
func (p *Pick) Legal(answer int) bool {
	b := p.battle
	if uint(answer) >= uint(len(b.stacks)) {
		return false
	}
	s := &b.stacks[answer]
	if p.forward {
		return s.side == p.side && s.top != nil && s.line == RangedLine && s != b.moving
	}
	if !s.is(due) {
		return false
	}
	return !b.game.Hooks.MayAct.Used() || b.game.Hooks.MayAct.Apply(b.whole, s, nil) == nil || !p.anyMayAct()
}

// anyMayAct reports whether the hook MayAct allows any stack to act next.
func (p *Pick) anyMayAct() bool {
	b := p.battle
	return slices.ContainsFunc(b.order.keys[b.order.lo:b.order.hi], func(key int32) bool {
		s := b.at(key)
		return s.is(due) && b.game.Hooks.MayAct.Apply(b.whole, s, nil) == nil
	})
}

// First returns the first stack in listed order.
func (p *Pick) First() int {
	for answer := range p.Each {
		return answer
	}
	return 0
}

// Each yields the stacks in listed order.
func (p *Pick) Each(yield func(int) bool) {
	b := p.battle
	if p.forward {
		for s := b.FirstOn(p.side, RangedLine); s != nil; s = b.NextOn(s) {
			if !yield(int(s.id)) {
				return
			}
		}
		return
	}
	for _, key := range b.order.keys[b.order.lo:b.order.hi] {
		s := b.at(key)
		if p.Legal(int(s.id)) && !yield(int(s.id)) {
			return
		}
	}
}

// Rule returns the paragraph that asks the question.
func (p *Pick) Rule() string {
	if p.forward && p.battle.besieged(p.side) {
		return "H8.2"
	}
	return p.Form().Rule
}

// Refuse returns the rule that forbids an answer, or nil.
func (p *Pick) Refuse(answer int) error {
	switch {
	case p.Legal(answer):
		return nil
	case p.forward:
		return &Ruling{Rule: p.Rule(), Text: "only a stack of your ranged line can come forward"}
	}
	if s := p.battle.stacks; uint(answer) < uint(len(s)) && s[answer].is(due) {
		if r := p.battle.game.Hooks.MayAct.Apply(p.battle.whole, &s[answer], nil); r != nil {
			return r
		}
	}
	return &Ruling{Rule: p.Rule(), Text: "that stack does not act in this phase"}
}
