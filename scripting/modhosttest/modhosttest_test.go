package modhosttest_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting"
	"houserule/scripting/kingsmods"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// bundle is a kit of kings whose only mod has these files.
func bundle(t *testing.T, files map[string]string) modhosttest.Kit {
	t.Helper()
	const base = "mods/kings"
	fsys := fstest.MapFS{"mods/try/mod.toml": &fstest.MapFile{Data: []byte("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"kings\"\napi = 1\n")}}
	err := fs.WalkDir(os.DirFS("../.."), base, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(os.DirFS("../.."), name)
		fsys[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		fsys["mods/try/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return modhosttest.Kit{Rules: kingsdata.Format(), Scripts: kingsmods.API, Root: fsys, Least: 2}
}

const main = `function onLost(loss) log("lost") end`

// A mod whose tests come to everything passes, and its battles are the same
// again.
func TestBundle(t *testing.T) {
	kit := bundle(t, map[string]string{
		"main.lua": main,
		"test.lua": `test{ name = "it tells", run = function() armies("troll", "goblins") dice{1, 6} expect_told("lost") end }`,
	})
	if ids := kit.Bundled(t); len(ids) != 1 || ids[0] != "try" {
		t.Errorf("%q", ids)
	}
	t.Run("tests", func(t *testing.T) { kit.BundleTests(t) })
	t.Run("replays", func(t *testing.T) { kit.BundleReplays(t) })
}

// A mod that ships without tests, or with one that fails, or with one that
// leaves something out, is told.
func TestPassesTests(t *testing.T) {
	for _, row := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"main.lua": main}, "it has no tests\nmods/try/main.lua:1: onLost is never run by its tests"},
		{
			map[string]string{"main.lua": main, "test.lua": `test{ name = "it is quiet", run = function() armies("troll", "goblins") dice{1, 6} expect_told("quiet") end }`},
			"it is quiet: mods/try/test.lua:1: expect_told: no line of the log contains \"quiet\"\n\nRound 1\n",
		},
		{
			map[string]string{"main.lua": main, "test.lua": `test{ name = "nobody dies", run = function() armies("troll", "goblins") rounds(1) dice{6, 6} expect(winner(), "defender") end }`},
			"mods/try/main.lua:1: onLost is never run by its tests",
		},
		{map[string]string{"main.lua": "function onLost(loss) lgo() end"}, `mods/try/main.lua:1:23: unknown name "lgo": did you mean "log"?`},
	} {
		if got := fmt.Sprint(bundle(t, row.files).PassesTests("try")); !strings.HasPrefix(got, row.want) {
			t.Errorf("got\n%s\nwant\n%s", got, row.want)
		}
	}
}

// A forgetful system installs its scripts otherwise the second time.
type forgetful struct {
	modhost.API
	times *int
}

func (f forgetful) Install(lib *library.Library, policy modhost.Policy) (modhost.Scripts, error) {
	if *f.times++; *f.times > 1 {
		kingsdata.Game(lib).Rules.Die = 12
	}
	return f.API.Install(lib, policy)
}

// Battles that go another way when everything is loaded anew are told.
func TestReplays(t *testing.T) {
	kit := bundle(t, nil)
	if err := kit.Replays(2, "try"); err != nil {
		t.Error(err)
	}
	kit.Scripts = forgetful{kit.Scripts, new(int)}
	if err := fmt.Sprint(kit.Replays(2, "try")); !strings.HasPrefix(err, "skirmish, seed 0: alone\nhouserule journal 1 ") || !strings.Contains(err, "\nside by side\n") {
		t.Error(err)
	}
	if err := fmt.Sprint(kit.Replays(1, "nobody")); err != `unknown mod "nobody" (known: try)` {
		t.Error(err)
	}
}

// Claims say something else of what acts.
type claims struct {
	modhost.API
	acts []string
}

func (c claims) Mutates() []string { return c.acts }

