package heroesmods

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns the functions for tests of mods for heroes.
func testTables(lib *library.Library) modhost.TestTables[*heroes.Battle] {
	return modhost.TestTables[*heroes.Battle]{
		Setup:   setupFunctions(lib),
		Skip:    modhost.Doing("skip", "Lets both sides pass, hold back and take the first option until it is the turn of a stack.", skip),
		Find:    []modhost.Function{modhost.Asking("stack", "Returns the stack with a name. A destroyed stack has alive == false.", "", stackCalled)},
		Expect:  scoreFunctions,
		Fixture: func() modhost.Fixture[*heroes.Battle] { return newStage(lib) },
		Player:  new(strategy.Reference),
		Covers: func(r scripting.Registration) string {
			if r.Name == "option" {
				return "option " + r.Value("name").Text()
			}
			if spell, err := heroesdata.Spell(lib, r.Spell); err == nil {
				return "spell " + spell.ID
			}
			return ""
		},
	}
}

// A stage is the battle of one test.
type stage struct {
	lib    *library.Library
	setup  heroes.Setup
	ready  bool           // the armies are set
	strike *heroes.Strike // the last
}

func newStage(lib *library.Library) *stage {
	s := &stage{lib: lib}
	for side := range s.setup.Sides {
		s.setup.Sides[side].Town = heroes.NoTownNear
	}
	return s
}

// Battle makes the battle.
func (s *stage) Battle() (engine.Story, error) {
	if !s.ready {
		return nil, errors.New(`there is no battle yet: begin with armies("3 gold-golem", "3 bandit")`)
	}
	return heroes.NewBattle(gameOf(s.lib), s.setup)
}

// Hear keeps the last strike, and reports used options and spells.
func (s *stage) Hear(b *heroes.Battle, e engine.Event, used func(string)) {
	switch e.What {
	case heroes.Struck:
		last := b.Last()
		s.strike = &last
	case heroes.Did:
		used("option " + b.Game().CustomOptions[e.N].Name)
	case heroes.SpellCast:
		used("spell " + b.Game().Spells[e.N].ID)
	}
}

// setupFunctions returns the functions that set up the battle before it begins.
func setupFunctions(lib *library.Library) []modhost.Function {
	return []modhost.Function{
		modhost.Before("armies", "Sets the armies.", func(s *stage, a struct {
			Aggressor string `doc:"the aggressor's stacks: \"3 gold-golem, 2 orc + 1 bandit | 4 halfling\""`
			Defender  string `doc:"the defender's stacks, in the same form"`
		}) (err error) {
			for side, text := range [...]string{a.Aggressor, a.Defender} {
				if s.setup.Sides[side].Army, err = heroesdata.ParseArmy(lib, text); err != nil {
					return fmt.Errorf("%s: %w", heroes.SideName(engine.Side(side)), err)
				}
			}
			s.ready = true
			return nil
		}),
		modhost.Before("scenario", "Takes armies, walls and everything else from a scenario. Calls after it may change parts of it.", func(s *stage, a struct {
			Scenario *library.Scenario `lua:"id" doc:"its id"`
		}) error {
			s.setup, s.ready = a.Scenario.Setup.(heroes.Setup), true
			return nil
		}),
		modhost.Before("walls", "Sets the state of the walls of the defender's town (H8).", func(s *stage, a struct {
			Walls heroes.Walls `doc:"\"none\" (the default), \"intact\", \"breached\" or \"sacked\""`
		}) error {
			s.setup.Walls = a.Walls
			return nil
		}),
		modhost.Before("town", "Sets the distance to a side's nearest own town, to which it may withdraw (H7.2).", func(s *stage, a struct {
			Side   sideName
			Spaces int `range:"0..1000" doc:"the distance in spaces, from 0 to 1000"`
		}) error {
			s.setup.Sides[a.Side].Town = a.Spaces
			return nil
		}),
		modhost.Before("hand", "Sets the number of cards in a side's hand, which it may offer to surrender (H7.3), and in its deck.", func(s *stage, a struct {
			Side  sideName
			Cards int  `range:"0..1000" doc:"the cards in its hand, from 0 to 1000"`
			Deck  *int `lua:"deck?" range:"0..1000" doc:"the cards in its deck, from 0 to 1000; if not given, 0"`
		}) error {
			side := &s.setup.Sides[a.Side]
			if side.Hand = a.Cards; a.Deck != nil {
				side.Deck = *a.Deck
			}
			return nil
		}),
	}
}

// sideName is the argument of functions about a side.
type sideName engine.Side

// skip lets the battle run until a stack's turn.
func skip(t *trial, a struct {
	Stack string `doc:"its name: \"a2\""`
}) error {
	s, err := stackNamed(t, a.Stack)
	if err != nil {
		return err
	}
	return t.SkipTo(a.Stack+" acts", func(c engine.Choice) (bool, error) {
		if act, ok := c.(*heroes.Act); ok && act.By() == s {
			return true, nil
		}
		if s.Top() == nil {
			return false, fmt.Errorf("%s is destroyed", a.Stack)
		}
		return false, nil
	})
}

func stackCalled(t *trial, a struct {
	Name string `doc:"its name: \"a1\", \"d3\""`
}) (*heroes.Stack, error) {
	return stackNamed(t, a.Name)
}

// stackNamed returns the stack with a name, destroyed or not.
func stackNamed(t *trial, name string) (*heroes.Stack, error) {
	h, err := t.Host()
	if err != nil {
		return nil, err
	}
	s, err := h.Battle.StackNamed(name)
	if err == nil {
		return s, nil
	}
	stacks := h.Battle.Stacks()
	for i := range stacks {
		if s := &stacks[i]; s.Top() == nil && h.Battle.Name(s) == name {
			return s, nil
		}
	}
	return nil, err
}

// scoreFunctions returns the functions that check the scores of the last strike.
var scoreFunctions = []modhost.Function{
	modhost.Doing("expect_score", "Fails unless a score of the last strike is this number.", func(t *trial, a struct {
		Score string  `doc:"\"attack\" or \"defense\", of the last strike"`
		Want  float64 `doc:"the score, without the die"`
	}) error {
		score, err := scoreOf(t, a.Score)
		if err != nil {
			return err
		}
		return modhost.WantTotal(score, a.Want)
	}),
	modhost.Doing("expect_term", "Fails unless a term of a score of the last strike contains a text.", func(t *trial, a struct {
		Score string `doc:"\"attack\" or \"defense\", of the last strike"`
		Text  string `doc:"as houserule battle --why prints it: \"+1 Bless\""`
	}) error {
		score, err := scoreOf(t, a.Score)
		if err != nil {
			return err
		}
		return modhost.WantTerm(score, a.Text)
	}),
}

// scoreOf returns a score of the last strike.
func scoreOf(t *trial, word string) (score engine.Score, err error) {
	if _, err := t.Host(); err != nil {
		return score, err
	}
	strike := t.Fixture.(*stage).strike
	switch {
	case word != "attack" && word != "defense":
		return score, &engine.Unknown{What: "score", Word: word, Known: []string{"attack", "defense"}}
	case strike == nil:
		return score, errors.New("nobody has struck yet")
	case word == "attack":
		return strike.Attack, nil
	}
	return strike.Defense, nil
}
