package heroesmods_test

import (
	"slices"
	"testing"

	"houserule/engine/library"
	"houserule/scripting/heroesmods"
	"houserule/scripting/lua"
	"houserule/scripting/modhosttest"
)

// ReadOnly and Mutates say what is so: a hook that only looks is refused what acts,
// and nothing else.
func TestReadOnlyAndMutates(t *testing.T) {
	if looks := heroesmods.API.ReadOnly(); slices.Contains(looks, "onKilled") {
		t.Fatalf("hooks that look: %v", looks)
	}
	err := kit.ReadOnlyAndMutates(modhosttest.Look{
		Hook: "onAttack", Event: "attack",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("melee")`, lua.TypeAny: "2", lua.TypeBoolean: "true", "string[]": `{"a"}`,
			"stack": "attack.by", "side": "attack.by.side",
		},
		Params:  map[string]string{"ability": `"charge"`, "spell": `"slow"`},
		Objects: map[string]string{"stack": "attack.by", "side": "attack.by.side", "battle": "battle"},
		Play:    func(lib *library.Library) string { return play(t, lib, "3 gold-golem", "3 bandit", 1) },
	})
	if err != nil {
		t.Error(err)
	}
}
