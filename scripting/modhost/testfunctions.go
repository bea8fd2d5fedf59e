package modhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/scripting/lua"
)

// Asking returns a function of tests with a result. T is a *TestBattle; the arguments are
// the fields of an A: see [Do].
//
//go:noinline
func Asking[T, A, R any](name, doc, result string, call func(t T, a A) (R, error)) Function {
	return newFunction(name, doc, result, testIn[T], withResult(call))
}

// testIn returns the test that runs a script.
func testIn[T any](m *lua.Machine) (t T, err error) {
	t, ok := m.Host().(T)
	if !ok {
		return t, errors.New("this can be called in the function of a test only")
	}
	return t, m.Charge(actionSteps)
}

// Doing returns a function of tests without a result.
//
//go:noinline
func Doing[T, A any](name, doc string, do func(t T, a A) error) Function {
	return newFunction(name, doc, "", testIn[T], withoutResult(do))
}

// Before is Doing for settings that cannot change after the battle has begun. S is the system's
// own fixture.
//
//go:noinline
func Before[S, A any](name, doc string, do func(s S, a A) error) Function {
	return Doing(name, doc, func(t staged, a A) error {
		stage, begun := t.staged()
		if begun {
			return errBegun
		}
		return do(stage.(S), a)
	})
}

// staged is a TestBattle of any type.
type staged interface {
	staged() (stage any, begun bool)
}

func (t *TestBattle[B]) staged() (stage any, begun bool) { return t.Fixture, t.host != nil }

// Find is Asking for functions that read the running battle, by its position P.
//
//go:noinline
func Find[P, A, R any](name, doc, result string, get func(b P, a A) (R, error)) Function {
	return Asking(name, doc, result, func(t readable, a A) (r R, err error) {
		reader, err := t.reading()
		if err != nil {
			return r, err
		}
		return get(reader.(*Reader[P]).Battle, a)
	})
}

type none = struct{}

// diceFunctions returns the functions that set dice, settings of the mod, and the battle of a
// journal.
func diceFunctions[B Battle]() []Function {
	return []Function{
		Doing("journal", "Sets up the battle from the head of a journal, as houserule mod test --from writes it.", func(t *TestBattle[B], a struct {
			Lines []string `doc:"the lines, each KEY: VALUE"`
		}) error {
			return t.headed(a.Lines)
		}),
		Doing("setting", "Sets a setting of the mod, for this test.", func(t *TestBattle[B], a struct {
			Name  string    `doc:"its name"`
			Value lua.Value `doc:"a number, true or false, or a text"`
		}) error {
			return t.set(a.Name, a.Value)
		}),
		Doing("dice", "Sets the next results of the dice, in order. A missing or an unused result fails the test.", func(t *TestBattle[B], a struct {
			Faces []float64 `doc:"the results: dice{7, 3, 10}"`
		}) error {
			return t.dice.add(a.Faces)
		}),
		Doing("rolls", "Sets the next results of roll() in scripts, in the same way.", func(t *TestBattle[B], a struct {
			Faces []float64 `doc:"the results: rolls{4}"`
		}) error {
			return t.rolls.add(a.Faces)
		}),
	}
}

// questionFunctions returns the functions that read and answer questions.
func questionFunctions[B Battle](docs Docs) []Function {
	return []Function{
		Asking("asked", "Reads the present question.", docs.Asked, func(t *TestBattle[B], _ none) (string, error) {
			if _, err := t.Host(); err != nil {
				return "", err
			}
			return t.Asked(), nil
		}),
		Asking("options", "Returns all answers to the question, as players type them.", "", func(t *TestBattle[B], _ none) (names []string, err error) {
			c, err := t.pending()
			if err != nil {
				return nil, err
			}
			t.Looks(func() {
				for n := range c.Each {
					if names = append(names, c.Name(n)); len(names) == maxOptions {
						break
					}
				}
			})
			return names, t.table.Err()
		}),
		describe(Doing("answer", "Answers the question. An illegal answer fails the test with the reason.", func(t *TestBattle[B], a struct {
			Answer string
		}) error {
			if _, err := t.pending(); err != nil {
				return err
			}
			n, err := t.parse(a.Answer)
			switch {
			case t.table.Err() != nil:
				return err
			case err != nil:
				return fmt.Errorf("%q: %w", a.Answer, err)
			}
			return t.reply(n)
		}), docs.Answer),
	}
}

func finishFunction[B Battle](docs Docs) Function {
	return Doing("finish", docs.Finish, func(t *TestBattle[B], a struct {
		Seed *int `lua:"seed?" range:"0..2147483648" doc:"the seed of the dice; if not given, 1"`
	}) error {
		seed := 1
		if a.Seed != nil {
			seed = *a.Seed
		}
		return t.finish(uint64(seed))
	})
}

// talkFunctions returns the functions for the log and the outcome.
func talkFunctions[B Battle](docs Docs) []Function {
	return []Function{
		Doing("log", "Adds a line to the log, which is shown if the test fails.", func(t *TestBattle[B], a struct {
			Text lua.Value `doc:"the text"`
		}) error {
			line := t.show(a.Text)
			if a.Text.IsString() {
				line = a.Text.Text()
			}
			t.log = append(t.log, line)
			t.line(line)
			return nil
		}),
		Asking("winner?", "Reports the winner.", docs.Winner, func(t *TestBattle[B], _ none) (name *string, err error) {
			h, err := t.Host()
			if err != nil || !t.story.Over() {
				return nil, err
			}
			winner := "draw"
			if side := t.story.Winner(); side != engine.Draw {
				winner = h.seat(side)
			}
			return &winner, nil
		}),
	}
}

