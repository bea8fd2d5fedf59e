package forecast

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// The odds of a combat round are computed in two parts. Up to the morale checks after the
// losses there are few paths: two dice, and a check for a remainder on each side. All of
// them are walked, and lead to few states. The checks (S3.6) are one die for each unit,
// with too many paths in total to walk. But unless a script changes them, a check depends
// only on the number of the side's units in each state, so there are few states between any
// two checks. For the same reason there are few states between two bouts (S7). With scripts
// all paths are walked to the end of the round, up to the limit.

// MaxWays is the maximum number of paths walked to the end of a round. MaxSteps is the
// maximum number of script steps on them. MaxBytes limits the keys of their positions and
// the memory of scripts in those. MaxUnits is the maximum number of units in a battle whose
// rounds have odds.
const (
	MaxWays  = 60_000
	MaxSteps = 20_000_000
	MaxBytes = 64_000_000
	MaxUnits = 100
)

// A Round is the odds of a combat round. All probabilities are exact.
type Round struct {
	Number int              // the number of the round, from 1
	Rolled bool             // whether its dice have been rolled
	Answer int              // the answer to the open question
	Before [fight.Seats]int // strength of each side, in halves of a point
	Bout   string           // the fighters of the bout that Swings are about, if bouts are fought (S7)
	Swings map[int]*Swing   // by the attacker's die less the defender's; a rout represents all greater differences (S3.4)
	Fates  []Fate           // by unit
	Tolls  [fight.Seats]Toll
	Cut    float64 // the probability of paths that were not walked to their end
}

// A Toll has the distributions of the numbers of units of a side's army that are lost, and
// that are newly demoralized.
type Toll struct{ Lost, Shaken odds.Distribution[int] }

// add adds both numbers, with probability p.
func (t *Toll) add(c casualties, p *big.Rat) {
	t.Lost.Add(c.lost, p)
	t.Shaken.Add(c.shaken, p)
}

// mix adds another toll, with probability p and later casualties.
func (t *Toll) mix(other Toll, p *big.Rat, more casualties) {
	t.Lost.Mix(other.Lost, p, func(n int) int { return n + more.lost })
	t.Shaken.Mix(other.Shaken, p, func(n int) int { return n + more.shaken })
}

// A Swing is a difference of the dice, with its results.
type Swing struct {
	Chance *big.Rat
	losses [fight.Seats]*big.Rat // each times its probability
}

// Loss returns the mean loss that a side must take, in parts of a point, [fight.Whole] to
// a point.
func (s *Swing) Loss(side engine.Side) *big.Rat { return new(big.Rat).Quo(s.losses[side], s.Chance) }

// A Fate is the odds of what happens to a unit.
type Fate struct {
	Side   engine.Side
	Lost   *big.Rat // the probability that it is eliminated or captured
	Shaken *big.Rat // the probability that it remains and is newly demoralized
	Left   *big.Rat // its mean strength for losses after the round, in halves of a point
	Wounds *big.Rat // the mean number of wounds that it takes
}

// Strength returns the mean strength with which a side inflicts losses after the
// round, in points.
func (r *Round) Strength(side engine.Side) *big.Rat {
	sum := new(big.Rat)
	for _, f := range r.Fates {
		if f.Side == side {
			sum.Add(sum, f.Left)
		}
	}
	return sum.Quo(sum, big.NewRat(2, 1))
}

// ends adds the tolls of paths to the end of the round.
func (r *Round) ends(tolls [fight.Seats]Toll) {
	for side := range tolls {
		r.Tolls[side].mix(tolls[side], one, casualties{})
	}
}

// Errors of [Look.RoundOdds].
var (
	ErrNoQuestion = errors.New("odds are told when a choice is asked for")
	ErrNoFight    = errors.New("no battle is fought now: the odds of a round are told when one is")
	ErrNotTried   = errors.New("no odds of this answer: a script asks for it in the middle of something, and what follows cannot be tried out. The next choice of a player has odds again")
)

// A TooLarge is the error for a round with too many units, with positions that take more
// than MaxBytes, with scripts that take more than MaxSteps, or with too many ways in which
// its dice may fall.
type TooLarge struct {
	Units  int
	Bytes  bool
	Script error // the error of the script that took the last of the steps
}

func (e *TooLarge) Error() string {
	switch {
	case e.Units > 0:
		return fmt.Sprintf("there are %d units: the odds of a round are told for up to %d", e.Units, MaxUnits)
	case e.Bytes:
		return fmt.Sprintf("the positions of the round, with what scripts remember there, take more than %d MB", MaxBytes/1_000_000)
	}
	if e.Script != nil {
		return fmt.Sprintf("the scripts of the round take more than %d steps: %v", MaxSteps, e.Script)
	}
	return fmt.Sprintf("the dice of the round fall in more than %d ways", MaxWays)
}

