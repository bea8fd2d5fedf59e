package kingsview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/sim"
)

// Frontend connects the rule system kings to the program.
type Frontend struct{ view.PlainFrontend }

var _ view.Weigher = Frontend{}

// Name returns the name of the game in mod.toml and in journals.
func (Frontend) Name() string { return "kings" }

// Words returns the words of the prompt for this game.
func (Frontend) Words() view.Words {
	return view.Words{
		Unit: "counter", UnitExample: "a1", UnitFacts: "value, marks, abilities, hits",
		Rule:     "K3.3",
		Seats:    "attackers and defender",
		Scenario: "burning-city", Answer: "lose",
		Odds: view.Command{
			Usage:   "[more|COUNTER|step|magic|ranged|melee]",
			Text:    "exact odds: of a counter's dice, with the reasons; of all dice of a step; or, without arguments, the chance to win after each answer; more looks longer still",
			Example: "odds melee",
		},
		Manual: "If the question is for a counter, its name alone is an answer: a3. Names of the attackers' counters begin with a, b and c, of the defender's with d. A die hits if it shows the value or less. On the board + and - mark values above and below the printed ones, . marks counters that have rolled in this round, and > the counter whose die is asked. 1 of 2 means that a building can still take one of two hits; the number of hits that a side can take is shown beside its name. In the list of options, answers that greedy ranks lower may have another number in place of a chance: loses is the number of hits in a round that a side loses with the counter: twice as many if it has not rolled yet, and half a hit more for the hit that it can no longer take. guess estimates the chance to win from the hits that both sides score and can take.",
	}
}

// New returns the view of a match's battle.
func (Frontend) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := New(lib, m, b.(*kings.Battle))
	return &view.View{Seating: v, Teller: v, Drawn: v, Namer: v, Questioner: v, Staging: v, Adviser: v, Guide: v}
}

// NewTally returns a tally of the battles that b plays at t.
func (Frontend) NewTally(b engine.Story, t *engine.Table, _ []string) sim.Tally {
	return NewTally(b.(*kings.Battle), t)
}

// NamesUnit reports whether a word is the name of a counter. No scenario has such
// a name.
func (Frontend) NamesUnit(word string) bool { return view.NamesUnit(letters, word) }

// The flags with which a battle is typed, besides those of the sides.
const (
	itemsFlag     = "items"
	terrainFlag   = "terrain"
	hexFlag       = "hex"
	neighborsFlag = "neighbors"
)

// The values of hexFlag.
const (
	owned      = "owned"
	unexplored = "unexplored"
)

// Flags returns the flags that describe a battle.
func (Frontend) Flags() []view.Flag {
	return []view.Flag{
		{Name: "attacker", Usage: "the attacker's `army`, instead of the scenario's", Whole: true},
		{Name: "attacker2", Usage: "the `army` of a second attacker"},
		{Name: "attacker3", Usage: "the `army` of a third attacker"},
		{Name: "defender", Usage: "the defender's `army`, instead of the scenario's", Whole: true},
		{Name: itemsFlag, Usage: "the magic `items` of each side, such as \"attacker: talisman, bow; defender: golem\""},
		{Name: terrainFlag, Usage: "the `terrain` of the hex"},
		{Name: hexFlag, Usage: "owned, or unexplored if its own inhabitants defend it", Completion: []string{owned, unexplored}},
		{Name: neighborsFlag, Usage: "the adjacent `hexes`, such as \"north of attacker: 2 elves-2; south of defender\""},
	}
}

