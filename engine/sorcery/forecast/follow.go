package forecast

import (
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Follow answers the open question in a copy of its battle, and then which units go along.
// It calls look when the copy asks for the way, and reports whether all units of the stack
// go along. Luck rolls the dice in between.
func Follow(c *fight.Picking, luck engine.Oracle, answer int, along func(*fight.Picking) int, look func(*sorcery.Ordering)) (all bool) {
	all = c.What == sorcery.PickGroup && answer == fight.All
	done := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		switch asked := q.Choice.(type) {
		case *fight.Picking:
			if asked.What == sorcery.PickGroup || asked.What == sorcery.PickFollow {
				n := along(asked)
				all = all || n == fight.All && asked.What == sorcery.PickGroup
				return n, nil
			}
		case *sorcery.Ordering:
			look(asked)
		}
		done = true
		return 0, engine.ErrRewind // the rest of the battle is not needed
	})
	table := engine.NewTable(luck, player, player)
	scratch := c.Scratch().(*fight.Battle)
	scratch.Copy(c.Battle())
	scratch.Sit(table)
	for table.Try(answer, scratch.Step); !done && table.Err() == nil && !scratch.Over(); {
		scratch.Step()
	}
	return all
}
