package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

func (p *Prompt) doBoard() (outcome, error) {
	p.board(p.asks(), true)
	fmt.Fprint(p.Out, p.asks())
	return outcome{}, nil
}

// glance executes an empty line: it draws the board as far as it fits on the screen.
func (p *Prompt) glance() (outcome, error) {
	p.board(p.asks(), false)
	fmt.Fprint(p.Out, p.asks())
	return outcome{}, nil
}

// lookOf executes a command of the game's own that looks at the battle.
func lookOf(look view.Look) func(*Prompt, []string) (outcome, error) {
	return func(p *Prompt, args []string) (outcome, error) {
		args, err := view.Spelled(p.view, args, func(before []string) []string { return lookWords(look)(p, before) })
		if err != nil {
			return outcome{}, err
		}
		text, err := look.Run(p.size(), args)
		if err := cmp.Or(p.cut(), err); err != nil {
			return outcome{}, err
		}
		fmt.Fprintln(p.Out, strings.TrimSuffix(text, "\n"))
		return outcome{}, nil
	}
}

// lookWords returns the words that may come next in a look.
func lookWords(look view.Look) func(*Prompt, []string) []string {
	return func(p *Prompt, before []string) []string {
		if look.Words == nil {
			return nil
		}
		return look.Words(before)
	}
}

func (p *Prompt) doShow(args []string) (outcome, error) {
	args, err := view.Spelled(p.view, args, func([]string) []string { return p.view.Units() })
	if err != nil {
		return outcome{}, err
	}
	if units, rest := view.Leading(p.view, args); len(units) > 1 && len(rest) == 0 {
		for _, unit := range units {
			if _, err := p.doShow([]string{unit}); err != nil {
				return outcome{}, err
			}
		}
		return outcome{}, nil
	}
	if len(args) != 1 {
		words := p.Frontend.Words()
		if usage, ok := p.view.ShowUsage(); ok {
			return outcome{}, errors.New("show takes " + usage)
		}
		return outcome{}, fmt.Errorf("show takes the name of %s, as in %s", article(words.Unit), p.view.Example("UNIT", "show "+words.UnitExample))
	}
	page, err := p.view.Show(args[0])
	if err != nil {
		return outcome{}, err
	}
	fmt.Fprintln(p.Out, view.DrawPage(page, p.Width()))
	return outcome{}, nil
}

// lines prints lines, each broken at the screen's width.
func (p *Prompt) lines(text string) { fmt.Fprintln(p.Out, screen.Folded(text, p.Width())) }

func (p *Prompt) doLog(args []string) (outcome, error) {
	n, err := count("log", args, 20)
	if err != nil {
		return outcome{}, err
	}
	log := p.chronicle()
	first := max(len(log)-n, 0)
	for i, l := range log[first:] {
		if p.maySee(l) {
			fmt.Fprintf(p.Out, "%5d  %s%s\n", first+i+1, strings.Repeat("  ", l.Depth), l.Text)
		}
	}
	if len(log) == 0 {
		p.say("Nothing has happened yet.")
	}
	return outcome{}, nil
}

func (p *Prompt) doWhy(args []string) (outcome, error) {
	n, err := count("why", args, math.MaxInt)
	if err != nil {
		return outcome{}, err
	}
	log := p.chronicle()
	i := len(log) - 1
	if n == math.MaxInt {
		for i >= 0 && !p.accounted(log[i]) {
			i--
		}
		if i < 0 && slices.ContainsFunc(p.session.Entries(), func(e engine.Entry) bool { return e.Side.IsLuck() }) {
			return outcome{}, errors.New("the rolls of this battle have no explanation: log shows what was rolled")
		}
		if i < 0 {
			return outcome{}, errors.New("nothing has been rolled yet: options and odds show chances beforehand")
		}
	} else if n > i+1 || !p.maySee(log[n-1]) {
		return outcome{}, fmt.Errorf("the log has %s: there is no line %d", screen.Count(i+1, "line"), n)
	} else if i = n - 1; !p.accounted(log[i]) && log[i].Sum != "" {
		return outcome{}, fmt.Errorf("line %d: %s: %s", n, log[i].Text, log[i].Sum)
	} else if !p.accounted(log[i]) {
		return outcome{}, fmt.Errorf("line %d is no roll: %s", n, log[i].Text)
	}
	l := log[i]
	p.say("%s (line %d, %s)", l.Text, i+1, l.Where)
	fmt.Fprint(p.Out, view.Accounts(l.Accounts))
	p.say("  %s", l.Sum)
	return outcome{}, nil
}

