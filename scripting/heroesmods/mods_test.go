package heroesmods_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/heroesmods"
)

// load is a library of the base game and one mod, whose files are given.
func load(files map[string]string, policy heroesmods.Policy) (*library.Library, *heroesmods.Mods, error) {
	fsys := fstest.MapFS{}
	if files["mod.toml"] == "" {
		fsys["try/mod.toml"] = &fstest.MapFile{Data: []byte("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\napi = 1\n")}
	}
	for name, text := range files {
		fsys["try/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	lib, err := library.LoadMods(library.Base(os.DirFS("../..")), []library.Found{library.At(library.Folder{FS: fsys, Dir: "try", Where: "mods/try"})}, []string{"try"}, nil)
	if err != nil {
		return nil, nil, err
	}
	mods, err := heroesmods.Install(lib, policy)
	return lib, mods, err
}

func modded(t testing.TB, files map[string]string, policy heroesmods.Policy) (*library.Library, *heroesmods.Mods) {
	t.Helper()
	lib, mods, err := load(files, policy)
	if err != nil {
		t.Fatal(err)
	}
	return lib, mods
}

// battle sets up armies.
func battle(t testing.TB, lib *library.Library, aggressor, defender string) *heroes.Battle {
	t.Helper()
	var setup heroes.Setup
	for side, text := range []string{aggressor, defender} {
		army, err := heroes.ParseArmy(text, lib.Creature)
		if err != nil {
			t.Fatal(err)
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	b, err := heroes.NewBattle(lib.Game, setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play plays a battle between reference players and returns what is told.
func play(t testing.TB, lib *library.Library, aggressor, defender string, seed uint64) string {
	t.Helper()
	b := battle(t, lib, aggressor, defender)
	table := engine.NewTable(engine.NewDice(seed, lib.Game.Streams...), new(players.Reference), new(players.Reference))
	var out strings.Builder
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if text := b.Describe(e); text != "" {
			fmt.Fprintln(&out, text)
		}
		if e.What == heroes.Struck {
			fmt.Fprintf(&out, "  %v\n  %v\n", b.Last().Attack, b.Last().Defense)
		}
	}))
	b.Play(table)
	if err := table.Err(); err != nil {
		fmt.Fprintln(&out, "error:", err)
	}
	return out.String()
}

func TestFirst(t *testing.T) {
	lib, _ := modded(t, map[string]string{"main.lua": `
function onAttack(attack)
	if attack.by.level == 2 then
		attack.score = attack.score + 1
	end
	attack.bonus = 2
end
function onKilled(attack)
	log("so dies one of " .. attack.at.name)
	battle:remember("dead", (battle:recall("dead") or 0) + attack.cards)
	if battle:recall("dead") == 3 then battle:summon(attack.by.side, "melee", "orc", 2) end
end
`}, heroesmods.Stop)
	t.Log(play(t, lib, "3 gold-golem", "3 bandit", 1))
}
