package repl

import (
	"errors"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
)

// Questions of which all answers come to the same are answered by the prompt, not
// by a person, until ask all says otherwise.

// ahead are Lines of which the next can be looked at before they are read.
type ahead interface {
	Lines
	// Ahead returns the line that many after the last one that was read, from 0,
	// and whether there is one.
	Ahead(n int) (string, bool)
}

// idle returns the answer to the question at hand if the prompt gives it itself.
// It is said above the next question.
func (p *Prompt) idle() (answer int, ok bool) {
	v, can := p.view.(view.Idler)
	if !can || p.askAll || p.viewing || len(p.rest) > 0 || p.queued != nil || p.view.Secret() || p.veiled() {
		return 0, false
	}
	answer, why, ok := v.Idle()
	if !ok || !p.Lines.Interactive() && p.scripted() {
		return 0, false
	}
	p.catchUp()
	if p.passOver() {
		return 0, true
	}
	if !p.saidIdle {
		why += " ask all brings such questions back."
		p.saidIdle = true
	}
	p.noted += p.wrapped(why) + "\n"
	return answer, true
}

// scripted reports whether a script answers the question at hand itself: then its
// answer is taken. What only looks at the battle may come before it.
func (p *Prompt) scripted() bool {
	lines, ok := p.Lines.(ahead)
	if !ok {
		return true
	}
	for n := 0; ; n++ {
		line, ok := lines.Ahead(n)
		if !ok {
			return false
		}
		words := lower(strings.Fields(line))
		if _, ok, err := p.view.Bare(words); ok && err == nil {
			return true
		}
		units, words := view.Leading(p.view, words)
		if len(words) == 0 {
			continue // it shows them
		}
		switch verb, cmd, err := p.resolve(words[0]); {
		case verb != nil && len(units) == 1:
			_, err := p.view.Answer(units[0], *verb, words[1:])
			return err == nil
		case verb != nil:
			return p.view.Fits(*verb)
		case err != nil:
			return false
		case cmd.name == "ask" && slices.Equal(words[1:], []string{"all"}):
			return true // it means this question
		case !cmd.looks(words[1:]):
			return false
		}
	}
}

// looks reports whether a command leaves the battle as it is, and goes on with it.
func (c *command) looks(args []string) bool {
	switch c.name {
	case "save", "ask", "help":
		return true
	case "seats", "seed", "load":
		return len(args) == 0 // it only tells
	}
	return c.group == groupLook || c.group == groupThink || c.group == groupMods
}

// passOver goes on past a question that the prompt answers itself, on the way back
// or forth. It reports whether the session has to start over.
func (p *Prompt) passOver() bool {
	p.over = p.going < 0 && p.undoLine() || p.going > 0 && p.redoLine()
	switch {
	case p.over:
		p.rewrite()
	case p.going < 0:
		p.noted += "There is nothing to take back.\n"
		p.going = 1 // what was taken back too much is not answered anew: that would end redo
		return p.passOver()
	}
	return p.over
}

func (p *Prompt) doAsk(args []string) (outcome, error) {
	switch {
	case len(args) == 0 && p.askAll:
		p.say("Every question is asked: ask less answers those of which all answers come to the same.")
	case len(args) == 0:
		p.say("Questions of which all answers come to the same are not asked: ask all asks them.")
	case len(args) == 1 && (args[0] == "all" || args[0] == "less"):
		p.askAll = args[0] == "all"
		return p.doAsk(nil)
	default:
		return outcome{}, errors.New("ask takes all or less")
	}
	return outcome{}, nil
}

func askWords(_ *Prompt, before []string) []string {
	if len(before) > 0 {
		return nil
	}
	return []string{"all", "less"}
}
