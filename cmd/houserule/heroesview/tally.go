package heroesview

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
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
type Tally struct {
	*view.Book
	battle *heroes.Position

	creatures, kills *view.Cells
}

// The columns of a side in the table of creatures.
const (
	started = iota
	survived
)

// The columns of a side in the table of kills.
const (
	attacks = iota
	hits
	kills
	cost
)

// endingWords are the rows of endings, by [heroes.Ending].
var endingWords = [...]string{
	heroes.Undecided:   "undecided",
	heroes.Destroyed:   "destroyed",
	heroes.Withdrawn:   "withdrawn",
	heroes.Surrendered: "surrendered",
	heroes.TimeUp:      "time up",
	heroes.Annihilate:  "annihilated",
}

// nobody is the id, in the table of kills, for kills that no living stack made. No creature has it.
const nobody = "(nobody)"

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *heroes.Battle, t *engine.Table) *Tally {
	creature := func(row int) string {
		if all := b.Game().Creatures; row < len(all) {
			return creatures.ID(all[row])
		}
		return nobody
	}
	tally, seats := &Tally{battle: &b.Position}, b.Setup().SeatNames()
	w := view.NewBook(b, t, tally)
	tally.Book = w
	tally.creatures = w.SeatCells(creatures.Plural, creature, seats, "started", "survived")
	w.Endings(seats, endingWords[:])
	w.Disabled()
	tally.kills = w.SeatCells("kills", creature, seats, "attacks", "hits", "kills", "killed cost")
	w.Rolls()
	return tally
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	for side, s := range b.Setup().Sides {
		for run := range s.Army.Runs {
			t.creatures.For(engine.Side(side), run.Creature.Index(), started, run.N)
		}
	}
	stacks := b.Stacks()
	for i := range stacks {
		s := &stacks[i]
		switch top := s.Top(); {
		case top == nil:
		case !top.Mixed():
			t.creatures.For(s.Side(), top.Index(), survived, top.Count())
		default:
			for card := top; card != nil; card = card.Under() {
				t.creatures.For(s.Side(), card.Index(), survived, 1)
			}
		}
	}
	t.Book.Count(int(b.Result().Ending))
}

// Hear makes it a Listener.
func (t *Tally) Hear(_ engine.Seats, e engine.Event) {
	switch e.What {
	case heroes.Struck:
		last := t.battle.Last()
		t.did(last.By, attacks, 1)
		if last.Hit {
			t.did(last.By, hits, 1)
		}
		t.cause(last)
		t.Read()
	case heroes.Killed:
		price := t.battle.Game().Creatures[e.N].Cost
		if stacks := t.battle.Stacks(); e.Who >= 0 {
			t.did(&stacks[e.Who], kills, 1)
			t.did(&stacks[e.Who], cost, price)
		} else { // a kill without a stack counts for the other side
			side := 1 - stacks[e.Whom].Side()
			t.kills.For(side, t.nobody(), kills, 1)
			t.kills.For(side, t.nobody(), cost, price)
		}
	}
}

// did counts an action of a stack, for its top card.
func (t *Tally) did(s *heroes.Stack, what, n int) {
	row := t.nobody()
	if top := s.Top(); top != nil { // else a script has destroyed it in the act
		row = top.Index()
	}
	t.kills.For(s.Side(), row, what, n)
}

// nobody returns the row for kills that no living stack made.
func (t *Tally) nobody() int { return len(t.battle.Game().Creatures) }

// cause counts what the terms did to a strike. How it would have ended without a
// term is unknown for a sure hit, which rolls no die under some rules, and where a
// script decided whatever the scores.
func (t *Tally) cause(s heroes.Strike) {
	var reaches func(die int, totals []int) bool
	if s.Hit == (s.Die >= s.Need) && (t.battle.Game().Rules.SureHitsRoll || s.Need > 1) {
		reaches = func(die int, totals []int) bool { return die >= totals[1]-totals[0] }
	}
	t.Causes.Add(s.Hit, s.Die, reaches, s.Attack, s.Defense)
}
