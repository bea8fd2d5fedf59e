// Package odds computes exact odds. It knows no game. It plays pieces of a battle by the
// rules themselves, hooks included, once for every way in which the dice can fall ([Walk]),
// and follows a whole battle through all its states ([Graph]), which package explore keeps.
package odds

import (
	"errors"
	"math/big"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
)

// A Walk plays a piece of a battle once for every way in which its dice can fall. It rolls
// the dice of its own table. Its players' answers must be functions of the position.
type Walk struct {
	// Table is the table at which the battle must be played.
	Table *engine.Table
	// Least is the probability below which a path is cut off: the walk does not follow it
	// to its end. Cut is the total probability of such paths.
	Least float64
	Cut   Number
	// Ways is the maximum number of paths of one piece, cut paths included, and those that
	// end with a throw: see [engine.Thrower]. 0: no limit. A piece with more paths fails
	// with an [explore.TooLarge].
	Ways int
	// Scripts is the allowance of the battle's scripts; nil: on each path the same as in a
	// battle. A piece whose scripts need more fails with an [explore.TooLarge].
	Scripts *engine.Allowance
	// Stop, if not nil, is called from time to time. Its error ends the walk.
	Stop func() error
	// Lost, if not nil, is called after each path that is cut off, in place of Each's
	// function way, with the path's probability.
	Lost func(Number) error

	watch   func(q engine.Question, answer int, p Number)
	players []engine.Oracle
	seats   []engine.Oracle // the players, each asked once per position
	forks   []fork          // the forks of the present path
	at      int             // number of forks passed
	answers []answer        // answers of players on the present path
	asked   int             // number of those answers given so far
	chance  Number          // probability of the path so far
	walked  int             // number of paths of the piece so far
	inside  inside          // where the path is within throws
	moment  []byte          // of the last throw that was probed, to save memory
}

// An answer is a player's answer after the given number of forks. It is valid until one of
// these forks takes another way.
type answer struct{ forks, n int }

// DefaultLeast is the Least of a new Walk. Exploding dice have no last one.
const DefaultLeast = 1e-15

// A fork is a die, the one that counts of several dice, a throw, or an option that is drawn
// by lot or chosen freely.
type fork struct {
	question engine.Question
	dice     int // number of dice, if only one of them counts; 0: a single die
	lowest   bool
	way      int
	ways     int
	options  []int      // options of a choice
	free     bool       // no lot is drawn
	shares   []*big.Rat // probabilities of the faces, if one of several dice counts
	throw    *throw     // nil: none
}

// NewWalk returns a walk with these players.
func NewWalk(players ...engine.Oracle) *Walk {
	w := &Walk{Least: DefaultLeast, players: players}
	for _, p := range players {
		seat := engine.OracleFunc(func(q engine.Question) (int, error) { return w.answer(p, q) })
		switch p.(type) {
		case Lots:
			seat = func(q engine.Question) (int, error) { return w.choose(q, false) }
		case Free:
			seat = func(q engine.Question) (int, error) { return w.choose(q, true) }
		}
		w.seats = append(w.seats, engine.Instead(p, seat))
	}
	w.Table = engine.NewTable(w, w.seats...)
	return w
}

// Lots is a player that draws lots: every option has the same probability. A Walk follows
// all options.
type Lots struct{}

// Answer returns an error: only a Walk can draw lots.
func (Lots) Answer(engine.Question) (int, error) {
	return 0, errors.New("lots are drawn by a walk through all of them")
}

// Free is a player that gives every answer: a Walk follows all options, without
// probabilities. [Walk.Fork] distinguishes them from dice. If something is hidden, the walk
// fails with ErrHidden.
type Free struct{}

// Answer returns an error: only a Walk can give all answers.
func (Free) Answer(engine.Question) (int, error) {
	return 0, errors.New("a player who gives every answer is for walks")
}

// Each plays a piece of a battle once for each of its paths. It calls way after each with
// the path's probability; [Walk.Rat] returns it exactly. Play must always begin in the same
// position. Each stops at the first error.
func (w *Walk) Each(play func(), way func(Number) error) error {
	w.forks, w.answers = w.forks[:0], w.answers[:0]
	w.Table.Allow(w.Scripts)
	for w.walked = 0; ; {
		if w.walked++; w.Ways > 0 && w.walked > w.Ways {
			return &explore.TooLarge{Ways: w.Ways}
		}
		if w.Stop != nil && w.walked%64 == 0 {
			if err := w.Stop(); err != nil {
				return err
			}
		}
		w.at, w.asked, w.chance, w.inside = 0, 0, one, inside{}
		play()
		err := w.Table.Err()
		w.Table.Seat(w, w.seats...) // clears the error, and answers that were given but not used
		switch {
		case err == nil && w.at < len(w.forks):
			return ErrOther // play has asked less than before
		case err == nil:
			if err := way(w.chance); err != nil {
				return err
			}
		case errors.Is(err, errProbed):
			if fork := w.inside.fork; w.forks[fork].throw.state == ordinary {
				w.forks = w.forks[:fork+1] // again, and through it
				continue
			}
		case errors.Is(err, errCut) && w.probing():
			w.inside.throw.add("", w.forks[w.inside.fork+1:w.at])
		case errors.Is(err, errCut):
			w.Cut = w.Cut.Plus(w.chance)
			if w.Lost != nil {
				if err := w.Lost(w.chance); err != nil {
					return err
				}
			}
		default:
			if errors.Is(err, engine.ErrSpent) {
				return &explore.TooLarge{Script: err}
			}
			return err
		}
		if !w.next() {
			return nil
		}
	}
}

