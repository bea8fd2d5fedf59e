package heroesmods

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
)

// TestBinding is all that a test.lua can see: the objects of scripts, for
// looking only, and functions that set a battle up, answer its questions and
// say what is expected of it.
func TestBinding() *scripting.Binding {
	b := &scripting.Binding{
		Kinds:     []scripting.Kind{kindStack: stackKind(), kindSide: sideKind(), kindBattle: battleKind()},
		Globals:   Binding().Globals,
		Functions: slices.Concat(setupFunctions(), answerFunctions(), expectFunctions()),
		Registers: []scripting.Register{{Name: "test", Doc: "A test: a battle of its own, and what is expected of it.", Fields: []scripting.Field{
			param("name", scripting.TypeString, "what it shows, in a sentence"),
			{Name: "run", Type: scripting.TypeFunction, Doc: "runs it"},
		}}},
	}
	acts := Acts()
	for i := range b.Kinds {
		k := &b.Kinds[i]
		k.Methods = slices.DeleteFunc(k.Methods, func(f scripting.Function) bool { return slices.Contains(acts, k.Name+":"+f.Name) })
	}
	return b
}

// An explained error suggests the nearest word for one that is unknown.
type explained struct{ error }

func (e explained) Error() string { return library.Explain(e.error) }
func (e explained) Unwrap() error { return e.error }

// testFunction is a function that tests call.
func testFunction(name, doc string, params, returns []scripting.Field, call func(t *trial, args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
		Call: func(m *scripting.Machine, args []scripting.Value) (v scripting.Value, err error) {
			t, ok := m.Host().(*trial)
			if !ok {
				return v, errors.New("this can be called in the function of a test only")
			}
			if v, err = call(t, args); err != nil {
				err = explained{err}
			}
			return v, err
		}}
}

// doing is a testFunction without a result.
func doing(name, doc string, params []scripting.Field, do func(t *trial, args []scripting.Value) error) scripting.Function {
	return testFunction(name, doc, params, nil, func(t *trial, args []scripting.Value) (scripting.Value, error) {
		return scripting.Nil, do(t, args)
	})
}