// accounted reports whether a line can be explained.
func (p *Prompt) accounted(l screen.Line) bool { return len(l.Accounts) > 0 && p.maySee(l) }

// lookUp returns a command that shows an entry of the library, or lists them.
func lookUp(k catalog.Kind) func(*Prompt, []string) (outcome, error) {
	return func(p *Prompt, args []string) (outcome, error) {
		if len(args) == 0 {
			var list strings.Builder
			err := k.Print(&list, p.Library, nil, "", p.Width())
			p.page(list.String())
			return outcome{}, err
		}
		id, n := k.Spelled(p.Library, args)
		if n < len(args) && k.Show(io.Discard, p.Library, id) != nil {
			id = strings.Join(args, " ")
		} else if n < len(args) {
			return outcome{}, fmt.Errorf("%q is too much: %s takes the name of one %s", strings.Join(args[n:], " "), k.Name, k.Name)
		}
		var text strings.Builder
		if err := k.Show(&text, p.Library, id); err != nil {
			return outcome{}, err
		}
		p.lines(strings.TrimSuffix(text.String(), "\n"))
		return outcome{}, nil
	}
}

// optionsShown is the number of options in a list without "all".
const optionsShown = 12

func (p *Prompt) doOptions(args []string) (outcome, error) {
	q, _ := view.Listed(p.view)
	list := q.Options
	switch {
	case p.cut() != nil:
		return outcome{}, p.cut()
	case p.view.Asked().IsDie():
		return outcome{}, fmt.Errorf("the question is a die: type a number from 1 to %d", p.view.Asked().Sides)
	case len(list) == 0 && p.viewing && !p.view.Battle().Over():
		return outcome{}, errors.New("the replay ends here: there is no question to this side")
	case len(list) == 0 && !p.view.Battle().Over():
		return outcome{}, errors.New("the battle has stopped: undo goes back, reload loads the mods again")
	case len(list) == 0:
		return outcome{}, errors.New("the battle is over: there is no question")
	case p.table.Err() != nil: // answer prints the script's error
		return outcome{}, nil
	case len(args) > 1:
		return outcome{}, fmt.Errorf("%q is too much: options takes all, or the first word of an option", args[1])
	}
	shown := list
	if len(args) == 1 && args[0] != "all" {
		shown = nil
		for _, o := range list {
			if strings.HasPrefix(o.Text, args[0]) {
				shown = append(shown, o)
			}
		}
		if len(shown) == 0 {
			return outcome{}, fmt.Errorf("no option begins with %q", args[0])
		}
	} else if len(args) == 0 {
		shown = list[:min(len(list), optionsShown)]
	}
	screen.Table(p.Out, p.Width(), q.Rows(shown))
	if q.Method != "" {
		p.say("%s", q.Method)
	}
	if n := len(list) - len(shown); n > 0 && len(args) == 0 {
		p.say("  ... and %d more: options all", n)
	}
	return outcome{}, nil
}

func (p *Prompt) doOdds(args []string) (outcome, error) {
	args, err := view.Spelled(p.view, args, p.view.OddsWords)
	if err != nil {
		return outcome{}, err
	}
	text, err := p.counted(func(ctx context.Context) (string, error) { return p.view.Odds(ctx, args) })
	if err != nil {
		return outcome{}, cmp.Or(p.cut(), err)
	}
	p.lines(text)
	return outcome{}, nil
}