// next moves on to the next path, and reports whether there is one.
func (w *Walk) next() bool {
	for n := len(w.forks); n > 0; n-- {
		f := &w.forks[n-1]
		if f.throw != nil && f.throw.state == probed {
			f.settle()
		} else {
			f.way++
		}
		if f.way < f.ways {
			w.forks = w.forks[:n]
			for len(w.answers) > 0 && w.answers[len(w.answers)-1].forks >= n {
				w.answers = w.answers[:len(w.answers)-1]
			}
			return true
		}
	}
	return false
}

// A Fork is a die, or a choice of a player that is [Free] or draws lots, on the path just
// walked.
type Fork struct {
	Side   engine.Side // below 0 for a die
	Way    int         // the number of the way taken, from 0
	Answer int         // the face or the option
	Chance Number      // probability of the way; 1 for the choice of a Free player
}

// Forks returns the number of forks on the path just walked. Fork returns one of them, in
// the order of the path.
func (w *Walk) Forks() int { return w.at }
func (w *Walk) Fork(i int) Fork {
	f := &w.forks[i]
	return Fork{Side: f.question.Side, Way: f.way, Answer: f.answer(), Chance: f.number()}
}

// Walked returns the number of paths of the piece walked last.
func (w *Walk) Walked() int { return w.walked }

// Aside calls walk, which walks pieces without limits of ways, unwatched. What they cut off
// and the steps of their scripts do not count.
func (w *Walk) Aside(walk func() error) error {
	before := *w
	w.Cut, w.Ways, w.watch = Number{}, 0, nil
	if before.Scripts != nil {
		left := *before.Scripts
		w.Scripts = &left
	}
	err := walk()
	w.Cut, w.Ways, w.watch, w.Scripts = before.Cut, before.Ways, before.watch, before.Scripts
	return err
}

// Rat returns the exact probability of the path just walked.
func (w *Walk) Rat() *big.Rat {
	return chanceOf(w.forks)
}

// ErrHidden is the error of a walk with [Free] players in which an answer is given in
// secret, or depends on something that its side does not see.
var ErrHidden = errors.New("answers are given in secret, or something is hidden from a side")

// ErrOther is the error of a walk in which a piece does not ask the same questions again.
var ErrOther = errors.New("the battle goes another way though nothing has changed: a player or a script is no function of the position")

var errCut = errors.New("this way is followed no further")

// Answer returns the face of a die on the present path.
func (w *Walk) Answer(q engine.Question) (int, error) {
	if q.Choice != nil {
		return 0, errors.New("dice cannot answer a choice")
	}
	switch {
	case q.Need == 0:
		return w.pass(fork{question: q, ways: int(q.Sides)})
	case q.Need <= 1:
		return int(q.Sides), nil
	case q.Need > q.Sides:
		return 1, nil
	}
	return w.pass(fork{question: q, ways: 2})
}

// Pool answers for several dice when one of them counts: a single fork over the faces, each
// with the probability that it counts, or over whether the face reaches the need.
func (w *Walk) Pool(sides, dice, need int, lowest bool) (int, error) {
	f := fork{question: engine.Question{Sides: int32(sides), Need: int32(need), Side: engine.Luck}, dice: dice, lowest: lowest, ways: 2}
	switch {
	case need == 0:
		f.ways = sides
	case need <= 1:
		return sides, nil
	case need > sides:
		return 1, nil
	}
	return w.pass(f)
}

// answer returns a player's answer on the present path: the known one, or else a new one.
func (w *Walk) answer(p engine.Oracle, q engine.Question) (int, error) {
	if w.probing() {
		return 0, w.spoil()
	}
	if w.asked == len(w.answers) {
		n, err := p.Answer(q)
		if err != nil {
			return 0, err
		}
		w.answers = append(w.answers, answer{w.at, n})
		w.chosen(q, n, w.chance)
	}
	w.asked++
	return w.answers[w.asked-1].n, nil
}

