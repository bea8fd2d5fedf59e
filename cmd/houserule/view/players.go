package view

import (
	"io"
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// NewPlayers returns the players of a match, by seat. Best players play a solved game:
// see [Solved]. A [Guest] among them has still to be seated.
func NewPlayers(lib *library.Library, m library.Match, solved *best.Game) ([]engine.Oracle, error) {
	return seatsOf(m.Players, solved, func(name string, side engine.Side) (engine.Oracle, error) {
		return lib.Player(name, side, m.Seed)
	})
}

// seatsOf returns the players of these names. Best players play a solved game, and player
// returns the others.
func seatsOf(names []string, solved *best.Game, player func(name string, side engine.Side) (engine.Oracle, error)) (seats []engine.Oracle, err error) {
	for side, name := range names {
		var p engine.Oracle
		if name == players.Best && solved != nil {
			p = solved.Player()
		} else if p, err = player(name, engine.Side(side)); err != nil {
			return nil, err
		}
		seats = append(seats, p)
	}
	return seats, nil
}

// A Guest is a player that has to see the battle that it plays, as a person does. Sit gives
// it a view of the battle, as its seat sees it, and returns the player that answers.
type Guest interface {
	engine.Oracle
	Sit(lib *library.Library, v *View) (engine.Oracle, error)
}

// A Hearer is a player that receives the events of a battle. Hears returns nil if it needs none.
type Hearer interface{ Hears() engine.Listener }

// A Limited player plays at most Abreast battles at the same time.
type Limited interface{ Abreast() int }

// Attend makes a player hear what happens at a table.
func Attend(t *engine.Table, player engine.Oracle) {
	h, ok := player.(Hearer)
	if !ok {
		return
	}
	if l := h.Hears(); l != nil {
		t.Explain(true)
		t.Join(l)
	}
}

// Invited returns the player of a seat: the one whom a guest lets play, or else itself.
func Invited(player engine.Oracle, side engine.Side, system Frontend, lib *library.Library, m library.Match, b engine.Story) (engine.Oracle, error) {
	guest, ok := player.(Guest)
	if !ok {
		return player, nil
	}
	m.Players = slices.Clone(m.Players)
	m.Players[side] = players.Human // so that the view is that of this seat
	return guest.Sit(lib, system.New(lib, m, b))
}

// Leave lets players go who are more than a part of this program.
func Leave(seats []engine.Oracle) {
	for _, player := range seats {
		if c, ok := player.(io.Closer); ok {
			c.Close()
		}
	}
}

// Seat returns the table of a match's battle, with the players of the match, who [Leave]
// in the end, and luck in place of its dice.
func Seat(system Frontend, lib *library.Library, m library.Match, b engine.Story, luck engine.Oracle, solved *best.Game) (*engine.Table, []engine.Oracle, error) {
	found, err := NewPlayers(lib, m, solved)
	if err != nil {
		return nil, nil, err
	}
	var seats []engine.Oracle
	t := engine.NewTable(luck)
	for side, player := range found {
		if player, err = Invited(player, engine.Side(side), system, lib, m, b); err != nil {
			Leave(seats)
			return nil, nil, err
		}
		Attend(t, player)
		seats = append(seats, player)
	}
	if engine.Recalls(b, seats) {
		t.Past().Keep()
	}
	t.Seat(luck, seats...)
	return t, seats, nil
}

// Begin returns the battle of a match, with what best players play in it: see [Solved].
func Begin(lib *library.Library, m library.Match) (engine.Story, *best.Game, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, nil, err
	}
	solved, err := Solved(b, m.Players)
	return b, solved, err
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

// People returns the seats of people, by the names of the players.
func People(names []string) (seats []engine.Side) {
	for side, name := range names {
		if name == players.Human {
			seats = append(seats, engine.Side(side))
		}
	}
	return seats
}

// Numeral returns a number of seats as a word.
func Numeral(n int) string {
	if words := [...]string{"none", "one", "two", "three", "four"}; n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// fixed returns a player as exact odds need it: a function of the position. Greedy players
// stand in for people; random ones draw lots.
func fixed(lib *library.Library, name string, seat engine.Side, seed uint64) (engine.Oracle, error) {
	if name == "random" {
		return odds.Lots{}, nil
	}
	return lib.Player(stand(name), seat, seed)
}

// stand returns the name of the player that replaces a person, or a missing player.
func stand(name string) string {
	if name == "" || name == players.Human {
		return "greedy"
	}
	return name
}
