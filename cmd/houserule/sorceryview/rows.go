package sorceryview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// A row is one unit on the board, or several that stand side by side, have
// consecutive numbers, and are alike.
type row struct {
	board.Unit
	inflicts int // all together, in halves of a point
}

// The lists in which units stand.
const (
	arrayList = "array"
	headList  = "heads"
)

// joined appends a row, or merges it into the last one if they are alike.
func joined(rows []row, next row) []row {
	if len(rows) == 0 {
		return append(rows, next)
	}
	last := &rows[len(rows)-1]
	like := next.Continues(last.Unit) && last.Row == next.Row && last.Kind == next.Kind && slices.Equal(last.Numbers, next.Numbers) &&
		!last.Acting && !next.Acting && (last.inflicts > 0) == (next.inflicts > 0) &&
		slices.Equal(last.States, next.States) && slices.Equal(last.Facts, next.Facts)
	if !like {
		return append(rows, next)
	}
	last.Count, last.inflicts = last.Count+1, last.inflicts+next.inflicts
	return rows
}

// unitsOf are the units of rows.
func unitsOf(rows []row) (units []board.Unit) {
	for _, r := range rows {
		units = append(units, r.Unit)
	}
	return units
}

// rowsOf are the units of a side in the hex: its array from left to right, and
// then its characters and monsters.
func (v *View) rowsOf(a *forecast.Look, side engine.Side) (rows []row) {
	for u := range a.Line(side) {
		if v.sees(u) {
			rows = joined(rows, v.row(a, u))
		}
	}
	for u := range a.Heads(side) {
		if v.sees(u) {
			rows = joined(rows, v.row(a, u))
		}
	}
	return rows
}

// named is the row of a unit with its name only.
func (v *View) named(u *sorcery.Unit) row {
	return row{Unit: board.Unit{Name: v.battle.Name(u), Count: 1, Kind: u.Kind().Name}}
}

// row is a unit in the hex. Units without numbers have none, not even empty ones.
func (v *View) row(a *forecast.Look, u *sorcery.Unit) row {
	k := u.Kind()
	r := v.named(u)
	r.Row, r.Acting, r.States, r.Facts, r.Powers = arrayList, v.rolls(u), v.statesOf(u), factsOf(u), powers(k)
	fights := v.fights(u)
	if k.Role != sorcery.Troop {
		r.Row = headList
		if leader := a.Leader(u.Side()); leader != nil && leader.ID() == u.ID() && a.Phase() != sorcery.Parting {
			r.States = append([]string{"leads"}, r.States...)
		}
	}
	if k.Role == sorcery.Troop || fights != "" || u.Side() == v.battle.Lone() {
		n := a.Strength(u)
		attack, _ := printed(k)
		r.Numbers = []board.Number{{Text: halves(n), Above: n - 2*attack}, {}, {}}
		if a.Contributes(u) {
			r.inflicts = n
		}
	}
	if k.Role == sorcery.Troop {
		r.Numbers[1].Text, r.Numbers[2].Text = strconv.Itoa(a.DefenseOf(u).Total()), strconv.Itoa(a.Morale(u))
	}
	if fights != "" {
		r.States = append(r.States, fights)
	}
	return r
}

// fights names the opponent of a unit that was named for a bout, or returns "" (S7).
func (v *View) fights(u *sorcery.Unit) string {
	if u.Side() == v.battle.Lone() {
		return ""
	}
	for foe := range v.battle.Foes(u) {
		if foe.Kind().Role == sorcery.Character {
			return "fights them"
		}
		return "fights " + v.battle.Name(foe)
	}
	return ""
}

// rolls reports whether the present die is a unit's.
func (v *View) rolls(u *sorcery.Unit) bool {
	t := v.battle.Last()
	return v.AsksDie() && v.Asked().Side == engine.Luck && t.Die == 0 && t.Unit != nil && t.Unit.ID() == u.ID()
}

// statesOf are the present states of a unit.
func (v *View) statesOf(u *sorcery.Unit) (words []string) {
	for _, state := range []struct {
		is   bool
		text string
	}{
		{u.Demoralized(), "demoralised"}, {u.Charging(), "charging"}, {u.Charged(), "has charged"},
		{v.battle.HalvedNow(u), "half strength"}, {u.Guards(), "rear guard"},
	} {
		if state.is {
			words = append(words, state.text)
		}
	}
	return words
}

// factsOf are the facts about a unit that never change.
func factsOf(u *sorcery.Unit) []string {
	k := u.Kind()
	words := k.Classes.Words()
	if k.Role == sorcery.Troop {
		return words
	}
	words = append([]string{fmt.Sprintf("%d of %d wounds", u.Wounds(), k.Endurance)}, words...)
	if k.Role == sorcery.Character {
		words = append([]string{fmt.Sprintf("leadership %d", k.Leadership)}, words...)
	} else {
		words = append([]string{k.Role.String()}, words...)
	}
	if u.Lent() > 0 {
		words = append(words, fmt.Sprintf("has lent %d", u.Lent()))
	}
	return words
}

// powers are the names of a kind's abilities.
func powers(k *sorcery.Kind) (words []string) {
	for _, a := range k.Abilities {
		words = append(words, a.Name)
	}
	return words
}

// printed is the strength that is printed on a unit to attack with, and to defend
// itself with.
func printed(k *sorcery.Kind) (attack, defense int) {
	if k.Role != sorcery.Troop {
		return k.Fighting, k.Endurance
	}
	return cmp.Or(k.Attack, k.Strength), cmp.Or(k.Defense, k.Strength)
}