// Setup replaces the parts of a scenario's set-up that are typed.
func (Frontend) Setup(lib *library.Library, base engine.Setup, typed map[string]string) (engine.Setup, error) {
	setup, ok := base.(kings.Setup)
	if !ok {
		setup.Sides = make([]kings.SideSetup, 2)
	}
	setup.Sides, setup.Neighbors = slices.Clone(setup.Sides), slices.Clone(setup.Neighbors)
	t := typist{lib, typed, &setup}
	for _, read := range []func() error{t.armies, t.items, t.hex, t.neighbors} {
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
	setup *kings.Setup
}

// armies reads the armies of the sides, and those that join a scenario's.
func (t typist) armies() error {
	for _, name := range []string{"attacker", "attacker2", "attacker3", "defender"} {
		var army kings.Army
		if err := view.ReadFlag(t.typed, name, t.army, &army); err != nil {
			return err
		}
		if t.typed[name] == "" {
			continue
		}
		side := slices.Index(t.setup.SeatNames(), name)
		if side < 0 {
			side = t.join()
			if seat := t.setup.SeatNames()[side]; seat != name {
				return fmt.Errorf("--%s: there is no %s", name, seat)
			}
		}
		t.setup.Sides[side].Army = army
	}
	return nil
}

func (t typist) army(text string) (kings.Army, error) { return kingsdata.ParseArmy(t.lib, text) }

// join adds an attacker after the others and returns its seat.
func (t typist) join() int {
	side := len(t.setup.Sides) - 1
	t.setup.Sides = slices.Insert(t.setup.Sides, side, kings.SideSetup{})
	for i := range t.setup.Neighbors {
		if hex := &t.setup.Neighbors[i]; int(hex.Owner) == side {
			hex.Owner++ // the defender's
		}
	}
	return side
}

func (t typist) items() error {
	for _, part := range view.Parts(t.typed[itemsFlag]) {
		who, what, ok := strings.Cut(part, ":")
		names := t.setup.SeatNames()
		side := slices.Index(names, strings.TrimSpace(who))
		switch {
		case !ok:
			return fmt.Errorf("--%s: %q is not as in \"attacker: talisman, bow\"", itemsFlag, part)
		case side < 0:
			return fmt.Errorf("--%s: %w", itemsFlag, &engine.Unknown{What: "side", Word: strings.TrimSpace(who), Known: names})
		}
		items, err := t.army(strings.TrimSpace(what))
		if err != nil {
			return fmt.Errorf("--%s: %s: %w", itemsFlag, names[side], err)
		}
		t.setup.Sides[side].Items = items
	}
	return nil
}

// hex reads the hex.
func (t typist) hex() error {
	if err := view.ReadFlag(t.typed, terrainFlag, func(id string) (string, error) { return terrains.Short(t.lib, id) }, &t.setup.Terrain); err != nil {
		return err
	}
	if word := t.typed[hexFlag]; word != "" {
		if word != owned && word != unexplored {
			return fmt.Errorf("--%s: %w", hexFlag, &engine.Unknown{What: "hex", Word: word, Known: []string{owned, unexplored}})
		}
		t.setup.Unexplored = word == unexplored
	}
	return nil
}

// neighbors reads the adjacent hexes.
func (t typist) neighbors() error {
	return view.ReadFlags(t.typed, neighborsFlag, t.neighbor, &t.setup.Neighbors)
}

// neighbor reads an adjacent hex, in the form of a journal's header.
func (t typist) neighbor(text string) (kings.Neighbor, error) {
	return kings.ReadNeighbor(text, t.setup.SeatNames(), func(id string) (*kings.Thing, error) { return kingsdata.Thing(t.lib, id) })
}

// Describe says a set-up in lines.
func (Frontend) Describe(setup engine.Setup) (lines []string) {
	s := setup.(kings.Setup)
	add := func(what, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-11s%s", what, fmt.Sprintf(format, args...)))
	}
	names := s.SeatNames()
	for i, side := range s.Sides {
		add(names[i]+":", "%s (value %d)", side.Army, side.Army.Value())
		if len(side.Items) > 0 {
			add("", "holds %s", side.Items)
		}
	}
	hex := cmp.Or(s.Terrain, "any terrain")
	if s.Unexplored {
		hex += ", unexplored: its inhabitants defend it"
	}
	add("hex:", "%s", hex)
	for i, n := range s.Neighbors {
		what, owner, text := "", "nobody", ""
		if i == 0 {
			what = "adjacent:"
		}
		if n.Owner >= 0 {
			owner = names[n.Owner]
		}
		if len(n.Army) > 0 {
			text = ": " + n.Army.String()
		}
		if n.Enemies {
			text += ", beset by enemies"
		}
		add(what, "%s of %s%s", n.Name, owner, text)
	}
	if s.RoundLimit > 0 {
		add("rounds:", "%d at most", s.RoundLimit)
	}
	return lines
}
