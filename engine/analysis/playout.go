package analysis

import (
	"context"
	"errors"
	"math"

	"houserule/engine"
)

const (
	piloted = 4   // the part of the nodes after which it is decided whether best play is sought
	probes  = 4   // battles that show how long battles are, and are not counted
	enough  = 500 // all battles are played to their end if the nodes are enough for so many
	short   = 16  // nodes of a battle that is not
	whole   = 8   // of which one in so many is played to its end in any case
	given   = 3   // standard errors by which an answer is worse that is given up
	fewest  = 2   // battles that each answer can get, even if all are long
)

// probe plays battles on, to see how long they are.
func (l *look) probe() error {
	for n := uint64(0); n < probes && l.looked() < l.most.Nodes/piloted; n++ {
		l.take(0, l.luck+n)
		if _, err := l.goOn(l.long()); err != nil {
			return err
		}
	}
	l.brief = l.looked()*enough > probes*l.most.Nodes
	return nil
}

// long returns how many nodes a battle may take at most.
func (l *look) long() int {
	if l.planner != nil {
		return math.MaxInt
	}
	return max(short, l.most.Nodes/(fewest*len(l.lines)))
}

// play plays battles on from the answers, until so many nodes are spent: most of them from the
// answers that do best.
func (l *look) play(ctx context.Context, nodes int) error {
	for ctx.Err() == nil && l.looked() < nodes {
		if err := l.follow(l.next()); err != nil {
			return err
		}
		if l.Progress != nil {
			l.Progress(l.before + l.looked())
		}
	}
	return ctx.Err()
}

// next returns the answer from which the next battle is played: in turn one that does best, and
// the one with the fewest battles of those that may be the best.
func (l *look) next() int {
	top, next := l.top(), -1
	if top == nil || l.root.taken%2 == 0 || l.root.taken < 2*len(l.lines) {
		return l.root.pick()
	}
	for i, n := range l.lines {
		if n.equals(top, l.side, given) && (next < 0 || n.battles < l.lines[next].battles) {
			next = i
		}
	}
	return next
}

// follow plays a battle on from an answer. If no nodes are left for it, it is not counted. Where
// battles are too long to play many of them to the end, what is counted is the strength of the
// armies after a while, and battles that go on from there show how much that says too much or
// too little.
func (l *look) follow(at int) error {
	n := l.lines[at]
	l.take(at, l.luck+uint64(n.battles)) // the same dice for all answers: none has better luck
	from, longest := l.scratch.Round(), l.long()
	brief := l.brief
	if brief {
		longest = short
	}
	end, err := l.goOn(longest)
	if errors.Is(err, engine.ErrIllegal) { // a mod has failed while its option was taken: the battle does not count
		l.tree.learn(Chances{})
		return nil
	} else if err != nil {
		return err
	}
	l.tree.learn(end)
	n.add(end, l.side)
	l.level()
	if brief && !l.scratch.Over() && l.root.taken%whole == 0 {
		seen := end[l.side]
		if end, err = l.goOn(l.long()); err != nil {
			return err
		}
		l.drift.add(end[l.side] - seen)
	} else if brief && l.scratch.Over() && l.root.taken%whole == 0 {
		l.drift.add(0)
	}
	l.ahead = max(l.ahead, l.scratch.Round()-from+2)
	return nil
}

// goOn plays a battle on for so many nodes at most, and returns the chances at its end.
func (l *look) goOn(longest int) (end Chances, err error) {
	for steps := 1; steps < longest && !l.scratch.Over() && l.table.Err() == nil; steps++ {
		if l.looked()+l.weight > l.most.Nodes {
			return end, engine.ErrSpent
		}
		l.tree.step(l.scratch)
		l.spent += l.weight
	}
	end = prospects(l.scratch)
	return end, l.failed() // computing what a side has left may call a script, too
}

// prospects returns the chances at the end of a battle. If it is not decided, the strength of
// an army is the square of its value (Lanchester's law), and each side's chance is its part of
// all strength.
func prospects(b engine.Battle) (c Chances) {
	if b.Over() {
		return Result(b)
	}
	var of [engine.MaxSeats]int
	most, sum := 0, 0
	for seat := range b.Seats() {
		of[seat] = max(b.Value(engine.Side(seat)), 0)
		most = max(most, of[seat])
	}
	for ; most >= 1<<24; most >>= 1 { // so that all machines compute the same whole numbers
		for seat := range of {
			of[seat] >>= 1
		}
	}
	for seat := range of {
		of[seat] *= of[seat]
		sum += of[seat]
	}
	for seat := range b.Seats() {
		if sum == 0 {
			c[seat] = 1 / float64(b.Seats())
		} else {
			c[seat] = float64(of[seat]) / float64(sum)
		}
	}
	return c
}