// expectFunctions returns the functions that can fail the test.
func expectFunctions[B Battle]() []Function {
	type line struct {
		Text string `doc:"the text, a part of the line"`
	}
	return []Function{
		Doing("expect", "Fails unless two values are equal. Lists are compared item by item.", func(t *TestBattle[B], a struct {
			Got   lua.Value `doc:"the actual value"`
			Want  lua.Value `doc:"the expected value"`
			Words string    `lua:"words?" doc:"a text to show if it fails"`
		}) error {
			if equal(a.Got, a.Want) {
				return nil
			}
			if a.Words != "" {
				a.Words += ": "
			}
			return fmt.Errorf("%sgot %s, want %s", a.Words, t.show(a.Got), t.show(a.Want))
		}),
		Doing("expect_told", "Fails unless a line of the log contains a text.", func(t *TestBattle[B], a line) error {
			_, err := t.Host()
			if err == nil && !slices.ContainsFunc(t.log, func(line string) bool { return strings.Contains(line, a.Text) }) {
				err = fmt.Errorf("no line of the log contains %q", a.Text)
			}
			return err
		}),
		Doing("expect_not_told", "Fails if a line of the log contains a text.", func(t *TestBattle[B], a line) error {
			if _, err := t.Host(); err != nil {
				return err
			}
			for _, line := range t.log {
				if strings.Contains(line, a.Text) {
					return fmt.Errorf("the log has the line %q", line)
				}
			}
			return nil
		}),
		Doing("refuses", "Fails unless an answer is illegal now, for a reason that contains a text.", func(t *TestBattle[B], a struct {
			Answer string `doc:"the answer, as players type it"`
			Reason string `doc:"a part of the reason"`
		}) error {
			if _, err := t.pending(); err != nil {
				return err
			}
			_, err := t.parse(a.Answer)
			switch {
			case t.table.Err() != nil:
				return err
			case err == nil:
				return fmt.Errorf("%q is an option", a.Answer)
			case !strings.Contains(err.Error(), a.Reason):
				return fmt.Errorf("%q is refused for another reason than %q: %w", a.Answer, a.Reason, err)
			}
			return nil
		}),
		Doing("offers", "Fails unless an answer is an option now.", func(t *TestBattle[B], a struct {
			Answer string `doc:"the answer, as players type it"`
		}) error {
			if _, err := t.pending(); err != nil {
				return err
			}
			_, err := t.parse(a.Answer)
			if err != nil && t.table.Err() == nil {
				err = fmt.Errorf("%q is no option: %w", a.Answer, err)
			}
			return err
		}),
	}
}

// SkipToQuestion returns a [TestTables].Skip with which tests name the question
// to skip to. First describes the first options.
func SkipToQuestion[B Battle](first, example string) Function {
	return describe(Doing("skip", "Lets all players take the first option, which is "+first+", until a question contains a text.", func(t *TestBattle[B], a struct {
		Asked string
	}) error {
		return t.SkipTo(fmt.Sprintf("%q is asked", a.Asked), func(engine.Choice) (bool, error) {
			return strings.Contains(t.Asked(), a.Asked), nil
		})
	}), "a part of what asked() returns then: "+example)
}

// ExpectTotal fails unless the total of the last score is a number.
func ExpectTotal[B Battle](name, doc, want string, last func(t *TestBattle[B]) (engine.Score, error)) Function {
	return describe(Doing(name, doc, func(t *TestBattle[B], a struct{ Want float64 }) error {
		return expectLast(t, last, func(score engine.Score) error { return WantTotal(score, a.Want) })
	}), want)
}

// ExpectTerm fails unless a term of the last score contains a text.
func ExpectTerm[B Battle](doc, example string, last func(t *TestBattle[B]) (engine.Score, error)) Function {
	return describe(Doing("expect_term", doc, func(t *TestBattle[B], a struct{ Text string }) error {
		return expectLast(t, last, func(score engine.Score) error { return WantTerm(score, a.Text) })
	}), "as houserule battle --why prints it: "+example)
}

// expectLast checks the last score of a running battle.
func expectLast[B Battle](t *TestBattle[B], last func(t *TestBattle[B]) (engine.Score, error), want func(engine.Score) error) error {
	if _, err := t.Host(); err != nil {
		return err
	}
	score, err := last(t)
	if err != nil {
		return err
	}
	return want(score)
}

// describe returns a function with the docs of its parameters, if these are not
// constants.
func describe(f Function, docs ...string) Function {
	return func(c codecs) lua.Function {
		built := f(c)
		for i, doc := range docs {
			built.Params[i].Doc = doc
		}
		return built
	}
}

// WantTotal fails unless the total of a score is a number, for tests of scores that a rule
// system computes.
func WantTotal(score engine.Score, want float64) error {
	if float64(score.Total()) != want {
		return fmt.Errorf("want %s, got %v", lua.Number(want), score)
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

func ranFunction[B Battle](docs Docs) Function {
	return describe(Doing("expect_ran", "Fails unless a hook of the mod has run this often in this test, in all files of the mod together.", func(t *TestBattle[B], a struct {
		Hook  string
		Times *float64 `lua:"times?" doc:"the number of runs; if not given, at least one"`
	}) error {
		n, err := t.ranTimes(a.Hook)
		switch {
		case err != nil:
			return err
		case a.Times == nil && n == 0:
			return fmt.Errorf("%s has not run", a.Hook)
		case a.Times != nil && float64(n) != *a.Times:
			return fmt.Errorf("%s has run %d times, want %s", a.Hook, n, lua.Number(*a.Times))
		}
		return nil
	}), docs.Hook)
}