// Options controls [Look.RoundOdds].
type Options struct {
	// Progress, if not nil, is called with the number of positions so far.
	Progress func(positions int)
	// Runs, if not nil, makes the scripts of a battle count how often they run, and returns
	// the counter; ok is false if there are no scripts. If nil, a round is computed in two
	// parts only if no hook is used that can change its morale checks.
	Runs func(b *fight.Battle) func() (n int64, ok bool)
}

// RoundOdds returns the odds of the present round, or of the next one if the fighting of
// the present one is over, after a legal answer to q, the battle's open question. From then
// on greedy players answer for both sides. It may take a while: ctx ends it. Its error may
// be a [TooLarge], or a script's.
func (l *Look) RoundOdds(ctx context.Context, q engine.Question, answer int, o Options) (*Round, error) {
	c, ok := q.Choice.(engine.Trier)
	switch {
	case q.Choice == nil:
		return nil, ErrNoQuestion
	case !ok:
		return nil, ErrNotTried
	case !l.of.Fighting():
		return nil, ErrNoFight
	case len(l.of.Units()) > MaxUnits:
		return nil, &TooLarge{Units: len(l.of.Units())}
	}
	r := l.unknownRound(answer)
	if err := l.battle.Err(); err != nil {
		return nil, err
	}
	w := newRoundWalk(l.of, r, o)
	w.begin = func() { c.Try(w.battle, answer) }
	err := w.explore(ctx)
	if large := new(explore.TooLarge); errors.As(err, &large) {
		err = &TooLarge{Script: large.Script}
	}
	return r, err
}

// unknownRound returns a Round before anything is walked.
func (l *Look) unknownRound(answer int) *Round {
	r := &Round{Number: l.of.FightRound(), Answer: answer, Fates: make([]Fate, len(l.of.Units()))}
	switch l.of.Phase() {
	case fight.Parting:
		r.Number++
	case fight.Losing, fight.Checking:
		r.Rolled = true
	}
	for i := range l.battle.Units() {
		u := l.battle.Unit(i)
		r.Fates[i].Side = l.of.Unit(i).Side()
		if u.Stands() {
			r.Before[u.Side()] += left(l.battle, u)
		}
	}
	return r.empty()
}

// empty returns r as it was before anything was walked.
func (r *Round) empty() *Round {
	c := &Round{Number: r.Number, Rolled: r.Rolled, Answer: r.Answer, Before: r.Before, Swings: map[int]*Swing{}}
	for _, f := range r.Fates {
		c.Fates = append(c.Fates, Fate{f.Side, new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)})
	}
	return c
}

// A roundWalk computes the odds of a round.
type roundWalk struct {
	round    *Round
	begin    func()         // begin plays the first step, with the answer
	from     fight.Position // the original
	battle   *fight.Battle  // the battle in which paths are walked
	walk     *odds.Walk
	heard    [fight.Seats]int // losses on the present path
	checked  int              // the last unit that has checked morale
	need     int              // the greatest die that passes that check
	asked    bool             // whether a question was asked before
	ways     int              // number of paths walked
	looks    int              // number of positions
	kept     int              // bytes of the stored states and their keys
	progress func(positions int)
	// counted returns how often scripts have run. uncounted is how often they may have run
	// without being counted.
	counted   func() (n int64, ok bool)
	uncounted int64
}

func newRoundWalk(from fight.Position, r *Round, o Options) *roundWalk {
	w := &roundWalk{round: r, from: from, battle: from.Fresh().(*fight.Battle), progress: func(int) {}, counted: func() (int64, bool) { return 0, false }}
	if o.Progress != nil {
		w.progress = o.Progress
	}
	if o.Runs != nil {
		w.counted = o.Runs(w.battle)
	}
	greedy := engine.OracleFunc(func(q engine.Question) (int, error) {
		w.asked = true
		return players.Greedy{}.Answer(q)
	})
	w.walk = odds.NewWalk(greedy, greedy)
	w.walk.Ways, w.walk.Scripts = MaxWays, &engine.Allowance{Left: MaxSteps}
	w.walk.Table.Explain(true)
	w.walk.Table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		switch e.What {
		case fight.Suffers:
			w.heard[e.Who] = int(e.N)
		case fight.Checked:
			w.checked, w.need = int(e.Who), w.battle.Reading().Last().Score.Total()
		}
	}))
	w.battle.Sit(w.walk.Table)
	return w
}

