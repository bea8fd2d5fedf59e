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
	causes *view.Causes

	creatures, endings, kills *view.Cells
}

// The columns of a side in the table of creatures, and their number.
const (
	started = iota
	survived
	fates
)

// The columns of a side in the table of kills, and their number.
const (
	attacks = iota
	hits
	kills
	cost
	duels
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
			return all[row].ID
		}
		return nobody
	}
	tally, seats := &Tally{battle: &b.Position}, b.Setup().SeatNames()
	w := view.NewBook(b, t, tally)
	tally.Book = w
	tally.creatures = w.Cells("creatures", creature, view.SeatColumns(seats, "started", "survived")...)
	tally.endings = w.Cells("endings", func(row int) string { return endingWords[row] }, view.EndColumns(seats)...)
	w.Disabled()
	tally.kills = w.Cells("kills", creature, view.SeatColumns(seats, "attacks", "hits", "kills", "killed cost")...)
	tally.causes = view.NewCauses(w.Tables)
	w.Hooks()
	return tally
}

// Count counts the battle that has just ended.
func (t *Tally) Count() {
	b := t.battle
	result := b.Result()
	t.endings.Add(int(result.Ending), view.EndColumn(result.Winner, b.Seats()), 1)
	for side, s := range b.Setup().Sides {
		for _, line := range s.Army {
			for _, pile := range line {
				for _, run := range pile {
					t.creatures.Add(run.Creature.Index(), side*fates+started, run.N)
				}
			}
		}
	}
	stacks := b.Stacks()
	for i := range stacks {
		s := &stacks[i]
		column := int(s.Side())*fates + survived
		switch top := s.Top(); {
		case top == nil:
		case !top.Mixed():
			t.creatures.Add(top.Index(), column, top.Count())
		default:
			for card := top; card != nil; card = card.Under() {
				t.creatures.Add(card.Index(), column, 1)
			}
		}
	}
	t.Book.Count()
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
			t.kills.Add(t.nobody(), int(side)*duels+kills, 1)
			t.kills.Add(t.nobody(), int(side)*duels+cost, price)
		}
	}
}

// did counts an action of a stack, for its top card.
func (t *Tally) did(s *heroes.Stack, what, n int) {
	row := t.nobody()
	if top := s.Top(); top != nil { // else a script has destroyed it in the act
		row = top.Index()
	}
	t.kills.Add(row, int(s.Side())*duels+what, n)
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
	t.causes.Add(s.Hit, s.Die, reaches, s.Attack, s.Defense)
}
