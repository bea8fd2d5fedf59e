package repl

import (
	"errors"
	"fmt"
	"strings"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/view"
	"houserule/engine/players"
)

// doLevel gives the seats of the computer to the player of a level.
func (p *Prompt) doLevel(args []string) (outcome, error) {
	switch {
	case len(args) == 0:
		p.say("%s", p.desk().SayLevels())
		return outcome{}, nil
	case len(args) > 1:
		return outcome{}, fmt.Errorf("%q is too much: level takes one of %s", strings.Join(args[1:], " "), view.Join(players.LevelNames()))
	case p.viewing:
		return outcome{}, errors.New("this is a replay: take PLAYER,PLAYER plays on from here")
	case p.people() == len(p.view.Players()):
		return outcome{}, errors.New("people play all sides: seats names computer players, as in seats human,greedy")
	}
	player, err := desk.Computer(p.Library, p.match.Scenario, args[0])
	if err != nil {
		return outcome{}, err
	}
	if _, err := p.reseat(desk.WithComputer(p.view.Players(), player)); err != nil {
		return outcome{}, err
	}
	return p.again()
}
