package sorcery

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// The words of orders.

// orders reports whether an order to the picked unit follows.
func (p *Picking) orders() bool { return p.What == PickMarch || p.What == PickGroup }

// whoGoes returns the error for a hex without a unit, while the question is which units
// march. It says how to march to the hex.
func (p *Picking) whoGoes(number string) error {
	if _, err := p.battle.war().land.grid.Parse(number); err != nil {
		return err
	}
	if p.What == PickGroup {
		return fmt.Errorf("march %s takes no other unit along, march %s %s takes the whole stack", number, number, allWord)
	}
	return fmt.Errorf("which unit marches there? For example: %s march %s", p.battle.Name(p.battle.picked(p.firstUnit())), number)
}

// Ahead answers which unit moves, and with which others, if a line names a unit before its
// order: "w1 march 0304" is three answers, and "w1 march 0304 all" takes the whole stack
// along.
func (p *Picking) Ahead(unit string, v engine.Verb, rest []string) (answer int, ok bool, err error) {
	if !p.OrdersBefore(v) {
		return 0, false, nil
	}
	whole := len(rest) > 0 && rest[len(rest)-1] == allWord
	u, err := p.battle.unitNamedTo(p.Side, unit)
	switch {
	case p.What == PickGroup && unit != "" && err == nil && !u.marching:
		return 0, false, p.refuse(u)
	case p.What == PickGroup && (unit == "" || err == nil) && whole:
		return All, true, nil
	case p.What == PickGroup && (unit == "" || err == nil):
		return Pass, true, nil
	case p.What == PickFollow && v.Name == ToReact.String() && len(rest) > 0:
		return All, true, nil
	case unit == "" || p.What == PickReact && len(rest) == 0:
		return 0, false, nil
	case err != nil:
		return 0, false, err
	}
	err = p.refuse(u)
	return u.ID() + Picked, err == nil, err
}

// refuse returns nil, or the rule that forbids picking a unit, after its name.
func (p *Picking) refuse(u *Unit) error {
	err := p.Refuse(u.ID() + Picked)
	if err == nil || u.side != p.Side {
		return err
	}
	return fmt.Errorf("%s: %w", p.battle.Label(u), err)
}

// OrdersBefore reports whether a verb is an order that may be given early, while the
// question is which units move or react.
func (p *Picking) OrdersBefore(v engine.Verb) bool {
	switch p.What {
	case PickMarch, PickGroup:
		return v.Answers(FormOrder)
	case PickReact, PickFollow:
		return v.Answers(FormReaction)
	}
	return false
}

// Words returns the option as words: "march 0304" or "stay".
func (o *Ordering) Words(answer int) []string {
	what, h := o.Order(answer)
	if what == ToStay {
		return []string{what.String()}
	}
	return []string{what.String(), o.battle.war().land.grid.Number(h)}
}

// Find returns the hex with a number.
func (o *Ordering) Find(kind engine.ArgKind, word string) (int, error) {
	if kind == engine.ArgWord {
		return engine.ReadName("word", word, []string{allWord})
	}
	if word == allWord {
		return int(hex.None), nil
	}
	h, err := o.battle.war().land.grid.Parse(word)
	return int(h), err
}

// Make returns the order that a sentence gives. Without a hex, the order is about the
// group's own hex. Whether all go along was another question.
func (o *Ordering) Make(s engine.Sentence) (int, error) {
	o.prepare()
	h := o.battle.war().group.at.Hex()
	if at := s.Args[0]; at.Given() && s.Verb.Args[0].Kind != engine.ArgWord && hex.Hex(at.N) != hex.None {
		h = hex.Hex(at.N)
	}
	return o.Answer(Order(slices.Index(orderWords[:], s.Verb.Name)), h), nil
}

// Decides returns nil for one of the units that get the order.
func (o *Ordering) Decides(unit string) error {
	u, err := o.battle.unitNamedTo(o.Side, unit)
	if err != nil || slices.Contains(slices.Collect(o.Group), u) {
		return err
	}
	return fmt.Errorf("%s is not one of the units that get the order. %s", o.battle.Label(u), o.Prompt())
}
