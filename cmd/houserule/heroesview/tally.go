package heroesview

import (
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/sim"
)

// A Tally counts the results of battles of one set-up, for [sim.Match]. Its
// tables:
//
//	creatures  cards that began and that were left, by creature and side
//	endings    how battles ended, by winner
//	disabled   battles in which a mod was disabled
//	kills      attacks, hits, kills and their cost, by the striking creature
//	causes     of the scores' terms: in how many strikes there was one, and
//	           how many would have ended otherwise without it
//	hooks      of mods: how often they ran, and changed anything
//
// The last three count only watched battles, because watching takes time.
type Tally struct {
	battle *heroes.Position
	watch  *view.Watch
	causes *view.Causes

	battles   int64
	survivors []int64 // cards, by slot
	endings   [len(endingWords)][3]int64
	duels     []duel // by slot; the two rows of no creature come last
}

// duel is what a creature did to others.
type duel struct{ attacks, hits, kills, cost int64 }

// slot is the place of a creature and the side for which it fights.
func slot(creature int, side engine.Side) int { return creature<<1 | int(side) }

// endingWords are the rows of endings, by [heroes.Ending].
var endingWords = [...]string{
	heroes.Undecided:   "undecided",
	heroes.Destroyed:   "destroyed",
	heroes.Withdrawn:   "withdrawn",
	heroes.Surrendered: "surrendered",
	heroes.TimeUp:      "time up",
	heroes.Annihilate:  "annihilated",
}

// nobody is the row of kills that no living stack made. It is no creature's id.
const nobody = "(nobody)"

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *heroes.Battle, t *engine.Table) *Tally {
	slots := slot(len(b.Game().Creatures), 0)
	return &Tally{
		battle: &b.Position, watch: view.NewWatch(b, t), causes: view.NewCauses(),
		survivors: make([]int64, slots),
		duels:     make([]duel, slots+2),
	}
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	t.battles++
	b := t.battle
	result := b.Result()
	t.endings[result.Ending][view.EndColumn(result.Winner, b.Seats())]++
	stacks := b.Stacks()
	for i := range stacks {
		s := &stacks[i]
		switch top := s.Top(); {
		case top == nil:
		case !top.Mixed():
			t.survivors[slot(top.Index(), s.Side())] += int64(top.Count())
		default:
			for card := top; card != nil; card = card.Under() {
				t.survivors[slot(card.Index(), s.Side())]++
			}
		}
	}
	t.watch.Count()
}

// Watch makes the tally listen to the next battle, or restores the table as it was
// before.
func (t *Tally) Watch(on bool) { t.watch.Watch(on, t) }

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	switch e.What {
	case heroes.Struck:
		last := t.battle.Last()
		d := t.duel(last.By)
		d.attacks++
		if last.Hit {
			d.hits++
		}
		t.cause(last)
		t.watch.Read()
	case heroes.Killed:
		d := t.killer(e)
		d.kills++
		d.cost += int64(t.battle.Game().Creatures[e.N].Cost)
	}
}

// cause counts what the terms did to a strike. How it would have ended without a
// term is unknown for a sure hit, which rolls no die under some rules, and where a
// script decided whatever the scores.
func (t *Tally) cause(s heroes.Strike) {
	var hits func(totals []int) bool
	if s.Hit == (s.Die >= s.Need) && (t.battle.Game().Rules.SureHitsRoll || s.Need > 1) {
		hits = func(totals []int) bool { return s.Die >= totals[1]-totals[0] }
	}
	t.causes.Add(s.Hit, hits, s.Attack, s.Defense)
}

// duel is the row of a stack's top card, or the row of no creature on its side.
func (t *Tally) duel(s *heroes.Stack) *duel {
	if s.Top() == nil { // a script has destroyed it in the act
		return t.nobody(s.Side())
	}
	return &t.duels[slot(s.Top().Index(), s.Side())]
}

func (t *Tally) nobody(side engine.Side) *duel { return &t.duels[len(t.survivors)+int(side)] }

// killer is the row of the stack that killed a card. A kill without a stack counts
// for the other side.
func (t *Tally) killer(e engine.Event) *duel {
	stacks := t.battle.Stacks()
	if e.Who < 0 {
		return t.nobody(1 - stacks[e.Whom].Side())
	}
	return t.duel(&stacks[e.Who])
}

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	return []sim.Table{t.creatures(), t.ended(), t.watch.Disabled(), t.kills(), t.causes.Table(), t.watch.Hooks()}
}

func (t *Tally) seats() []string { return t.battle.Setup().SeatNames() }

func (t *Tally) creatures() sim.Table {
	table := view.NewTable("creatures", view.SeatColumns(t.seats(), "started", "survived")...)
	starts := t.starts()
	for i, c := range t.battle.Game().Creatures {
		a, d := slot(i, heroes.Aggressor), slot(i, heroes.Defender)
		view.Put(table, c.ID, starts[a]*t.battles, t.survivors[a], starts[d]*t.battles, t.survivors[d])
	}
	return table
}

// starts are the cards of one battle, by slot.
func (t *Tally) starts() []int64 {
	starts := make([]int64, len(t.survivors))
	for side, s := range t.battle.Setup().Sides {
		for _, pile := range slices.Concat(s.Army[0], s.Army[1]) {
			for _, run := range pile {
				starts[slot(run.Creature.Index(), engine.Side(side))] += int64(run.N)
			}
		}
	}
	return starts
}

func (t *Tally) ended() sim.Table {
	table := view.NewTable("endings", view.EndColumns(t.seats())...)
	for ending, n := range t.endings {
		view.Put(table, endingWords[ending], n[:]...)
	}
	return table
}

func (t *Tally) kills() sim.Table {
	table := view.NewWatched("kills", view.SeatColumns(t.seats(), "attacks", "hits", "kills", "killed cost")...)
	for i := 0; i < len(t.duels); i += 2 {
		name := nobody
		if i < len(t.survivors) {
			name = t.battle.Game().Creatures[i>>1].ID
		}
		a, d := t.duels[i], t.duels[i+1]
		view.Put(table, name, a.attacks, a.hits, a.kills, a.cost, d.attacks, d.hits, d.kills, d.cost)
	}
	return table
}
