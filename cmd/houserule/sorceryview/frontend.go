package sorceryview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sim"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Frontend connects the rule system sorcery to the program.
type Frontend struct{ view.PlainFrontend }

var _ view.Weigher = Frontend{}

// Name returns the name of the game in mod.toml and in journals.
func (Frontend) Name() string { return "sorcery" }

// Words returns the words of the prompt for this game.
func (Frontend) Words() view.Words {
	return view.Words{
		Unit: "unit", UnitExample: "a1", UnitFacts: "strength, loss, morale, classes, abilities; in a campaign also about a hex: show 0304",
		Rule:     "S3.4",
		Seats:    "attacker and defender",
		Scenario: "long-meadow", Answer: "charge", First: "first-muster",
		Odds: view.Command{
			Usage:   "[more|round [ANSWER]|UNIT|react|breach|assault|supply]",
			Text:    "exact odds: of the combat round, after ANSWER if given; of a unit in that round; of dice on the map: react, breach, assault or supply, and a hex; or, without arguments, the chance to win after each answer; more looks longer still",
			Example: "odds round",
		},
		Manual: "If the question is for a unit or a number, that alone is an answer: a3. Names of the attacker's units begin with a, of the defender's with d, and in a campaign with the first letter of the side: w3. The rows of an array, from top to bottom, are its units from left to right: losses come off the top. Strength is the strength with which a unit inflicts losses, loss is the loss that eliminates it, and morale is the highest die with which it passes a check; + and - mark strengths above and below the printed ones. In the list of options, answers that greedy ranks lower may have another number in place of a chance: takes is the loss that a unit takes for each point that it inflicts, and guess estimates the chance to win from the strength of both sides.",
	}
}

// New returns the view of a match's battle.
func (Frontend) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := New(lib, m, b.(*fight.Battle))
	return &view.View{Seating: v, Teller: v, Drawn: v, Namer: v, Questioner: v, Staging: v, Adviser: v, Guide: v, Veil: v, Looks: v.looks(), Orders: v.ordersNaming}
}

// NewTally returns a tally of the battles that b plays at t.
func (Frontend) NewTally(b engine.Story, t *engine.Table, _ []string) sim.Tally {
	return NewTally(b.(*fight.Battle), t)
}

// NamesUnit reports whether a word is the name of a unit. No scenario has such a name.
func (Frontend) NamesUnit(word string) bool { return view.NamesUnit(letters, word) }

// The flags with which a battle is typed, besides those of the sides.
const (
	terrainFlag   = "terrain"
	placeFlag     = "place"
	neighborsFlag = "neighbors"
)

// The words of placeFlag.
const (
	narrow = "narrow"
	inside = "inside"
)

// Flags returns the flags that describe a battle.
func (Frontend) Flags() []view.Flag {
	return []view.Flag{
		{Name: "attacker", Usage: "the attacker's `army`, instead of the scenario's", Whole: true},
		{Name: "defender", Usage: "the defender's `army`, instead of the scenario's", Whole: true},
		{Name: terrainFlag, Usage: "the `terrain` of the hex"},
		{Name: placeFlag, Usage: "narrow for a bridge or tunnel, inside for a besieged place, or both: \"narrow inside\"", Completion: []string{narrow, inside}},
		{Name: neighborsFlag, Usage: "the adjacent `hexes`, such as \"north in forest; south of defender water: 2 orc-archers\""},
	}
}

// Setup replaces the parts of a scenario's set-up that are typed.
func (Frontend) Setup(lib *library.Library, base engine.Setup, typed map[string]string) (engine.Setup, error) {
	if c, ok := base.(sorcery.Campaign); ok {
		for _, flag := range (Frontend{}).Flags() {
			if typed[flag.Name] != "" {
				return nil, fmt.Errorf("--%s: the scenario is a campaign: its armies and its map are in its file", flag.Name)
			}
		}
		return c, nil
	}
	setup, _ := base.(fight.Setup)
	setup.Neighbors = slices.Clone(setup.Neighbors)
	t := typist{lib, typed, &setup}
	for _, read := range []func() error{t.armies, t.hex, t.neighbors} {
		if err := read(); err != nil {
			return setup, err
		}
	}
	return setup, nil
}

// A typist writes typed values into a set-up.
type typist struct {
	lib   *library.Library
	typed map[string]string
	setup *fight.Setup
}

// armies reads the armies of the sides.
func (t typist) armies() error {
	for side, name := range t.setup.SeatNames() {
		if err := view.ReadFlag(t.typed, name, t.army, &t.setup.Armies[side]); err != nil {
			return err
		}
	}
	return nil
}

func (t typist) army(text string) (fight.Army, error) { return sorcerydata.ParseArmy(t.lib, text) }

// hex reads the hex.
func (t typist) hex() error {
	if err := view.ReadFlag(t.typed, terrainFlag, func(id string) (string, error) { return terrains.Short(t.lib, id) }, &t.setup.Terrain); err != nil {
		return err
	}
	words := strings.Fields(t.typed[placeFlag])
	if len(words) > 0 {
		t.setup.Narrow, t.setup.Inside = false, false
	}
	for _, word := range words {
		switch word {
		case narrow:
			t.setup.Narrow = true
		case inside:
			t.setup.Inside = true
		default:
			return fmt.Errorf("--%s: %w", placeFlag, &engine.Unknown{What: "word", Word: word, Known: []string{narrow, inside}})
		}
	}
	return nil
}

// neighbors reads the adjacent hexes.
func (t typist) neighbors() error {
	return view.ReadFlags(t.typed, neighborsFlag, t.neighbor, &t.setup.Neighbors)
}

// neighbor reads an adjacent hex, in the form of a journal's header.
func (t typist) neighbor(text string) (fight.Neighbor, error) {
	n, err := fight.ReadNeighbor(text, func(id string) (*fight.Kind, error) { return sorcerydata.Unit(t.lib, id) })
	if err == nil {
		n.Terrain, err = terrains.Short(t.lib, n.Terrain)
	}
	return n, err
}

// Describe says a set-up in lines.
func (f Frontend) Describe(setup engine.Setup) (lines []string) {
	s, ok := setup.(fight.Setup)
	if !ok {
		return f.PlainFrontend.Describe(setup)
	}
	add := func(what, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-10s%s", what, fmt.Sprintf(format, args...)))
	}
	for side, name := range s.SeatNames() {
		add(name+":", "%s", s.Armies[side])
	}
	hex := cmp.Or(s.Terrain, "any terrain")
	if s.Narrow {
		hex += ", narrow"
	}
	if s.Inside {
		hex += ", inside a besieged place"
	}
	add("hex:", "%s", hex)
	for i, n := range s.Neighbors {
		what := ""
		if i == 0 {
			what = "adjacent:"
		}
		add(what, "%s", n)
	}
	if s.RoundLimit > 0 {
		add("rounds:", "%d at most", s.RoundLimit)
	}
	return lines
}
