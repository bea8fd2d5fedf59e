package sorceryview

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/scripting/modhost"
)

// The odds of a combat round are found in two parts. Up to the morale checks
// behind the losses there are few ways: two dice, and a check for a remainder
// on each side. All of them are walked, and lead to few states. The checks
// (S3.6) are one die for each unit, too many to walk in all their ways
// together; but where no script has a say they depend on nothing but what the
// side's units have come to before, and on that only by their numbers, so that
// few states stand between any two of them. In the same way few states stand
// between two bouts (S7). Else all ways are walked to the end of the round, as far
// as the budget goes.

// roundWays is how many ways are walked to the end of a round at most, roundBytes
// how many bytes their keys and what scripts remember there may take, and roundUnits
// of how many units its odds are told.
const (
	roundWays  = 60_000
	roundBytes = 64_000_000
	roundUnits = 100
)

// A unitFate is what becomes of a unit.
type unitFate struct {
	lost   *big.Rat // it is eliminated, or captured
	shaken *big.Rat // it is there and demoralised, which it was not
	left   *big.Rat // what it inflicts losses with behind the round, in halves
	wounds *big.Rat // that it takes
}

// A swing is a difference of the dice.
type swing struct {
	chance *big.Rat
	losses [sorcery.Seats]*big.Rat // times the chance, in parts of a point
}

// roundOdds are what may come of a round.
type roundOdds struct {
	round  int
	rolled bool                   // whether its dice were rolled before
	answer int                    // which begins it
	greedy bool                   // and which greedy has given
	before [sorcery.Seats]int     // strength, in halves
	bout   string                 // whose dice are counted, where bouts are fought (S7)
	swings map[int]*swing         // by how much the attacker's die is above, up to a rout
	fates  []unitFate             // by unit; expected
	lost   [sorcery.Seats]chances // of so many units
	shaken [sorcery.Seats]chances // of so many units
	cut    float64                // the chance of what was followed no further
}

// chances are those of so many: chances[2] is that of two.
type chances []*big.Rat

// of are the chances with p more of n.
func (c chances) of(n int, p *big.Rat) chances {
	for n >= len(c) {
		c = append(c, new(big.Rat))
	}
	c[n].Add(c[n], p)
	return c
}

// add are the chances with those of other ways.
func (c chances) add(other chances) chances {
	for n, p := range other {
		c = c.of(n, p)
	}
	return c
}

// A roundWalk finds the odds of a round.
type roundWalk struct {
	odds    *roundOdds
	begin   func()          // plays the first step, with the answer
	from    *sorcery.Battle // that is shown
	battle  *sorcery.Battle // that is walked
	walk    *odds.Walk
	heard   [sorcery.Seats]int // losses of the way that is walked
	checked int                // who has checked morale last
	need    int                // what the die must not be above then
	asked   bool               // whether anything has been asked before
	ways    int                // that were walked
	looks   int                // positions that were looked at
	kept    int                // bytes of the states and their keys
	// counts are how often scripts ran, and uncounted times that they may have.
	counts    *modhost.Counts
	uncounted int64
}

var errNotTried = errors.New("no odds of this answer: a script asks for it in the middle of something, and what follows cannot be tried out. The next choice of a player has odds again")

// roundOdds are the odds of the round that is fought, or of the next one where
// it is fought already, when it goes on with an answer.
func (v *View) roundOdds(ctx context.Context, answer int) (*roundOdds, error) {
	c, ok := v.Asked().Choice.(engine.Trier)
	switch {
	case v.Asked().Choice == nil:
		return nil, errors.New("odds are told when a choice is asked for")
	case !ok:
		return nil, errNotTried
	case !v.battle.Fighting():
		return nil, errors.New("no battle is fought now: the odds of a round are told when one is")
	case len(v.battle.Units()) > roundUnits:
		return nil, fmt.Errorf("there are %d units: the odds of a round are told for up to %d; houserule sim samples", len(v.battle.Units()), roundUnits)
	}
	r, err := v.unknownRound(answer)
	if err != nil {
		return nil, err
	}
	w := newRoundWalk(v.battle, r)
	w.begin = func() { c.Try(w.battle, r.answer) }
	err = w.explore(ctx)
	if large := new(odds.TooLarge); errors.As(err, &large) {
		err = fmt.Errorf("the dice of the round fall in more than %d ways. That is too much for the prompt: houserule sim samples", roundWays)
	}
	return r, err
}

