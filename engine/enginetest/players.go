package enginetest

import (
	"houserule/engine"
	"houserule/engine/players"
)

// searchNodes is small: the search need not play well.
const searchNodes = 60

// Players checks that computer players finish a battle. The seed picks a player for each
// seat.
func (k *Battles[B]) Players(b B, seed uint64) error {
	var seats []engine.Oracle
	pick := engine.NewDice(seed)
	for side := range engine.Side(b.Seats()) {
		all := []engine.Oracle{players.NewRandom(side, seed), players.Greedy{}, players.NewSearch(searchNodes)}
		seats = append(seats, all[pick.Roll(len(all))-1])
	}
	return engine.Play(b, engine.NewTable(engine.NewDice(seed), seats...))
}
