package sorcery

import (
	"cmp"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// An Order is an order to a group of units.
type Order uint8

// The orders.
const (
	ToStay    Order = iota // no move for the rest of the turn
	ToMarch                // to a hex, along the cheapest path (S2)
	ToEnter                // into a place apart: a tunnel or, for flyers, a besieged site (S2, S4)
	ToLeave                // out of a place apart
	ToSortie               // out of a besieged place (S4)
	ToAssault              // into a besieged place, or over a wall (S4)
	ToBreach               // into a besieged place (S4)
	ToReact                // to an adjacent hex (S3.1)
	orders
)

var orderWords = [orders]string{"stay", "march", "enter", "leave", "sortie", "assault", "breach", "react"}

// String returns the word for the order.
func (o Order) String() string { return orderWords[o] }

// An Ordering is the question what a group does. An answer is an [Order] and a hex: see
// [Ordering.Answer].
type Ordering struct {
	asked
	reaction bool
	prepared bool      `state:"-"` // whether reach is computed for the present question
	reach    []hex.Hex `state:"-"`
	orders   int       `state:"-"` // number of questions so far
}

// Asked returns a number that is different for each such question of the battle.
func (o *Ordering) Asked() int {
	o.prepare()
	return o.orders
}

// Answer returns the answer for an order and a hex. Order returns the order and the hex of
// an answer.
func (o *Ordering) Answer(what Order, h hex.Hex) int {
	return int(what)*o.battle.war().land.grid.Hexes() + int(h)
}
func (o *Ordering) Order(answer int) (Order, hex.Hex) { return o.battle.War().orders(answer) }

func (w Theater) orders(answer int) (Order, hex.Hex) {
	n := w.land.grid.Hexes()
	return Order(answer / n), hex.Hex(answer % n)
}

// prepare computes all hexes that the group can reach, once for each question.
func (o *Ordering) prepare() {
	if o.prepared {
		return
	}
	b := o.battle
	o.prepared, o.orders = true, o.orders+1
	if o.reaction {
		b.War().gather(&b.war().group, o.Side, b.units[b.scout].at, b.War().reacts)
		return
	}
	b.War().gather(&b.war().group, b.mover, b.war().column, isMarching)
	o.reach = o.reach[:0]
	if b.war().group.at.Inside() {
		return
	}
	o.reach = append(o.reach, b.war().search.Reach(b.war().land.grid, b.war().group.at.Hex(), b.war().group.left, b.war().stepCost)[1:]...)
}

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (o *Ordering) Legal(answer int) bool { return o.Refuse(answer) == nil }

// First returns the order to stay or, for a reaction, the first hex that is open to it.
func (o *Ordering) First() int {
	for answer := range o.Each {
		return answer
	}
	return 0
}

func (o *Ordering) Each(yield func(int) bool) {
	o.prepare()
	b := o.battle
	at := b.war().group.at.Hex()
	if o.reaction {
		for _, h := range b.war().land.grid.Neighbors(at) {
			if b.War().mayReactTo(&b.war().group, h) == nil && !yield(o.Answer(ToReact, h)) {
				return
			}
		}
		return
	}
	if !yield(o.Answer(ToStay, at)) {
		return
	}
	for _, h := range o.reach {
		if !b.war().land.terrains[h].Shut && !yield(o.Answer(ToMarch, h)) {
			return
		}
	}
	for _, what := range [...]Order{ToEnter, ToLeave, ToSortie, ToAssault, ToBreach} {
		if b.War().mayOrder(what, at) == nil && !yield(o.Answer(what, at)) {
			return
		}
		for _, h := range b.war().land.grid.Neighbors(at) {
			if b.War().mayOrder(what, h) == nil && !yield(o.Answer(what, h)) {
				return
			}
		}
	}
}

var (
	outOfReach  = Ruling{Rule: "S2", Text: "it is out of reach"}
	lakeIsShut  = Ruling{Rule: "S2", Text: "nobody may end a turn there"}
	staysThere  = Ruling{Rule: "S2", Text: "they stand there"}
	notReacting = Ruling{Rule: "S3.1", Text: "they react now: name a hex beside theirs"}
	noReaction  = Ruling{Rule: "S3.1", Text: "they do not react now"}
)

// Refuse returns nil, or the rule that forbids an order.
func (o *Ordering) Refuse(answer int) error {
	o.prepare()
	b := o.battle
	n := b.war().land.grid.Hexes()
	if answer < 0 || answer >= int(orders)*n {
		return fmt.Errorf("there is no order %d", answer)
	}
	what, h := o.Order(answer)
	var r *Ruling
	switch {
	case o.reaction && what != ToReact:
		r = &notReacting
	case o.reaction:
		r = b.War().mayReactTo(&b.war().group, h)
	case what == ToReact:
		r = &noReaction
	case what == ToStay && h == b.war().group.at.Hex():
	case what == ToStay:
		r = &outOfReach
	case what == ToMarch:
		r = o.mayReach(h)
	default:
		r = b.War().mayOrder(what, h)
	}
	if r != nil {
		return r
	}
	return nil
}

// mayReach returns nil, or the rule that forbids the group to march to a hex.
func (o *Ordering) mayReach(h hex.Hex) *Ruling {
	b := o.battle
	at := b.war().group.at.Hex()
	switch {
	case h == at:
		return &staysThere
	case b.war().land.terrains[h].Shut:
		return &lakeIsShut
	case slices.Contains(o.reach, h):
		return nil
	}
	if d, beside := b.war().land.grid.Direction(at, h); beside {
		if r := b.War().mayStep(&b.war().group, at, h, b.war().land.sideTo(at, d)); r != nil {
			return r
		}
	}
	if b.war().group.shaken {
		if r := b.War().shakenOn(h); r != nil {
			return r
		}
	}
	return &outOfReach
}

// shakenOn returns nil, or the rule of S5 that keeps the group from a hex that it could
// reach in good order.
func (w Theater) shakenOn(h hex.Hex) *Ruling {
	g := &w.group
	g.shaken = false
	way, _, ok := w.search.Path(w.land.grid, g.at.Hex(), h, g.left, w.stepCost)
	g.shaken = true
	for i := len(way) - 1; ok && i > 0; i-- { // first of all the hex itself
		if r := w.mayStep(g, way[i-1], way[i], w.land.side(way[i-1], way[i])); r != nil {
			return r
		}
	}
	return nil
}

// Reach returns all hexes that the group can march to, the nearest first.
func (o *Ordering) Reach() []hex.Hex {
	o.prepare()
	return o.reach
}

// Route returns the path by which the group would march to a hex, with both ends, and the
// movement points of the unit that pays most.
func (o *Ordering) Route(to hex.Hex) (way []hex.Hex, cost int, ok bool) {
	o.prepare()
	b := o.battle
	return b.war().search.Path(b.war().land.grid, b.war().group.at.Hex(), to, b.war().group.left, b.war().stepCost)
}

// Group yields the units that get the order. Moves reports whether a unit is one of them.
func (o *Ordering) Group(yield func(*Unit) bool) {
	for i := range o.battle.units {
		if u := &o.battle.units[i]; o.Moves(u) && !yield(u) {
			return
		}
	}
}
func (o *Ordering) Moves(u *Unit) bool {
	if o.reaction {
		return o.battle.War().reacts(u)
	}
	return u.marching
}

// Prompt returns the question.
func (o *Ordering) Prompt() string {
	b := o.battle
	o.prepare()
	where := b.War().PlaceName(b.war().group.at.Hex())
	if o.reaction {
		return fmt.Sprintf("Where do those of %s in %s react to?", b.SideName(o.Side), where)
	}
	return fmt.Sprintf("What do those of %s in %s do? They have %d movement points left.", b.SideName(o.Side), where, b.war().group.left)
}

// A Camp is a side's stack in a spot.
type Camp struct {
	Side engine.Side
	Spot Spot
}

// Stacks yields all stacks on the map, in the order of their first units. Camps returns
// them by spot and side. Both are public (S6).
func (w Theater) Stacks(yield func(Camp) bool) {
	for i := range w.units {
		if u := &w.units[i]; u.at >= 0 && w.top[u.side][u.at] == int16(i)+1 && !yield(Camp{u.side, u.at}) {
			return
		}
	}
}
func (w Theater) Camps() []Camp {
	return slices.SortedFunc(w.Stacks, func(a, b Camp) int { return cmp.Or(cmp.Compare(a.Spot, b.Spot), cmp.Compare(a.Side, b.Side)) })
}

// A Command is an order to a group of a side, about a hex.
type Command struct {
	Side  engine.Side
	Order Order
	Hex   hex.Hex
}

// A Stride is a step of a side's group. A Tread is a step of a unit.
type Stride struct {
	Side     engine.Side
	From, To hex.Hex
}
type Tread struct {
	Unit     *Unit
	From, To hex.Hex
}

// Form returns the question that these units would get if they moved together, or why they
// cannot. Use it on a copy: it ends any other move.
func (b *Battle) Form(units ...*Unit) (*Ordering, error) {
	for u := range b.all {
		u.marching = false
	}
	for i, u := range units {
		var r *Ruling
		if r = b.War().mayMarch(u); r == nil && i > 0 && u.at != units[0].at {
			r = &otherStack
		}
		if r != nil {
			return nil, &Ruling{Rule: r.Rule, Text: b.Reading().Label(u) + ": " + r.Text}
		}
		u.marching = true
	}
	b.mover, b.war().column = units[0].side, units[0].at
	o := &b.war().order
	o.Side, o.reaction, o.prepared = units[0].side, false, false
	return o, nil
}