// setupFunctions say what is fought, before the battle begins, and what its
// dice show.
func setupFunctions() []scripting.Function {
	num, text, any := scripting.TypeNumber, scripting.TypeString, scripting.TypeAny
	// before is for what cannot change once the battle has begun.
	before := func(name, doc string, params []scripting.Field, do func(t *trial, args []scripting.Value) error) scripting.Function {
		return doing(name, doc, params, func(t *trial, args []scripting.Value) error {
			if t.host != nil {
				return errBegun
			}
			return do(t, args)
		})
	}
	side := param("side", text, `"aggressor" or "defender"`)
	of := func(t *trial, v scripting.Value) (*heroes.SideSetup, error) {
		for side := heroes.Aggressor; side <= heroes.Defender; side++ {
			if v.Text() == heroes.SideName(side) {
				return &t.setup.Sides[side], nil
			}
		}
		return nil, &engine.Unknown{What: "side", Word: v.Text(), Known: []string{"aggressor", "defender"}}
	}
	return []scripting.Function{
		before("armies", "Which armies meet.",
			[]scripting.Field{param("aggressor", text, `as everywhere: "3 gold-golem, 2 orc + 1 bandit | 4 halfling"`), param("defender", text, "the other one")},
			func(t *trial, args []scripting.Value) error {
				for side := heroes.Aggressor; side <= heroes.Defender; side++ {
					army, err := heroesdata.ParseArmy(t.lib, args[side].Text())
					if err != nil {
						return fmt.Errorf("%s: %w", heroes.SideName(side), err)
					}
					t.setup.Sides[side].Army = army
				}
				t.ready = true
				return nil
			}),
		before("scenario", "Takes armies, walls and all else from a scenario; what is said after it changes that.", []scripting.Field{param("id", text, "its id")},
			func(t *trial, args []scripting.Value) error {
				s, err := t.lib.Scenario(args[0].Text())
				if err == nil {
					t.setup, t.ready = s.Setup.(heroes.Setup), true
				}
				return err
			}),
		before("walls", "The state of the defender's town (H8).", []scripting.Field{param("walls", text, `"none" (if not said), "intact", "breached" or "sacked"`)},
			func(t *trial, args []scripting.Value) (err error) {
				t.setup.Walls, err = heroes.ParseWalls(args[0].Text())
				return err
			}),
		before("town", "How far a side's nearest own town is, which it may withdraw to (H7.2).", []scripting.Field{side, param("spaces", num, "from 0 to 1000")},
			func(t *trial, args []scripting.Value) error {
				s, err := of(t, args[0])
				if err == nil {
					s.Town, err = whole(args[1], "spaces", 0, 1000)
				}
				return err
			}),
		before("hand", "The cards in a side's hand, which it may offer to surrender (H7.3), and in its deck.", []scripting.Field{side, param("cards", num, "from 0 to 1000"), optional("deck", num, "from 0 to 1000; 0 if not given")},
			func(t *trial, args []scripting.Value) error {
				s, err := of(t, args[0])
				if err == nil {
					s.Hand, err = whole(args[1], "cards", 0, 1000)
				}
				if err == nil && !args[2].IsNil() {
					s.Deck, err = whole(args[2], "deck", 0, 1000)
				}
				return err
			}),
		doing("setting", "Sets a setting of the mod, for this test.", []scripting.Field{param("name", text, "its name"), param("value", any, "a number, true or false, or a text")},
			func(t *trial, args []scripting.Value) error { return t.set(args[0].Text(), args[1]) }),
		doing("dice", "What the dice of the table show next, in order. A missing or left-over one fails the test.", []scripting.Field{param("faces", num.List(), "dice{7, 3, 10}")},
			func(t *trial, args []scripting.Value) error { return t.dice.add(args[0].Items()) }),
		doing("rolls", "What roll() in scripts comes to next, in the same way.", []scripting.Field{param("faces", num.List(), "rolls{4}")},
			func(t *trial, args []scripting.Value) error { return t.rolls.add(args[0].Items()) }),
	}
}

func (f *faces) add(items []scripting.Value) error {
	for _, item := range items {
		n, err := whole(item, fmt.Sprintf("die %d", len(f.given)+1), 1, 1000)
		if err != nil {
			return err
		}
		f.given = append(f.given, n)
	}
	return nil
}

