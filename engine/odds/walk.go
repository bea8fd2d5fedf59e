// Package odds tells exact odds. It knows no game: it plays pieces of a
// battle by the rules themselves, hooks and all, once for every way in which
// the dice can fall ([Walk]), and follows a whole battle through all of its
// states ([Graph]).
package odds

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"houserule/engine"
)

// A Walk plays a piece of a battle once for every way in which its dice can
// fall. It is the dice of its own table; its players must be functions of the
// position.
type Walk struct {
	// Table is where the battle that is played must sit.
	Table *engine.Table
	// Least is the chance below which a way is not followed any further; the
	// chance of what was cut off adds up in Cut.
	Least float64
	Cut   Number
	// Ways is how many ways one piece may go, those that are cut off included;
	// 0: as many as there are. A [TooLarge] is the error of a piece that goes
	// more.
	Ways int
	// Stop, if not nil, is asked now and then; its error ends the walk.
	Stop func() error

	players []engine.Oracle
	forks   []fork // the way that is walked
	at      int    // how many of them have been passed
	chance  Number // of the way so far
	walked  int    // ways of the piece
}

// DefaultLeast is the Least of a new Walk. Dice that explode have no last.
const DefaultLeast = 1e-15

// A fork is a die, the die that counts of several, or an option that is drawn
// by lot.
type fork struct {
	question engine.Question
	dice     int // of which one counts; 0: it is none of several
	lowest   bool
	way      int
	ways     int
	options  []int      // of a lot
	shares   []*big.Rat // of the faces of one of several dice
}

// NewWalk returns a walk with these players.
func NewWalk(players ...engine.Oracle) *Walk {
	w := &Walk{Least: DefaultLeast, players: make([]engine.Oracle, len(players))}
	for i, p := range players {
		w.players[i] = p
		if _, ok := p.(Lots); ok {
			w.players[i] = engine.OracleFunc(w.drawn)
		}
	}
	w.Table = engine.NewTable(w, w.players...)
	return w
}

// Lots is a player who draws lots: every option has the same chance. A Walk
// follows each.
type Lots struct{}

// Answer says that only a Walk can do that.
func (Lots) Answer(engine.Question) (int, error) {
	return 0, errors.New("lots are drawn by a walk through all of them")
}

// Each plays a piece of a battle, which must begin in the same way whenever
// it is played, and calls way behind each way that it can go, with its
// chance: exactly [Walk.Rat]. It stops at the first error.
func (w *Walk) Each(play func(), way func(Number) error) error {
	w.forks = w.forks[:0]
	for w.walked = 0; ; {
		if w.walked++; w.Ways > 0 && w.walked > w.Ways {
			return &TooLarge{Ways: w.Ways}
		}
		if w.Stop != nil && w.walked%64 == 0 {
			if err := w.Stop(); err != nil {
				return err
			}
		}
		w.at, w.chance = 0, one
		play()
		switch err := w.Table.Err(); {
		case err == nil && w.at < len(w.forks):
			return errOther // it has asked less than before
		case err == nil:
			if err := way(w.chance); err != nil {
				return err
			}
		case errors.Is(err, errCut):
			w.Cut = w.Cut.Plus(w.chance)
			w.Table.Seat(w, w.players...) // which forgets the error
		default:
			w.Table.Seat(w, w.players...)
			return err
		}
		if !w.next() {
			return nil
		}
	}
}

// next goes on to the next way, and tells whether there is one.
func (w *Walk) next() bool {
	for n := len(w.forks); n > 0; n-- {
		f := &w.forks[n-1]
		if f.way++; f.way < f.ways {
			w.forks = w.forks[:n]
			return true
		}
	}
	return false
}

// Rat is the exact chance of the way that has just been walked.
func (w *Walk) Rat() *big.Rat {
	p := big.NewRat(1, 1)
	for i := range w.forks {
		p.Mul(p, w.forks[i].exact())
	}
	return p
}

var (
	errCut   = errors.New("this way is followed no further")
	errOther = errors.New("the battle goes another way though nothing has changed: a player or a script is no function of the position")
)

