package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"houserule/engine"
)

// Choice checks the methods of a choice. Each lists every option once. Every option is
// legal, and Parse reads its name. First is an option. All numbers in others that are not
// listed are illegal, and refused with a reason. Plans do not change the value of an option.
func Choice(c engine.Choice, others ...int) error {
	if p, ok := c.(engine.Prompter); ok && p.Prompt() == "" {
		return fmt.Errorf("%T asks nothing: its prompt is empty", c)
	}
	refuser, ok := c.(engine.Refuser)
	if !ok {
		return fmt.Errorf("%T: it must be a Refuser", c)
	}
	listed := map[int]bool{}
	evaluator, _ := c.(engine.Evaluator)
	planner, _ := c.(engine.Planner)
	for answer := range c.Each {
		name := c.Name(answer)
		if listed[answer] {
			return fmt.Errorf("%q is listed twice", name)
		}
		listed[answer] = true
		if parsed, err := c.Parse(name); err != nil || parsed != answer {
			return fmt.Errorf("%q is read as %#x, %v; want %#x", name, parsed, err, answer)
		}
		if evaluator != nil {
			evaluator.Evaluate(answer)
		}
		if planner != nil {
			worth := planner.EvaluateBy(0, answer)
			planner.EvaluateBy(planner.Plans()-1, answer)
			if again := evaluator.Evaluate(answer); again != worth {
				return fmt.Errorf("%q is worth %d under plan 0, and %d after a look under another", name, worth, again)
			}
		}
	}
	if first := c.First(); !listed[first] {
		return fmt.Errorf("%#x comes first and is not listed", first)
	}
	for _, answer := range slices.Concat(slices.Sorted(maps.Keys(listed)), others) {
		err := refuser.Refuse(answer)
		if legal := c.Legal(answer); legal != listed[answer] || legal != (err == nil) {
			return fmt.Errorf("%#x: listed %t, legal %t, refused with %v", answer, listed[answer], legal, err)
		}
	}
	return nil
}

// drawChoices checks the choices of a battle in which t draws the answers.
func (k *Battles[B]) drawChoices(t *rapid.T, b B) error {
	drawn := Drawn(t)
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if err := k.choice(t, b, q.Choice); err != nil {
			return 0, err
		}
		return drawn.Answer(q)
	})
	return engine.Play(b, engine.NewTable(drawn, Everybody(player)...))
}

var errIncomplete = errors.New("it must be a Prompter, an Evaluator and a Trier")

func (k *Battles[B]) choice(t *rapid.T, b B, c engine.Choice) error {
	if k.Complete {
		_, prompter := c.(engine.Prompter)
		_, evaluator := c.(engine.Evaluator)
		_, trier := c.(engine.Trier)
		if !prompter || !evaluator || !trier {
			return fmt.Errorf("%T: %w", c, errIncomplete)
		}
	}
	options := slices.Collect(c.Each)
	if len(options) == 1 && k.Single != nil && !k.Single(c) {
		return fmt.Errorf("%T has no answer but %q: an only answer need not be asked for", c, c.Name(options[0]))
	}
	option := rapid.SampledFrom(options).Draw(t, "listed")
	others := []int{
		rapid.Int().Draw(t, "any answer"),
		rapid.IntRange(-2, 300).Draw(t, "small answer"),
		option ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit"),
	}
	if k.Near != nil {
		others = append(others, k.Near(t, b, c, option)...)
	}
	return Choice(c, others...)
}
