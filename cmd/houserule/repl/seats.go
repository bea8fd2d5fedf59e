package repl

import (
	"errors"
)

// doLevel gives the seats of the computer to the player of a level.
func (p *Prompt) doLevel(args []string) (outcome, error) {
	switch {
	case len(args) == 0:
		p.say("%s", p.desk().SayLevels())
		return outcome{}, nil
	case p.Watched:
		return outcome{}, errReplay
	}
	names, err := p.desk().Leveled(p.Match.Scenario, args)
	return p.reseated(names, err)
}

// errReplay refuses other players in a replay.
var errReplay = errors.New("this is a replay: take PLAYER,PLAYER plays on from here")

// reseated puts other players into the seats, and plays on.
func (p *Prompt) reseated(names []string, err error) (outcome, error) {
	if err = p.reseat(names, err); err != nil {
		return outcome{}, err
	}
	return p.again()
}

// reseat puts other players into the seats, unless there is an error already.
func (p *Prompt) reseat(names []string, err error) error {
	if err == nil {
		err = p.sameEyes(names)
	}
	if err == nil {
		err = p.seatedBy(names)
	}
	return err
}
