package heroesview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/forecast"
	"houserule/engine/heroes/form"
)

// Heads returns the heads of the columns of Options.
func (v *View) Heads() view.Heads {
	return view.Heads{Text: "answer", Wins: "wins", Odds: "hits", Value: "gain", Note: "what it does and what may follow"}
}

// Options lists the possible answers, the best first. Those whose chance to win is not known
// have their expected gain in its place.
func (v *View) Options() []view.Option {
	c := v.Asked().Choice
	if c == nil {
		return nil
	}
	evaluator, _ := c.(engine.Evaluator)
	scripts := &engine.Allowance{Left: listedSteps}
	list := v.Ranked()
	for i := range list {
		o := &list[i]
		n := o.Answer
		o.Text = v.Typed(n)
		if evaluator != nil && o.Wins == "" {
			o.Value = v.points(evaluator.Evaluate(n))
		}
		switch c := c.(type) {
		case *heroes.Act:
			v.describeAct(o, c, heroes.Option(n), scripts)
		case *heroes.Reply:
			v.describeReply(o, c, n)
		case *heroes.Pick:
			_, o.Note, _ = strings.Cut(v.battle.Label(&v.battle.Stacks()[n]), " ")
		}
	}
	return list
}

// points turns worth, in costs times the square of the die, into costs. Where there
// is no attack the rule of thumb has no unit, so points returns nothing.
func (v *View) points(worth int) string {
	if f := v.Form(); f != form.Act && f != form.Retaliate {
		return ""
	}
	die := v.battle.Game().Rules.Die
	return fmt.Sprintf("%+.1f", float64(worth)/float64(die*die))
}

func (v *View) describeAct(o *view.Option, c *heroes.Act, option heroes.Option, scripts *engine.Allowance) {
	b := v.battle
	switch option.Verb() {
	case heroes.CastSpell:
		if spell := b.Game().Spells[option.Which()]; spell.Effect || spell.Custom != nil {
			o.Note = spell.Text
			return
		}
		fallthrough
	case heroes.Attack, heroes.Shoot:
		blow := c.Blow(option)
		s := b.Preview(blow)
		o.Odds = v.percent(s)
		o.Note = v.listedSequel(s, option.Verb(), scripts)
	case heroes.Sacrifice:
		o.Note = fmt.Sprintf("+%d to the next attack of %s", b.Now(c.By(), ability.SupportValue).Total(), b.Label(&b.Stacks()[option.Target()]))
	case heroes.Swarm:
		o.Note = fmt.Sprintf("the next attack counts x%v", b.Game().Rules.SwarmFactor)
	case heroes.Protect:
		now := b.Now(c.By(), ability.DefenseScore).Total()
		o.Note = fmt.Sprintf("defense %d, not %d, until its next turn", now+c.By().Top().Level*b.Game().Rules.ProtectFactor, now)
	case heroes.Move:
		o.Note = fmt.Sprintf("to the %s line", 1-c.By().Line())
	case heroes.CustomVerb:
		o.Note = b.Game().CustomOptions[option.Which()].Text
	}
}

func (v *View) describeReply(o *view.Option, c *heroes.Reply, n int) {
	if c.What() != heroes.WhetherRetaliate || n == 0 {
		return
	}
	blow := c.Blow()
	blow.N = int32(n)
	s := v.battle.Preview(blow)
	o.Odds, o.Note = v.percent(s), v.kills(s)
}

// sequel describes the kills of an attack, and the retaliation that may follow.
func (v *View) sequel(s heroes.Strike) string {
	words := []string{v.kills(s)}
	if back := v.reprisal(s); back != "" {
		words = append(words, back)
	}
	return strings.Join(words, "; ")
}

// kills describes the effect of a hit.
func (v *View) kills(s heroes.Strike) string {
	if s.At == nil {
		return v.hitsWalls()
	}
	if s.N == 1 {
		return "kills " + s.At.Top().Name
	}
	return fmt.Sprintf("kills %d of %d cards", s.N, s.At.Top().Count())
}

// hitsWalls describes the effect of a hit on the walls (H8.1).
func (v *View) hitsWalls() string {
	switch v.battle.Walls() {
	case heroes.Intact:
		return "breaches the walls"
	case heroes.Breached:
		return "sacks the walls"
	}
	return "the walls are sacked already"
}

// reprisal returns the chance of the retaliation, by whether the attack hits.
func (v *View) reprisal(s heroes.Strike) string {
	missed, may := forecast.Reprisal(v.battle, s.Blow, false)
	hit, mayHit := forecast.Reprisal(v.battle, s.Blow, true)
	after := func() string { return v.percentWithout(hit, int(s.N)) }
	faces := v.battle.Faces(s)
	sure := faces == v.battle.Game().Rules.Die
	mayHit = mayHit && (faces > 0 || v.battle.DiceTouched())
	when := heroes.AfterLosses
	if s.At != nil {
		when = v.battle.Answer(s.Blow)
	}
	switch {
	case may && when == heroes.BeforeAttack:
		return fmt.Sprintf("it strikes first: %s", v.percent(missed))
	case may && (when == heroes.BeforeLosses || mayHit && missed.Need == hit.Need):
		return fmt.Sprintf("strikes back: %s", v.percent(missed))
	case may && mayHit && !sure:
		return fmt.Sprintf("strikes back: %s if missed, %s if hit", v.percent(missed), after())
	case may && !sure:
		return fmt.Sprintf("strikes back: %s if missed", v.percent(missed))
	case mayHit:
		return fmt.Sprintf("strikes back: %s if hit", after())
	}
	return ""
}

// Hint returns the best answer at hand: see [view.Frame.Advise].
func (v *View) Hint(ctx context.Context) (text, typed string, err error) {
	options := sync.OnceValue(v.Options) // after the look, which ctx may end
	return v.Advise(ctx, func(answer int) (typed, note string) {
		list := options()
		o := list[slices.IndexFunc(list, func(o view.Option) bool { return o.Answer == answer })]
		switch {
		case o.Odds != "":
			note = o.Odds + "; " + o.Note
		case strings.HasPrefix(o.Note, "("):
			note = strings.Trim(o.Note, "()")
		default:
			note = o.Note
		}
		return o.Text, note
	})
}
