package luagame

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// A question is the question of the script's turn function, and the side to which it goes.
type question struct {
	open    bool // the turn function is running
	side    engine.Side
	text    string
	options []string // nil: no side is asked
	refused []refusal
	room    []string        // memory for options, used again
	checked map[string]bool // options of earlier questions
}

// A refusal is an answer that is not legal now, with the reason.
type refusal struct{ answer, why string }

func (q *question) clear() {
	if q.options != nil {
		q.room = q.options[:0]
	}
	q.open, q.options, q.refused = false, nil, q.refused[:0]
}

// Bounds of options.
const (
	mostOptions   = 1000
	mostOptionLen = 100 // bytes
)

var errClosed = errors.New("this belongs into the function turn of the game, which is called for it")

// optionSteps is the number of steps that an option costs, beyond those for its
// list: its words are checked.
const optionSteps = 4

// ask asks a side.
func (q *question) ask(side engine.Side, text string, options modhost.Texts) error {
	switch {
	case !q.open:
		return errClosed
	case q.options != nil:
		return errors.New("something is asked already: turn asks one question at a time")
	case len(options) == 0 || len(options) > mostOptions:
		return fmt.Errorf("it takes from 1 to %d options, not %d", mostOptions, len(options))
	}
	var seen map[string]bool
	if len(options) > few {
		seen = make(map[string]bool, len(options))
	}
	list := q.room[:0]
	for _, v := range options {
		option := v.Text()
		if err := q.check(option); err != nil {
			return err
		}
		if seen[option] || seen == nil && slices.Contains(list, option) {
			return fmt.Errorf("the option %q is there twice", option)
		}
		if seen != nil {
			seen[option] = true
		}
		list = append(list, option)
	}
	q.side, q.text, q.options = side, text, list
	return nil
}

// few is the number of options that are compared with each other sooner than by a map.
const few = 16

// mostChecked is the number of options that a question takes to be good without checking them
// again.
const mostChecked = 64

// check returns an error for a bad option.
func (q *question) check(option string) error {
	if q.checked[option] {
		return nil
	}
	err := checkOption(option)
	if err == nil && len(q.checked) < mostChecked {
		if q.checked == nil {
			q.checked = map[string]bool{}
		}
		q.checked[option] = true
	}
	return err
}

// refuse adds an answer that is not legal now.
func (q *question) refuse(answer, why string) error {
	if !q.open {
		return errClosed
	}
	if err := q.check(answer); err != nil {
		return err
	}
	q.refused = append(q.refused, refusal{answer, why})
	return nil
}

// checkOption returns an error for a bad option: journals record options, and
// people type them, in any case and with any blanks.
func checkOption(text string) error {
	if text == "" || len(text) > mostOptionLen || !plainWords(text) {
		return fmt.Errorf("the option %s must be words in small letters with single blanks between them, of at most %d bytes in all", engine.Quote(text), mostOptionLen)
	}
	if word, _, _ := strings.Cut(text, " "); slices.Contains(modhost.PromptCommands, word) {
		return fmt.Errorf("the option %q begins with a command of the prompt: %s", text, word)
	}
	return nil
}

// plainWords reports whether a text is words in small letters with single blanks between
// them. A blank is the only space that is printed.
func plainWords(text string) bool {
	last := ' '
	for _, r := range text {
		if r == ' ' && last == ' ' || r == '~' || r == '#' || !unicode.IsPrint(r) || unicode.ToLower(r) != r {
			return false
		}
		last = r
	}
	return last != ' ' && utf8.ValidString(text)
}

// choice is the question of a battle as an [engine.Choice]: an answer is an index of
// the options followed by the refused answers.
type choice struct{ battle *Battle }

// weighed is a choice with options that the script appraises.
type weighed struct{ choice }

var (
	_ engine.Trier     = choice{}
	_ engine.Refuser   = choice{}
	_ engine.Prompter  = choice{}
	_ engine.Hider     = choice{}
	_ engine.Evaluator = weighed{}
)

// choice returns the present question.
func (b *Battle) choice() engine.Choice {
	if b.game.rules.Has("appraise") {
		return weighed{choice{b}}
	}
	return choice{b}
}

// Hosted returns the address of the host of the choice's battle.
func (c choice) Hosted() *any { return &c.battle.host }

// Hides reports whether sides have secrets: see [engine.Hider].
func (c choice) Hides() bool { return c.battle.game.hides() }

// Legal reports whether answer is an option.
func (c choice) Legal(answer int) bool { return answer >= 0 && answer < len(c.battle.asked.options) }

// First returns the first option of the script.
func (c choice) First() int { return 0 }

// Each yields the options in the script's order.
func (c choice) Each(yield func(int) bool) {
	for i := range c.battle.asked.options {
		if !yield(i) {
			return
		}
	}
}

// Name returns the script's name of an option.
func (c choice) Name(answer int) string {
	switch refused := answer - len(c.battle.asked.options); {
	case answer < 0 || refused >= len(c.battle.asked.refused):
		return fmt.Sprintf("answer %d", answer)
	case refused >= 0:
		return c.battle.asked.refused[refused].answer
	}
	return c.battle.asked.options[answer]
}

// Parse reads an option, in any case.
func (c choice) Parse(text string) (int, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	if i := slices.Index(c.battle.asked.options, text); i >= 0 {
		return i, nil
	}
	if i := slices.IndexFunc(c.battle.asked.refused, func(r refusal) bool { return r.answer == text }); i >= 0 {
		return len(c.battle.asked.options) + i, nil
	}
	return 0, &engine.Unknown{What: "answer", Word: text, Known: slices.Clone(c.battle.asked.options)}
}

// Refuse returns the reason why an answer is not legal now.
func (c choice) Refuse(answer int) error {
	if i := answer - len(c.battle.asked.options); i >= 0 && i < len(c.battle.asked.refused) {
		return errors.New(scripting.Plain(c.battle.asked.refused[i].why, modhost.MaxText))
	}
	return nil
}

// Prompt returns the script's question.
func (c choice) Prompt() string { return scripting.Plain(c.battle.asked.text, modhost.MaxText) }

// Scratch returns a battle for Try.
func (c choice) Scratch() engine.Battle { return c.battle.Fresh() }

// Try plays an option in scratch, where the values hidden from the side are shuffled.
// The question there is the same, because it depends only on the memory that the side
// sees.
func (c choice) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.CopyFrom(c.battle)
	b.Deal(c.battle.asked.side)
	b.ask()
	b.play(answer)
}

// Evaluate returns the gain that the script expects of an option.
func (w weighed) Evaluate(answer int) int {
	c := w.choice
	return c.battle.number(c.battle.asked.side, "appraise", -mostWorth, sideValue(c.battle.asked.side), lua.String(c.battle.asked.options[answer]))
}