// unknownRound are the odds of a round of which nothing is known yet but how it
// stands, and the answer with which it goes on.
func (v *View) unknownRound(answer int) (*roundOdds, error) {
	r := &roundOdds{round: v.battle.FightRound(), answer: answer, fates: make([]unitFate, len(v.battle.Units()))}
	switch v.battle.Phase() {
	case sorcery.Parting:
		r.round++
	case sorcery.Losing, sorcery.Checking:
		r.rolled = true
	}
	if r.greedy = answer == unanswered; r.greedy {
		r.answer, _ = players.Greedy{}.Answer(v.Asked()) // which knows of no error
	}
	a := v.look()
	for i := range a.Units() {
		if u := a.Unit(i); u.Stands() {
			r.before[u.Side()] += left(a.Battle, u)
		}
	}
	return r.copy(), v.looked(a)
}

func newRoundWalk(from *sorcery.Battle, r *roundOdds) *roundWalk {
	w := &roundWalk{odds: r, from: from, battle: from.Fresh().(*sorcery.Battle), counts: modhost.NewCounts()}
	modhost.Count(w.battle, w.counts)
	greedy := engine.OracleFunc(func(q engine.Question) (int, error) {
		w.asked = true
		return players.Greedy{}.Answer(q)
	})
	w.walk = odds.NewWalk(greedy, greedy)
	w.walk.Ways = roundWays
	w.walk.Table.Explain(true)
	w.walk.Table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		switch e.What {
		case sorcery.Suffers:
			w.heard[e.Who] = int(e.N)
		case sorcery.Checked:
			w.checked, w.need = int(e.Who), w.battle.Last().Score.Total()
		}
	}))
	w.battle.Sit(w.walk.Table)
	return w
}

// explore finds the odds in two parts where that may be, or bout by bout (S7),
// or else in one.
func (w *roundWalk) explore(ctx context.Context) error {
	empty := w.odds.copy()
	all, err := w.first(ctx)
	alone := slices.ContainsFunc(all, func(s *state) bool { return s.battle.Lone() >= 0 })
	switch {
	case err != nil:
		return err
	case alone:
		err = w.bouts(ctx, all)
	default:
		err = w.armies(ctx, all)
	}
	if errors.Is(err, errScripts) {
		*w.odds = *empty
		return w.whole(ctx)
	}
	return err
}

// whole walks all ways to the end of the round. Only states that do not differ
// are put together.
func (w *roundWalk) whole(ctx context.Context) error {
	all, err := w.first(ctx)
	if err == nil {
		err = w.rest(ctx, all, w.key)
	}
	return err
}

// armies walks the morale checks of armies.
func (w *roundWalk) armies(ctx context.Context, all []*state) error {
	all, err := w.together(all)
	for _, s := range all {
		if err == nil {
			err = w.checks(ctx, s)
		}
	}
	return err
}

// copy are odds of the same round, of which nothing is known yet.
func (r *roundOdds) copy() *roundOdds {
	c := &roundOdds{round: r.round, rolled: r.rolled, answer: r.answer, greedy: r.greedy, before: r.before, swings: map[int]*swing{}, fates: make([]unitFate, len(r.fates))}
	for i := range c.fates {
		c.fates[i] = unitFate{new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)}
	}
	return c
}

// errScripts is where scripts have a say in the morale checks, or what comes
// of them.
var errScripts = errors.New("scripts have a say in the morale checks")

// runs is how often hooks have run in what is walked. Those that cannot be
// counted, in a test, count as one.
func (w *roundWalk) runs() (n int64) {
	if _, alone := (*w.battle.Hosted()).(*modhost.Counts); alone {
		h := &w.from.Game().Hooks
		if h.Morale.Used() || h.Checked.Used() || h.Shaken.Used() || h.Lost.Used() || h.RoundEnd.Used() {
			w.uncounted++
		}
	}
	for _, hook := range w.counts.Hooks() {
		n += hook.Runs
	}
	return n + w.uncounted
}

