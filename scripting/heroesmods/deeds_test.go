package heroesmods_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/players"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function havoc()
	local all = battle.stacks
	if #all < 2 or battle.room == 0 or roll(3) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(10)
	if what == 1 then battle:kill(one, roll(3), other)
	elseif what == 2 then battle:kill(one, 1000)
	elseif what == 3 then battle:summon(one.side, "melee", "orc", roll(3))
	elseif what == 4 then battle:summon(one.side, "ranged", "hydra", 2)
	elseif what == 5 and one.alive then battle:grow(one, "griffin", roll(2))
	elseif what == 6 and one.alive then battle:relocate(one, one.line == "melee" and "ranged" or "melee")
	elseif what == 7 and one.alive then battle:stance(one, roll(2) == 1 and "swarm" or "protect")
	elseif what == 8 and one.alive then battle:affect(one, "haste", 2)
	elseif what == 9 then battle:set_walls(roll(2) == 1 and "breached" or "intact")
	else one:remember("n", (one:recall("n") or 0) + 1) end
end
`

// effectful are the hooks that may change the battle.
func effectful(t testing.TB) (names []string) {
	for _, e := range heroesmods.System.Binding().Events {
		if !slices.Contains(heroesmods.System.Looks(), e.Hook) {
			names = append(names, e.Hook)
		}
	}
	if len(names) < 15 {
		t.Fatalf("only %d hooks may change the battle", len(names))
	}
	return names
}

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, and goes the same way again.
func TestHavoc(t *testing.T) {
	hooks := effectful(t)
	scripts := map[string]string{"all": havoc}
	for _, h := range hooks {
		hook := fmt.Sprintf("function %s(e) havoc() end\n", h)
		scripts[h] = havoc + hook
		scripts["all"] += hook
	}
	seeds := uint64(30)
	if testing.Short() {
		seeds = 4
	}
	for name, script := range scripts {
		lib, _ := modded(t, map[string]string{"main.lua": script}, modhost.Stop)
		for _, scenario := range lib.Scenarios {
			b := battleOf(t, lib, scenario.Setup.(heroes.Setup))
			for seed := range seeds {
				run := func() string {
					table := engine.NewTable(lib.Dice(seed), players.NewRandom(0, seed), players.NewRandom(1, seed))
					var out strings.Builder
					if seed == 0 {
						table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { out.WriteString(b.Describe(e)) }))
					}
					result := b.Play(table)
					if err := table.Err(); err != nil {
						t.Fatalf("%s, %s, seed %d: %v", name, scenario.ID, seed, err)
					}
					return fmt.Sprint(out.String(), result)
				}
				if one, other := run(), run(); one != other {
					t.Errorf("%s, %s, seed %d goes two ways", name, scenario.ID, seed)
				}
			}
		}
	}
}
