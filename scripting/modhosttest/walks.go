package modhosttest

import (
	"testing"

	"houserule/engine/enginetest"
	"houserule/scripting/modhost"
)

// midway is a script that looks at the round only in the middle of a battle, and rolls
// dice of its own there.
const midway = `
function onRoundEnd(round)
	if roll(4) == 1 and round.number == 3 then battle:remember("late", roll(2)) end
end
`

// Walks checks, with so many battles of each scenario, that battles are the same when they
// are walks through a chain: [enginetest.Walks]. It takes the mods that ship, a script
// with every hook, and one that looks at the round in the middle of a battle, where the
// first side searches. Unless HOUSERULE_LONG is set, it takes half of the battles, and each
// mod and script with every third scenario, beginning with another one.
func (k Kit) Walks(t *testing.T, battles int) {
	every := 1
	if !enginetest.Long {
		battles, every = battles/2, 3
	}
	walk := func(t *testing.T, ids []string, files map[string]string, seed uint64, first int) {
		t.Parallel()
		lib, _ := k.With(t, ids...)
		if files != nil {
			lib, _ = k.Modded(t, files, modhost.Stop)
		}
		for i := first % every; i < len(lib.Scenarios); i += every {
			scenario := lib.Scenarios[i]
			b, err := lib.Game.NewBattle(scenario.Setup)
			if err == nil {
				err = enginetest.Walks(b, lib.Dice(0), seed, battles)
			}
			if err != nil {
				t.Errorf("%s: %v", scenario.ID, err)
			}
		}
	}
	for nth, id := range k.Bundled(t) {
		t.Run(id, func(t *testing.T) { walk(t, []string{id}, nil, 1, nth) })
	}
	t.Run("every hook", func(t *testing.T) { walk(t, nil, map[string]string{"main.lua": k.Everything()}, 1, 0) })
	t.Run("midway", func(t *testing.T) { walk(t, nil, map[string]string{"main.lua": midway}, 3, 1) })
}
