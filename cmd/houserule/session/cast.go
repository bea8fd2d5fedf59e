package session

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/players"
)

// A cast is the players of a battle that can be taken back: computers and people, anew for each
// run of its session.
type cast struct {
	solved *best.Game // for best players; nil: it was not needed yet
	guests map[engine.Side]guest
}

// A guest is a player at a seat, other than a person.
type guest struct {
	name   string
	player engine.Oracle
}

// seats returns the players of a battle on a ground.
func (c *cast) seats(b *Battle, g Ground) []engine.Oracle {
	seats := make([]engine.Oracle, len(g.Match.Players))
	for side, guest := range c.guests {
		if g.Match.Players[side] != guest.name {
			view.Leave([]engine.Oracle{guest.player})
			delete(c.guests, side)
		}
	}
	for i, name := range g.Match.Players {
		if seats[i] = b.asks; name == players.Human {
			continue
		}
		player, err := c.seat(b, g, engine.Side(i), name)
		if err != nil {
			player = engine.OracleFunc(func(engine.Question) (int, error) { return 0, err })
		}
		view.Attend(b.Table, player)
		if seats[i] = player; b.Turn != nil {
			seats[i] = thinker{player, b.Turn}
		}
	}
	return seats
}

// seat returns the player of a seat. Best players solve the battle when the first of them
// is seated; a guest stays, and is told that the battle begins again.
func (c *cast) seat(b *Battle, g Ground, side engine.Side, name string) (player engine.Oracle, err error) {
	if name == players.Best {
		if c.solved == nil {
			c.solved, err = view.Solved(b.Story, []string{name})
		}
		if err != nil {
			return nil, err
		}
		return c.solved.Player(), nil
	}
	if guest, ok := c.guests[side]; ok {
		if r, ok := guest.player.(engine.Reseeder); ok {
			r.Reseed(g.Match.Seed)
		}
		return guest.player, nil
	}
	found, err := g.Library.Player(name, side, g.Match.Seed)
	if err != nil {
		return nil, err
	}
	if player, err = view.Invited(found, side, g.Frontend, g.Library, g.Match, b.Story); err == nil && player != found {
		if c.guests == nil {
			c.guests = map[engine.Side]guest{}
		}
		c.guests[side] = guest{name, player}
	}
	return player, err
}

// leave lets the guests go. What the players know of the battle is forgotten.
func (c *cast) leave() {
	for _, guest := range c.guests {
		view.Leave([]engine.Oracle{guest.player})
	}
	*c = cast{}
}

// A thinker is a computer player of whose turn the host knows.
type thinker struct {
	engine.Oracle
	turn func(engine.Side)
}

func (t thinker) Answer(q engine.Question) (int, error) {
	t.turn(q.Side)
	return t.Oracle.Answer(q)
}

// Skip makes it an [engine.Skipper] if the player is one.
func (t thinker) Skip(q engine.Question) {
	if s, ok := t.Oracle.(engine.Skipper); ok {
		s.Skip(q)
	}
}

// Follow makes it an [engine.Follower] if the player is one.
func (t thinker) Follow(table *engine.Table) {
	if f, ok := t.Oracle.(engine.Follower); ok {
		f.Follow(table)
	}
}
