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
	"houserule/engine/players"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns what the tests of mods have of kings.
func testTables(lib *library.Library) modhost.TestTables[*kings.Battle, about] {
	return modhost.TestTables[*kings.Battle, about]{
		Setup:  setupFunctions(lib),
		Skip:   modhost.SkipToQuestion[*kings.Battle, about]("to play nothing, to lose what is listed first, and to stay", `"attacker retreats"`),
		Find:   findFunctions(),
		Expect: valueFunctions(),
		Stage:  func() modhost.Stage[*kings.Battle] { return &stage{lib: lib} },
		Player: players.Greedy{},
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

// itemUse returns what the coverage calls the items of an ability.
func itemUse(a *kings.Ability) string { return "item " + a.ID }

// A stage is the battle of one test.
type stage struct {
	lib   *library.Library
	setup kings.Setup
	roll  *kings.Throw // the last
}

func stageOf(t *trial) *stage { return t.Stage.(*stage) }

// Battle makes the battle.
func (s *stage) Battle() (*kings.Battle, error) {
	if len(s.setup.Sides) == 0 {
		return nil, errors.New(`there is no battle yet: begin with armies("troll, 2 goblins", "white-bear")`)
	}
	return kings.NewBattle(gameOf(s.lib), s.setup)
}

// Hear keeps the last roll, and tells of items.
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

// setupFunctions say what is fought, before the battle begins.
func setupFunctions(lib *library.Library) []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	side := modhost.Param("side", text, `"attacker", "attacker2", "attacker3" or "defender", of those that have armies`)
	return []scripting.Function{
		modhost.Before("armies", "Which armies meet: the attackers' in turn order, the defender's last.",
			[]scripting.Field{
				modhost.Param("attacker", text, `as everywhere: "troll, 2 goblins, city"`), modhost.Param("second", text, "the next one; the defender's, when it is the last"),
				modhost.Optional("third", text, "one more"), modhost.Optional("fourth", text, "and one more"),
			},
			func(t *trial, args []scripting.Value) error {
				var sides []kings.SideSetup
				for i, v := range args {
					if v.IsNil() {
						break
					}
					army, err := kingsdata.ParseArmy(lib, v.Text())
					if err != nil {
						return fmt.Errorf("army %d: %w", i+1, err)
					}
					sides = append(sides, kings.SideSetup{Army: army})
				}
				stageOf(t).setup.Sides = sides
				return nil
			}),
		modhost.Before("scenario", "Takes armies, hexes and all else from a scenario; what is said after it changes that.", []scripting.Field{modhost.Param("id", text, "its id")},
			func(t *trial, args []scripting.Value) error {
				s, err := lib.Scenario(args[0].Text())
				if err == nil {
					setup := s.Setup.(kings.Setup)
					setup.Sides, setup.Neighbors = slices.Clone(setup.Sides), slices.Clone(setup.Neighbors)
					stageOf(t).setup = setup
				}
				return err
			}),
		modhost.Before("items", "Magic items that a side holds, to be played (K1.2).", []scripting.Field{side, modhost.Param("items", text, `"talisman, sword"`)},
			func(t *trial, args []scripting.Value) error {
				seat, err := stageOf(t).seat(args[0].Text())
				if err == nil {
					stageOf(t).setup.Sides[seat].Items, err = kingsdata.ParseArmy(lib, args[1].Text())
				}
				return err
			}),
		modhost.Before("terrain", "What the hex is made of.", []scripting.Field{modhost.Param("terrain", text, `a terrain's id: "swamp"`)},
			func(t *trial, args []scripting.Value) error {
				terrain, err := kingsdata.TerrainNamed(lib, args[0].Text())
				if err == nil {
					stageOf(t).setup.Terrain = terrain.ID
				}
				return err
			}),
		modhost.Before("unexplored", "No side owned the hex: its own inhabitants defend it (K1.1).", nil,
			func(t *trial, _ []scripting.Value) error {
				stageOf(t).setup.Unexplored = true
				return nil
			}),
		modhost.Before("neighbor", "Another hex beside that which is fought for (K4.2).",
			[]scripting.Field{
				modhost.Param("name", text, `a word: "north"`), modhost.Param("owner", text, `the side that controls it: its name, or "nobody"`),
				modhost.Optional("army", text, "what its owner has there"), modhost.Optional("enemies", scripting.TypeBoolean, "whether enemies stand there, too"),
			},
			func(t *trial, args []scripting.Value) (err error) {
				s := stageOf(t)
				n := kings.Neighbor{Name: args[0].Text(), Owner: -1, Enemies: args[3].Bool()}
				if args[1].Text() != "nobody" {
					if n.Owner, err = s.seat(args[1].Text()); err != nil {
						return err
					}
				}
				if !args[2].IsNil() {
					n.Army, err = kingsdata.ParseArmy(lib, args[2].Text())
				}
				s.setup.Neighbors = append(s.setup.Neighbors, n)
				return err
			}),
		modhost.Before("rounds", "After how many rounds the battle ends (K1.2).", []scripting.Field{modhost.Param("rounds", num, "from 1 to 1000000; as the rules say if not said")},
			func(t *trial, args []scripting.Value) (err error) {
				stageOf(t).setup.RoundLimit, err = modhost.Whole(args[0], "rounds", 1, 1_000_000)
				return err
			}),
	}
}

// seat returns that of a side's name.
func (s *stage) seat(name string) (engine.Side, error) { return seatOf(s.setup, name) }

func seatOf(setup kings.Setup, name string) (engine.Side, error) {
	names := setup.SeatNames()
	if seat := slices.Index(names, name); seat >= 0 {
		return engine.Side(seat), nil
	}
	if len(names) == 0 {
		return 0, errors.New("there are no sides yet: begin with armies(...) or scenario(...)")
	}
	return 0, &engine.Unknown{What: "side", Word: name, Known: names}
}

// findFunctions returns objects by name.
func findFunctions() []scripting.Function {
	text := scripting.TypeString
	return []scripting.Function{
		modhost.TestFunction("counter", "A counter or an item by its name, wherever it is.", []scripting.Field{modhost.Param("name", text, `"a1", "d3"; items are listed after the army`)}, modhost.Returns(counterType, ""),
			func(t *trial, args []scripting.Value) (scripting.Value, error) {
				h, err := t.Host()
				if err != nil {
					return scripting.Nil, err
				}
				c, err := h.Battle.CounterNamed(args[0].Text())
				return counterValue(c), err
			}),
		modhost.TestFunction("standing", "The names of all counters that stand in the hex and fight for a side, as listed.", []scripting.Field{modhost.Param("side", text, `"attacker", "defender"`)}, modhost.Returns(text, `"a1 a3"; empty for none`),
			func(t *trial, args []scripting.Value) (scripting.Value, error) {
				h, err := t.Host()
				if err != nil {
					return scripting.Nil, err
				}
				side, err := seatOf(*h.Battle.Setup(), args[0].Text())
				var names []string
				for c := range h.Battle.Of(side) {
					if c.Stands() {
						names = append(names, h.Battle.Name(c))
					}
				}
				return scripting.String(strings.Join(names, " ")), err
			}),
	}
}

// valueFunctions expect something of the value of the last roll.
func valueFunctions() []scripting.Function {
	last := func(t *trial) (value engine.Score, err error) {
		if roll := stageOf(t).roll; roll != nil {
			return roll.Value, nil
		}
		return value, errors.New("nobody has rolled yet")
	}
	return []scripting.Function{
		modhost.ExpectTotal("expect_value", "Fails unless the last die to hit was rolled against this value.", "the value", last),
		modhost.ExpectTerm("Fails unless a term of that value contains a text.", `"-1 hits taken"`, last),
	}
}
