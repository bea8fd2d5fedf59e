package heroesview

import (
	"sync/atomic"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/sim"
)

// Frontend connects the rule system heroes to the program.
type Frontend struct{}

var (
	_ view.Weigher = Frontend{}
	_ view.Driver  = Frontend{}
)

// Name returns the name of the game in mod.toml and in journals.
func (Frontend) Name() string { return "heroes" }

// Words returns the words of the prompt for this game.
func (Frontend) Words() view.Words {
	return view.Words{
		Unit: "stack", UnitExample: "a1", UnitFacts: "cards, numbers, abilities",
		Rule:     "H2.3",
		Seats:    "aggressor and defender",
		Scenario: "siege", Answer: "attack", First: "golem-wall",
		Odds: view.Command{
			Usage:   "[more|STACK [[attack|shoot|cast SPELL] STACK [swat N]]]",
			Text:    "exact odds: of an attack, with the reasons; of all options of a stack; or, without arguments, the chance to win after each answer; more looks longer still",
			Example: "odds a1 d2 swat 2",
		},
		Manual: "You can name the acting stack first: a1 attack d1. On the board + and - mark numbers above and below those on the cards, > marks the acting stack, and on narrow screens . marks stacks that have acted.",
	}
}

// New returns the view of a match's battle.
func (Frontend) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := New(lib, m, b.(*heroes.Battle))
	return &view.View{Seating: v, Teller: v, Drawn: v, Namer: v, Questioner: v, Staging: v, Adviser: v, Guide: v}
}

// NewTally returns a tally of the battles that b plays at t.
func (Frontend) NewTally(b engine.Story, t *engine.Table, _ []string) sim.Tally {
	return NewTally(b.(*heroes.Battle), t)
}

// Play returns a function that plays b at t. It calls the battle itself, not
// through an interface, which matters where a battle takes a microsecond.
func (Frontend) Play(b engine.Story, t *engine.Table) func(stopped *atomic.Bool) {
	battle := b.(*heroes.Battle)
	return func(stopped *atomic.Bool) {
		battle.Begin(t)
		for !battle.Over() && t.Err() == nil && !stopped.Load() {
			battle.Step()
		}
	}
}

// NamesUnit reports whether a word is the name of a stack. No scenario has such a name.
func (Frontend) NamesUnit(word string) bool { return view.NamesUnit(letters, word) }

// Quick returns the players that answer fast enough for every state of a battle.
func (Frontend) Quick() []string { return []string{"random", "reference", "greedy"} }

// Flags returns the flags that describe a battle.
func (Frontend) Flags() []view.Flag {
	return []view.Flag{
		{Name: "aggressor", Usage: "the aggressor's `army`, instead of the scenario's", Whole: true},
		{Name: "defender", Usage: "the defender's `army`, instead of the scenario's", Whole: true},
		{Name: "walls", Usage: "the defender's town: none, intact, breached or sacked, instead of the scenario's", Completion: []string{"none", "intact", "breached", "sacked"}},
	}
}

// Setup replaces the armies and walls of a scenario with typed ones.
func (Frontend) Setup(lib *library.Library, base engine.Setup, typed map[string]string) (engine.Setup, error) {
	setup, ok := base.(heroes.Setup)
	if !ok {
		for side := range setup.Sides {
			setup.Sides[side].Town = heroes.NoTownNear
		}
	}
	army := func(text string) (heroes.Army, error) { return heroesdata.ParseArmy(lib, text) }
	for side, name := range setup.SeatNames() {
		if err := view.ReadFlag(typed, name, army, &setup.Sides[side].Army); err != nil {
			return setup, err
		}
	}
	return setup, view.ReadFlag(typed, "walls", heroes.ParseWalls, &setup.Walls)
}
