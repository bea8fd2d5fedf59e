package view

import (
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// NewPlayers returns the players of a match, by seat. Best players play what was solved:
// see [Solved].
func NewPlayers(lib *library.Library, m library.Match, solved *best.Game) ([]engine.Oracle, error) {
	var seats []engine.Oracle
	for side, name := range m.Players {
		if name == players.Best && solved != nil {
			seats = append(seats, solved.Player())
			continue
		}
		player, err := lib.Player(name, engine.Side(side), m.Seed)
		if err != nil {
			return nil, err
		}
		seats = append(seats, player)
	}
	return seats, nil
}

// Seat returns the battle of a match with its table: the players of the match, and
// luck in place of its dice.
func Seat(lib *library.Library, m library.Match, luck engine.Oracle) (engine.Story, *engine.Table, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	solved, err := Solved(b, m.Players)
	if err != nil {
		return nil, nil, err
	}
	seats, err := NewPlayers(lib, m, solved)
	return b, engine.NewTable(luck, seats...), err
}

// Deal gives each seat its player. The last one plays all the seats that are left, but
// a person who is named alone plays one. Ok reports whether there are names, and not
// too many.
func Deal(names []string, seats int) (dealt []string, ok bool) {
	if len(names) == 0 || len(names) > seats {
		return nil, false
	}
	dealt = slices.Clone(names)
	last := names[len(names)-1]
	if len(names) == 1 {
		last = stand(last)
	}
	for len(dealt) < seats {
		dealt = append(dealt, last)
	}
	return dealt, true
}

// Numeral is a number of seats as a word.
func Numeral(n int) string {
	if words := [...]string{"none", "one", "two", "three", "four"}; n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// fixed is a player as exact odds need it: a function of the position. Greedy players
// stand in for people; random ones draw lots.
func fixed(lib *library.Library, name string, seat engine.Side, seed uint64) (engine.Oracle, error) {
	if name == "random" {
		return odds.Lots{}, nil
	}
	return lib.Player(stand(name), seat, seed)
}

// stand is the name of the player that replaces a person, or a missing player.
func stand(name string) string {
	if name == "" || name == Human {
		return "greedy"
	}
	return name
}

// Human is the player that the prompt asks.
const Human = players.Human
