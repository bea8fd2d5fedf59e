package modhosttest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// A Havoc is a script that changes battles at any time; they have to go on by the rules
// all the same.
type Havoc struct {
	Script string   // Lua with a function havoc(), which changes the battle by dice
	Least  int      // hooks that may change the battle
	Late   []string // those among them in which no unit fights any more
	Seeds  uint64   // of each field
	// Holds, if not nil, returns an error for a battle that breaks an invariant
	// between two steps.
	Holds func(b engine.Story) error
}

// Havoc checks that a battle goes on to its end whatever scripts do, and
// whenever: goes the same way again, and so does a copy of it, taken between
// any two steps.
func (k Kit) Havoc(t *testing.T, h Havoc) {
	h.Seeds = uint64(enginetest.Rounds(int(h.Seeds)))
	scripts := map[string]string{"all": h.Script}
	for _, name := range k.Acting(t, h.Least) {
		hook := fmt.Sprintf("function %s(e) havoc() end\n", name)
		if slices.Contains(h.Late, name) {
			hook = fmt.Sprintf("function %s(e) battle:remember(%q, roll(6)) end\n", name, name)
		}
		scripts[name] = h.Script + hook
		scripts["all"] += hook
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib, _ := k.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
			k.copies(t, lib, h, name == "all", func(engine.Story) {})
		})
	}
}

// BaseIsOut checks the same where the base game's mod is out in the middle of a battle:
// a mod fills the battle's memory, with a chance of 1 in chance at each call of the
// hook.
func (k Kit) BaseIsOut(t *testing.T, h Havoc, hook string, chance int) {
	lib, _ := k.Modded(t, map[string]string{"main.lua": fmt.Sprintf(`
local function fill()
	for i = 1, 4096 do battle:remember("n" .. i, i) end
end
function %s() if roll(%d) == 1 then fill() end end
`, hook, chance)}, modhost.Disable)
	out := 0
	k.copies(t, lib, h, false, func(b engine.Story) {
		if modhost.Disabled(b)[k.Rules.Name()] != nil {
			out++
		}
	})
	if out == 0 {
		t.Error("the base game was never out")
	}
}

// copies checks the fields of a library with [Copies] and shows the battles when
// they are over.
func (k Kit) copies(t *testing.T, lib *library.Library, h Havoc, looks bool, over func(b engine.Story)) {
	t.Helper()
	for name, b := range k.fields(t, lib) {
		of := copiesOf(b)
		for seed := range h.Seeds {
			if err := of.check(lib, seed, int(seed*7)%40, h.Holds); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			over(b)
			if seed > 0 || !looks {
				continue
			}
			if err := Looks(b, seed); errors.Is(err, enginetest.ErrLook) { // the script may fail as well
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
		}
	}
}
