package heroes

import (
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
)

// A Deploy is the choice of free set-up (H1.4): how many cards of which creature to place
// next, in a new stack on a line or under the cards of a placed stack. The question repeats
// until all cards are placed. An answer packs the number of cards (bits 0-19), the place
// (20-39: the lines, then the stacks of the side) and the creature's index in Left (40-).
type Deploy struct {
	asker
	side  engine.Side
	left  []Run // cards that are still to be placed
	lines []Line
	piles []Pile
}

const (
	deployPlace = 20
	deployKind  = 40
	newStacks   = 2 // the first places are for a new stack on either line
)

// setUp is the free set-up of H1.4: the aggressor and then the defender split their
// cards into stacks and lines. Neither sees the other's before both have finished.
func (d *Deploy) setUp(b *Battle) {
	var plans [2]Deploy
	for side := Aggressor; side <= Defender; side++ {
		*d = Deploy{asker: asker{&b.Position}, side: side, left: b.armies.setup.Sides[side].Army.muster()}
		for len(d.left) > 0 {
			d.place(b.Choose(side, d))
		}
		plans[side] = *d
		b.ReportTo(engine.Only(side), engine.Event{What: Deployed, Who: int32(side)})
	}
	*d = Deploy{}
	b.stacks = make([]Stack, 0, len(plans[Aggressor].piles)+len(plans[Defender].piles)+b.game.spare())
	for side, plan := range plans {
		for i, pile := range plan.piles {
			b.armies.place(&b.state, engine.Side(side), plan.lines[i], pile)
		}
	}
	slices.Sort(b.order.keys)
	b.Report(engine.Event{What: Deployed, Who: -1})
}

// muster returns an army's cards by creature, in the order in which the
// creatures are first listed.
func (a Army) muster() []Run {
	var runs []Run
	for r := range a.Runs {
		if i := slices.IndexFunc(runs, func(have Run) bool { return have.Creature == r.Creature }); i >= 0 {
			runs[i].N += r.N
		} else {
			runs = append(runs, r)
		}
	}
	return runs
}

func (d *Deploy) unpack(answer int) (kind, place, n int) {
	return answer >> deployKind, answer >> deployPlace & (1<<20 - 1), answer & (1<<20 - 1)
}

func (d *Deploy) pack(kind, place, n int) int {
	return kind<<deployKind | place<<deployPlace | n
}

func (d *Deploy) place(answer int) {
	kind, place, n := d.unpack(answer)
	run := Run{n, d.left[kind].Creature}
	if place < newStacks {
		d.lines = append(d.lines, Line(place))
		d.piles = append(d.piles, Pile{run})
	} else {
		d.piles[place-newStacks] = append(d.piles[place-newStacks], run)
	}
	d.left[kind].N -= n
	if d.left[kind].N == 0 {
		d.left = slices.Delete(d.left, kind, kind+1)
	}
}

// Side returns the side that sets up. Left returns the cards that are still to be placed.
func (d *Deploy) Side() engine.Side { return d.side }
func (d *Deploy) Left() []Run       { return slices.Clone(d.left) }

// Hides returns true: see [engine.Hider].
func (d *Deploy) Hides() bool { return true }

// Placing returns the number of cards that an answer places, all those left of the creature,
// and the line of their new stack. Under reports whether they go under a placed stack instead.
func (d *Deploy) Placing(answer int) (n int, of Run, line Line, under bool) {
	kind, place, n := d.unpack(answer)
	return n, d.left[kind], Line(place & 1), place >= newStacks
}

// Stacks returns the number of stacks that the side has placed.
func (d *Deploy) Stacks() int { return len(d.piles) }

// Stack returns the cards and the line of placed stack i, from 0.
func (d *Deploy) Stack(i int) (Pile, Line) { return slices.Clone(d.piles[i]), d.lines[i] }

// First returns the option that puts all cards of the first creature into a stack on the
// melee line.
func (d *Deploy) First() int {
	if len(d.piles) >= MaxStacks/2 {
		return d.pack(0, newStacks, d.left[0].N)
	}
	return d.pack(0, int(MeleeLine), min(d.left[0].N, MaxCards))
}

// Legal reports whether answer is an option.
func (d *Deploy) Legal(answer int) bool { return d.Refuse(answer) == nil }

// Refuse returns the rule that forbids an answer, or nil.
func (d *Deploy) Refuse(answer int) error {
	kind, place, n := d.unpack(answer)
	switch {
	case answer < 0 || kind >= len(d.left):
		return &Ruling{Rule: "H1.4", Text: "there are no such cards to place"}
	case n < 1 || n > d.left[kind].N:
		return &Ruling{Rule: "H1.4", Text: fmt.Sprintf("there are %d %s to place", d.left[kind].N, d.left[kind].Creature.ID)}
	case place >= newStacks+len(d.piles):
		return &Ruling{Rule: "H1.4", Text: "there is no such stack yet"}
	case place < newStacks && len(d.piles) >= MaxStacks/2:
		return &Ruling{Rule: "H1.4", Text: fmt.Sprintf("a side has at most %d stacks", MaxStacks/2)}
	}
	return nil
}

// Each yields every option. More cards of a creature come before fewer.
func (d *Deploy) Each(yield func(int) bool) {
	for kind, r := range d.left {
		for place := range newStacks + len(d.piles) {
			for n := r.N; n > 0; n-- {
				if answer := d.pack(kind, place, n); d.Legal(answer) && !yield(answer) {
					return
				}
			}
		}
	}
}

// StackName returns the name that placed stack i will have.
func (d *Deploy) StackName(i int) string {
	return sideLetters[d.side] + strconv.Itoa(i+1)
}
