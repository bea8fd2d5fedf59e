package sorcery

import (
	"cmp"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
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
	fight.Asking
	war      *War `state:"-"`
	reaction bool
	prepared bool      `state:"-"` // whether reach is computed for the present question
	reach    []hex.Hex `state:"-"`
	orders   int       `state:"-"` // number of questions so far
}

var _ interface {
	engine.DealTrier
	engine.Refuser
	engine.Planner
	engine.Prompter
	engine.Worded
} = (*Ordering)(nil)

// Asked returns a number that is different for each such question of the battle.
func (o *Ordering) Asked() int {
	o.prepare()
	return o.orders
}

// Answer returns the answer for an order and a hex. Order returns the order and the hex of
// an answer.
func (o *Ordering) Answer(what Order, h hex.Hex) int {
	return int(what)*o.war.land.grid.Hexes() + int(h)
}
func (o *Ordering) Order(answer int) (Order, hex.Hex) { return o.war.reading().orders(answer) }

func (w Theater) orders(answer int) (Order, hex.Hex) {
	n := w.land.grid.Hexes()
	return Order(answer / n), hex.Hex(answer % n)
}

// prepare computes all hexes that the group can reach, once for each question.
func (o *Ordering) prepare() {
	if o.prepared {
		return
	}
	o.prepared, o.orders = true, o.orders+1
	if o.reaction {
		o.war.reading().gather(&o.war.group, o.Side, o.war.At(o.war.fight.Scout()), o.war.reading().reacts)
		return
	}
	o.war.reading().gather(&o.war.group, o.war.mover, o.war.column, o.war.Marching)
	o.reach = o.reach[:0]
	if o.war.group.at.Inside() {
		return
	}
	o.reach = append(o.reach, o.war.reading().reach()[1:]...)
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
	at := o.war.group.at.Hex()
	if o.reaction {
		for _, h := range o.war.land.grid.Neighbors(at) {
			if o.war.reading().mayReactTo(&o.war.group, h) == nil && !yield(o.Answer(ToReact, h)) {
				return
			}
		}
		return
	}
	if !yield(o.Answer(ToStay, at)) {
		return
	}
	for _, h := range o.reach {
		if !o.war.land.terrains[h].Shut && !yield(o.Answer(ToMarch, h)) {
			return
		}
	}
	for _, what := range [...]Order{ToEnter, ToLeave, ToSortie, ToAssault, ToBreach} {
		if o.war.reading().mayOrder(what, at) == nil && !yield(o.Answer(what, at)) {
			return
		}
		for _, h := range o.war.land.grid.Neighbors(at) {
			if o.war.reading().mayOrder(what, h) == nil && !yield(o.Answer(what, h)) {
				return
			}
		}
	}
}

var (
	outOfReach  = fight.Ruling{Rule: "S2", Text: "it is out of reach"}
	lakeIsShut  = fight.Ruling{Rule: "S2", Text: "nobody may end a turn there"}
	staysThere  = fight.Ruling{Rule: "S2", Text: "they stand there"}
	notReacting = fight.Ruling{Rule: "S3.1", Text: "they react now: name a hex beside theirs"}
	noReaction  = fight.Ruling{Rule: "S3.1", Text: "they do not react now"}
)

// Refuse returns nil, or the rule that forbids an order.
func (o *Ordering) Refuse(answer int) error {
	o.prepare()
	n := o.war.land.grid.Hexes()
	if answer < 0 || answer >= int(orders)*n {
		return fmt.Errorf("there is no order %d", answer)
	}
	what, h := o.Order(answer)
	var r *fight.Ruling
	switch {
	case o.reaction && what != ToReact:
		r = &notReacting
	case o.reaction:
		r = o.war.reading().mayReactTo(&o.war.group, h)
	case what == ToReact:
		r = &noReaction
	case what == ToStay && h == o.war.group.at.Hex():
	case what == ToStay:
		r = &outOfReach
	case what == ToMarch:
		r = o.mayReach(h)
	default:
		r = o.war.reading().mayOrder(what, h)
	}
	if r != nil {
		return r
	}
	return nil
}

// mayReach returns nil, or the rule that forbids the group to march to a hex.
func (o *Ordering) mayReach(h hex.Hex) *fight.Ruling {
	at := o.war.group.at.Hex()
	switch {
	case h == at:
		return &staysThere
	case o.war.land.terrains[h].Shut:
		return &lakeIsShut
	case slices.Contains(o.reach, h):
		return nil
	}
	if d, beside := o.war.land.grid.Direction(at, h); beside {
		if r := o.war.reading().mayStep(&o.war.group, at, h, o.war.land.sideTo(at, d)); r != nil {
			return r
		}
	}
	if o.war.group.shaken {
		if r := o.war.reading().shakenOn(h); r != nil {
			return r
		}
	}
	return &outOfReach
}

// shakenOn returns nil, or the rule of S5 that keeps the group from a hex that it could
// reach in good order.
func (w Theater) shakenOn(h hex.Hex) *fight.Ruling {
	g := &w.group
	g.shaken = false
	way, _, ok := w.route(h)
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
	return o.war.reading().route(to)
}

// Group yields the units that get the order. Moves reports whether a unit is one of them.
func (o *Ordering) Group(yield func(*fight.Unit) bool) {
	for u := range o.war.fight.All {
		if o.Moves(u) && !yield(u) {
			return
		}
	}
}
func (o *Ordering) Moves(u *fight.Unit) bool {
	if o.reaction {
		return o.war.reading().reacts(u)
	}
	return o.war.Marching(u)
}