// counted does long work, shows its progress, and removes the progress again before it
// returns the text.
func (p *Prompt) counted(work func(context.Context) (string, error)) (string, error) {
	if p.Progress == nil {
		return work(p.busy())
	}
	at, clear := p.Progress()
	defer clear()
	return work(view.WithProgress(p.busy(), at))
}

func (p *Prompt) doReview() (outcome, error) {
	switch over := p.view.Battle().Over(); {
	case p.view.Secret():
		return outcome{}, errors.New("not possible while the sides decide in secret")
	case p.view.Veils() && !over:
		return outcome{}, errors.New("each side sees only its own units here: review the battle when it is over")
	}
	text, err := p.counted(func(ctx context.Context) (string, error) {
		_, text, err := results.Reviewed(ctx, p.view.Title(), p.lib, p.match, p.session.Entries(), p.Width())
		return text, err
	})
	if err := cmp.Or(p.cut(), err); err != nil {
		return outcome{}, err
	}
	p.page(text)
	return outcome{}, nil
}

func (p *Prompt) doHint() (outcome, error) {
	text, _, err := p.view.Hint(p.busy())
	if err != nil {
		return outcome{}, cmp.Or(p.cut(), err)
	}
	p.say("%s", text)
	return outcome{}, nil
}

func (p *Prompt) doHelp(args []string) (outcome, error) {
	if len(args) > 1 {
		return outcome{}, fmt.Errorf("%q is too much: help takes one command", args[1])
	}
	if len(args) == 1 {
		return outcome{}, p.helpOn(args[0])
	}
	var out strings.Builder
	var rows [][]string
	row := func(name, short, usage, text string) {
		rows = append(rows, []string{"  " + short, strings.TrimRight(name+" "+usage, " "), text})
	}
	group := "Answer"
	flush := func(next string) {
		fmt.Fprintln(&out, screen.Heading(group))
		screen.Table(&out, p.Width(), rows)
		group, rows = next, nil
	}
	for _, v := range p.view.Verbs() {
		row(v.Name, v.Short, v.Usage(), v.Text)
	}
	for _, c := range p.commands() {
		if c.group != group {
			flush(c.group)
		}
		row(c.name, c.short, c.usage, c.text)
	}
	flush("")
	manual := "A command can be shortened as long as it is clear. " + p.Frontend.Words().Manual + " Tab completes words. help COMMAND gives an example."
	fmt.Fprintln(&out, screen.Wrap(manual, max(p.Width(), screen.Narrow), 0))
	p.page(out.String())
	return outcome{}, nil
}

func (p *Prompt) helpOn(word string) error {
	verb, cmd, err := p.resolve(word)
	if name := p.scriptName(word); err != nil && name != "" {
		return p.Mods.Docs(p.Out, name, p.Width())
	}
	if err != nil {
		return err
	}
	if verb != nil {
		cmd = &command{name: verb.Name, short: verb.Short, usage: verb.Usage(), text: verb.Text, example: verb.Example}
	}
	p.say("%s: %s", screen.Heading(strings.TrimRight(cmd.name+" "+cmd.usage, " ")), cmd.text)
	if cmd.short != "" {
		p.say("  short: %s", cmd.short)
	}
	p.say("  example: %s", p.view.Example(cmd.usage, cmd.example))
	return nil
}

// scriptName returns the name in scripts that a word means in any case, or "".
func (p *Prompt) scriptName(word string) string {
	if p.Mods.Names == nil {
		return ""
	}
	names := p.Mods.Names()
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, word) })
	if i < 0 {
		return ""
	}
	return names[i]
}

func (p *Prompt) doSeed(args []string) (outcome, error) {
	if len(args) == 0 {
		p.say("%s.", p.match.DiceText())
		return outcome{}, nil
	}
	seed, err := parseSeed(args)
	if err != nil {
		return outcome{}, err
	}
	m := p.match
	m.Seed = seed
	return p.startOver(m, p.Game)
}

func parseSeed(args []string) (uint64, error) {
	if len(args) == 1 {
		if n, err := strconv.ParseUint(args[0], 10, 64); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("seed takes a whole number from 0, not %q", strings.Join(args, " "))
}
