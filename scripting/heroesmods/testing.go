package heroesmods

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// testTables returns what the tests of mods have of heroes.
func testTables(lib *library.Library) modhost.TestTables[*heroes.Battle, about] {
	return modhost.TestTables[*heroes.Battle, about]{
		Setup:  setupFunctions(lib),
		Skip:   skipFunction(),
		Find:   []scripting.Function{stackFunction()},
		Expect: scoreFunctions(),
		Stage:  func() modhost.Stage[*heroes.Battle] { return newStage(lib) },
		Player: new(heroes.Reference),
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
	ready  bool           // the armies are known
	strike *heroes.Strike // the last
}

func newStage(lib *library.Library) *stage {
	s := &stage{lib: lib}
	for side := range s.setup.Sides {
		s.setup.Sides[side].Town = heroes.NoTownNear
	}
	return s
}

func stageOf(t *trial) *stage { return t.Stage.(*stage) }

// Battle makes the battle.
func (s *stage) Battle() (*heroes.Battle, error) {
	if !s.ready {
		return nil, errors.New(`there is no battle yet: begin with armies("3 gold-golem", "3 bandit")`)
	}
	return heroes.NewBattle(gameOf(s.lib), s.setup)
}

// Hear keeps the last strike, and tells of options and spells.
func (s *stage) Hear(b *heroes.Battle, e engine.Event, used func(string)) {
	switch e.What {
	case heroes.Struck:
		last := b.Last()
		s.strike = &last
	case heroes.Did:
		used("option " + b.Game().Extras[e.N].Name)
	case heroes.SpellCast:
		used("spell " + b.Game().Spells[e.N].ID)
	}
}

// setupFunctions say what is fought, before the battle begins.
func setupFunctions(lib *library.Library) []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	side := modhost.Param("side", text, `"aggressor" or "defender"`)
	of := func(t *trial, v scripting.Value) (*heroes.SideSetup, error) {
		for side := heroes.Aggressor; side <= heroes.Defender; side++ {
			if v.Text() == heroes.SideName(side) {
				return &stageOf(t).setup.Sides[side], nil
			}
		}
		return nil, &engine.Unknown{What: "side", Word: v.Text(), Known: []string{"aggressor", "defender"}}
	}
	return []scripting.Function{
		modhost.Before("armies", "Which armies meet.",
			[]scripting.Field{modhost.Param("aggressor", text, `as everywhere: "3 gold-golem, 2 orc + 1 bandit | 4 halfling"`), modhost.Param("defender", text, "the other one")},
			func(t *trial, args []scripting.Value) error {
				for side := heroes.Aggressor; side <= heroes.Defender; side++ {
					army, err := heroesdata.ParseArmy(lib, args[side].Text())
					if err != nil {
						return fmt.Errorf("%s: %w", heroes.SideName(side), err)
					}
					stageOf(t).setup.Sides[side].Army = army
				}
				stageOf(t).ready = true
				return nil
			}),
		modhost.Before("scenario", "Takes armies, walls and all else from a scenario; what is said after it changes that.", []scripting.Field{modhost.Param("id", text, "its id")},
			func(t *trial, args []scripting.Value) error {
				s, err := lib.Scenario(args[0].Text())
				if err == nil {
					stageOf(t).setup, stageOf(t).ready = s.Setup.(heroes.Setup), true
				}
				return err
			}),
		modhost.Before("walls", "The state of the defender's town (H8).", []scripting.Field{modhost.Param("walls", text, `"none" (if not said), "intact", "breached" or "sacked"`)},
			func(t *trial, args []scripting.Value) (err error) {
				stageOf(t).setup.Walls, err = heroes.ParseWalls(args[0].Text())
				return err
			}),
		modhost.Before("town", "How far a side's nearest own town is, which it may withdraw to (H7.2).", []scripting.Field{side, modhost.Param("spaces", num, "from 0 to 1000")},
			func(t *trial, args []scripting.Value) error {
				s, err := of(t, args[0])
				if err == nil {
					s.Town, err = modhost.Whole(args[1], "spaces", 0, 1000)
				}
				return err
			}),
		modhost.Before("hand", "The cards in a side's hand, which it may offer to surrender (H7.3), and in its deck.", []scripting.Field{side, modhost.Param("cards", num, "from 0 to 1000"), modhost.Optional("deck", num, "from 0 to 1000; 0 if not given")},
			func(t *trial, args []scripting.Value) error {
				s, err := of(t, args[0])
				if err == nil {
					s.Hand, err = modhost.Whole(args[1], "cards", 0, 1000)
				}
				if err == nil && !args[2].IsNil() {
					s.Deck, err = modhost.Whole(args[2], "deck", 0, 1000)
				}
				return err
			}),
	}
}

// skipFunction returns skip, which lets the battle run until a stack's turn.
func skipFunction() scripting.Function {
	return modhost.Doing("skip", "Everybody passes, holds back and takes the first option until it is the turn of a stack.", []scripting.Field{modhost.Param("stack", scripting.TypeString, `its name: "a2"`)},
		func(t *trial, args []scripting.Value) error {
			s, err := stackNamed(t, args[0].Text())
			if err != nil {
				return err
			}
			name := args[0].Text()
			return t.SkipTo(name+" acts", func(c engine.Choice) (bool, error) {
				if act, ok := c.(*heroes.Act); ok && act.By() == s {
					return true, nil
				}
				if s.Top() == nil {
					return false, fmt.Errorf("%s is destroyed", name)
				}
				return false, nil
			})
		})
}

func stackFunction() scripting.Function {
	return modhost.TestFunction("stack", "A stack by its name; one that is destroyed has alive == false.", []scripting.Field{modhost.Param("name", scripting.TypeString, `"a1", "d3"`)}, modhost.Returns(stackType, ""),
		func(t *trial, args []scripting.Value) (scripting.Value, error) {
			s, err := stackNamed(t, args[0].Text())
			return stackValue(s), err
		})
}

// stackNamed returns the stack of that name, destroyed or not.
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

// scoreFunctions expect something of the scores of the last strike.
func scoreFunctions() []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	which := modhost.Param("score", text, `"attack" or "defense", of the last strike`)
	return []scripting.Function{
		modhost.Doing("expect_score", "Fails unless a score of the last strike is this number.", []scripting.Field{which, modhost.Param("want", num, "the score, without the die")},
			func(t *trial, args []scripting.Value) error {
				score, err := scoreOf(t, args[0].Text())
				if err != nil {
					return err
				}
				return modhost.WantTotal(score, args[1])
			}),
		modhost.Doing("expect_term", "Fails unless a term of a score of the last strike contains a text.", []scripting.Field{which, modhost.Param("text", text, `as houserule battle --why prints it: "+1 Bless"`)},
			func(t *trial, args []scripting.Value) error {
				score, err := scoreOf(t, args[0].Text())
				if err != nil {
					return err
				}
				return modhost.WantTerm(score, args[1].Text())
			}),
	}
}

// scoreOf returns a score of the last strike.
func scoreOf(t *trial, word string) (score engine.Score, err error) {
	if _, err := t.Host(); err != nil {
		return score, err
	}
	strike := stageOf(t).strike
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
