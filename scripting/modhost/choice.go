package modhost

import (
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// choice is a question of a script: one word of several.
type choice struct {
	question string
	options  []string
	worths   []float64 // of each option; empty: unknown
}

// weighed is a choice with known worths.
type weighed struct{ *choice }

// Evaluate returns the worth of an option, in thousandths.
func (w weighed) Evaluate(answer int) int { return int(1000 * w.worths[answer]) }

// set returns a question with its options and, unless they are empty, their worths.
func (c *choice) set(question string, options []string, worths []float64) (engine.Choice, error) {
	if len(options) == 0 || len(options) > 50 {
		return nil, fmt.Errorf("it takes from 1 to 50 options, not %d", len(options))
	}
	if n := len(worths); n > 0 && n != len(options) {
		return nil, fmt.Errorf("it takes a worth for each of %d options, not %d", len(options), n)
	}
	for _, worth := range worths {
		if !(-mostWorth <= worth && worth <= mostWorth) {
			return nil, fmt.Errorf("the worth %s must be a number from -%d to %d", lua.Number(worth), mostWorth, mostWorth)
		}
	}
	c.question, c.options = scripting.Plain(question, MaxText), c.options[:0]
	seen := map[string]bool{}
	for _, word := range options {
		switch small := strings.ToLower(word); {
		case !isWord(word) || seen[small]:
			return nil, fmt.Errorf("the option %s must be a word of its own: letters, digits, - and _", engine.Quote(word))
		case len(word) > engine.MostName:
			return nil, fmt.Errorf("the option %s has %d characters: %d are the most", engine.Quote(word), len(word), engine.MostName)
		case slices.Contains(PromptCommands, small):
			return nil, fmt.Errorf("the option %q is a command of the prompt: pick another word", word)
		default:
			seen[small] = true // the prompt ignores case
		}
		c.options = append(c.options, word)
	}
	if c.worths = append(c.worths[:0], worths...); len(worths) > 0 {
		return weighed{c}, nil
	}
	return c, nil
}

func isWord(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return s != ""
}

// Prompt makes it a Prompter.
func (c *choice) Prompt() string { return c.question }

// Legal, First, Each, Name and Parse make it a Choice: an answer is a place
// among the options.
func (c *choice) Legal(answer int) bool  { return answer >= 0 && answer < len(c.options) }
func (c *choice) First() int             { return 0 }
func (c *choice) Name(answer int) string { return "choose " + c.options[answer] }
func (c *choice) Each(yield func(int) bool) {
	for i := range c.options {
		if !yield(i) {
			return
		}
	}
}

func (c *choice) Parse(text string) (int, error) {
	for i, o := range c.options {
		if strings.EqualFold(text, o) || strings.EqualFold(text, "choose "+o) {
			return i, nil
		}
	}
	return 0, &engine.Unknown{What: "answer", Word: text, Known: c.options}
}
