package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// asked is part of all choices of the game: a side of a battle. A choice is
// answered between two steps, so that an option can be tried out by taking the step
// with it.
type asked struct {
	battle Position
	Side   engine.Side
}

// Battle returns the battle of the question, Hosted where its host is kept.
func (a *asked) Battle() Position { return a.battle }
func (a *asked) Hosted() *any     { return a.battle.Hosted() }

// Hides reports whether units may be hidden (S6): see [engine.Hider].
func (a *asked) Hides() bool { return a.battle.OnMap() }

// Scratch returns a battle for Try.
func (a *asked) Scratch() engine.Battle { return a.battle.Fresh() }

// Try takes the step in scratch, with this answer to what is asked. What the
// enemy has said in secret is not known there (S3.2).
func (a *asked) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.Copy(a.battle)
	b.Veil(a.Side)
	b.Table.Try(answer, b.Step)
}

// A Strategy evaluates sides, and the options of the open question, for greedy players.
// It only reads the battle: see package strategy.
type Strategy interface {
	// Value returns what a side has left: see [engine.Battle].
	Value(side engine.Side) int
	// Evaluate returns what an option is worth to the side that is asked: see
	// [engine.Evaluator].
	Evaluate(c engine.Choice, answer int) int
}

// Value returns what a side has left, and Evaluate what an option is worth, by the
// strategy of the game.
func (b *position) Value(side engine.Side) int { return b.strategy.Value(side) }
func (p *Picking) Evaluate(answer int) int     { return p.battle.strategy.Evaluate(p, answer) }
func (d *Deciding) Evaluate(answer int) int    { return d.battle.strategy.Evaluate(d, answer) }
func (l *Lending) Evaluate(answer int) int     { return l.battle.strategy.Evaluate(l, answer) }
func (l *Leave) Evaluate(answer int) int       { return l.battle.strategy.Evaluate(l, answer) }
func (o *Ordering) Evaluate(answer int) int    { return o.battle.strategy.Evaluate(o, answer) }
func (s *Selecting) Evaluate(answer int) int   { return s.battle.strategy.Evaluate(s, answer) }

// Each choice can be tried out, refuses an option with a rule's words, and returns
// what an option is worth.
type choice interface {
	engine.Trier
	engine.Refuser
	engine.Evaluator
	engine.Prompter
}

var _ = [...]choice{(*Picking)(nil), (*Deciding)(nil), (*Lending)(nil), (*Leave)(nil), (*Ordering)(nil)}

// A Decision is a question with two answers.
type Decision uint8

// The decisions.
const (
	Fights    Decision = iota // characters that are alone fight, or are captured (S7)
	AsWings                   // a unit counts as flyers, or as archers (S3.2)
	Withdraws                 // S3.7
	Declines                  // the owner of an attacked site declines battle (S4)
	Besieges                  // a walled place is besieged (S4)
	Meets                     // characters fight others that they have met (S7)
	Enters                    // units that have made a breach go in (S4)
)

// decisions are their forms, and their words for no and for yes.
var decisions = [...]struct {
	form  *engine.Form
	words [2]string
}{
	Fights:    {FormFight, [2]string{"yield", "fight"}},
	AsWings:   {FormCount, [2]string{"archers", "flyers"}},
	Withdraws: {FormWithdraw, [2]string{"stay", "withdraw"}},
	Declines:  {FormDecline, [2]string{"battle", "siege"}},
	Besieges:  {FormBesiege, [2]string{"wait", "besiege"}},
	Enters:    {FormEnter, [2]string{"stay", "enter"}},
	Meets:     {FormMeet, [2]string{"pass", "fight"}},
}

// The answers to [Deciding].
const (
	No  = 0
	Yes = 1
)

// A Deciding asks a side one of two things. An answer is [No] or [Yes].
type Deciding struct {
	asked
	What Decision
}

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (d *Deciding) Legal(answer int) bool { return answer == No || answer == Yes }

// First leads on: characters fight, and a breach is used.
func (d *Deciding) First() int {
	if d.What == Fights || d.What == Enters {
		return Yes
	}
	return No
}

func (d *Deciding) Each(yield func(int) bool) { _ = yield(d.First()) && yield(1-d.First()) }

