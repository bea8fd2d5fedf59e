package repl

import (
	"errors"
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// doLevel gives the seats of the computer to the player of a level.
func (p *Prompt) doLevel(args []string) (outcome, error) {
	switch {
	case len(args) == 0:
		levels := engine.Each(players.Levels(), func(l players.Level) string { return fmt.Sprintf("%s (%s)", l.Name, l.Player) })
		p.say("%s. Levels: %s. %s", p.whoPlays(), strings.Join(levels, ", "), players.Sooner)
		return outcome{}, nil
	case len(args) > 1:
		return outcome{}, fmt.Errorf("%q is too much: level takes one of %s", strings.Join(args[1:], " "), view.Join(levelWords(p)))
	case p.viewing:
		return outcome{}, errors.New("this is a replay: take PLAYER,PLAYER plays on from here")
	case p.people() == len(p.view.Players()):
		return outcome{}, errors.New("people play all sides: seats names computer players, as in seats human,greedy")
	}
	player, err := players.PlayerAt(args[0])
	if err != nil {
		return outcome{}, err
	}
	if s, err := p.Library.Scenario(p.match.Scenario); err == nil {
		if err := CheckLevel(s, args[0]); err != nil {
			return outcome{}, fmt.Errorf("%w; seats can still choose other players", err)
		}
	}
	if _, err := p.reseat(withComputer(p.view.Players(), player)); err != nil {
		return outcome{}, err
	}
	return p.again()
}

// CheckLevel refuses another level than normal for a scenario with lessons: these speak of
// the play of the computer at that level.
func CheckLevel(s *library.Scenario, level string) error {
	if len(s.Lessons) == 0 || level == players.Normal {
		return nil
	}
	return fmt.Errorf("the lessons of %s were written for level %s", s.ID, players.Normal)
}

// withComputer returns names with a player in the seats that no person has.
func withComputer(names []string, player string) []string {
	return engine.Each(names, func(name string) string {
		if name == players.Human {
			return players.Human
		}
		return player
	})
}

func levelWords(*Prompt) []string { return players.LevelNames() }
