package sorcery_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// S6: nothing that a side is asked, told or can try out depends on what it does
// not see, at any moment of a campaign.
func TestHiddenFactsStayHidden(t *testing.T) {
	asked, hidden := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		b := anyWar(rt, t)
		spy := newSpy(rt, b)
		seed := rapid.Uint64().Draw(rt, "seed")
		all := []engine.Oracle{players.NewRandom(0, seed), players.NewRandom(1, seed)}
		if rapid.Bool().Draw(rt, "greedy") {
			all[seed&1] = players.Greedy{}
		}
		table := engine.NewTable(engine.NewDice(seed), all...)
		table.Listen(spy)
		for b.Begin(table); !b.Over(); b.Step() {
			for seat := range fight.Seats {
				spy.veils(seat)
				spy.asks(seat)
			}
		}
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
		asked, hidden = asked+spy.asked, hidden+spy.hidden
	})
	if t.Log(asked, hidden); asked < 100 || hidden < 100 {
		t.Errorf("only %d questions and %d moments were compared", asked, hidden)
	}
}

// A spy compares a campaign with one that is the same as far as a side can see.
type spy struct {
	t          *rapid.T
	b          *fight.Battle
	one, other *fight.Battle
	draw       func(n int) int
	asked      int // questions that were compared
	hidden     int // moments at which there was something hidden
}

func newSpy(t *rapid.T, b *fight.Battle) *spy {
	var dice engine.Dice
	dice.Seed(rapid.Uint64().Draw(t, "disguise"), "")
	return &spy{t: t, b: b, one: b.Fresh().(*fight.Battle), other: b.Fresh().(*fight.Battle), draw: func(n int) int { return dice.Roll(n) - 1 }}
}

// Hear compares what a side is told.
func (s *spy) Hear(_ engine.Seats, e engine.Event) {
	for seat := range fight.Seats {
		is := s.b.Reading().KnownTo(seat).Describe(e)
		restore := sorcery.WarOf(s.b).Disguise(seat, s.draw)
		if other := s.b.Reading().KnownTo(seat).Describe(e); other != is {
			s.t.Fatalf("%s: side %d is told %q, or else %q", s.b.Scene(), seat, is, other)
		}
		restore()
	}
}

// copies makes both battles of the spy ones like the campaign, for a side.
func (s *spy) copies(seat engine.Side) {
	for _, c := range []*fight.Battle{s.one, s.other} {
		c.Sit(engine.NewTable(engine.NewDice(1)))
		c.CopyFrom(s.b)
	}
	sorcery.WarOf(s.other).Disguise(seat, s.draw)
}

// veils compares what a side could believe, in the one veil and in a deal.
func (s *spy) veils(seat engine.Side) {
	s.believes(seat, (*fight.Battle).Veil)
	s.believes(seat, (*fight.Battle).Deal)
}

func (s *spy) believes(seat engine.Side, veil func(b *fight.Battle, seat engine.Side)) {
	s.copies(seat)
	if !bytes.Equal(s.one.AppendKey(nil), s.other.AppendKey(nil)) {
		s.hidden++
	}
	veil(s.one, seat)
	veil(s.other, seat)
	if is, other := s.one.AppendKey(nil), s.other.AppendKey(nil); !bytes.Equal(is, other) {
		s.t.Fatalf("%s: side %d could believe in\n%s\n%x\nor else in\n%s\n%x\nand it is\n%s", s.b.Scene(), seat, muster(s.one), is, muster(s.other), other, muster(s.b))
	}
	for i := range s.one.Units() {
		if u := s.b.Unit(i); s.b.Reading().KnownTo(seat).Sees(u) && sorcery.TheaterOf(s.one.Reading()).At(s.one.Unit(i)) != sorcery.TheaterOf(s.b.Reading()).At(u) {
			s.t.Fatalf("%s: side %d sees %s, and believes it to be in %d", s.b.Scene(), seat, s.b.Reading().Label(u), sorcery.TheaterOf(s.one.Reading()).At(s.one.Unit(i)))
		}
	}
	if is, other := stacks(s.b), stacks(s.one); !slices.Equal(is, other) {
		s.t.Fatalf("%s: side %d sees stacks in %v, and believes in stacks in %v", s.b.Scene(), seat, is, other)
	}
}

// stacks returns the side and the spot of each stack, sorted.
func stacks(b *fight.Battle) (all []string) {
	for stack := range sorcery.TheaterOf(b.Reading()).Stacks {
		all = append(all, fmt.Sprint(stack.Side, stack.Spot))
	}
	slices.Sort(all)
	return all
}

var errHeard = errors.New("the question was heard")

// asks compares what a side is asked next, and what greedy players think of the
// answers.
func (s *spy) asks(seat engine.Side) {
	s.copies(seat)
	is, other := s.question(s.one, seat), s.question(s.other, seat)
	if is == nil || other == nil {
		return // what comes before a question may be hidden
	}
	s.asked++
	if !slices.Equal(is, other) {
		s.t.Fatalf("%s: side %d is asked %q, or else %q: %s; %s", s.b.Scene(), seat, is, other, muster(s.one), muster(s.other))
	}
}

// question is what the next step asks a side, if it asks it, with the worths of
// the answers.
func (s *spy) question(b *fight.Battle, seat engine.Side) (all []string) {
	listen := engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side == seat {
			all = append(all, q.Choice.(engine.Prompter).Prompt())
			for answer := range q.Choice.Each {
				all = append(all, fmt.Sprint(q.Choice.Name(answer), " ", q.Choice.(engine.Evaluator).Evaluate(answer)))
			}
		}
		return 0, errHeard
	})
	b.Sit(engine.NewTable(engine.NewDice(1), enginetest.Everybody(listen)...))
	b.Step()
	return all
}