// Watch makes the walk call chosen when a player has chosen, with the answer and the
// probability of getting to this question and answer. If several paths continue from there,
// chosen is called once. It is called for each option of a lot. [engine.Past.Step] is
// known during the call.
func (w *Walk) Watch(chosen func(q engine.Question, answer int, p Number)) {
	w.watch = chosen
	for i, seat := range w.seats {
		w.seats[i] = watched{seat}
	}
	w.Table.Seat(w, w.seats...)
}

// A watched is a seat that makes the table record what happens in the step.
type watched struct{ engine.Oracle }

// Follow passes the table on to the player, if it is a follower.
func (s watched) Follow(t *engine.Table) {
	if f, ok := s.Oracle.(engine.Follower); ok {
		f.Follow(t)
	}
}

func (w *Walk) chosen(q engine.Question, answer int, p Number) {
	if w.watch != nil && q.Choice.Legal(answer) {
		w.watch(q, answer, p)
	}
}

// choose returns one of all options, for a player that draws lots or is free.
func (w *Walk) choose(q engine.Question, free bool) (int, error) {
	if w.probing() {
		return 0, w.spoil()
	}
	f := fork{question: engine.Question{Side: q.Side}, free: free, options: slices.Collect(q.Choice.Each)}
	if f.ways = len(f.options); f.ways == 0 {
		return q.Choice.First(), nil
	}
	if free && f.ways > 1 && w.Table.Hides(q.Choice) {
		return 0, ErrHidden
	}
	if !free && w.at == len(w.forks) {
		for _, option := range f.options {
			w.chosen(q, option, w.chance.Times(Share(1, f.ways)))
		}
	}
	return w.pass(f)
}

// pass passes the next fork of the path, f, and returns its answer.
func (w *Walk) pass(f fork) (int, error) {
	if face, ok, err := w.known(); ok {
		return face, err
	}
	if w.at == len(w.forks) {
		if f.dice > 0 {
			f.shares = poolShares(int(f.question.Sides), int(f.question.Need), f.dice, f.lowest)
		}
		w.forks = append(w.forks, f)
	}
	on := &w.forks[w.at]
	if on.throw != nil || on.question != f.question || on.dice != f.dice || on.lowest != f.lowest || on.ways != f.ways || !slices.Equal(on.options, f.options) {
		return 0, ErrOther
	}
	w.at++
	w.chance = w.chance.Times(on.number())
	if w.chance.Value < w.Least {
		return 0, errCut
	}
	return on.answer(), nil
}

// number returns the probability of the fork's present way.
func (f *fork) number() Number {
	switch {
	case f.throw != nil && f.throw.state == ordinary:
		return one
	case f.throw != nil:
		return f.throw.results[f.way].number
	case f.dice == 0:
		return Share(f.share())
	}
	return numberOf(f.shares[f.way])
}

// exact returns the probability of the fork's present way as a fraction.
func (f *fork) exact() *big.Rat {
	switch {
	case f.throw != nil && f.throw.state == ordinary:
		return big.NewRat(1, 1)
	case f.throw != nil:
		return f.throw.results[f.way].chance
	case f.dice == 0:
		n, d := f.share()
		return big.NewRat(int64(n), int64(d))
	}
	return f.shares[f.way]
}

// poolShares returns the probabilities of the faces if one of several dice counts, or if
// need is not 0 those of failing and reaching it. Of s^n results of n dice with s sides,
// k^n show no die above k, so k is the highest in k^n - (k-1)^n of them. For the lowest the
// order of the faces is reversed.
func poolShares(sides, need, dice int, lowest bool) []*big.Rat {
	exponent := big.NewInt(int64(dice))
	power := func(k int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(k)), exponent, nil) }
	all, below := power(sides), power(0)
	shares := make([]*big.Rat, sides)
	for k := 1; k <= sides; k++ {
		upTo, face := power(k), k-1
		if lowest {
			face = sides - k
		}
		shares[face] = new(big.Rat).SetFrac(new(big.Int).Sub(upTo, below), all)
		below = upTo
	}
	if need == 0 {
		return shares
	}
	two := []*big.Rat{new(big.Rat), new(big.Rat)}
	for face, share := range shares {
		way := 0
		if face+1 >= need {
			way = 1
		}
		two[way].Add(two[way], share)
	}
	return two
}

// share returns the probability of the fork's present way, n/d. A die that only has to
// reach a need has two ways: it fails, or it succeeds.
func (f *fork) share() (n, d int) {
	switch {
	case f.free:
		return 1, 1
	case f.options != nil || f.question.Need == 0:
		return 1, f.ways
	case f.way == 0:
		return int(f.question.Need) - 1, int(f.question.Sides)
	}
	return int(f.question.Sides-f.question.Need) + 1, int(f.question.Sides)
}

func (f *fork) answer() int {
	switch {
	case f.options != nil:
		return f.options[f.way]
	case f.question.Need == 0:
		return f.way + 1
	case f.way == 0:
		return 1
	}
	return int(f.question.Need)
}
