package kingsview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// idle is the step of counters that do not fight.
const idle = "idle"

// Layout returns how a terminal lays boards out.
func (v *View) Layout() board.Layout {
	return board.Layout{Labels: 7, Names: 5, Kinds: [3]int{18, 24, 34}, Widths: []int{6, 5, 5}, Owners: len("attacker2") + 2}
}

// Board returns the present state of the hex.
func (v *View) Board() board.Board {
	v.failed = nil
	b := v.Outline()
	if t, err := kingsdata.TerrainNamed(v.Library(), v.battle.Setup().Terrain); err == nil {
		b.Terrain, b.Flavor = &board.Mark{Name: t.Name, Color: t.Color}, t.Text
	}
	b.Ground = v.ground(b.Terrain)
	b.Columns = []string{"value", "dice", "hits"}
	for side := range v.Seats() {
		b.Sides = append(b.Sides, v.side(engine.Side(side)))
	}
	for i, hex := range v.battle.Setup().Neighbors {
		b.Around = append(b.Around, board.Neighbor{Name: hex.Name, Owner: v.Seat(hex.Owner), Note: v.hexNote(i, hex)})
	}
	if v.failed != nil {
		b.Fault = library.Explain(v.failed)
	}
	return b
}

// ground returns the hex, by its terrain if that is known, and its owner.
func (v *View) ground(terrain *board.Mark) string {
	name := "A hex"
	if terrain != nil {
		name = terrain.Name
	}
	switch {
	case v.Over() && v.battle.Winner() < 0:
		name += ", nobody's now."
	case v.Over():
		name += fmt.Sprintf(", %s's now.", v.The(v.battle.Winner()))
	case v.battle.Setup().Unexplored:
		name += ", unexplored: its own inhabitants defend it."
	default:
		name += fmt.Sprintf(", %s's.", v.The(v.battle.Defender()))
	}
	return name
}

// side returns a side with its counters that stand in the hex, step by step.
func (v *View) side(side engine.Side) board.Side {
	b := v.battle
	s := board.Side{Seat: v.Seat(side), Player: v.Players()[side], Lists: v.lists(side)}
	if !v.Over() {
		switch at := b.Target(side); {
		case !b.In(side):
			s.Facts = append(s.Facts, "out of the battle")
		case b.Seats() > 2 && at >= 0:
			s.Facts = append(s.Facts, "attacks "+v.Seat(at))
		}
		if text := v.strength(side); text != "" {
			s.Facts = append(s.Facts, text)
		}
	}
	var steps [kings.CombatSteps + 1][]board.Unit
	for c := range b.Of(side) {
		step, u := v.unit(c)
		steps[step] = append(steps[step], u)
	}
	s.Units = slices.Concat(steps[:]...)
	return s
}

// strength returns how many hits a side scores in a round, and how many it can take.
func (v *View) strength(side engine.Side) string {
	hits, takes := 0.0, 0
	var failed error
	for c := range v.battle.Of(side) {
		if c.Stands() {
			n, err := v.dice.Expected(c)
			hits, takes, failed = hits+n, takes+c.Left(), cmp.Or(failed, err)
		}
	}
	scores := fmt.Sprintf("%.1f", hits)
	if failed != nil {
		scores = "?"
	}
	if takes == 0 {
		return ""
	}
	return fmt.Sprintf("scores %s hits a round, can take %d", scores, takes)
}