// Refuse returns nil for an answer.
func (d *Deciding) Refuse(answer int) error {
	if !d.Legal(answer) {
		return fmt.Errorf("there is no answer %d", answer)
	}
	return nil
}

// Hex returns the hex on the map that is decided about.
func (d *Deciding) Hex() hex.Hex {
	if d.What == Enters {
		return d.battle.goal
	}
	return d.battle.aim
}

// Prompt says what is asked.
func (d *Deciding) Prompt() string {
	who := d.battle.the(d.Side)
	switch d.What {
	case AsWings:
		who = d.battle.Label(&d.battle.units[d.battle.cursor])
	case Declines, Besieges, Meets, Enters:
		return engine.Capital(fmt.Sprintf(d.Form().Question, who, d.battle.PlaceName(d.Hex()))) + "?"
	}
	return fmt.Sprintf(d.Form().Question, who) + "?"
}

// decideOn asks a side one of two things.
func (b *combat) decideOn(side engine.Side, what Decision) bool {
	b.deciding.Side, b.deciding.What = side, what
	return b.Choose(side, &b.deciding) == Yes
}

// A Lending asks how much leadership is lent to a morale check (S5). An answer is
// the amount.
type Lending struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (l *Lending) Legal(answer int) bool {
	return answer == 0 || answer > 0 && answer <= l.battle.lendable(l.Unit())
}
func (l *Lending) First() int { return 0 }
func (l *Lending) Each(yield func(int) bool) {
	for n := range l.battle.lendable(l.Unit()) + 1 {
		if !yield(n) {
			return
		}
	}
}

// Refuse returns nil, or the rule that forbids an answer.
func (l *Lending) Refuse(answer int) error {
	if !l.Legal(answer) {
		return &Ruling{Rule: "S5", Text: fmt.Sprintf("from 0 to %d can be lent", l.battle.lendable(l.Unit()))}
	}
	return nil
}

// Unit returns the unit that checks morale, Morale the greatest die with which it passes if
// nothing is lent to it.
func (l *Lending) Unit() *Unit          { return &l.battle.units[l.battle.check.unit] }
func (l *Lending) Morale() engine.Score { return l.battle.moraleOf(l.Unit(), l.battle.check) }

// Prompt says what is asked.
func (l *Lending) Prompt() string {
	b := l.battle
	score := l.Morale()
	return fmt.Sprintf("%s checks morale against %d. How much leadership is lent to it, 0 to %d?", b.Label(l.Unit()), score.Total(), b.lendable(l.Unit()))
}

// Leave asks where a side withdraws to (S3.7). An answer is a neighbour's
// place, from 0.
type Leave struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (l *Leave) Legal(answer int) bool { return l.Refuse(answer) == nil }
func (l *Leave) First() int {
	for hex := range l.Each {
		return hex
	}
	return 0
}

func (l *Leave) Each(yield func(int) bool) {
	for hex := range l.battle.field.ways {
		if l.battle.mayWithdrawTo(l.Side, hex) == nil && !yield(hex) {
			return
		}
	}
}

// Refuse returns nil, or the rule that forbids an answer.
func (l *Leave) Refuse(answer int) error {
	if answer < 0 || answer >= l.battle.field.ways {
		return fmt.Errorf("there is no hex %d", answer)
	}
	if r := l.battle.mayWithdrawTo(l.Side, answer); r != nil {
		return r
	}
	return nil
}

// Prompt says what is asked.
func (l *Leave) Prompt() string {
	return fmt.Sprintf("Where does %s withdraw to: %s?", part(l.Rest(), "the rest of ")+l.battle.the(l.Side), engine.After(l, FormLeave.Name))
}

// Rest reports whether part of the side has withdrawn already.
func (l *Leave) Rest() bool { return l.battle.away(l.Side) > 0 }

// Going returns how many of the units that still have to leave may go to a
// neighbour, and how many there are.
func (l *Leave) Going(answer int) (may, all int) {
	for u := range l.battle.leavers(l.Side) {
		if all++; l.battle.mayFallBack(u, answer) == nil {
			may++
		}
	}
	return may, all
}
