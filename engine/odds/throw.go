package odds

import (
	"encoding/binary"
	"errors"
	"math/big"

	"houserule/engine"
)

// A throw is a fork over the results of a piece of a step: its moment and outcome. At first
// the walk plays the piece in all its ways, and drops each path at the end of the piece.
// Then the fork has one way for each result, in which the piece is played with the dice of
// the first path that led to it. A piece in which a player is asked is no fork: it is played
// like the rest of the step.
type throw struct {
	state   throwState
	index   map[string]int
	results []result
}

type throwState uint8

const (
	probed   throwState = iota // its results are still being found
	found                      // all its results are known
	ordinary                   // it is no fork
)

type result struct {
	dice   []int // the faces that lead to it
	chance *big.Rat
	number Number
	cut    bool // the result of all paths that were cut off
}

// An inside is where a path is within throws.
type inside struct {
	depth  int    // number of throws that have begun and not ended
	active int    // the depth of the throw that is being probed, or played with known dice; 0: none
	throw  *throw // that throw
	fork   int    // its fork
	dice   []int  // faces still to be given, if its results are known
}

// errProbed ends a path at the end of a throw that is being probed.
var errProbed = errors.New("a throw has been probed")

// BeginThrow begins a throw on the present path. A throw within an active throw is a part of
// it.
func (w *Walk) BeginThrow() error {
	w.inside.depth++
	if w.inside.active > 0 {
		return nil
	}
	if w.at == len(w.forks) {
		w.forks = append(w.forks, fork{question: engine.Question{Side: engine.Luck}, throw: &throw{}})
	}
	f := &w.forks[w.at]
	t := f.throw
	if t == nil { // a listener heard the die on the path before, and has gone with an error
		return nil
	}
	if t.state == ordinary {
		w.at++
		return nil
	}
	w.inside.active, w.inside.throw, w.inside.fork = w.inside.depth, t, w.at
	w.at++
	if t.state == probed {
		return nil
	}
	r := &t.results[f.way]
	w.chance = w.chance.Times(r.number)
	w.inside.dice = r.dice
	if r.cut || w.chance.Value < w.Least {
		return errCut
	}
	return nil
}

// EndThrow ends a throw on the present path.
func (w *Walk) EndThrow(b engine.Momentary, outcome int) error {
	in := &w.inside
	in.depth--
	if in.depth+1 != in.active {
		return nil
	}
	in.active = 0
	switch {
	case w.at < len(w.forks) && in.throw.state == probed:
		return ErrOther // the throw has asked less than before
	case in.throw.state == probed:
		key := b.AppendMoment(binary.AppendVarint(w.moment[:0], int64(outcome)))
		w.moment = key
		in.throw.add(string(key), w.forks[in.fork+1:])
		return errProbed
	case len(in.dice) > 0:
		return ErrOther
	}
	return nil
}

// add adds a path through a throw, by its forks there, to the throw's result with a key.
func (t *throw) add(key string, forks []fork) {
	i, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[string]int{}
		}
		i = len(t.results)
		t.index[key] = i
		r := result{chance: new(big.Rat), cut: key == ""}
		for i := range forks {
			r.dice = append(r.dice, forks[i].answer())
		}
		t.results = append(t.results, r)
	}
	r := &t.results[i]
	r.chance.Add(r.chance, chanceOf(forks))
}

// probing reports whether the path is within a throw that is being probed.
func (w *Walk) probing() bool { return w.inside.active > 0 && w.inside.throw.state == probed }

// known returns the next face of a throw whose results are known, if the path is within one.
func (w *Walk) known() (face int, ok bool, err error) {
	in := &w.inside
	if in.active == 0 || in.throw.state != found {
		return 0, false, nil
	}
	if len(in.dice) == 0 {
		return 0, true, ErrOther
	}
	face, in.dice = in.dice[0], in.dice[1:]
	return face, true, nil
}

// spoil makes the throw that is being probed an ordinary one: a player is asked in it.
func (w *Walk) spoil() error {
	w.inside.throw.state = ordinary
	return errProbed
}

// settle finishes a throw whose ways have all been played. The fork is then at its first
// result.
func (f *fork) settle() {
	t := f.throw
	t.state, t.index, f.ways = found, nil, len(t.results)
	for i := range t.results {
		r := &t.results[i]
		r.number = numberOf(r.chance)
	}
}

// numberOf returns a fraction as a number.
func numberOf(r *big.Rat) Number {
	value, exact := r.Float64()
	if exact {
		return Number{Value: value}
	}
	return Number{value, 1}
}

// chanceOf returns the exact probability of the present ways of forks.
func chanceOf(forks []fork) *big.Rat {
	p := big.NewRat(1, 1)
	for i := range forks {
		p.Mul(p, forks[i].exact())
	}
	return p
}