// unit returns a counter, and its step: CombatSteps for one that does not fight.
func (v *View) unit(c *kings.Counter) (kings.CombatStep, board.Unit) {
	u := board.Unit{
		Row: idle, Name: v.battle.Name(c), Count: 1, Kind: c.Thing().Name, Numbers: make([]board.Number, 3),
		Done: c.Fought() && !v.Over(), Powers: engine.Each(c.Thing().Abilities, func(a *kings.Ability) string { return a.Name }),
	}
	if c.Thing().Kind == kings.Building {
		u.Levels = &board.Levels{Left: c.Left(), Of: c.Thing().Value}
	}
	if !c.Stands() {
		u.States = v.notes(c, kings.CombatSteps)
		return kings.CombatSteps, u
	}
	p, err := v.dice.Prospect(c)
	n := 0.0
	if err == nil {
		n, err = v.dice.Expected(c)
	}
	hits := fmt.Sprintf("%.2f", n)
	if err != nil {
		hits, v.failed = "?", cmp.Or(v.failed, err)
	}
	value := p.Value.Total()
	u.Numbers = []board.Number{{Text: strconv.Itoa(value), Above: cmp.Compare(value, c.Thing().Value)}, {Text: strconv.Itoa(p.Dice)}, {Text: hits}}
	u.Acting, u.States = v.rolling() == c, v.notes(c, p.Step)
	step := p.Step
	if u.Done && c.FoughtIn() != step { // K1.3: it does not fight again in this round
		step = c.FoughtIn()
		u.States = append(u.States, fmt.Sprintf("next round: %s", p.Step))
	}
	u.Row = step.String()
	return step, u
}

// rolling returns the counter whose die is the question, or nil.
func (v *View) rolling() *kings.Counter {
	if r := v.battle.Last(); v.AsksDie() && v.Asked().Side == engine.Luck && r.Die == 0 {
		return r.By
	}
	return nil
}

// notes returns the remaining facts about a counter that fights in a step.
func (v *View) notes(c *kings.Counter, step kings.CombatStep) []string {
	notes := otherMarks(c.Marks(), step)
	if c.First() != c.Side() {
		notes = append(notes, "came with "+v.Seat(c.First()))
	}
	for _, item := range v.borne(c) {
		notes = append(notes, item.Thing().Name)
	}
	return notes
}

// otherMarks returns the words for marks that a counter's step does not imply.
func otherMarks(m kings.Marks, step kings.CombatStep) []string {
	switch step {
	case kings.Magic:
		m &^= kings.Star
	case kings.Ranged:
		m &^= kings.Range
	}
	return m.Words()
}

// borne returns the items that lie on a counter.
func (v *View) borne(c *kings.Counter) (items []*kings.Counter) {
	counters := v.battle.Counters()
	for i := range counters {
		if item := &counters[i]; item.Status() == kings.InPlay && item.Bearer() == c.ID() {
			items = append(items, item)
		}
	}
	return items
}

// lists returns a side's items, and its counters that are no longer in the hex.
func (v *View) lists(side engine.Side) (lists []board.List) {
	of := map[kings.Status][]*kings.Counter{}
	counters := v.battle.Counters()
	for i := range counters {
		if c := &counters[i]; c.Side() == side && (c.Status() != kings.Elsewhere || v.battle.Came(c)) && (c.Status() != kings.InPlay || c.Bearer() < 0) {
			of[c.Status()] = append(of[c.Status()], c)
		}
	}
	for _, list := range []struct {
		status kings.Status
		name   string
		gone   bool
	}{
		{kings.Held, "holds", false}, {kings.InPlay, "in play", false},
		{kings.Elsewhere, "away", true}, {kings.Neutralized, "flipped", true}, {kings.Eliminated, "lost", true},
	} {
		if there := of[list.status]; len(there) > 0 {
			lists = append(lists, board.List{Name: list.name, Items: gathered(there), Gone: list.gone})
		}
	}
	return lists
}

// gathered lists counters by the names of their things: "2 Farmers, Troll".
func gathered(counters []*kings.Counter) string {
	return view.Gathered(counters, func(c *kings.Counter) string { return c.Thing().Name })
}

// hexNote describes how full an adjacent hex is, and the counters in it.
func (v *View) hexNote(i int, hex kings.Neighbor) string {
	if hex.Owner < 0 {
		return ""
	}
	var there []*kings.Counter
	counters := v.battle.Counters()
	for j := range counters {
		if c := &counters[j]; c.Status() == kings.Elsewhere && c.Hex() == i {
			there = append(there, c)
		}
	}
	text := fmt.Sprintf("%d of %d", v.battle.Crowd(hex.Owner, i), v.battle.Room(hex.Owner, i))
	if len(there) > 0 {
		text += ": " + gathered(there)
	}
	if hex.Enemies {
		text += "; enemies stand there"
	}
	return text
}
