package best

import (
	"errors"

	"houserule/engine"
	"houserule/engine/chain"
)

// A player plays best in a game that has been solved. It is a [chain.Positional].
type player struct {
	game  *Game
	table *engine.Table
}

var (
	_ chain.Positional = (*player)(nil)
	_ engine.Follower  = (*player)(nil)
)

// Player returns a player for either seat of battles like that of the game. It must sit at
// a table of its own battles, because its answers depend on the present step so far. If
// only bounds of a value are known, it plays for their middle.
func (g *Game) Player() engine.Oracle { return &player{game: g} }

// Follow tells the player its table.
func (p *player) Follow(t *engine.Table) { p.table = t }

// errElsewhere is the error of a question in a battle that the game does not know.
var errElsewhere = errors.New("best does not know this position: the battle is another than the one that was solved, or too large to be solved as a whole; the player search plays such battles")

// Answer returns the best option, the first of equals.
func (p *player) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errors.New("a player cannot answer for dice")
	}
	if option, ok := only(q.Choice); ok {
		return option, nil
	}
	answers, ok := p.choices(decided)
	if !ok || !q.Choice.Legal(answers[0].Answer) {
		return 0, errElsewhere
	}
	return answers[0].Answer, nil
}

// only returns the option of a choice that has no other.
func only(c engine.Choice) (option int, ok bool) {
	n := 0
	for option = range c.Each {
		if n++; n > 1 {
			return 0, false
		}
	}
	return option, n == 1
}

// choices returns the options of the choice that is asked at the table: see [Game.Choices].
func (p *player) choices(good func(piece) bool) (answers []Answer, ok bool) {
	if p.table == nil {
		return nil, false
	}
	b, given, ok := p.table.Past().Step()
	if !ok {
		return nil, false
	}
	return p.game.choices(b, given, good)
}

// decided reports whether the first option of a piece is certainly the best one.
func decided(p piece) bool {
	for _, a := range p.options[min(1, len(p.options)):] {
		if a.Value.For(p.side).High > p.options[0].Value.For(p.side).Low+tie {
			return false
		}
	}
	return true
}

// tie is the greatest difference between options that counts as none.
const tie = 1e-9

// Ahead returns the number of rounds before the limit in which values depend on it.
func (p *player) Ahead() int {
	if p.game.space.Timed {
		return chain.Always
	}
	return p.game.horizon()
}