// answerFunctions play the battle.
func answerFunctions() []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	return []scripting.Function{
		testFunction("asked", "What is asked now.", nil, returns(text, `"d1 acts", "a1 retaliates", "defender withdraws" ..., or what a script asks: "defender: Stay or go?"; when the battle is over, how`),
			func(t *trial, _ []scripting.Value) (scripting.Value, error) {
				if _, err := t.begun(); err != nil {
					return scripting.Nil, err
				}
				return scripting.String(t.asked()), nil
			}),
		testFunction("options", "Every answer to what is asked, as players type them.", nil, returns(text.List(), ""),
			func(t *trial, _ []scripting.Value) (scripting.Value, error) {
				c, err := t.pending()
				if err != nil {
					return scripting.Nil, err
				}
				var items []scripting.Value
				t.looks(func() {
					for n := range c.Each {
						items = append(items, scripting.String(c.Name(n)))
						if len(items) == maxOptions {
							break
						}
					}
				})
				return scripting.List(items...), t.table.Err()
			}),
		doing("answer", "Answers what is asked. An answer that is no option fails the test with the rule's words.", []scripting.Field{param("answer", text, `as players type it: "d1 attack a1", "a1 retaliate"`)},
			func(t *trial, args []scripting.Value) error {
				if _, err := t.pending(); err != nil {
					return err
				}
				n, err := t.parse(args[0].Text())
				switch {
				case t.table.Err() != nil:
					return err
				case err != nil:
					return fmt.Errorf("%q: %w", args[0].Text(), err)
				}
				return t.reply(n)
			}),
		doing("skip", "Everybody passes, holds back and takes the first option until it is the turn of a stack.", []scripting.Field{param("stack", text, `its name: "a2"`)},
			func(t *trial, args []scripting.Value) error {
				s, err := t.stack(args[0].Text())
				if err != nil {
					return err
				}
				return t.skip(s)
			}),
		doing("finish", "Lets the players called reference play on to the end, with seeded dice behind those that are given.", []scripting.Field{optional("seed", num, "of the dice; 1 if not given")},
			func(t *trial, args []scripting.Value) error {
				if _, err := t.begun(); err != nil {
					return err
				}
				seed, err := 1, error(nil)
				if !args[0].IsNil() {
					seed, err = whole(args[0], "seed", 0, 1<<31)
				}
				if err != nil {
					return err
				}
				return t.finish(uint64(seed))
			}),
		testFunction("stack", "A stack by its name; one that is destroyed has alive == false.", []scripting.Field{param("name", text, `"a1", "d3"`)}, returns(stackType, ""),
			func(t *trial, args []scripting.Value) (scripting.Value, error) {
				s, err := t.stack(args[0].Text())
				return stackValue(s), err
			}),
		doing("log", "Adds a line to what has been told, which is shown when the test fails.", []scripting.Field{param("text", scripting.TypeAny, "what")},
			func(t *trial, args []scripting.Value) error {
				text := t.show(args[0])
				if args[0].IsString() {
					text = args[0].Text()
				}
				t.log = append(t.log, text)
				return nil
			}),
		testFunction("winner", "Who has won.", nil, returns(text.OrNil(), `"aggressor", "defender" or "draw"; nil while the battle lasts`),
			func(t *trial, _ []scripting.Value) (scripting.Value, error) {
				h, err := t.begun()
				switch {
				case err != nil || !h.battle.Over():
					return scripting.Nil, err
				case h.battle.Result().Winner == engine.Draw:
					return scripting.String("draw"), nil
				}
				return scripting.String(heroes.SideName(h.battle.Result().Winner)), nil
			}),
	}
}

