package sorcerymods

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns what the tests of mods have of sorcery.
func testTables(lib *library.Library) modhost.TestTables[*sorcery.Battle, about] {
	return modhost.TestTables[*sorcery.Battle, about]{
		Setup:  setupFunctions(lib),
		Skip:   modhost.SkipToQuestion[*sorcery.Battle, about]("to charge with no unit, to leave the array as it is, and to stay", `"attacker withdraws"`),
		Find:   findFunctions(),
		Expect: scoreFunctions(),
		Stage:  func() modhost.Stage[*sorcery.Battle] { return &stage{lib: lib} },
		Player: players.Greedy{},
		Covers: func(scripting.Registration) string { return "" },
	}
}

// A stage is the battle of one test.
type stage struct {
	lib   *library.Library
	setup sorcery.Setup
	war   *sorcery.Campaign // in place of setup
	throw *sorcery.Throw    // the last
}

func stageOf(t *trial) *stage { return t.Stage.(*stage) }

// Battle makes the battle.
func (s *stage) Battle() (*sorcery.Battle, error) {
	switch {
	case s.war != nil:
		return sorcery.NewCampaign(sorcerydata.Game(s.lib), *s.war)
	case len(s.setup.Armies[sorcery.Attacker]) == 0:
		return nil, errors.New(`there is no battle yet: begin with armies("2 elf-archers, elf-lord", "3 orcs")`)
	}
	return sorcery.NewBattle(sorcerydata.Game(s.lib), s.setup)
}

// Hear keeps the last throw.
func (s *stage) Hear(b *sorcery.Battle, e engine.Event, _ func(string)) {
	switch e.What {
	case sorcery.Rolled, sorcery.Checked, sorcery.Reacted:
		last := b.Last()
		s.throw = &last
	}
}

// setupFunctions say what is fought, before the battle begins.
func setupFunctions(lib *library.Library) []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	// with is one that changes the setup.
	with := func(name, doc string, params []scripting.Field, do func(s *sorcery.Setup, args []scripting.Value) error) scripting.Function {
		return modhost.Before(name, doc, params, func(t *trial, args []scripting.Value) error { return do(&stageOf(t).setup, args) })
	}
	return []scripting.Function{
		with("armies", "Which armies meet, from left to right in the array.",
			[]scripting.Field{
				modhost.Param("attacker", text, `as everywhere: "4 orcs, orc-captain"; a star after an id for demoralised units, a tilde for those that came over water, wounds in brackets`),
				modhost.Param("defender", text, "the other one"),
			},
			func(s *sorcery.Setup, args []scripting.Value) error {
				for side := range sorcery.Seats {
					army, err := sorcerydata.ParseArmy(lib, args[side].Text())
					if err != nil {
						return fmt.Errorf("%s: %w", sorcery.SideName(side), err)
					}
					s.Armies[side] = army
				}
				return nil
			}),
		modhost.Before("scenario", "Takes armies, hexes and all else from a scenario; what is said after it changes that, but for a campaign.", []scripting.Field{modhost.Param("id", text, "its id")},
			func(t *trial, args []scripting.Value) error {
				scenario, err := lib.Scenario(args[0].Text())
				if err != nil {
					return err
				}
				switch setup := scenario.Setup.(type) {
				case sorcery.Campaign:
					stageOf(t).war = &setup
				case sorcery.Setup:
					setup.Neighbors = slices.Clone(setup.Neighbors)
					stageOf(t).setup = setup
				}
				return nil
			}),
		with("terrain", "What the hex is of.", []scripting.Field{modhost.Param("terrain", text, `a terrain's id: "swamp"`)},
			func(s *sorcery.Setup, args []scripting.Value) error {
				terrain, err := sorcerydata.Terrain(lib, args[0].Text())
				if err == nil {
					s.Terrain = terrain.ID
				}
				return err
			}),
		with("place", "What is special about the hex.", []scripting.Field{modhost.Param("place", text, `"narrow": a bridge or a tunnel (S7); "inside": inside a besieged place (S4)`)},
			func(s *sorcery.Setup, args []scripting.Value) error {
				switch word := args[0].Text(); word {
				case "narrow":
					s.Narrow = true
				case "inside":
					s.Inside = true
				default:
					return &engine.Unknown{What: "place", Word: word, Known: []string{"narrow", "inside"}}
				}
				return nil
			}),
		with("neighbor", "Another hex beside that which is fought for (S3.7).",
			[]scripting.Field{modhost.Param("hex", text, `as journals write it: "north", "south in forest closed" or "east of attacker water: 2 orcs, orc-captain"`)},
			func(s *sorcery.Setup, args []scripting.Value) error {
				n, err := sorcery.ReadNeighbor(args[0].Text(), func(id string) (*sorcery.Kind, error) { return sorcerydata.Unit(lib, id) })
				s.Neighbors = append(s.Neighbors, n)
				return err
			}),
		with("rounds", "After how many rounds the battle ends (S3.7).", []scripting.Field{modhost.Param("rounds", num, "from 1 to 1000000; as the rules say if not said")},
			func(s *sorcery.Setup, args []scripting.Value) (err error) {
				s.RoundLimit, err = modhost.Whole(args[0], "rounds", 1, 1_000_000)
				return err
			}),
	}
}

