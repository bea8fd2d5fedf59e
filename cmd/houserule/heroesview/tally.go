package heroesview

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/chain"
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
type Tally struct {
	battle *heroes.Position
	watch  *view.Watch
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

// nobody is the row of kills that no living stack made. It is no creature's id.
const nobody = "(nobody)"

// NewTally returns a tally of the battles that b plays at t.
func NewTally(b *heroes.Battle, t *engine.Table) *Tally {
	w := view.NewWatch(b, t)
	creature := func(row int) string {
		if all := b.Game().Creatures; row < len(all) {
			return all[row].ID
		}
		return nobody
	}
	return &Tally{
		battle: &b.Position, watch: w, causes: view.NewCauses(w.Ledger()),
		creatures: view.NewCells(w.Ledger(), "creatures", 2*fates, creature),
		endings:   view.NewCells(w.Ledger(), "endings", 3, func(row int) string { return endingWords[row] }),
		kills:     view.NewCells(w.Ledger(), "kills", 2*duels, creature),
	}
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
	t.watch.Count()
}

// Watch makes the tally listen to the battles from now on, or restores the table as it
// was before.
func (t *Tally) Watch(on bool) { t.watch.Watch(on, t) }

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
		t.watch.Read()
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

// did counts what a stack did, for its top card.
func (t *Tally) did(s *heroes.Stack, what, n int) {
	row := t.nobody()
	if top := s.Top(); top != nil { // else a script has destroyed it in the act
		row = top.Index()
	}
	t.kills.Add(row, int(s.Side())*duels+what, n)
}

// nobody is the row of no creature.
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

// Ledger is what the tally counts in.
func (t *Tally) Ledger() *chain.Ledger { return t.watch.Ledger() }

// Counts returns the tables, always the same ones.
func (t *Tally) Counts() []sim.Table {
	seats := t.battle.Setup().SeatNames()
	return sim.Fill(t.Ledger(),
		view.NewTable("creatures", view.SeatColumns(seats, "started", "survived")...),
		view.NewTable("endings", view.EndColumns(seats)...),
		t.watch.Disabled(),
		view.NewTable("kills", view.SeatColumns(seats, "attacks", "hits", "kills", "killed cost")...),
		t.causes.Table(),
		t.watch.Hooks())
}
