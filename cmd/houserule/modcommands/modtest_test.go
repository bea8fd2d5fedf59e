package modcommands_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
)

// modTest runs houserule mod test in a folder.
func modTest(t *testing.T, folder string, args ...string) (out string, err error) {
	t.Helper()
	t.Chdir(folder)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	var b bytes.Buffer
	root := program.New(&b)
	root.SetErr(&b)
	root.SetArgs(append([]string{"mod", "test"}, args...))
	err = root.Execute()
	return b.String(), err
}

// testedMod writes a mod into a folder named goblins.
func testedMod(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	files["mod.toml"] = "id = \"goblins\"\nversion = \"1.0.0\"\ntitle = \"Goblins\"\ngame = \"heroes\"\n"
	for name, text := range files {
		name = filepath.Join(folder, "goblins", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestModTest(t *testing.T) {
	const (
		script = "function onKilled(attack) log(\"one less\") end\nfunction onMiss(attack) log(\"ha\") end\n"
		hit    = `test{ name = "a hit is told", run = function()
	armies("3 gold-golem", "3 bandit")
	dice{10}
	answer("d1 attack a1")
	expect_told("one less")
end }
`
		wrong = `local function strike() answer("d1 attack a1") expect(stack("a1").count, 1) end
test{ name = "two die", run = function()
	armies("3 gold-golem", "3 bandit")
	dice{10}
	strike()
end }
`
	)
	for _, test := range []struct {
		name      string
		files     map[string]string
		args      []string
		out, text string // text of the error
		usage     bool
	}{
		{"ok", map[string]string{"main.lua": script, "test.lua": hit}, []string{"./goblins"}, `ok    goblins/test.lua: 1 test
      never run: onMiss  goblins/main.lua:2
`, "", false},
		{"coverage", map[string]string{"main.lua": script, "test.lua": hit}, []string{"./goblins", "--coverage"}, `ok    goblins/test.lua: 1 test
     0  onMiss  goblins/main.lua:2
     1  onKilled  goblins/main.lua:1
`, "", false},
		{"fails", map[string]string{"main.lua": script, "test.lua": hit + wrong}, []string{"goblins"}, `--- FAIL: two die
    goblins/test.lua:7: expect: got 2, want 1
      called from goblins/test.lua:11: in test.run
    asked: a1 retaliates
    told:
      Round 1
      Phase 3, defender
      d1 (3 Bandit) attacks a1 (3 Gold Golem): die 10 + 3 = 13 against 7: hit
      Gold Golem of a1 dies
      one less
FAIL  goblins/test.lua: 1 of 2 tests failed
      never run: onMiss  goblins/main.lua:2
`, "1 test failed", false},
		{"some", map[string]string{"main.lua": script, "test.lua": hit + wrong}, []string{"./goblins/", "--run", "a hit"}, "ok    goblins/test.lua: 1 test\n", "", false},
		{"verbose", map[string]string{"main.lua": "function onAttack(attack)\n\ttrace(attack.by, \"scores\", attack.score)\nend\n", "test.lua": strings.ReplaceAll(hit, "one less", "dies")}, []string{"./goblins/", "-v"}, `=== a hit is told
    Round 1
    Phase 3, defender
    goblins/main.lua:2: onAttack of mod goblins: d1 (3 Bandit) scores 3
    d1 (3 Bandit) attacks a1 (3 Gold Golem): die 10 + 3 = 13 against 7: hit
    Gold Golem of a1 dies
ok    goblins/test.lua: 1 test
`, "", false},
		{"none", map[string]string{"main.lua": script, "test.lua": hit}, []string{"./goblins", "--run", "flee"}, "ok    goblins/test.lua: no test's name contains \"flee\"\n", "", false},
		{"no tests", map[string]string{"main.lua": script}, []string{"./goblins"}, "?     goblins: no test.lua\n", "", false},
		{"two mods", map[string]string{"main.lua": script, "test.lua": hit + "tset{}"}, []string{"./goblins", "heroes"}, `goblins/test.lua:7:1: unknown name "tset": did you mean "test"?
FAIL  goblins: cannot be tested
?     mods/heroes: no test.lua
`, "1 mod cannot be tested", false},
		{"no mod here", map[string]string{}, nil, "", ". is not a mod: it has no mod.toml. Name the folder of a mod, or make one with houserule mod new NAME", true},
		{"of a journal, no mod here", map[string]string{}, []string{"--from", "it.journal"}, "", "--from makes a test of a mod, and this folder is none: name it, as in houserule mod test --from it.journal MOD", true},
		{"unknown", map[string]string{}, []string{"heros"}, "", "unknown mod \"heros\": did you mean \"heroes\"?", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := modTest(t, testedMod(t, test.files), test.args...)
			text := ""
			if err != nil {
				text = library.Explain(err)
			}
			if usage := errors.As(err, new(*usage.Error)); out != test.out || text != test.text || usage != test.usage {
				t.Errorf("got:\n%s%v (usage %t)\nwant:\n%s%s (usage %t)", out, text, usage, test.out, test.text, test.usage)
			}
		})
	}
	folder := testedMod(t, map[string]string{"main.lua": script, "test.lua": hit})
	const want = "ok    ./test.lua: 1 test\n      never run: onMiss  ./main.lua:2\n"
	if out, err := modTest(t, filepath.Join(folder, "goblins")); err != nil || out != want {
		t.Errorf("here: %v\n%s", err, out)
	}
}

// A test that is made of a journal passes at once, in every game, and knows how it ends.
func TestModTestFromJournal(t *testing.T) {
	for _, test := range []struct {
		game, script string
		battle       []string
	}{
		{"heroes", "function onRoundStart(round) if roll(6) > 3 then log(\"x\") end end", []string{"siege"}},
		{"heroes", "", []string{"--aggressor", "2 orc, 1 ogre", "--defender", "3 bandit", "--set", "try.luck=3"}},
		{"kings", "function onRoundStart(round) roll(6) end", []string{"ambush"}},
		{"sorcery", "", []string{"first-muster"}},
		{"sorcery", "", []string{"two-valleys"}},
		{"risk", "", []string{"border"}},
	} {
		t.Run(test.game+" "+test.battle[0], func(t *testing.T) {
			folder := t.TempDir()
			risk, err := fs.Sub(houserule.Data, "mods/risk")
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			mod := "try"
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(folder, mod, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if test.game == "risk" {
				mod = "risk"
				if err := os.CopyFS(filepath.Join(folder, mod), risk); err != nil {
					t.Fatal(err)
				}
			} else if err := os.Mkdir(mod, 0o755); err != nil {
				t.Fatal(err)
			} else {
				write("mod.toml", fmt.Sprintf("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = %q\n[setting.luck]\ntype = \"whole\"\ndefault = 1\nrange = [1, 6]\ndoc = \"luck\"\n", test.game))
				write("main.lua", test.script)
			}
			programtest.Command(t, append([]string{"battle", "--mods", "./" + mod, "--seed", "4", "-q", "--journal", "it.journal"}, test.battle...)...)
			write("test.lua", programtest.Command(t, "mod", "test", "./"+mod, "--from", "it.journal"))
			if out := programtest.Command(t, "mod", "test", "./"+mod); !strings.HasPrefix(out, "ok    "+mod+"/test.lua: 1 test\n") {
				t.Error(out)
			}
			text, err := os.ReadFile(filepath.Join(mod, "test.lua"))
			if err != nil {
				t.Fatal(err)
			}
			write("test.lua", strings.Replace(string(text), `expect(asked(), "`, `expect(asked(), "not `, 1))
			if code := program.Run([]string{"mod", "test", "./" + mod}, io.Discard, io.Discard); code == usage.ExitOK {
				t.Error("it passes with another end, too")
			}
		})
	}
}