// expectFunctions fail the test.
func expectFunctions() []scripting.Function {
	num, text, any := scripting.TypeNumber, scripting.TypeString, scripting.TypeAny
	which := param("score", text, `"attack" or "defense", of the last strike`)
	words := param("text", text, "a part of the line")
	return []scripting.Function{
		doing("expect", "Fails unless two values are equal; lists are compared item by item.", []scripting.Field{param("got", any, "what is"), param("want", any, "what should be"), optional("words", text, "what is shown of it")},
			func(t *trial, args []scripting.Value) error {
				if equal(args[0], args[1]) {
					return nil
				}
				words := args[2].Text()
				if words != "" {
					words += ": "
				}
				return fmt.Errorf("%sgot %s, want %s", words, t.show(args[0]), t.show(args[1]))
			}),
		doing("expect_told", "Fails unless a line of what has been told contains a text.", []scripting.Field{words},
			func(t *trial, args []scripting.Value) error {
				_, err := t.begun()
				if err == nil && !slices.ContainsFunc(t.log, func(line string) bool { return strings.Contains(line, args[0].Text()) }) {
					err = fmt.Errorf("nobody told %q", args[0].Text())
				}
				return err
			}),
		doing("expect_not_told", "Fails if a line of what has been told contains a text.", []scripting.Field{words},
			func(t *trial, args []scripting.Value) error {
				if _, err := t.begun(); err != nil {
					return err
				}
				for _, line := range t.log {
					if strings.Contains(line, args[0].Text()) {
						return fmt.Errorf("it was told: %q", line)
					}
				}
				return nil
			}),
		doing("refuses", "Fails unless an answer is no option now, for a reason that contains a text.", []scripting.Field{param("answer", text, "as players type it"), param("reason", text, "a part of it")},
			func(t *trial, args []scripting.Value) error {
				if _, err := t.pending(); err != nil {
					return err
				}
				answer, reason := args[0].Text(), args[1].Text()
				_, err := t.parse(answer)
				switch {
				case t.table.Err() != nil:
					return err
				case err == nil:
					return fmt.Errorf("%q is an option", answer)
				case !strings.Contains(err.Error(), reason):
					return fmt.Errorf("%q is refused for another reason than %q: %w", answer, reason, err)
				}
				return nil
			}),
		doing("offers", "Fails unless an answer is an option now.", []scripting.Field{param("answer", text, "as players type it")},
			func(t *trial, args []scripting.Value) error {
				if _, err := t.pending(); err != nil {
					return err
				}
				_, err := t.parse(args[0].Text())
				if err != nil && t.table.Err() == nil {
					err = fmt.Errorf("%q is no option: %w", args[0].Text(), err)
				}
				return err
			}),
		doing("expect_score", "Fails unless a score of the last strike comes to a number.", []scripting.Field{which, param("want", num, "the score, without the die")},
			func(t *trial, args []scripting.Value) error {
				score, err := t.score(args[0].Text())
				if err == nil && float64(score.Total()) != args[1].Float() {
					err = fmt.Errorf("want %s, got %v", args[1], score)
				}
				return err
			}),
		doing("expect_term", "Fails unless a term of a score of the last strike contains a text.", []scripting.Field{which, param("text", text, `as houserule battle --why prints it: "+1 Bless"`)},
			func(t *trial, args []scripting.Value) error {
				score, err := t.score(args[0].Text())
				if err == nil && !slices.ContainsFunc(score.Terms(), func(term engine.Term) bool { return strings.Contains(term.String(), args[1].Text()) }) {
					err = fmt.Errorf("no term contains %q: %v", args[1].Text(), score)
				}
				return err
			}),
		doing("expect_ran", "Fails unless a hook of the mod has run so often in this test, in all its files together.", []scripting.Field{param("hook", text, `"onAttack"`), optional("times", num, "how often; at least once if not given")},
			func(t *trial, args []scripting.Value) error {
				n, err := t.ran(args[0].Text())
				switch {
				case err != nil:
					return err
				case args[1].IsNil() && n == 0:
					return fmt.Errorf("%s has not run", args[0].Text())
				case !args[1].IsNil() && float64(n) != args[1].Float():
					return fmt.Errorf("%s has run %d times, want %s", args[0].Text(), n, args[1])
				}
				return nil
			}),
	}
}

// score is a score of the last strike.
func (t *trial) score(word string) (score engine.Score, err error) {
	if _, err := t.begun(); err != nil {
		return score, err
	}
	switch {
	case word != "attack" && word != "defense":
		return score, &engine.Unknown{What: "score", Word: word, Known: []string{"attack", "defense"}}
	case t.strike == nil:
		return score, errors.New("nobody has struck yet")
	case word == "attack":
		return t.strike.Attack, nil
	}
	return t.strike.Defense, nil
}

// ran is how often a hook of the mod has run.
func (t *trial) ran(name string) (n int, err error) {
	if _, err := t.begun(); err != nil {
		return 0, err
	}
	var known []string
	for _, hk := range hooks() {
		known = append(known, hk.Hook)
	}
	if !slices.Contains(known, name) {
		return 0, &engine.Unknown{What: "hook", Word: name, Known: known}
	}
	has := false
	if t.mods.Program != nil {
		for _, fn := range t.mods.Program.Funcs(name) {
			if fn.Mod == t.id {
				has = true
				n += t.tally.hooks[fn]
			}
		}
	}
	if !has {
		return 0, fmt.Errorf("mod %s has no %s", t.id, name)
	}
	return n, nil
}
