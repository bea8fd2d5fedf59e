package repl

import "errors"

// The prompt, not a person, answers a question whose answers all have the same
// result, until ask all changes that.

// idle returns the answer to the question at hand if the prompt gives it itself.
// The answer is printed above the next question. A script is asked every question,
// because its next line is not known in advance.
func (p *Prompt) idle() (answer int, ok bool) {
	if p.askAll || !p.Lines.Interactive() || p.Watched || !p.rest.Empty() || p.queued != nil || p.view.Secret() || p.view.Veils() {
		return 0, false
	}
	answer, why, ok := p.view.Idle()
	if !ok {
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

// passOver skips a question that the prompt answers itself, during undo or redo. It
// reports whether the session has to start over.
func (p *Prompt) passOver() bool {
	p.over = p.going < 0 && p.Undo(p.owns()) || p.going > 0 && p.Redo(p.owns())
	switch {
	case p.over:
		p.rewrite()
	case p.going < 0:
		p.noted += "There is nothing to take back.\n"
		p.going = 1 // redo one answer that undo took back in excess: a new answer would end redo
		return p.passOver()
	}
	return p.over
}

func (p *Prompt) doAsk(args []string) (outcome, error) {
	switch {
	case len(args) == 0 && p.askAll:
		p.say("Every question is asked: ask less skips those whose answers all have the same result.")
	case len(args) == 0:
		p.say("Questions whose answers all have the same result are not asked: ask all asks them.")
	case len(args) == 1 && (args[0] == "all" || args[0] == "less"):
		p.askAll = args[0] == "all"
		return p.doAsk(nil)
	default:
		return outcome{}, errors.New("ask takes all or less")
	}
	return outcome{}, nil
}
