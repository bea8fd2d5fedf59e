package modhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// An explained error suggests the nearest word for one that is unknown.
type explained struct{ error }

func (e explained) Error() string { return library.Explain(e.error) }
func (e explained) Unwrap() error { return e.error }

// TestFunction is a function that tests call.
func TestFunction[B Battle, E comparable](name, doc string, params, returns []scripting.Field, call func(t *Trial[B, E], args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
		Call: func(m *scripting.Machine, args []scripting.Value) (v scripting.Value, err error) {
			t, ok := m.Host().(*Trial[B, E])
			if !ok {
				return v, errors.New("this can be called in the function of a test only")
			}
			if err = m.Charge(deedSteps); err != nil {
				return v, err
			}
			if v, err = call(t, args); err != nil {
				err = explained{err}
			}
			return v, err
		}}
}

// Doing is a TestFunction without a result.
func Doing[B Battle, E comparable](name, doc string, params []scripting.Field, do func(t *Trial[B, E], args []scripting.Value) error) scripting.Function {
	return TestFunction(name, doc, params, nil, func(t *Trial[B, E], args []scripting.Value) (scripting.Value, error) {
		return scripting.Nil, do(t, args)
	})
}

// Before is Doing for what cannot change once the battle has begun.
func Before[B Battle, E comparable](name, doc string, params []scripting.Field, do func(t *Trial[B, E], args []scripting.Value) error) scripting.Function {
	return Doing(name, doc, params, func(t *Trial[B, E], args []scripting.Value) error {
		if t.host != nil {
			return errBegun
		}
		return do(t, args)
	})
}

// diceFunctions say what dice show, and how the mod is set.
func diceFunctions[B Battle, E comparable]() []scripting.Function {
	return []scripting.Function{
		Doing("setting", "Sets a setting of the mod, for this test.", []scripting.Field{Param("name", text, "its name"), Param("value", scripting.TypeAny, "a number, true or false, or a text")},
			func(t *Trial[B, E], args []scripting.Value) error { return t.set(args[0].Text(), args[1]) }),
		Doing("dice", "What the dice of the table show next, in order. A missing or left-over one fails the test.", []scripting.Field{Param("faces", num.List(), "dice{7, 3, 10}")},
			func(t *Trial[B, E], args []scripting.Value) error { return t.dice.add(args[0].Items()) }),
		Doing("rolls", "The next results of roll() in scripts, in the same way.", []scripting.Field{Param("faces", num.List(), "rolls{4}")},
			func(t *Trial[B, E], args []scripting.Value) error { return t.rolls.add(args[0].Items()) }),
	}
}

