package sorceryview

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// A row is one unit on the board, or several that stand side by side, have
// numbers that follow each other, and are alike.
type row struct {
	list        string // in which it stands: arrayList or headList
	letter      string // of its name
	first, last int    // numbers
	n           int
	kind        string
	inflicts    int // all together, in halves of a point
	strength    string
	loss        string
	morale      string
	above       int // whether strength is above what is printed
	asked       bool
	states      []string // what it is now
	facts       []string // what it always is
	powers      []string // abilities
}

// The lists in which units stand.
const (
	arrayList = "array"
	headList  = "heads"
)

// name is the name of the row: "a1", "a1-4".
func (r row) name() string {
	if r.n == 1 {
		return r.letter + strconv.Itoa(r.first)
	}
	return fmt.Sprintf("%s%d-%d", r.letter, r.first, r.last)
}

// counted is what the row is: "Heavy Horse", "3 Heavy Horse".
func (r row) counted() string {
	if r.n == 1 {
		return r.kind
	}
	return fmt.Sprintf("%d %s", r.n, r.kind)
}

// described is what the row is, and how it is now: "3 Heavy Horse (charging)".
func (r row) described() string {
	if len(r.states) == 0 {
		return r.counted()
	}
	return fmt.Sprintf("%s (%s)", r.counted(), strings.Join(r.states, ", "))
}

// joined are rows with one more, which becomes part of the last where it is
// like that.
func joined(rows []row, next row) []row {
	if len(rows) == 0 {
		return append(rows, next)
	}
	last := &rows[len(rows)-1]
	like := last.list == next.list && last.letter == next.letter && last.last+1 == next.first && last.kind == next.kind &&
		last.strength == next.strength && last.loss == next.loss && last.morale == next.morale && !last.asked && !next.asked && (last.inflicts > 0) == (next.inflicts > 0) &&
		strings.Join(last.states, ",") == strings.Join(next.states, ",") && strings.Join(last.facts, ",") == strings.Join(next.facts, ",")
	if !like {
		return append(rows, next)
	}
	last.last, last.n, last.inflicts = next.last, last.n+1, last.inflicts+next.inflicts
	return rows
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

// named is the row of a unit of which nothing but its name is said.
func (v *View) named(u *sorcery.Unit) row {
	name := v.battle.Name(u)
	number, _ := strconv.Atoi(name[1:])
	return row{letter: name[:1], first: number, last: number, n: 1, kind: u.Kind().Name}
}

// row is a unit in the hex.
func (v *View) row(a *forecast.Look, u *sorcery.Unit) row {
	k := u.Kind()
	r := v.named(u)
	r.list, r.strength, r.loss, r.morale = arrayList, none, none, none
	r.asked, r.states, r.facts, r.powers = v.rolls(u), v.statesOf(u), factsOf(u), powers(k)
	fights := v.fights(u)
	if k.Role != sorcery.Troop {
		r.list = headList
		if leader := a.Leader(u.Side()); leader != nil && leader.ID() == u.ID() && a.Phase() != sorcery.Parting {
			r.states = append([]string{"leads"}, r.states...)
		}
	}
	if k.Role == sorcery.Troop || fights != "" || u.Side() == v.battle.Lone() {
		n := a.Strength(u)
		attack, _ := printed(k)
		r.strength, r.above = halves(n), n-2*attack
		if a.Contributes(u) {
			r.inflicts = n
		}
	}
	if k.Role == sorcery.Troop {
		r.loss, r.morale = strconv.Itoa(a.DefenseOf(u).Total()), strconv.Itoa(a.Morale(u))
	}
	if fights != "" {
		r.states = append(r.states, fights)
	}
	return r
}

// fights says whom a unit fights that was named for a bout, or "" (S7).
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

// rolls tells whether a die is asked for a unit now.
func (v *View) rolls(u *sorcery.Unit) bool {
	t := v.battle.Last()
	return v.AsksDie() && v.Asked().Side == engine.Luck && t.Die == 0 && t.Unit != nil && t.Unit.ID() == u.ID()
}

// statesOf are what a unit is now.
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

// factsOf are what is to be known of a unit whatever happens.
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

// printed is what is printed on a unit as its strength to attack with, and to
// defend itself with.
func printed(k *sorcery.Kind) (attack, defense int) {
	if k.Role != sorcery.Troop {
		return k.Fighting, k.Endurance
	}
	return cmp.Or(k.Attack, k.Strength), cmp.Or(k.Defense, k.Strength)
}
