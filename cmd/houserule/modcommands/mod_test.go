package modcommands_test

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/usage"
)

// A new mod of any game loads, and its tests pass.
func TestModNew(t *testing.T) {
	flags := map[string][]string{"goblins": {"--own-game"}}
	for _, name := range games.Names(bundled.Resolver().Games()) {
		flags[name] = []string{"--game", name}
	}
	for name, flags := range flags {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			for _, words := range [][]string{append([]string{"mod", "new", "goblins"}, flags...), {"mod", "check", "./goblins"}, {"mod", "test", "./goblins"}} {
				var out, errs strings.Builder
				if code := program.Run(words, &out, &errs); code != usage.ExitOK || errs.Len() > 0 {
					t.Errorf("%q: exit code %d: %s%s", words, code, out.String(), errs.String())
				}
			}
			mods := gamestest.Under("./goblins")
			if lib, err := mods.Load(games.Hint{}); err != nil || lib.Format.Name() != name {
				t.Errorf("the mod is not for %s (%v)", name, err)
			}
		})
	}
}
