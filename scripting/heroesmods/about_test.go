package heroesmods_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/scripting"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// Looks and Acts say what is so: a hook that only looks is refused what acts,
// and nothing else.
func TestLooksAndActs(t *testing.T) {
	if looks := heroesmods.System.Looks(); !slices.Contains(looks, "onAttack") || slices.Contains(looks, "onKilled") {
		t.Fatalf("hooks that look: %v", looks)
	}
	samples := map[scripting.Type]string{
		scripting.TypeNumber: "2", scripting.TypeString: `tostring("melee")`, scripting.TypeAny: "2", "string[]": `{"a"}`,
		"stack": "attack.by", "side": "attack.by.side",
	}
	sample := func(f scripting.Function) string {
		var args []string
		for _, p := range f.Params {
			if p.Name == "ability" {
				args = append(args, `"charge"`)
				continue
			}
			if p.Name == "spell" {
				args = append(args, `"slow"`)
				continue
			}
			args = append(args, samples[p.Type])
		}
		return f.Name + "(" + strings.Join(args, ", ") + ")"
	}
	calls := map[string]string{}
	b := heroesmods.System.Binding()
	for _, f := range b.Functions {
		calls[f.Name] = sample(f)
	}
	objects := map[string]string{"stack": "attack.by", "side": "attack.by.side", "battle": "battle"}
	for _, k := range b.Kinds {
		for _, f := range k.Methods {
			calls[k.Name+":"+f.Name] = objects[k.Name] + ":" + sample(f)
		}
	}
	for name, call := range calls {
		lib, _ := modded(t, map[string]string{"main.lua": fmt.Sprintf("local function act(attack)\n\t%s\nend\nfunction onAttack(attack) act(attack) end\n", call)}, modhost.Stop)
		refused := strings.Contains(play(t, lib, "3 gold-golem", "3 bandit", 1), "may only look")
		if acts := slices.Contains(heroesmods.System.Acts(), name); acts != refused {
			t.Errorf("%s: acts %t, refused %t", call, acts, refused)
		}
	}
	for _, name := range heroesmods.System.Acts() {
		if calls[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
}