// Prompt returns the question.
func (o *Ordering) Prompt() string {
	o.prepare()
	where := o.war.reading().PlaceName(o.war.group.at.Hex())
	if o.reaction {
		return fmt.Sprintf("Where do those of %s in %s react to?", o.war.fight.SideName(o.Side), where)
	}
	return fmt.Sprintf("What do those of %s in %s do? They have %d movement points left.", o.war.fight.SideName(o.Side), where, o.war.group.left)
}

// A Camp is a side's stack in a spot.
type Camp struct {
	Side engine.Side
	Spot Spot
}

// Stacks yields all stacks on the map, in the order of their first units. Camps returns
// them by spot and side. Both are public (S6).
func (w Theater) Stacks(yield func(Camp) bool) {
	units := w.fight.Units()
	for i := range w.posts {
		side, at := units[i].Side(), w.posts[i].at
		if at >= 0 && w.top[side][at] == int16(i)+1 && !yield(Camp{side, at}) {
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
	Unit     *fight.Unit
	From, To hex.Hex
}

// Form returns [FormReaction] if units react to others that move, otherwise [FormOrder].
func (o *Ordering) Form() *engine.Form {
	if o.reaction {
		return FormReaction
	}
	return FormOrder
}

// WhoGoes returns the error for a hex without a unit, while the question is which units march.
// It says how to march to the hex.
func (w *War) WhoGoes(p *fight.Picking, number string) error {
	if _, err := w.land.grid.Parse(number); err != nil {
		return err
	}
	if p.What == PickGroup {
		return fmt.Errorf("march %s takes no other unit along, march %s %s takes the whole stack", number, number, fight.AllWord)
	}
	return fmt.Errorf("which unit marches there? For example: %s march %s", w.fight.Name(p.FirstUnit()), number)
}

// Ahead answers which unit moves, and with which others: see [fight.Picking.Ahead].
func (w *War) Ahead(p *fight.Picking, unit string, v engine.Verb, rest []string) (answer int, ok bool, err error) {
	whole := len(rest) > 0 && rest[len(rest)-1] == fight.AllWord
	u, err := w.fight.KnownTo(p.Side).UnitNamed(unit)
	switch {
	case p.What == PickGroup && unit != "" && err == nil && !w.Marching(u):
		return 0, false, w.refuse(p, u)
	case p.What == PickGroup && (unit == "" || err == nil) && whole:
		return fight.All, true, nil
	case p.What == PickGroup && (unit == "" || err == nil):
		return fight.Pass, true, nil
	case p.What == PickFollow && v.Name == ToReact.String() && len(rest) > 0:
		return fight.All, true, nil
	case unit == "" || p.What == PickReact && len(rest) == 0:
		return 0, false, nil
	case err != nil:
		return 0, false, err
	}
	err = w.refuse(p, u)
	return u.ID() + fight.Picked, err == nil, err
}

// refuse returns nil, or the rule that forbids picking a unit, after its name.
func (w *War) refuse(p *fight.Picking, u *fight.Unit) error {
	err := p.Refuse(u.ID() + fight.Picked)
	if err == nil || u.Side() != p.Side {
		return err
	}
	return fmt.Errorf("%s: %w", w.fight.Label(u), err)
}

// Words returns the option as words: "march 0304" or "stay".
func (o *Ordering) Words(answer int) []string {
	what, h := o.Order(answer)
	if what == ToStay {
		return []string{what.String()}
	}
	return []string{what.String(), o.war.land.grid.Number(h)}
}

// Find returns the hex with a number.
func (o *Ordering) Find(kind engine.ArgKind, word string) (int, error) {
	if kind == engine.ArgWord {
		return engine.ReadName("word", word, []string{fight.AllWord})
	}
	if word == fight.AllWord {
		return int(hex.None), nil
	}
	h, err := o.war.land.grid.Parse(word)
	return int(h), err
}

// Make returns the order that a sentence gives. Without a hex, the order is about the
// group's own hex. Whether all go along was another question.
func (o *Ordering) Make(s engine.Sentence) (int, error) {
	o.prepare()
	h := o.war.group.at.Hex()
	if at := s.Args[0]; at.Given() && s.Verb.Args[0].Kind != engine.ArgWord && hex.Hex(at.N) != hex.None {
		h = hex.Hex(at.N)
	}
	return o.Answer(Order(slices.Index(orderWords[:], s.Verb.Name)), h), nil
}

// Decides returns nil for one of the units that get the order.
func (o *Ordering) Decides(unit string) error {
	u, err := o.war.fight.KnownTo(o.Side).UnitNamed(unit)
	if err != nil || slices.Contains(slices.Collect(o.Group), u) {
		return err
	}
	return fmt.Errorf("%s is not one of the units that get the order. %s", o.war.fight.Label(u), o.Prompt())
}

// Name and Parse write and read options: see [engine.Say] and [engine.Read].
func (o *Ordering) Name(answer int) string         { return engine.Say(o, answer) }
func (o *Ordering) Parse(text string) (int, error) { return engine.Read(o, text) }
func (o *Ordering) Evaluate(answer int) int        { return o.Appraise(o, 0, answer) }

// EvaluateBy returns the value of an option under a plan: see [engine.Planner].
func (o *Ordering) EvaluateBy(plan, answer int) int { return o.Appraise(o, plan, answer) }
