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
		return outcome{}, fmt.Errorf("%q is too much: level takes one of %s", strings.Join(args[1:], " "), view.Join(players.LevelNames()))
	case p.viewing:
		return outcome{}, errors.New("this is a replay: take PLAYER,PLAYER plays on from here")
	case p.people() == len(p.view.Players()):
		return outcome{}, errors.New("people play all sides: seats names computer players, as in seats human,greedy")
	}
	player, err := Computer(p.Library, p.match.Scenario, args[0])
	if err != nil {
		return outcome{}, err
	}
	if _, err := p.reseat(withComputer(p.view.Players(), player)); err != nil {
		return outcome{}, err
	}
	return p.again()
}

// Computer returns the player of the computer at a level, "" for the default, in a scenario, "" for
// none. One with lessons has no levels.
func Computer(lib *library.Library, scenario, level string) (player string, err error) {
	taught := Teaches(lib, scenario)
	switch {
	case level == "" && taught:
		return players.Explained, nil
	case level == "":
		level = players.Normal
	}
	if player, err = players.PlayerAt(level); err == nil && taught {
		err = fmt.Errorf("the lessons of %s explain the player %s, so it has no levels; seats can still choose other players", scenario, players.Explained)
	}
	return player, err
}

// Teaches reports whether a scenario has lessons.
func Teaches(lib *library.Library, scenario string) bool {
	s, err := lib.Scenario(scenario)
	return err == nil && len(s.Lessons) > 0
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