// reached tells whether a battle has come to a phase of the round.
func (w *roundWalk) reached(b *sorcery.Battle, phase sorcery.Phase) bool {
	n := b.FightRound()
	return b.Over() || !b.Fighting() || n > w.odds.round || n == w.odds.round && b.Phase() >= phase
}

// each walks all ways from begin until the battle that is walked is where it is
// to end, and calls way after each.
func (w *roundWalk) each(ctx context.Context, begin func(), until func() bool, way func(p *big.Rat)) error {
	err := w.walk.Each(func() {
		w.heard = [sorcery.Seats]int{}
		for begin(); w.walk.Table.Err() == nil && !until(); {
			w.battle.Step()
		}
	}, func(odds.Number) error {
		if w.ways++; w.ways > roundWays {
			return &odds.TooLarge{Ways: roundWays}
		}
		way(w.walk.Rat())
		return w.looked(ctx)
	})
	w.odds.cut = w.walk.Cut.Value
	return err
}

// looked counts one more position, and reports whether the walk is to end.
func (w *roundWalk) looked(ctx context.Context) error {
	w.looks++
	view.Progress(ctx)(w.looks)
	if w.kept > roundBytes {
		return fmt.Errorf("the positions of the round, with what scripts remember there, take more than %d MB. That is too much for the prompt: houserule sim samples", roundBytes/1_000_000)
	}
	return ctx.Err()
}

// swing counts the dice of a way.
func (w *roundWalk) swing(p *big.Rat) {
	die, attacker := w.battle.Rolled(sorcery.Attacker)
	_, defender := w.battle.Rolled(sorcery.Defender)
	if die == 0 {
		return // the battle has ended before
	}
	w.odds.bout = w.battle.BoutName()
	most := w.battle.Game().Rules.RoutDifference
	above := min(max(attacker-defender, -most), most)
	s := w.odds.swings[above]
	if s == nil {
		s = &swing{new(big.Rat), [sorcery.Seats]*big.Rat{new(big.Rat), new(big.Rat)}}
		w.odds.swings[above] = s
	}
	s.chance.Add(s.chance, p)
	for side, loss := range w.heard {
		s.losses[side].Add(s.losses[side], new(big.Rat).Mul(p, big.NewRat(int64(loss), 1)))
	}
}

// A state is where a round stands behind its losses, or between two checks.
type state struct {
	battle *sorcery.Battle
	chance *big.Rat
	// Chances of so many units lost and demoralised on the way to it, in states
	// that were put together although these differ.
	lost, shaken [sorcery.Seats]chances
}

// states are different ones, by what makes them different.
type states struct {
	known map[string]*state
	list  []*state
	kept  *int // bytes
}

func (w *roundWalk) states() states { return states{known: map[string]*state{}, kept: &w.kept} }

// add adds a chance to the state of that key, which is b where there was none
// yet, and returns it.
func (s *states) add(key string, b *sorcery.Battle, p *big.Rat) *state {
	at := s.known[key]
	if at == nil {
		at = &state{battle: b.Fresh().(*sorcery.Battle), chance: new(big.Rat)}
		at.battle.Sit(b.Table)
		at.battle.CopyFrom(b)
		s.known[key], s.list = at, append(s.list, at)
		*s.kept += len(key) + b.Memory().Size()
	}
	at.chance.Add(at.chance, p)
	return at
}

// first walks all ways to the morale checks, the first of which is part of the
// step that leads there. Those that lead to the same are put together.
func (w *roundWalk) first(ctx context.Context) ([]*state, error) {
	found := w.states()
	err := w.each(ctx, w.begin, func() bool { return w.reached(w.battle, sorcery.Checking) }, func(p *big.Rat) {
		w.swing(p)
		found.add(w.key(), w.battle, p)
	})
	return found.list, err
}
