package sorceryview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine/analysis"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// Whole orders: while the question is which units move, go along or react, the
// options are orders that are typed in one line. Each of them answers the questions
// up to the one for the way.

// An order is a line that gives a whole order.
type order struct {
	view.Option
	worth int // greedy's evaluation, above that of staying
}

// A limit is the most orders for a whole stack, for one unit of it, and for a reaction.
type limit struct{ stack, unit, leaders int }

// The orders that are listed, where a reaction has one for each hex around, and all of them.
var (
	listed = limit{3, 1, int(hex.Directions)}
	every  = limit{math.MaxInt, math.MaxInt, math.MaxInt}
)

// asksOrderOf reports whether an order may answer the present question and those
// after it.
func (v *View) asksOrderOf() bool {
	switch v.Form() {
	case sorcery.FormMove, sorcery.FormWith, sorcery.FormReact:
		return true
	case fight.FormBring:
		return v.battle.InWar() && !v.battle.Fighting() && v.battle.Mover() != v.Asked().Side
	}
	return false
}

// orders returns the best orders, the best first.
func (v *View) orders(most limit) (list []order) {
	c := v.Asked().Choice.(*fight.Picking)
	switch v.Form() {
	case sorcery.FormWith:
		list = append(v.follow(fight.Pass, pickNone, most.stack), v.follow(fight.All, pickAll, most.stack)...)
	case fight.FormBring:
		list = v.follow(fight.All, pickAll, most.leaders)
	default:
		list = v.ordersOfCamps(c, most)
	}
	slices.SortStableFunc(list, func(a, b order) int { return cmp.Compare(b.worth, a.worth) })
	return list
}

// ordersOfCamps returns the orders of each stack, and of each sort of unit in it alone.
// Leaders react with all units that may go along.
func (v *View) ordersOfCamps(c *fight.Picking, most limit) (list []order) {
	stacks := map[sorcery.Spot]int{}
	for answer := range c.Each {
		if u := v.picked(answer); u != nil {
			stacks[v.onMap.war().At(u)]++
		}
	}
	whole, alike := map[sorcery.Spot]bool{}, map[string]bool{}
	for answer := range c.Each {
		u := v.picked(answer)
		if u == nil {
			continue
		}
		if v.Form() == sorcery.FormReact {
			list = append(list, v.follow(answer, pickAll, most.leaders)...)
			continue
		}
		if stacks[v.onMap.war().At(u)] > 1 && !whole[v.onMap.war().At(u)] {
			whole[v.onMap.war().At(u)] = true
			list = append(list, v.follow(answer, pickAll, most.stack)...)
		}
		if like := fmt.Sprint(v.onMap.war().At(u), u.Kind().ID, v.statesOf(u), v.onMap.war().Left(u)); !alike[like] {
			alike[like] = true
			list = append(list, v.follow(answer, pickNone, most.unit)...)
		}
	}
	return list
}

// pickAll and pickNone choose the units that go along.
func pickAll(c *fight.Picking) int {
	if c.Legal(fight.All) {
		return fight.All
	}
	return c.First()
}

func pickNone(c *fight.Picking) int {
	if c.Legal(fight.Pass) {
		return fight.Pass
	}
	return c.First()
}

// follow returns at most so many of the best orders after an answer and the choice of
// the units that go along.
func (v *View) follow(answer int, along func(*fight.Picking) int, most int) (list []order) {
	head, tail := "", ""
	if u := v.picked(answer); u != nil {
		head = v.battle.Name(u) + " "
	}
	look := func(o *sorcery.Ordering) { list = v.best(o, most) }
	if forecast.Follow(v.Asked().Choice.(*fight.Picking), v.Library().Dice(1), answer, along, look) {
		tail = " " + withAll
	}
	for i := range list {
		list[i].Text = head + list[i].Text + tail
		list[i].Answer = answer
	}
	return list
}

// best returns the best orders for a group.
func (v *View) best(c *sorcery.Ordering, most int) (list []order) {
	stay := 0
	for n := range c.Each {
		if what, _ := c.Order(n); what == sorcery.ToStay {
			stay = c.EvaluateBy(v.Plan(), n)
		}
	}
	for _, n := range analysis.BestFirst(c, v.Plan()) {
		if len(list) == most {
			break
		}
		worth := c.EvaluateBy(v.Plan(), n) - stay
		o := view.Option{Text: c.Name(n), Value: fmt.Sprintf("%+.1f", float64(worth)/1000), Note: v.onMap.orderNote(c, n)}
		v.onMap.addWay(&o, c, n)
		list = append(list, order{o, worth})
	}
	return list
}

