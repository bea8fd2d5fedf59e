package best

import (
	"houserule/engine"
	"houserule/engine/odds"
)

// A branch is a way on from a die or a choice, with its target: a number of a graph, or a
// value.
type branch[T any] struct {
	answer int
	chance odds.Number
	to     T
}

// A grower makes a tree of a piece of a battle. A walk plays the piece once for each path
// of its dice and choices. Leaf returns the end of the present path. Join makes one target
// of the branches of a die (a negative side) or a choice, and must not keep them.
type grower[T any] struct {
	leaf func(lost bool) (T, error)
	join func(side engine.Side, branches []branch[T]) T

	levels []level[T]
}

// A level is a die or a choice on the present path, with its branches up to the present
// one.
type level[T any] struct {
	side     engine.Side
	way      int // number of the present branch
	branches []branch[T]
}

// grow returns the tree of the piece that play plays. After it, levels[0] is the first die
// or choice, if the piece has any.
func (t *grower[T]) grow(w *odds.Walk, play func()) (root T, err error) {
	t.levels = t.levels[:0]
	end := func(lost bool) error {
		leaf, err := t.leaf(lost)
		if err != nil {
			return err
		}
		t.branch(w)
		if n := len(t.levels); n > 0 {
			t.levels[n-1].last().to = leaf
		} else {
			root = leaf
		}
		return nil
	}
	w.Lost = func(odds.Number) error { return end(true) }
	if err := w.Each(play, func(odds.Number) error { return end(false) }); err != nil {
		return root, err
	}
	if len(t.levels) > 0 {
		t.close(1)
		root = t.join(t.levels[0].side, t.levels[0].branches)
	}
	return root, nil
}

func (l *level[T]) last() *branch[T] { return &l.branches[len(l.branches)-1] }

// branch begins the branches of the walk's present path that differ from those of the path
// before.
func (t *grower[T]) branch(w *odds.Walk) {
	same := 0
	for same < len(t.levels) && same < w.Forks() && t.levels[same].way == w.Fork(same).Way {
		same++
	}
	t.close(same + 1)
	for i := same; i < w.Forks(); i++ {
		f := w.Fork(i)
		if i == len(t.levels) {
			t.levels = grown(t.levels)
			t.levels[i].side, t.levels[i].branches = f.Side, t.levels[i].branches[:0]
		}
		l := &t.levels[i]
		l.way = f.Way
		l.branches = append(l.branches, branch[T]{answer: f.Answer, chance: f.Chance})
	}
}

// grown returns a list with one more element. If the element was in use before, it keeps
// its memory.
func grown[T any](list []T) []T {
	if len(list) < cap(list) {
		return list[:len(list)+1]
	}
	var another T
	return append(list, another)
}

// close joins the branches of all levels except the first n.
func (t *grower[T]) close(n int) {
	for i := len(t.levels) - 1; i >= n; i-- {
		l := &t.levels[i]
		t.levels[i-1].last().to = t.join(l.side, l.branches)
		t.levels = t.levels[:i]
	}
}
