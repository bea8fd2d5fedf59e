package fight

import (
	"fmt"

	"houserule/engine"
)

// An Asking is the common part of all choices: a side of a battle. A choice comes between
// two steps. To try an option is to play the next step.
type Asking struct {
	battle Position
	Side   engine.Side
}

// AskingIn returns the common part of a choice in a battle.
func AskingIn(b Position) Asking { return Asking{battle: b} }

// Battle returns the battle that asks. Hosted returns the address of the memory that it
// keeps for its host of scripts.
func (a *Asking) Battle() Position { return a.battle }
func (a *Asking) Hosted() *any     { return a.battle.Hosted() }

// Hides reports whether any units may be hidden (S6): see [engine.Hider].
func (a *Asking) Hides() bool { return a.battle.InWar() }

// Scratch returns a battle for Try.
func (a *Asking) Scratch() engine.Battle { return a.battle.Fresh() }

// Try plays the step in scratch, with this answer to its question. It does not know what
// the enemy has chosen in secret (S3.2).
func (a *Asking) Try(scratch engine.Battle, answer int) { a.try(scratch, answer, (*Battle).Veil) }

// TryDealt plays the step in scratch, where dice of its table distribute the units that the side
// does not see: see [engine.DealTrier].
func (a *Asking) TryDealt(scratch engine.Battle, answer int) { a.try(scratch, answer, (*Battle).Deal) }

func (a *Asking) try(scratch engine.Battle, answer int, veil func(b *Battle, seat engine.Side)) {
	b := scratch.(*Battle)
	b.Copy(a.battle)
	veil(b, a.Side)
	b.Table.Try(answer, b.Step)
}

// A Strategy evaluates sides, and the options of the open question, for greedy players.
// It only reads the battle: see package strategy.
type Strategy interface {
	// Value returns what a side has left: see [engine.Battle].
	Value(side engine.Side) int
	// Plans returns the number of plans that it knows for wars, 1 or more. Evaluate returns the
	// value of an option under a plan for the side that decides: see [engine.Planner].
	Plans() int
	Evaluate(c engine.Choice, plan, answer int) int
}

// Value returns what a side has left, Plans the number of plans of the game's strategy: only a
// war is planned. Appraise returns the value of an option of any choice under a plan.
func (b *combat) Value(side engine.Side) int { return b.strategy.Value(side) }
func (a *Asking) Plans() int {
	if !a.battle.InWar() {
		return 1
	}
	return a.battle.strategy.Plans()
}
func (a *Asking) Appraise(c engine.Choice, plan, answer int) int {
	return a.battle.strategy.Evaluate(c, plan, answer)
}

// Evaluate returns the value of an option, EvaluateBy that under a plan.
func (p *Picking) Evaluate(answer int) int   { return p.Appraise(p, 0, answer) }
func (d *Deciding) Evaluate(answer int) int  { return d.Appraise(d, 0, answer) }
func (l *Lending) Evaluate(answer int) int   { return l.Appraise(l, 0, answer) }
func (l *Leave) Evaluate(answer int) int     { return l.Appraise(l, 0, answer) }
func (s *Selecting) Evaluate(answer int) int { return s.battle.strategy.Evaluate(s, 0, answer) }

func (p *Picking) EvaluateBy(plan, answer int) int  { return p.Appraise(p, plan, answer) }
func (d *Deciding) EvaluateBy(plan, answer int) int { return d.Appraise(d, plan, answer) }
func (l *Lending) EvaluateBy(plan, answer int) int  { return l.Appraise(l, plan, answer) }
func (l *Leave) EvaluateBy(plan, answer int) int    { return l.Appraise(l, plan, answer) }

// A choice has the methods of all choices in this package: they try options, refuse answers
// with the rule's words, and evaluate options.
type choice interface {
	engine.DealTrier
	engine.Refuser
	engine.Planner
	engine.Prompter
}

var _ = [...]choice{(*Picking)(nil), (*Deciding)(nil), (*Lending)(nil), (*Leave)(nil)}

// A Decision is a question with two possible answers.
type Decision uint8

// The decisions in a fight. A war has more of them.
const (
	Fights    Decision = iota // characters without an army fight, or are captured (S7)
	AsWings                   // a unit counts as flyers, or as archers (S3.2)
	Withdraws                 // S3.7
	Decisions                 // the number of decisions in a fight
)