// Options lists the possible answers, the best first: as whole orders, where they begin one.
// After those come the other orders.
func (v *View) Options() (list []view.Option) {
	list = v.Plain.Options()
	if c, ok := v.Asked().Choice.(*sorcery.Ordering); ok {
		for i := range list {
			v.onMap.addWay(&list[i], c, list[i].Answer)
		}
	}
	if !v.asksOrderOf() {
		return list
	}
	said := map[string]bool{}
	for i := range list {
		o := &list[i]
		if best, ok := v.wholeOrder(o.Answer); ok {
			o.Text, o.Note, o.Cost, o.Way = best.Text, best.Note, best.Cost, best.Way
		}
		said[o.Text] = true
	}
	for _, o := range v.orders(listed) {
		if !said[o.Text] {
			list = append(list, o.Option)
		}
	}
	return list
}

// ordersNaming returns all orders of a unit, with its stack and alone; all orders of the whole
// stacks in a hex or, if none of them may move, those that lead there; nil if the question is
// for no order.
func (v *View) ordersNaming(name string) (list []view.Option) {
	if !v.asksOrderOf() {
		return nil
	}
	var orders []order
	stacks := map[sorcery.Spot]bool{}
	if form := v.Form(); form == sorcery.FormMove || form == sorcery.FormReact {
		for answer := range v.Asked().Choice.Each {
			u := v.picked(answer)
			if u == nil {
				continue
			}
			spot := v.onMap.war().At(u)
			here := v.onMap.war().Grid().Number(spot.Hex()) == name
			if v.battle.Name(u) == name || here && !stacks[spot] {
				stacks[spot] = true
				orders = append(orders, v.follow(answer, pickAll, math.MaxInt)...)
			}
			if v.battle.Name(u) == name && form == sorcery.FormMove {
				orders = append(orders, v.follow(answer, pickNone, math.MaxInt)...)
			}
		}
	}
	if orders == nil {
		orders = v.orders(every)
		to := slices.DeleteFunc(slices.Clone(orders), func(o order) bool { return !slices.Contains(strings.Fields(o.Text), name) })
		if isHex(name) || v.Form() == sorcery.FormMove {
			orders = to
		}
	}
	list = []view.Option{}
	said := map[string]bool{}
	for _, o := range orders {
		if !said[o.Text] {
			said[o.Text] = true
			list = append(list, o.Option)
		}
	}
	return list
}

// whole writes an answer as a whole order, where it begins one.
func (v *View) whole(answer int) (text, note string) {
	if best, ok := v.wholeOrder(answer); ok {
		return best.Text, best.Note
	}
	return v.Typed(answer), v.note(answer)
}

// wholeOrder returns the best order that an answer begins: with the units that the best plan takes
// along, if these are all or none; else with all or none, whichever is worth more.
func (v *View) wholeOrder(answer int) (best order, ok bool) {
	var list []order
	switch form := v.Form(); {
	case !v.asksOrderOf():
	case form == sorcery.FormWith || form == fight.FormBring:
		list = slices.DeleteFunc(v.orders(listed), func(o order) bool { return o.Answer != answer })
	case v.picked(answer) != nil:
		list = v.followPlan(answer)
	}
	if len(list) == 0 {
		return order{}, false
	}
	return list[0], true
}

// followPlan returns the best order of a unit under the best plan, with the units that go along
// under it.
func (v *View) followPlan(answer int) []order {
	first := -1
	v.follow(answer, func(c *fight.Picking) int {
		n := append(analysis.BestFirst(c, v.Plan()), c.First())[0]
		if first < 0 {
			first = n
		}
		return n
	}, 1)
	all, alone := v.follow(answer, pickAll, 1), v.follow(answer, pickNone, 1)
	switch {
	case len(all) == 0 || first == fight.Pass:
		return alone
	case len(alone) == 0 || first == fight.All || all[0].worth >= alone[0].worth:
		return all
	}
	return alone
}

// Confirm asks once more before a side ends its movement while stacks have not moved.
func (v *View) Confirm(answer int) string {
	c, ok := v.Asked().Choice.(*fight.Picking)
	if !ok || c.What != sorcery.PickMarch || answer != fight.Pass {
		return ""
	}
	stacks := v.onMap.movable(c, func(u *fight.Unit) bool { return v.onMap.war().Left(u) == v.onMap.war().MoveOf(u) })
	if len(stacks) == 0 {
		return ""
	}
	have := "have"
	if len(stacks) == 1 && !strings.ContainsAny(stacks[0], "-,") {
		have = "has"
	}
	return fmt.Sprintf("%s %s not moved yet. done again ends the movement of %s.", strings.Join(stacks, "; "), have, v.The(c.Side))
}
