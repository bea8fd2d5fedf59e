// Package players answers for people: fixed, random and greedy players, and
// one that looks ahead. All of them are functions of the seed: none looks at
// a clock.
package players

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/heroes"
)

// names are the players that [New] makes in every game, the weakest first.
var names = []string{"random", "reference", "greedy", "search"}

// Names lists the players that New makes: its own, then the game's.
func Names(g *heroes.Game) []string {
	all := append([]string(nil), names...)
	for _, p := range g.Players {
		all = append(all, p.Name)
	}
	return all
}

// New returns the player of that name. Seat and seed choose the dice of a
// player that needs some; they are its own, apart from the table's.
func New(g *heroes.Game, name string, seat engine.Side, seed uint64) (engine.Oracle, error) {
	switch name {
	case "random":
		return NewRandom(seat, seed), nil
	case "reference":
		return new(Reference), nil
	case "greedy":
		return Greedy{}, nil
	case "search":
		return NewSearch(seat, seed, DefaultNodes), nil
	}
	for _, p := range g.Players {
		if p.Name == name {
			return p.New(seat), nil
		}
	}
	return nil, &engine.Unknown{What: "player", Word: name, Known: Names(g)}
}

// Random picks every option with the same chance.
type Random struct {
	dice   engine.Dice
	stream string // of the dice
}

// NewRandom returns a random player for a seat.
func NewRandom(seat engine.Side, seed uint64) *Random {
	r := &Random{stream: fmt.Sprintf("player %d", seat+1)}
	r.Reseed(seed)
	return r
}

// Reseed makes the player the one that NewRandom returns for the seed.
func (r *Random) Reseed(seed uint64) { r.dice.Seed(seed, r.stream) }

// Answer picks. It looks at every option once and keeps none, so that it
// takes no memory however many there are.
func (r *Random) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	picked, n := 0, 0
	for answer := range q.Choice.Each {
		n++
		if r.dice.Roll(n) == 1 {
			picked = answer
		}
	}
	return picked, nil
}

// Skip keeps the player's dice in step with a battle that is replayed.
func (r *Random) Skip(q engine.Question) { r.Answer(q) }

// Greedy picks the option that is worth most one step ahead, the first of
// equals: see [engine.Appraiser]. Where a choice cannot appraise, it takes
// the first option.
type Greedy struct{}

// Answer picks.
func (Greedy) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	return greediest(q.Choice, math.MaxInt), nil
}

// greediest is Greedy's pick among the first options, at most limit.
func greediest(c engine.Choice, limit int) int {
	appraiser, ok := c.(engine.Appraiser)
	if !ok {
		return c.First()
	}
	best, most, n := c.First(), 0, 0
	for answer := range c.Each {
		if worth := appraiser.Appraise(answer); n == 0 || worth > most {
			best, most = answer, worth
		}
		if n++; n == limit {
			break
		}
	}
	return best
}

var errNoDice = fmt.Errorf("a player cannot answer for dice")
