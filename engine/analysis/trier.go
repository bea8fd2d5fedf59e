package analysis

import (
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/secrets"
)

// A Recaller knows the present step: see [engine.Past.Step]. Tables do, and the battles at
// them.
type Recaller interface {
	Past() *engine.Past
	AtTable() *engine.Table
}

// A Repeater is a battle that can play a step again: see [engine.Table.Give]. Battles at a
// [Recaller] are.
type Repeater interface{ Give(answers []int) }

// Trier returns a choice so that its options can be tried, nil if they cannot. In the middle of
// something, where nothing is hidden and the present step is known, an option is tried by playing
// the step again from its beginning.
func Trier(c engine.Choice, at Recaller) engine.Trier {
	if t, ok := c.(engine.Trier); ok {
		return t
	}
	if at != nil && !Hides(c) {
		if start, given, known := at.Past().Step(); known && start != nil {
			return &again{c, start, slices.Clone(given)}
		}
	}
	return nil
}

// Hides reports whether the side that decides does not see all.
func Hides(c engine.Choice) bool {
	h, ok := c.(engine.Hider)
	return ok && h.Hides()
}

// An again is a choice whose options are tried by playing the step again that led to it.
type again struct {
	engine.Choice
	start engine.Battle
	given []int
}

// Scratch returns a battle for Try.
func (a *again) Scratch() engine.Battle { return a.start.Fresh() }

// Try plays the step in scratch, whose table gives the answers so far and this one.
func (a *again) Try(scratch engine.Battle, answer int) {
	scratch.CopyFrom(a.start)
	scratch.(Repeater).Give(append(slices.Clip(a.given), answer))
	scratch.Step()
}

// weighing is the part of the nodes that may be spent to weigh what is hidden.
const weighing = 3

// A dealt is a choice of a side that does not see all. Its options are tried in deals of what is
// hidden, each as often as its weight says.
type dealt struct {
	engine.Choice
	*secrets.Deals
	present int // index of the deal
}

// Scratch returns a battle for Try.
func (d *dealt) Scratch() engine.Battle { return d.All[0].Start.Fresh() }

// Try plays the step of the present deal in scratch.
func (d *dealt) Try(scratch engine.Battle, answer int) {
	deal := d.All[d.present]
	(&again{d.Choice, deal.Start, deal.Given}).Try(scratch, answer)
}

// weigh makes the look try options in deals that are weighed by the answers of other sides, if
// there are any.
func (l *look) weigh(c engine.Choice, at Recaller) {
	if !l.hidden || at == nil || l.Habits == nil {
		return
	}
	scripts := &engine.Allowance{Left: l.scripts.Left / weighing, Tries: true}
	l.scripts.Left -= scripts.Left
	deals, steps := secrets.Weigh(at.AtTable(), l.side, l.Habits, l.most.Nodes/weighing, scripts)
	l.scripts.Left += scripts.Left
	scripts.Left = l.scripts.Left // battles that begin as deals take their steps from both
	if l.spent += steps; deals != nil {
		l.deals = &dealt{Choice: c, Deals: deals}
		l.choice = l.deals
	}
}

// settle finds the values of the answers that end the battle in every deal.
func (l *look) settle() {
	for at, n := range l.lines {
		sum, dealt := 0.0, true
		for i, deal := range l.deals.All {
			l.deals.present = i
			if dealt = l.try(at, l.luck) && l.scratch.Over() && l.table.Err() == nil; !dealt {
				break
			}
			sum += float64(deal.Weight * Result(l.scratch)[l.side])
		}
		if dealt {
			n.certain, n.dealt = best.Value{Low: sum, High: sum}, true
		}
	}
}