// What acts and is not said to, and the other way round, is told.
func TestReadOnlyAndMutates(t *testing.T) {
	kit := bundle(t, nil)
	look := modhosttest.Look{
		Hook: "onValue", Event: "value",
		Types:  map[lua.Type]string{lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("a")`, lua.TypeAny: "2"},
		Params: map[string]string{"sides": "6", "side": "value.counter.side", "options": `{"a"}`},
		Play:   func(lib *library.Library) string { return told(t, lib) },
	}
	var functions []string // methods have no objects here
	for _, name := range kit.Scripts.Mutates() {
		if !strings.Contains(name, ":") {
			functions = append(functions, name)
		}
	}
	for _, row := range []struct {
		acts []string
		want []string
	}{
		{functions, nil},
		{functions[1:], []string{"roll(6): acts false, and when it is loaded: mods/try/main.lua:2:2: onValue is read-only"}},
		{append(functions, "setting", "nothing"), []string{"there is no nothing\n", `setting(tostring("a")): acts true, and when it is loaded: <nil>`}},
	} {
		kit.Scripts = claims{kingsFunctions{kingsmods.API}, row.acts}
		got := fmt.Sprint(kit.ReadOnlyAndMutates(look))
		if row.want == nil && got != "<nil>" {
			t.Error(got)
		}
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		}
	}
	look.Hook = "onHit"
	if got := fmt.Sprint(kit.ReadOnlyAndMutates(look)); !strings.HasPrefix(got, "onHit is none of the hooks that look: [") {
		t.Error(got)
	}
}

// kingsFunctions is kings without the methods of its objects.
type kingsFunctions struct{ modhost.API }

func (k kingsFunctions) Binding(own ...library.Own) *lua.Binding {
	b := *k.API.Binding(own...)
	b.Kinds = nil
	return &b
}

// told plays the first scenario and returns how it stopped.
func told(t *testing.T, lib *library.Library) string {
	t.Helper()
	b, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(engine.Play(b, enginetest.Table(b, 1)))
}

// A folder without its mods is no bundle.
func TestFound(t *testing.T) {
	kit := bundle(t, nil)
	kit.Least = 3
	const want = "only 2 mods are found: there should be at least 3"
	for _, err := range []error{kit.PassesTests("try"), kit.Replays(1)} {
		if fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A mod of a test's own is called try, and brings its own header where it has
// one.
func TestLoad(t *testing.T) {
	kit := bundle(t, nil)
	lib, scripts := kit.Modded(t, map[string]string{"main.lua": main}, modhost.Stop)
	if got := lib.Mods[1].Mod; got.ID != "try" || got.Game != "kings" {
		t.Errorf("%+v", got)
	}
	if !slices.ContainsFunc(scripts.Program().Funcs("onLost"), func(f *scripting.Func) bool { return f.Mod == "try" }) {
		t.Error("its hook is not there")
	}
	header := "id = \"try\"\nversion = \"2.0.0\"\ntitle = \"Try\"\ngame = \"kings\"\n"
	lib, _ = kit.Modded(t, map[string]string{"mod.toml": header}, modhost.Stop)
	if got := lib.Mods[1].Mod.Version; fmt.Sprint(got) != "2.0.0" {
		t.Error(got)
	}
	_, _, err := kit.Load(map[string]string{"main.lua": "lgo()"}, modhost.Stop)
	if fmt.Sprint(err) != `mods/try/main.lua:1:1: unknown name "lgo": did you mean "log"?` {
		t.Error(err)
	}
	if hooks := kit.Acting(t, 15); !slices.Contains(hooks, "onLost") || slices.Contains(hooks, "onValue") {
		t.Errorf("hooks that may change the battle: %q", hooks)
	}
}

// How a mod fares that a test writes.
func TestTrials(t *testing.T) {
	kit := bundle(t, nil)
	kit.Files = map[string]string{"wild.toml": "[terrain.wild]\nname = \"Wild\"\n"}
	const meet = `armies("troll", "goblins") terrain("wild") dice{1, 6} `
	if got := kit.Failure(t, meet+`expect(winner(), "attacker")`); got != "" {
		t.Error(got)
	}
	if got, want := kit.Failure(t, meet+`expect(winner(), "defender")`), `expect: got "attacker", want "defender"`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	kit.Passes(t, map[string]string{"main.lua": main, "test.lua": modhosttest.Test(meet + `expect_told("lost")`)})
}

// Battles of random players go the same way again and are told; every hook is
// in a script with everything.
func TestBattles(t *testing.T) {
	kit := bundle(t, nil)
	lib, _ := kit.Modded(t, map[string]string{"main.lua": "function onRoundStart(round) error(\"no\") end"}, modhost.Stop)
	b, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	if got := modhosttest.Told(lib, b, 1); !strings.HasSuffix(got, ": onRoundStart of mod try: no\n") || !strings.Contains(got, "\nerror: round 1") {
		t.Error(got)
	}
	if err := fmt.Sprint(modhosttest.Copies(lib, b, 1, 3, nil)); !strings.HasSuffix(err, ": onRoundStart of mod try: no") {
		t.Error(err)
	}
	if got := kit.Everything(); !strings.Contains(got, "function onHit(e)\n\tlocal counter = e.counter\n\tlocal need = e.need\n\tlocal at = e.at\n\tlocal scripted = e.scripted\n\tlocal die = e.die\n\tlocal hits = e.hits\n\te.hits = hits\nend\n") {
		t.Error(got)
	}

	lib, _ = kit.With(t)
	if b, err = lib.Game.NewBattle(lib.Scenarios[0].Setup); err != nil {
		t.Fatal(err)
	}
	if err := modhosttest.Copies(lib, b, 1, 3, nil); err != nil {
		t.Error(err)
	}
	late := func(b engine.Story) error {
		if b.Over() {
			return errors.New("it is over")
		}
		return nil
	}
	if err := fmt.Sprint(modhosttest.Copies(lib, b, 1, 3, late)); err != b.Scene()+": it is over" {
		t.Error(err)
	}
	if err := fmt.Sprint(modhosttest.Copies(lib, odd{b}, 1, 3, nil)); !strings.Contains(err, ": the copy goes another way: ") {
		t.Error(err)
	}
}

// An odd battle is none that its copies are like.
type odd struct{ engine.Story }

func (odd) AppendKey(key []byte) []byte { return append(key, "odd"...) }
