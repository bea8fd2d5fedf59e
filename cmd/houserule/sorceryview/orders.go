package sorceryview

import (
	"cmp"
	"fmt"
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

// The most orders that are listed for a whole stack, for one unit of it, and for a
// reaction: one for each hex around.
const (
	ordersOfStack   = 3
	ordersOfUnit    = 1
	ordersOfLeaders = int(hex.Directions)
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
func (v *View) orders() (list []order) {
	c := v.Asked().Choice.(*fight.Picking)
	switch v.Form() {
	case sorcery.FormWith:
		list = append(v.follow(fight.Pass, pickNone, ordersOfStack), v.follow(fight.All, pickAll, ordersOfStack)...)
	case fight.FormBring:
		list = v.follow(fight.All, pickAll, ordersOfLeaders)
	default:
		list = v.ordersOfCamps(c)
	}
	slices.SortStableFunc(list, func(a, b order) int { return cmp.Compare(b.worth, a.worth) })
	return list
}

// ordersOfCamps returns the orders of each stack, and of each sort of unit in it alone.
// Leaders react with all units that may go along.
func (v *View) ordersOfCamps(c *fight.Picking) (list []order) {
	stacks := map[sorcery.Spot]int{}
	for answer := range c.Each {
		if u := v.picked(answer); u != nil {
			stacks[v.onMap.war().At(u)]++
		}
	}
	listed, alike := map[sorcery.Spot]bool{}, map[string]bool{}
	for answer := range c.Each {
		u := v.picked(answer)
		if u == nil {
			continue
		}
		if v.Form() == sorcery.FormReact {
			list = append(list, v.follow(answer, pickAll, ordersOfLeaders)...)
			continue
		}
		if stacks[v.onMap.war().At(u)] > 1 && !listed[v.onMap.war().At(u)] {
			listed[v.onMap.war().At(u)] = true
			list = append(list, v.follow(answer, pickAll, ordersOfStack)...)
		}
		if like := fmt.Sprint(v.onMap.war().At(u), u.Kind().ID, v.statesOf(u), v.onMap.war().Left(u)); !alike[like] {
			alike[like] = true
			list = append(list, v.follow(answer, pickNone, ordersOfUnit)...)
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
		list = append(list, order{view.Option{Text: c.Name(n), Value: fmt.Sprintf("%+.1f", float64(worth)/1000), Note: v.onMap.orderNote(c, n)}, worth})
	}
	return list
}

// Options lists the possible answers, the best first: as whole orders, where they begin one.
// After those come the other orders.
func (v *View) Options() (list []view.Option) {
	list = v.Plain.Options()
	if !v.asksOrderOf() {
		return list
	}
	said := map[string]bool{}
	for i := range list {
		o := &list[i]
		o.Text, o.Note = v.whole(o.Answer)
		said[o.Text] = true
	}
	for _, o := range v.orders() {
		if !said[o.Text] {
			list = append(list, o.Option)
		}
	}
	return list
}

// whole writes an answer as a whole order, where it begins one: with the units that the best plan
// takes along, if these are all or none; else with all or none, whichever is worth more.
func (v *View) whole(answer int) (text, note string) {
	var list []order
	switch form := v.Form(); {
	case !v.asksOrderOf():
	case form == sorcery.FormWith || form == fight.FormBring:
		list = slices.DeleteFunc(v.orders(), func(o order) bool { return o.Answer != answer })
	case v.picked(answer) != nil:
		list = v.followPlan(answer)
	}
	if len(list) == 0 {
		return v.Typed(answer), v.note(answer)
	}
	return list[0].Text, list[0].Note
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