// explore computes the odds in two parts if it can, otherwise bout by bout (S7), otherwise
// in one part.
func (w *roundWalk) explore(ctx context.Context) error {
	empty := w.round.empty()
	all, err := w.first(ctx)
	alone := slices.ContainsFunc(all, func(s *state) bool { return s.battle.Reading().Lone() >= 0 })
	switch {
	case err != nil:
		return err
	case alone:
		err = w.bouts(ctx, all)
	default:
		err = w.armies(ctx, all)
	}
	if errors.Is(err, errScripts) {
		*w.round = *empty
		return w.whole(ctx)
	}
	return err
}

// whole walks all paths to the end of the round, and merges only equal states.
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

// errScripts is the error of scripts that may change the morale checks or their results.
var errScripts = errors.New("scripts may change the morale checks")

// runs returns how often hooks have run in the walk. It assumes that hooks that are not
// counted have run.
func (w *roundWalk) runs() int64 {
	n, ok := w.counted()
	if !ok {
		h := &w.from.Game().Hooks
		if h.Morale.Used() || h.Checked.Used() || h.Shaken.Used() || h.Lost.Used() || h.RoundEnd.Used() {
			w.uncounted++
		}
	}
	return n + w.uncounted
}

// reached reports whether a battle has reached a phase of the round.
func (w *roundWalk) reached(b *fight.Battle, phase fight.Phase) bool {
	n := b.Reading().FightRound()
	return b.Over() || !b.Fighting() || n > w.round.Number || n == w.round.Number && b.Reading().Phase() >= phase
}

// each walks all paths from begin until until reports true, and calls way after each.
func (w *roundWalk) each(ctx context.Context, begin func(), until func() bool, way func(p *big.Rat)) error {
	err := w.walk.Each(func() {
		w.heard = [fight.Seats]int{}
		for begin(); w.walk.Table.Err() == nil && !until(); {
			w.battle.Step()
		}
	}, func(odds.Number) error {
		if w.ways++; w.ways > MaxWays {
			return &explore.TooLarge{Ways: MaxWays}
		}
		way(w.walk.Rat())
		return w.looked(ctx)
	})
	w.round.Cut = w.walk.Cut.Value
	return err
}

// looked counts a position. Its error must end the walk.
func (w *roundWalk) looked(ctx context.Context) error {
	w.looks++
	w.progress(w.looks)
	if w.kept > MaxBytes {
		return &TooLarge{Bytes: true}
	}
	return ctx.Err()
}

// swing adds the dice of a path, with probability p.
func (w *roundWalk) swing(p *big.Rat) {
	die, attacker := w.battle.Reading().Rolled(fight.Attacker)
	_, defender := w.battle.Reading().Rolled(fight.Defender)
	if die == 0 {
		return // the battle has ended earlier
	}
	w.round.Bout = w.battle.Reading().BoutName()
	most := w.battle.Game().Rules.RoutDifference
	above := min(max(attacker-defender, -most), most)
	s := w.round.Swings[above]
	if s == nil {
		s = &Swing{new(big.Rat), [fight.Seats]*big.Rat{new(big.Rat), new(big.Rat)}}
		w.round.Swings[above] = s
	}
	s.Chance.Add(s.Chance, p)
	for side, loss := range w.heard {
		s.losses[side].Add(s.losses[side], new(big.Rat).Mul(p, big.NewRat(int64(loss), 1)))
	}
}

// A state is a state of the round after its losses, or between two checks.
type state struct {
	battle *fight.Battle
	chance *big.Rat
	// tolls holds the casualties on the paths to the state, because states that differ in
	// these are merged.
	tolls [fight.Seats]Toll
}

// A states is a set of states, by key.
type states struct {
	known map[string]*state
	list  []*state
	kept  *int // number of bytes
}

func (w *roundWalk) states() states { return states{known: map[string]*state{}, kept: &w.kept} }

// add adds a probability to the state with a key, and returns the state. For a new key the
// state is b.
func (s *states) add(key string, b *fight.Battle, p *big.Rat) *state {
	at := s.known[key]
	if at == nil {
		at = &state{battle: b.Fresh().(*fight.Battle), chance: new(big.Rat)}
		at.battle.Sit(b.Table)
		at.battle.CopyFrom(b)
		s.known[key], s.list = at, append(s.list, at)
		*s.kept += len(key) + b.Memory().Size()
	}
	at.chance.Add(at.chance, p)
	return at
}

// first walks all paths to the morale checks, and merges those that lead to the same state.
// The step that leads to the checks rolls the first of them.
func (w *roundWalk) first(ctx context.Context) ([]*state, error) {
	found := w.states()
	err := w.each(ctx, w.begin, func() bool { return w.reached(w.battle, fight.Checking) }, func(p *big.Rat) {
		w.swing(p)
		found.add(w.key(), w.battle, p)
	})
	return found.list, err
}
