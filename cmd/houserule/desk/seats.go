package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Players returns the players that can take a seat, a person first.
func Players(lib *library.Library) []players.Player {
	return append([]players.Player{{Name: players.Human}}, lib.Players...)
}

func (d *Desk) players() []players.Player { return Players(d.Library) }

// Known returns an error for unknown players.
func Known(lib *library.Library, names []string) error {
	for _, name := range names {
		if _, err := players.Named(Players(lib), name); err != nil {
			if strings.HasPrefix(name, players.Program) {
				return fmt.Errorf("%s is a program, and only the command line can start programs: use houserule play --seats, or --resume --programs for a battle that has one", name)
			}
			return err
		}
	}
	return nil
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

// WithComputer returns names with a player in the seats that no person has.
func WithComputer(names []string, player string) []string {
	return engine.Each(names, func(name string) string {
		if name == players.Human {
			return players.Human
		}
		return player
	})
}

// WhoPlays names the player of each side: "human plays the attacker, greedy the
// defender".
func (d *Desk) WhoPlays() string {
	words := make([]string, len(d.View.Seats()))
	for side, seat := range d.View.Seats() {
		verb := ""
		if side == 0 {
			verb = " plays"
		}
		words[side] = fmt.Sprintf("%s%s %s", d.View.Players()[side], verb, engine.The(seat))
	}
	return strings.Join(words, ", ")
}

// Seated returns the players that the words of a command name: of seats or take, as in
// "human,greedy", where the last one plays all the seats that are left. Human alone gives one seat
// to a person, the first that has one already or else the first of all, and keeps the computer
// players.
func (d *Desk) Seated(args []string) ([]string, error) {
	words := strings.FieldsFunc(strings.Join(args, " "), func(r rune) bool { return r == ',' || r == ' ' })
	seats := d.View.Seats()
	names, ok := view.Deal(words, len(seats))
	if !ok {
		return nil, fmt.Errorf("give %s players, the %s's first, as in human,greedy", view.Numeral(len(seats)), seats[0])
	}
	if len(words) == 1 && words[0] == players.Human {
		computer, now := names[len(names)-1], d.View.Players()
		person := max(slices.Index(now, players.Human), 0)
		for i := range names {
			switch {
			case i == person:
				names[i] = players.Human
			case now[i] == players.Human || now[i] == "":
				names[i] = computer
			default:
				names[i] = now[i]
			}
		}
	}
	return names, Known(d.Library, names)
}

// Leveled returns the players, with that of a level in the seats of the computer.
func (d *Desk) Leveled(scenario string, words []string) ([]string, error) {
	now := d.View.Players()
	switch {
	case len(words) > 1:
		return nil, fmt.Errorf("%q is too much: level takes one of %s", strings.Join(words[1:], " "), view.Join(players.LevelNames()))
	case !slices.ContainsFunc(now, func(name string) bool { return name != players.Human }):
		return nil, errors.New("people play all sides: seats names computer players, as in seats human,greedy")
	}
	player, err := Computer(d.Library, scenario, words[0])
	return WithComputer(now, player), err
}

// SaySeats says who plays, and who else could.
func (d *Desk) SaySeats() string {
	return fmt.Sprintf("%s. Others: %s. %s", d.WhoPlays(), strings.Join(players.Names(Players(d.Library)), ", "), players.Sooner)
}

// SayLevels says who plays, and the levels of the computer.
func (d *Desk) SayLevels() string {
	levels := engine.Each(players.Levels(), func(l players.Level) string { return fmt.Sprintf("%s (%s)", l.Name, l.Player) })
	return fmt.Sprintf("%s. Levels: %s. %s", d.WhoPlays(), strings.Join(levels, ", "), players.Sooner)
}