// findFunctions returns objects by name.
func findFunctions() []scripting.Function {
	text := scripting.TypeString
	return []scripting.Function{
		modhost.TestFunction("unit", "A unit by its name, wherever it is.", []scripting.Field{modhost.Param("name", text, `"a1", "d3"`)}, modhost.Returns(unitType, ""),
			func(t *trial, args []scripting.Value) (scripting.Value, error) {
				u, _, err := unitNamed(t, args[0])
				return unitValue(u), err
			}),
		modhost.TestFunction("standing", "The names of all that stand in the hex for a side: the array from left to right, then characters and monsters.", []scripting.Field{modhost.Param("side", text, `"attacker" or "defender"`)}, modhost.Returns(text, `"a1 a3"; empty for none`),
			func(t *trial, args []scripting.Value) (scripting.Value, error) {
				h, err := t.Host()
				if err != nil {
					return scripting.Nil, err
				}
				seats := seatNames(h.Battle)
				side := engine.Side(slices.Index(seats, args[0].Text()))
				if side < 0 {
					return scripting.Nil, &engine.Unknown{What: "side", Word: args[0].Text(), Known: seats}
				}
				var names []string
				for u := range h.Battle.Line(side) {
					names = append(names, h.Battle.Name(u))
				}
				for u := range h.Battle.Heads(side) {
					names = append(names, h.Battle.Name(u))
				}
				return scripting.String(strings.Join(names, " ")), nil
			}),
	}
}

func unitNamed(t *trial, name scripting.Value) (*sorcery.Unit, *sorcery.Battle, error) {
	h, err := t.Host()
	if err != nil {
		return nil, nil, err
	}
	u, err := h.Battle.UnitNamed(name.Text())
	return u, h.Battle, err
}

// scoreFunctions expect something of what is computed.
func scoreFunctions() []scripting.Function {
	// of expects something of a unit's score.
	of := func(name, doc string, score func(b *sorcery.Battle, u *sorcery.Unit) engine.Score) scripting.Function {
		return modhost.Doing(name, doc,
			[]scripting.Field{modhost.Param("unit", scripting.TypeString, "its name"), modhost.Param("want", scripting.TypeNumber, "points"), modhost.Optional("term", scripting.TypeString, "a part of one of its terms")},
			func(t *trial, args []scripting.Value) error {
				u, b, err := unitNamed(t, args[0])
				if err != nil {
					return err
				}
				var got engine.Score
				t.Looks(func() { got = score(b, u) })
				if err := modhost.WantTotal(got, args[1]); err != nil || args[2].IsNil() {
					return err
				}
				return modhost.WantTerm(got, args[2].Text())
			})
	}
	last := func(t *trial) (score engine.Score, err error) {
		if throw := stageOf(t).throw; throw != nil {
			return throw.Score, nil
		}
		return score, errors.New("nobody has rolled yet")
	}
	return []scripting.Function{
		of("expect_strength", "Fails unless the strength with which a unit inflicts losses, now and with all changes by scripts, is this number (S3.2).", (*sorcery.Battle).StrengthOf),
		of("expect_defense", "Fails unless the loss of a unit, now and with all changes by scripts, is this number (S3.5).", (*sorcery.Battle).DefenseOf),
		modhost.ExpectTotal("expect_total", "Fails unless the last throw is this number: the die of a side with its modifiers, the rating that a morale check was rolled against, the dice of a reinforcement.", "the number", last),
		modhost.ExpectTerm("Fails unless a term of that contains a text.", `"+1 archers"`, last),
	}
}