// An Alternative is the form of a decision, the words for no and for yes, and the answer
// that continues.
type Alternative struct {
	Form  *engine.Form
	Words [2]string
	First int
}

// alternatives returns the rows of a fight.
func alternatives() []Alternative {
	return []Alternative{
		Fights:    {FormFight, [2]string{"yield", "fight"}, Yes},
		AsWings:   {FormCount, [2]string{"archers", "flyers"}, No},
		Withdraws: {FormWithdraw, [2]string{"stay", "withdraw"}, No},
	}
}

// The answers to [Deciding].
const (
	No  = 0
	Yes = 1
)

// A Deciding is a question with two answers, [No] and [Yes].
type Deciding struct {
	Asking
	What Decision
}

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (d *Deciding) Legal(answer int) bool { return answer == No || answer == Yes }

// First returns the answer that continues: characters fight.
func (d *Deciding) First() int { return d.row().First }

// row returns the row of the decision.
func (d *Deciding) row() *Alternative { return &d.battle.game.asked.Alternatives[d.What] }

func (d *Deciding) Each(yield func(int) bool) { _ = yield(d.First()) && yield(1-d.First()) }

// Refuse returns an error unless answer is No or Yes.
func (d *Deciding) Refuse(answer int) error {
	if !d.Legal(answer) {
		return fmt.Errorf("there is no answer %d", answer)
	}
	return nil
}

// Prompt returns the question.
func (d *Deciding) Prompt() string {
	who := d.battle.the(d.Side)
	if d.What == AsWings {
		who = d.battle.Label(&d.battle.units[d.battle.cursor])
	}
	if d.What >= Decisions {
		return engine.Capital(fmt.Sprintf(d.Form().Question, who, d.battle.around.About(d.What))) + "?"
	}
	return fmt.Sprintf(d.Form().Question, who) + "?"
}

// Decide asks a side a question with two answers, and reports whether the answer is yes.
func (b *Battle) Decide(side engine.Side, what Decision) bool {
	b.deciding.Side, b.deciding.What = side, what
	return b.Choose(side, &b.deciding) == Yes
}

// A Lending is the question how much leadership to lend to a morale check (S5). An answer
// is the amount.
type Lending struct{ Asking }

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

// Unit returns the unit that checks morale. Morale returns the greatest die with which it
// passes without lent leadership.
func (l *Lending) Unit() *Unit          { return &l.battle.units[l.battle.check.unit] }
func (l *Lending) Morale() engine.Score { return l.battle.moraleOf(l.Unit(), l.battle.check) }

// Prompt returns the question.
func (l *Lending) Prompt() string {
	b := l.battle
	score := l.Morale()
	return fmt.Sprintf("%s checks morale against %d. How much leadership is lent to it, 0 to %d?", b.Label(l.Unit()), score.Total(), b.lendable(l.Unit()))
}

// A Leave is the question where a side withdraws to (S3.7). An answer is the place of a
// neighbor, from 0.
type Leave struct{ Asking }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (l *Leave) Legal(answer int) bool { return l.Refuse(answer) == nil }
func (l *Leave) First() int {
	for hex := range l.Each {
		return hex
	}
	return 0
}

func (l *Leave) Each(yield func(int) bool) {
	for hex := range l.battle.field.Ways {
		if l.battle.mayWithdrawTo(l.Side, hex) == nil && !yield(hex) {
			return
		}
	}
}

// Refuse returns nil, or the rule that forbids an answer.
func (l *Leave) Refuse(answer int) error {
	if answer < 0 || answer >= l.battle.field.Ways {
		return fmt.Errorf("there is no hex %d", answer)
	}
	if r := l.battle.mayWithdrawTo(l.Side, answer); r != nil {
		return r
	}
	return nil
}

// Prompt returns the question.
func (l *Leave) Prompt() string {
	return fmt.Sprintf("Where does %s withdraw to: %s?", part(l.Rest(), "the rest of ")+l.battle.the(l.Side), engine.After(l, FormLeave.Name))
}

// Rest reports whether a part of the side has withdrawn already.
func (l *Leave) Rest() bool { return l.battle.away(l.Side) > 0 }

// Going returns the number of units that still have to leave, and the number of those that
// may go to a neighbor.
func (l *Leave) Going(answer int) (may, all int) {
	for u := range l.battle.leavers(l.Side) {
		if all++; l.battle.mayFallBack(u, answer) == nil {
			may++
		}
	}
	return may, all
}
