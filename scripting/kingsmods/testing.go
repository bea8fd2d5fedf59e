package kingsmods

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns the functions for tests of mods for kings.
func testTables(lib *library.Library) modhost.TestTables[*kings.Battle] {
	return modhost.TestTables[*kings.Battle]{
		Setup:   setupFunctions(lib),
		Skip:    modhost.SkipToQuestion[*kings.Battle]("to play nothing, to lose what is listed first, and to stay", `"attacker retreats"`),
		Find:    findFunctions,
		Expect:  valueFunctions,
		Fixture: func() modhost.Fixture[*kings.Battle] { return &stage{lib: lib} },
		Covers: func(r scripting.Registration) string {
			if r.Name != "item" {
				return ""
			}
			ability, err := abilityOf(lib, r)
			if err != nil {
				return ""
			}
			return itemUse(ability)
		},
	}
}

// itemUse returns the name of an ability's items in the coverage.
func itemUse(a *kings.Ability) string { return "item " + a.ID }

// A stage is the battle of one test.
type stage struct {
	lib   *library.Library
	setup kings.Setup
	roll  *kings.Throw // the last
}

// Battle makes the battle.
func (s *stage) Battle() (engine.Story, error) {
	if len(s.setup.Sides) == 0 {
		return nil, errors.New(`there is no battle yet: begin with armies("troll, 2 goblins", "white-bear")`)
	}
	return kings.NewBattle(gameOf(s.lib), s.setup)
}

// Hear keeps the last roll, and reports used items.
func (s *stage) Hear(b *kings.Battle, e engine.Event, used func(string)) {
	switch e.What {
	case kings.Rolled:
		last := b.Last()
		s.roll = &last
	case kings.ItemPlayed:
		for _, a := range b.Counter(int(e.Who)).Thing().Abilities {
			used(itemUse(a))
		}
	}
}

// setupFunctions returns the functions that set up the battle before it begins.
func setupFunctions(lib *library.Library) []modhost.Function {
	return []modhost.Function{
		modhost.Before("armies", "Sets the armies: the attackers in turn order, then the defender.", func(s *stage, a struct {
			Attacker string  `doc:"the first attacker's counters: \"troll, 2 goblins, city\""`
			Second   string  `doc:"the next army; the last army is the defender's"`
			Third    *string `lua:"third?" doc:"the next army"`
			Fourth   *string `lua:"fourth?" doc:"the next army"`
		}) error {
			var sides []kings.SideSetup
			for i, text := range []*string{&a.Attacker, &a.Second, a.Third, a.Fourth} {
				if text == nil {
					break
				}
				army, err := kingsdata.ParseArmy(lib, *text)
				if err != nil {
					return fmt.Errorf("army %d: %w", i+1, err)
				}
				sides = append(sides, kings.SideSetup{Army: army})
			}
			s.setup.Sides = sides
			return nil
		}),
		modhost.Before("scenario", "Takes armies, hexes and everything else from a scenario. Calls after it may change parts of it.", func(s *stage, a struct {
			Scenario *library.Scenario `lua:"id" doc:"its id"`
		}) error {
			s.setup = a.Scenario.Setup.(kings.Setup)
			s.setup.Sides, s.setup.Neighbors = slices.Clone(s.setup.Sides), slices.Clone(s.setup.Neighbors)
			return nil
		}),
		modhost.Before("items", "Gives a side magic items that it holds and may play (K1.2).", func(s *stage, a struct {
			Side  string     `doc:"\"attacker\", \"attacker2\", \"attacker3\" or \"defender\": a side that has an army"`
			Items kings.Army `doc:"the items: \"talisman, sword\""`
		}) error {
			seat, err := s.seat(a.Side)
			if err == nil {
				s.setup.Sides[seat].Items = a.Items
			}
			return err
		}),
		modhost.Before("terrain", "Sets the terrain of the hex.", func(s *stage, a struct {
			Terrain *kingsdata.Terrain `doc:"the id of the terrain: \"swamp\""`
		}) error {
			s.setup.Terrain = a.Terrain.ID
			return nil
		}),
		modhost.Before("unexplored", "Makes the hex unexplored: no side owned it, and its own inhabitants defend it (K1.1).", func(s *stage, _ struct{}) error {
			s.setup.Unexplored = true
			return nil
		}),
		modhost.Before("neighbor", "Adds a hex adjacent to the hex of the battle (K4.2).", func(s *stage, a struct {
			Name    string     `doc:"its name, a word: \"north\""`
			Owner   string     `doc:"the side that controls it: its name, or \"nobody\""`
			Army    kings.Army `lua:"army?" doc:"the counters that its owner has in it"`
			Enemies bool       `lua:"enemies?" doc:"whether enemies of its owner stand in it, too"`
		}) (err error) {
			n := kings.Neighbor{Name: a.Name, Owner: -1, Army: a.Army, Enemies: a.Enemies}
			if a.Owner != "nobody" {
				n.Owner, err = s.seat(a.Owner)
			}
			s.setup.Neighbors = append(s.setup.Neighbors, n)
			return err
		}),
		modhost.Before("rounds", "Sets the round limit of the battle (K1.2).", func(s *stage, a struct {
			Rounds int `range:"1..1000000" doc:"the number of rounds, from 1 to 1000000; without this call the limit of the rules"`
		}) error {
			s.setup.RoundLimit = a.Rounds
			return nil
		}),
	}
}

// seat returns the seat of a side's name.
func (s *stage) seat(name string) (engine.Side, error) { return seatOf(s.setup, name) }

func seatOf(setup kings.Setup, name string) (engine.Side, error) {
	names := setup.SeatNames()
	if len(names) == 0 {
		return 0, errors.New("there are no sides yet: begin with armies(...) or scenario(...)")
	}
	seat, err := engine.Index("side", name, names)
	return engine.Side(seat), err
}

// findFunctions returns the functions that find objects by name.
var findFunctions = []modhost.Function{
	modhost.Find("counter", "Returns the counter or item with a name, wherever it is.", "", func(b *kings.Position, a struct {
		Name string `doc:"its name: \"a1\", \"d3\"; items are numbered after the army"`
	}) (*kings.Counter, error) {
		return b.CounterNamed(a.Name)
	}),
	modhost.Find("standing", "Lists the names of a side's counters that stand in the hex and fight, in the order of listings.", `"a1 a3"; empty for none`, func(b *kings.Position, a struct {
		Side string `doc:"the side: \"attacker\", \"defender\""`
	}) (string, error) {
		side, err := seatOf(*b.Setup(), a.Side)
		var names []string
		for c := range b.Of(side) {
			if c.Stands() {
				names = append(names, b.Name(c))
			}
		}
		return strings.Join(names, " "), err
	}),
}

// valueFunctions returns the functions that check the value of the last roll.
var valueFunctions = []modhost.Function{
	modhost.ExpectTotal("expect_value", "Fails unless the last die to hit was rolled against this value.", "the value", lastValue),
	modhost.ExpectTerm("Fails unless a term of that value contains a text.", `"-1 hits taken"`, lastValue),
}

func lastValue(t *trial) (value engine.Score, err error) {
	if roll := t.Fixture.(*stage).roll; roll != nil {
		return roll.Value, nil
	}
	return value, errors.New("no die has been rolled yet")
}
