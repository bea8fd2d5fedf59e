package view

import (
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Cast is the players of a battle that can be taken back: computers and people, anew for
// each run of its session.
type Cast struct {
	System  Frontend
	Library *library.Library
	Battle  engine.Story
	Table   *engine.Table
	Hears   engine.Listener // at the table, besides the players; nil for none

	solved *best.Game // for best players; nil: it was not needed yet
	guests map[engine.Side]guest
}

// A guest is a player at a seat, other than a person.
type guest struct {
	name   string
	player engine.Oracle
}

// Seats returns the players of a match, with asked in place of all people.
func (c *Cast) Seats(m library.Match, asked engine.Oracle) []engine.Oracle {
	c.Table.Listen(c.Hears)
	seats := make([]engine.Oracle, len(m.Players))
	for side, g := range c.guests {
		if m.Players[side] != g.name {
			Leave([]engine.Oracle{g.player})
			delete(c.guests, side)
		}
	}
	for i, name := range m.Players {
		if seats[i] = asked; name == players.Human {
			continue
		}
		player, err := c.seat(m, engine.Side(i), name)
		if err != nil {
			player = engine.OracleFunc(func(engine.Question) (int, error) { return 0, err })
		}
		join(c.Table, player)
		seats[i] = player
	}
	return seats
}

// seat returns the player of a seat. Best players solve the battle when the first of them
// is seated; a guest stays, and is told that the battle begins again.
func (c *Cast) seat(m library.Match, side engine.Side, name string) (player engine.Oracle, err error) {
	if name == players.Best {
		if c.solved == nil {
			c.solved, err = Solved(c.Battle, []string{name})
		}
		if err != nil {
			return nil, err
		}
		return c.solved.Player(), nil
	}
	if g, ok := c.guests[side]; ok {
		if r, ok := g.player.(engine.Reseeder); ok {
			r.Reseed(m.Seed)
		}
		return g.player, nil
	}
	found, err := c.Library.Player(name, side, m.Seed)
	if err != nil {
		return nil, err
	}
	if player, err = Invited(found, side, c.System, c.Library, m, c.Battle); err == nil && player != found {
		if c.guests == nil {
			c.guests = map[engine.Side]guest{}
		}
		c.guests[side] = guest{name, player}
	}
	return player, err
}

// Leave lets the guests go.
func (c *Cast) Leave() {
	for _, g := range c.guests {
		Leave([]engine.Oracle{g.player})
	}
	c.guests = nil
}
