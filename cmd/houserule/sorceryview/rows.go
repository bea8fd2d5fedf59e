package sorceryview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// The lists in which units stand.
const (
	arrayList = "array"
	headList  = "heads"
)

// joined appends a unit, or merges it into the last ones if they are alike.
func joined(units []board.Unit, next board.Unit) []board.Unit {
	if len(units) == 0 {
		return append(units, next)
	}
	last := &units[len(units)-1]
	like := next.Continues(*last) && last.Row == next.Row && last.Kind == next.Kind && slices.Equal(last.Numbers, next.Numbers) &&
		!last.Acting && !next.Acting && slices.Equal(last.States, next.States) && slices.Equal(last.Facts, next.Facts)
	if !like {
		return append(units, next)
	}
	last.Count++
	return units
}

// inHex returns the units of a side in the hex that the viewer sees: its array from left to
// right, and then its characters and monsters.
func (v *View) inHex(a *forecast.Look, side engine.Side) []*fight.Unit {
	all := slices.AppendSeq(slices.Collect(a.Reading().Line(side)), a.Reading().Heads(side))
	return slices.DeleteFunc(all, func(u *fight.Unit) bool { return !v.sees(u) })
}

// unitsOf returns the units of a side in the hex.
func (v *View) unitsOf(a *forecast.Look, side engine.Side) (units []board.Unit) {
	for _, u := range v.inHex(a, side) {
		units = joined(units, v.unit(a, u))
	}
	return units
}

// named returns a unit with its name and kind only.
func (v *View) named(u *fight.Unit) board.Unit {
	return board.Unit{Name: v.battle.Name(u), Count: 1, Kind: u.Kind().Name}
}

// unit returns the row of a unit in the hex. Characters that do not fight have no numbers.
func (v *View) unit(a *forecast.Look, u *fight.Unit) board.Unit {
	k, r := u.Kind(), v.named(u)
	r.Row, r.Acting, r.States, r.Facts = arrayList, v.rolls(u), v.statesOf(u), factsOf(u)
	r.Powers = engine.Each(k.Abilities, func(a *fight.Ability) string { return a.Name })
	fights := v.fights(u)
	if k.Role != fight.Troop {
		r.Row = headList
		if leader := a.Reading().Leader(u.Side()); leader != nil && leader.ID() == u.ID() && a.Reading().Phase() != fight.Parting {
			r.States = append([]string{"leads"}, r.States...)
		}
	}
	if k.Role == fight.Troop || fights != "" || u.Side() == v.battle.Lone() {
		n := a.Strength(u)
		attack, _ := printed(k)
		r.Numbers = []board.Number{{Text: halves(n), Above: cmp.Compare(n, 2*attack)}, {}, {}}
	}
	if k.Role == fight.Troop {
		r.Numbers[1].Text, r.Numbers[2].Text = strconv.Itoa(a.Reading().DefenseOf(u).Total()), strconv.Itoa(a.Morale(u))
	}
	if fights != "" {
		r.States = append(r.States, fights)
	}
	return r
}

// there returns the units that a test accepts, with their states, and whether some of them
// are hidden from the viewer.
func (v *View) there(test func(*fight.Unit) bool, states func(*fight.Unit) []string) (units []board.Unit, unseen bool) {
	for i := range v.battle.Units() {
		switch u := v.battle.Unit(i); {
		case !test(u):
		case !v.sees(u):
			unseen = true
		default:
			r := v.named(u)
			r.States = states(u)
			units = joined(units, r)
		}
	}
	return units, unseen
}

// fights names the opponent of a unit that was named for a bout, or returns "" (S7).
func (v *View) fights(u *fight.Unit) string {
	if u.Side() == v.battle.Lone() {
		return ""
	}
	for foe := range v.battle.Foes(u) {
		if foe.Kind().Role == fight.Character {
			return "fights them"
		}
		return "fights " + v.battle.Name(foe)
	}
	return ""
}

// rolls reports whether the present die is a unit's.
func (v *View) rolls(u *fight.Unit) bool {
	t := v.battle.Last()
	return v.AsksDie() && v.Asked().Side == engine.Luck && t.Die == 0 && t.Unit != nil && t.Unit.ID() == u.ID()
}

// statesOf returns the present states of a unit.
func (v *View) statesOf(u *fight.Unit) []string {
	return textsOf([]fact{
		{u.Demoralized(), "demoralized"}, {u.Charging(), "charging"}, {u.Charged(), "has charged"},
		{v.battle.HalvedNow(u), "half strength"}, {u.Guards(), "rear guard"},
	})
}

// factsOf returns the facts about a unit that never change.
func factsOf(u *fight.Unit) []string {
	k := u.Kind()
	if k.Role == fight.Troop {
		return k.Classes.Words()
	}
	rank := k.Role.String()
	if k.Role == fight.Character {
		rank = fmt.Sprintf("leadership %d", k.Leadership)
	}
	words := append([]string{rank, fmt.Sprintf("%d of %d wounds", u.Wounds(), k.Endurance)}, k.Classes.Words()...)
	return append(words, textsOf([]fact{{u.Lent() > 0, fmt.Sprintf("has lent %d", u.Lent())}})...)
}

// printed returns the strength that is printed on a unit to attack with, and to defend
// itself with.
func printed(k *fight.Kind) (attack, defense int) {
	if k.Role != fight.Troop {
		return k.Fighting, k.Endurance
	}
	return cmp.Or(k.Attack, k.Strength), cmp.Or(k.Defense, k.Strength)
}