// questionFunctions look at what is asked, and answer it.
func questionFunctions[B Battle, E comparable](docs Docs) []scripting.Function {
	return []scripting.Function{
		TestFunction("asked", "What is asked now.", nil, Returns(text, docs.Asked),
			func(t *Trial[B, E], _ []scripting.Value) (scripting.Value, error) {
				if _, err := t.Host(); err != nil {
					return scripting.Nil, err
				}
				return scripting.String(t.Asked()), nil
			}),
		TestFunction("options", "Every answer to what is asked, as players type them.", nil, Returns(text.List(), ""),
			func(t *Trial[B, E], _ []scripting.Value) (scripting.Value, error) {
				c, err := t.pending()
				if err != nil {
					return scripting.Nil, err
				}
				var items []scripting.Value
				t.Looks(func() {
					for n := range c.Each {
						items = append(items, scripting.String(c.Name(n)))
						if len(items) == maxOptions {
							break
						}
					}
				})
				return scripting.List(items...), t.table.Err()
			}),
		Doing("answer", "Answers what is asked. An answer that is no option fails the test with the rule's words.", []scripting.Field{Param("answer", text, docs.Answer)},
			func(t *Trial[B, E], args []scripting.Value) error {
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
	}
}

func finishFunction[B Battle, E comparable](docs Docs) scripting.Function {
	return Doing("finish", docs.Finish, []scripting.Field{Optional("seed", num, "of the dice; 1 if not given")},
		func(t *Trial[B, E], args []scripting.Value) error {
			seed := 1
			if !args[0].IsNil() {
				var err error
				if seed, err = Whole(args[0], "seed", 0, 1<<31); err != nil {
					return err
				}
			}
			return t.finish(uint64(seed))
		})
}

// talkFunctions are what is told, and how it ended.
func talkFunctions[B Battle, E comparable](docs Docs) []scripting.Function {
	return []scripting.Function{
		Doing("log", "Adds a line to what has been told, which is shown when the test fails.", []scripting.Field{Param("text", scripting.TypeAny, "what")},
			func(t *Trial[B, E], args []scripting.Value) error {
				line := t.show(args[0])
				if args[0].IsString() {
					line = args[0].Text()
				}
				t.log = append(t.log, line)
				return nil
			}),
		TestFunction("winner", "Who has won.", nil, Returns(text.OrNil(), docs.Winner),
			func(t *Trial[B, E], _ []scripting.Value) (scripting.Value, error) {
				h, err := t.Host()
				switch {
				case err != nil || !h.Battle.Over():
					return scripting.Nil, err
				case h.Battle.Winner() == engine.Draw:
					return scripting.String("draw"), nil
				}
				return scripting.String(h.seat(h.Battle.Winner())), nil
			}),
	}
}

// expectFunctions fail the test.
func expectFunctions[B Battle, E comparable]() []scripting.Function {
	words := Param("text", text, "a part of the line")
	answer := Param("answer", text, "as players type it")
	return []scripting.Function{
		Doing("expect", "Fails unless two values are equal; lists are compared item by item.", []scripting.Field{Param("got", scripting.TypeAny, "what is"), Param("want", scripting.TypeAny, "what should be"), Optional("words", text, "what is shown of it")},
			func(t *Trial[B, E], args []scripting.Value) error {
				if equal(args[0], args[1]) {
					return nil
				}
				words := args[2].Text()
				if words != "" {
					words += ": "
				}
				return fmt.Errorf("%sgot %s, want %s", words, t.show(args[0]), t.show(args[1]))
			}),
		Doing("expect_told", "Fails unless a line of what has been told contains a text.", []scripting.Field{words},
			func(t *Trial[B, E], args []scripting.Value) error {
				_, err := t.Host()
				if err == nil && !slices.ContainsFunc(t.log, func(line string) bool { return strings.Contains(line, args[0].Text()) }) {
					err = fmt.Errorf("nobody told %q", args[0].Text())
				}
				return err
			}),
		Doing("expect_not_told", "Fails if a line of what has been told contains a text.", []scripting.Field{words},
			func(t *Trial[B, E], args []scripting.Value) error {
				if _, err := t.Host(); err != nil {
					return err
				}
				for _, line := range t.log {
					if strings.Contains(line, args[0].Text()) {
						return fmt.Errorf("it was told: %q", line)
					}
				}
				return nil
			}),
		Doing("refuses", "Fails unless an answer is no option now, for a reason that contains a text.", []scripting.Field{answer, Param("reason", text, "a part of it")},
			func(t *Trial[B, E], args []scripting.Value) error {
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
		Doing("offers", "Fails unless an answer is an option now.", []scripting.Field{answer},
			func(t *Trial[B, E], args []scripting.Value) error {
				if _, err := t.pending(); err != nil {
					return err
				}
				_, err := t.parse(args[0].Text())
				if err != nil && t.table.Err() == nil {
					err = fmt.Errorf("%q is no option: %w", args[0].Text(), err)
				}
				return err
			}),
	}
}

// SkipToQuestion is [TestTables].Skip for a system whose tests say what is to be
// asked. First says what first options do.
func SkipToQuestion[B Battle, E comparable](first, example string) scripting.Function {
	return Doing("skip", "Everybody takes the first option, which is "+first+", until something is asked.",
		[]scripting.Field{Param("asked", text, "a part of what asked() returns then: "+example)},
		func(t *Trial[B, E], args []scripting.Value) error {
			return t.SkipTo(fmt.Sprintf("%q is asked", args[0].Text()), func(engine.Choice) (bool, error) {
				return strings.Contains(t.Asked(), args[0].Text()), nil
			})
		})
}

// ExpectTotal fails unless the last score comes to a number.
func ExpectTotal[B Battle, E comparable](name, doc, want string, last func(t *Trial[B, E]) (engine.Score, error)) scripting.Function {
	return expectLast(name, doc, Param("want", num, want), last, WantTotal)
}

// ExpectTerm fails unless a term of the last score contains a text.
func ExpectTerm[B Battle, E comparable](doc, example string, last func(t *Trial[B, E]) (engine.Score, error)) scripting.Function {
	return expectLast("expect_term", doc, Param("text", text, "as houserule battle --why prints it: "+example), last,
		func(score engine.Score, words scripting.Value) error { return WantTerm(score, words.Text()) })
}

// expectLast expects something of the last score of a battle that has begun.
func expectLast[B Battle, E comparable](name, doc string, param scripting.Field, last func(t *Trial[B, E]) (engine.Score, error), want func(engine.Score, scripting.Value) error) scripting.Function {
	return Doing(name, doc, []scripting.Field{param}, func(t *Trial[B, E], args []scripting.Value) error {
		if _, err := t.Host(); err != nil {
			return err
		}
		score, err := last(t)
		if err != nil {
			return err
		}
		return want(score, args[0])
	})
}

// WantTotal fails unless a score comes to a number, for tests of what a rule
// system computes.
func WantTotal(score engine.Score, want scripting.Value) error {
	if float64(score.Total()) != want.Float() {
		return fmt.Errorf("want %s, got %v", want, score)
	}
	return nil
}

// WantTerm fails unless a term of a score contains a text.
func WantTerm(score engine.Score, text string) error {
	if !slices.ContainsFunc(score.Terms(), func(term engine.Term) bool { return strings.Contains(term.String(), text) }) {
		return fmt.Errorf("no term contains %q: %v", text, score)
	}
	return nil
}

func ranFunction[B Battle, E comparable](docs Docs) scripting.Function {
	return Doing("expect_ran", "Fails unless a hook of the mod has run so often in this test, in all its files together.", []scripting.Field{Param("hook", text, docs.Hook), Optional("times", num, "how often; at least once if not given")},
		func(t *Trial[B, E], args []scripting.Value) error {
			n, err := t.ranTimes(args[0].Text())
			switch {
			case err != nil:
				return err
			case args[1].IsNil() && n == 0:
				return fmt.Errorf("%s has not run", args[0].Text())
			case !args[1].IsNil() && float64(n) != args[1].Float():
				return fmt.Errorf("%s has run %d times, want %s", args[0].Text(), n, args[1])
			}
			return nil
		})
}
