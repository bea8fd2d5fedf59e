package best_test

import (
	"context"
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/players"
)

// An unclassed battle is no Classifier: its classes are its keys.
type unclassed struct{ engine.Story }

func (u unclassed) Fresh() engine.Battle       { return unclassed{u.Story.Fresh().(engine.Story)} }
func (u unclassed) CopyFrom(src engine.Battle) { u.Story.CopyFrom(src.(unclassed).Story) }

// No value is computed from a key that leaves something out: the error says where the battle
// goes another way, and what to do. That is so for best play of both sides, and for a reply.
func TestForgottenInTheKey(t *testing.T) {
	const want = ": the battle goes another way from the same position: a player, a script or the key of the position is wrong, so the value would be, too; sim --direct plays every battle by the rules"
	all := battles(t)
	for _, row := range []struct{ battle, field, both, reply string }{
		{"heroes 1 hydra", ".stacks[].stance", "round 1, phase 5", "round 2, phase 5"},
		{"heroes 1 hydra", ".stacks[].top", "round 2", "round 2"},
		{"heroes 1 orc | 1 halfling", ".stacks[].answered", "round 1, phase 4", "round 1, phase 4"},
		{"heroes 1 orc | 1 halfling", ".stacks[].top", "round 1, phase 3", "round 1, phase 3"},
		{"kings duel", ".counters[].status", "round 1, melee step", "round 1, melee step"},
		{"kings skirmish", ".hits[0]", "round 1, magic step", "round 1, magic step"},
	} {
		b := unclassed{enginetest.Forgets(all[row.battle].(engine.Story), row.field, enginetest.FromKey)}
		check := func(g *best.Game, err error, where string) {
			if err == nil {
				err = g.Solve(context.Background())
			}
			if got := fmt.Sprint(err); got != where+want {
				t.Errorf("%s without %s: %s, want %s", row.battle, row.field, got, where+want)
			}
		}
		g, err := best.New(b)
		check(g, err, row.both)
		g, err = best.Reply(b, 0, players.Greedy{})
		check(g, err, row.reply)
	}
}