// Answer is a die, the same as before on a way that was walked already.
func (w *Walk) Answer(q engine.Question) (int, error) {
	if q.Choice != nil {
		return 0, errors.New("dice cannot answer a choice")
	}
	f := fork{question: q}
	switch {
	case q.Need == 0:
		f.ways = int(q.Sides)
	case q.Need <= 1:
		return int(q.Sides), nil
	case q.Need > q.Sides:
		return 1, nil
	default:
		f.ways = 2
	}
	return w.pass(f)
}

// Pool answers for several dice: each face has the chance that it is the one
// that counts, and the dice are not walked one by one.
func (w *Walk) Pool(sides, dice int, lowest bool) (int, error) {
	return w.pass(fork{question: engine.Question{Sides: int32(sides), Side: engine.Luck}, dice: dice, lowest: lowest, ways: sides})
}

// drawn is an option that is drawn by lot.
func (w *Walk) drawn(q engine.Question) (int, error) {
	f := fork{question: engine.Question{Side: q.Side}}
	for option := range q.Choice.Each {
		f.options = append(f.options, option)
	}
	if f.ways = len(f.options); f.ways == 0 {
		return q.Choice.First(), nil
	}
	return w.pass(f)
}

// pass goes through the next fork of the way, which is f.
func (w *Walk) pass(f fork) (int, error) {
	if w.at == len(w.forks) {
		if f.dice > 0 {
			f.shares = poolShares(int(f.question.Sides), f.dice, f.lowest)
		}
		w.forks = append(w.forks, f)
	}
	on := &w.forks[w.at]
	if on.question != f.question || on.dice != f.dice || on.lowest != f.lowest || on.ways != f.ways || !slices.Equal(on.options, f.options) {
		return 0, errOther
	}
	w.at++
	w.chance = w.chance.Times(on.number())
	if w.chance.Value < w.Least {
		return 0, errCut
	}
	return on.answer(), nil
}

// number is the chance of the fork's present way.
func (f *fork) number() Number {
	if f.dice == 0 {
		return Share(f.share())
	}
	value, exact := f.shares[f.way].Float64()
	if exact {
		return Number{Value: value}
	}
	return Number{value, 1}
}

// exact is number as a fraction.
func (f *fork) exact() *big.Rat {
	if f.dice == 0 {
		n, d := f.share()
		return big.NewRat(int64(n), int64(d))
	}
	return f.shares[f.way]
}

// poolShares are the chances of the faces of one of several dice: of n dice with
// s sides none shows more than k in k^n of s^n cases, so that k is the highest in
// k^n - (k-1)^n of them. The lowest are the same from the other end.
func poolShares(sides, dice int, lowest bool) []*big.Rat {
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
	return shares
}

// share is the chance of the fork's present way, n/d. A die that only has to
// reach a need goes two ways: it does not, or it does.
func (f *fork) share() (n, d int) {
	switch {
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

// A TooLarge is a battle with more states, or larger ones, or more ways of dice,
// than were allowed; or a piece of one with more ways, which has no States.
type TooLarge struct {
	States int // that were found
	Open   int // of them, how many had still to be looked at
	Round  int // the first round in which any of those stands
	Ways   int // of dice that were played, if they were too many
	Bytes  int // that open states may take, if they took more
}

func (e *TooLarge) Error() string {
	switch {
	case e.Bytes > 0:
		return fmt.Sprintf("the states of the battle that were still to be looked at take more than %d MB: there were %d of them, from round %d on, of %d", e.Bytes/1e6, e.Open, e.Round, e.States)
	case e.Ways > 0 && e.States == 0:
		return fmt.Sprintf("the dice fall in more than %d ways", e.Ways)
	case e.Ways > 0:
		return fmt.Sprintf("the dice of the battle fall in more than %d ways: they led to %d states, of which %d, from round %d on, were still to be looked at", e.Ways, e.States, e.Open, e.Round)
	}
	return fmt.Sprintf("the battle has more than %d states: %d of them, from round %d on, were still to be looked at", e.States, e.Open, e.Round)
}
