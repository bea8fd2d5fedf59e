package sorcerymods

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
)

// testTables returns the functions for tests of mods for sorcery.
func testTables(lib *library.Library) modhost.TestTables[*fight.Battle] {
	return modhost.TestTables[*fight.Battle]{
		Setup:   setupFunctions(lib),
		Skip:    modhost.SkipToQuestion[*fight.Battle]("no charge, no change of the array, and stay", `"attacker withdraws"`),
		Find:    findFunctions,
		Expect:  scoreFunctions,
		Fixture: func() modhost.Fixture[*fight.Battle] { return &stage{lib: lib} },
	}
}

// A stage is the battle of one test.
type stage struct {
	lib   *library.Library
	setup fight.Setup
	war   *sorcery.Campaign // instead of setup
	throw *fight.Throw      // the last
}

// Battle makes the battle.
func (s *stage) Battle() (engine.Story, error) {
	switch {
	case s.war != nil:
		return sorcery.NewCampaign(sorcerydata.Game(s.lib), *s.war)
	case len(s.setup.Armies[fight.Attacker]) == 0:
		return nil, errors.New(`there is no battle yet: begin with armies("2 elf-archers, elf-lord", "3 orcs")`)
	}
	return fight.NewBattle(sorcerydata.Game(s.lib).Game, s.setup)
}

// Hear keeps the last throw.
func (s *stage) Hear(b *fight.Battle, e engine.Event, _ func(string)) {
	switch e.What {
	case fight.Rolled, fight.Checked, fight.Reacted:
		last := b.Reading().Last()
		s.throw = &last
	}
}

// setupFunctions returns the functions that set up the battle before it begins.
func setupFunctions(lib *library.Library) []modhost.Function {
	return []modhost.Function{
		modhost.Before("armies", "Sets the armies, from left to right in the array.", func(s *stage, a struct {
			Attacker string `doc:"the attacker's units: \"4 orcs, orc-captain\"; after an id, a star marks demoralized units, a tilde units that came over water, and brackets hold wounds"`
			Defender string `doc:"the defender's units, in the same form"`
		}) (err error) {
			for side, text := range [...]string{a.Attacker, a.Defender} {
				if s.setup.Armies[side], err = sorcerydata.ParseArmy(lib, text); err != nil {
					return fmt.Errorf("%s: %w", fight.SideName(engine.Side(side)), err)
				}
			}
			return nil
		}),
		modhost.Before("scenario", "Takes armies, hexes and everything else from a scenario. Calls after it may change parts of a battle, but not of a campaign.", func(s *stage, a struct {
			Scenario *library.Scenario `lua:"id" doc:"its id"`
		}) error {
			switch setup := a.Scenario.Setup.(type) {
			case sorcery.Campaign:
				s.war = &setup
			case fight.Setup:
				setup.Neighbors = slices.Clone(setup.Neighbors)
				s.setup = setup
			}
			return nil
		}),
		modhost.Before("terrain", "Sets the terrain of the hex.", func(s *stage, a struct {
			Terrain *fight.Terrain `doc:"the id of the terrain: \"swamp\""`
		}) error {
			s.setup.Terrain = a.Terrain.ID
			return nil
		}),
		modhost.Before("place", "Sets the kind of place in which the battle is fought.", func(s *stage, a struct {
			Place string `doc:"\"narrow\": a bridge or a tunnel (S7); \"inside\": inside a besieged place (S4)"`
		}) error {
			switch a.Place {
			case "narrow":
				s.setup.Narrow = true
			case "inside":
				s.setup.Inside = true
			default:
				return &engine.Unknown{What: "place", Word: a.Place, Known: []string{"narrow", "inside"}}
			}
			return nil
		}),
		modhost.Before("neighbor", "Adds a hex adjacent to the hex of the battle (S3.7).", func(s *stage, a struct {
			Hex string `doc:"the hex, as journals write it: \"north\", \"south in forest closed\" or \"east of attacker water: 2 orcs, orc-captain\""`
		}) error {
			n, err := fight.ReadNeighbor(a.Hex, func(id string) (*fight.Kind, error) { return sorcerydata.Unit(lib, id) })
			s.setup.Neighbors = append(s.setup.Neighbors, n)
			return err
		}),
		modhost.Before("rounds", "Sets the round limit of the battle (S3.7).", func(s *stage, a struct {
			Rounds int `range:"1..1000000" doc:"the number of rounds, from 1 to 1000000; without this call the limit of the rules"`
		}) error {
			s.setup.RoundLimit = a.Rounds
			return nil
		}),
	}
}

// findFunctions returns the functions that find objects by name.
var findFunctions = []modhost.Function{
	modhost.Find("unit", "Returns the unit with a name, wherever it is.", "", func(b fight.Position, a struct {
		Name string `doc:"its name: \"a1\", \"d3\""`
	}) (*fight.Unit, error) {
		return b.UnitNamed(a.Name)
	}),
	modhost.Find("standing", "Lists the names of a side's units in the hex: the array from left to right, then characters and monsters.", `"a1 a3"; empty for none`, func(b fight.Position, a struct {
		Side string `doc:"\"attacker\" or \"defender\""`
	}) (string, error) {
		seats := seatNames(b)
		seat, err := engine.Index("side", a.Side, seats)
		if err != nil {
			return "", err
		}
		var names []string
		side := engine.Side(seat)
		for u := range b.Line(side) {
			names = append(names, b.Name(u))
		}
		for u := range b.Heads(side) {
			names = append(names, b.Name(u))
		}
		return strings.Join(names, " "), nil
	}),
}

// scoreFunctions returns the functions that check scores.
var scoreFunctions = []modhost.Function{
	modhost.Doing("expect_strength", "Fails unless the strength with which a unit inflicts losses, now and with all changes by scripts, is this number (S3.2).", expectOf(fight.Position.StrengthOf)),
	modhost.Doing("expect_defense", "Fails unless the loss of a unit, now and with all changes by scripts, is this number (S3.5).", expectOf(fight.Position.DefenseOf)),
	modhost.ExpectTotal("expect_total", "Fails unless the score of the last roll is this number: the total of a side's die, the rating of a morale check, or the total of the dice of a reinforcement.", "the number", lastScore),
	modhost.ExpectTerm("Fails unless a term of that score contains a text.", `"+1 archers"`, lastScore),
}

// wanted is a unit, with the expected value of one of its scores.
type wanted struct {
	Unit string  `doc:"its name"`
	Want float64 `doc:"the expected points"`
	Term *string `lua:"term?" doc:"text that one of its terms must contain"`
}

// expectOf returns a function that checks a unit's score.
func expectOf(score func(b fight.Position, u *fight.Unit) engine.Score) func(t *trial, a wanted) error {
	return func(t *trial, a wanted) error {
		h, err := t.Host()
		if err != nil {
			return err
		}
		u, err := h.Battle.Reading().UnitNamed(a.Unit)
		if err != nil {
			return err
		}
		var got engine.Score
		t.Looks(func() { got = score(h.Battle.Reading(), u) })
		if err := modhost.WantTotal(got, a.Want); err != nil || a.Term == nil {
			return err
		}
		return modhost.WantTerm(got, *a.Term)
	}
}

func lastScore(t *trial) (score engine.Score, err error) {
	if throw := t.Fixture.(*stage).throw; throw != nil {
		return throw.Score, nil
	}
	return score, errors.New("no die has been rolled yet")
}
