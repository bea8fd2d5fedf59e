package games_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/programtest"
)

// respell gives a file other line ends, and a byte order mark.
func respell(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append([]byte("\ufeff"), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// All texts that editors and git may give other line ends are what they were: mods and their
// archives, journals, saved sets of mods, mods.lock, armies, parts of experiments, scripts.
func TestLineEnds(t *testing.T) {
	programtest.InFolder(t)
	folder := gamestest.ModFolder(t, "ends", map[string]string{
		"main.lua":    "-- the first line\nfunction onAttack(attack)\n\tattack.score = attack.score + 1\nend\n",
		"orcs.toml":   "[creature.pale-orc]\nname = \"Pale orc\"\nalignment = \"chaos\"\nlevel = 2\nmelee = 3\ndefense = 6\nphase = 5\ncost = 30\n",
		"README.md":   "# Ends\n\nThey do not matter.\n",
		"deep/ab.lua": "return 1\n",
	})
	if err := os.MkdirAll("armies", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a.army": "# cheap\n2 orc\n", "b.army": "2 orc + 1 orc\n"} {
		if err := os.WriteFile(filepath.Join("armies", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	battle := strings.Fields("battle golem-wall --seed 3 -q --journal ends.journal --mods")
	programtest.Command(t, append(battle, folder)...)
	for _, part := range []string{"1/2", "2/2"} {
		text := programtest.Command(t, "sim", "duel", "-n", "20", "--json", "--shard", part)
		if err := os.WriteFile(part[:1]+".part", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	programtest.Command(t, "mod", "save", "mine", "--mods", folder)
	show := func() (shown []string) {
		for _, line := range []string{
			"replay ends.journal --mods " + folder,
			"replay ends.journal --mods @mine",
			"mod pack " + folder,
			"balance --anyway -n 20 --armies armies",
			"merge 1.part 2.part",
		} {
			shown = append(shown, programtest.Command(t, strings.Fields(line)...))
			os.Remove("ends-1.0.0.zip")
		}
		return shown
	}
	before := show()
	texts := []string{"ends.journal", "1.part", "2.part", "armies/a.army", "armies/b.army", "data/houserule/sets/mine.toml"}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			texts = append(texts, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range texts {
		respell(t, name)
	}
	for i, text := range show() {
		if text != before[i] {
			t.Errorf("with other line ends it is\n%s\nand was\n%s", text, before[i])
		}
	}

	// A mod that is installed from them is as it was installed, whatever happens to its files.
	programtest.Command(t, "mod", "install", folder)
	respell(t, "data/houserule/mods/mods.lock")
	respell(t, "data/houserule/mods/ends/deep/ab.lua")
	if list := programtest.Command(t, "mod", "list"); strings.Contains(list, "changed") || !strings.Contains(list, folder) {
		t.Errorf("mod list:\n%s", list)
	}
	programtest.Command(t, "replay", "ends.journal", "--mods", "ends")
}

// A clone by a git that changes line ends, as Git for Windows does by default, has the bytes of
// this repository.
func TestCloneWithCRLF(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		git := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.org"}, args...)...)
		git.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }) // of a hook
		git.Env = append(git.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	const top = "../../.."
	origin, clone := filepath.Join(dir, "origin"), filepath.Join(dir, "clone")
	if err := os.MkdirAll(origin, 0o755); err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, root := range []string{".gitattributes", "creatures.toml", "mods", "engine/testdata", "cmd/houserule/page", "cmd/houserule/default.pgo"} {
		err := filepath.WalkDir(filepath.Join(top, root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(top, path)
			if err != nil {
				return err
			}
			if texts[name], err = os.ReadFile(path); err != nil {
				return err
			}
			to := filepath.Join(origin, name)
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			return os.WriteFile(to, texts[name], 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", origin)
	git("-C", origin, "add", "-A")
	git("-C", origin, "commit", "-q", "-m", "all")
	git("clone", "-q", "-c", "core.autocrlf=true", origin, clone)
	for name, text := range texts {
		if got, err := os.ReadFile(filepath.Join(clone, name)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s has other bytes in the clone (%v)", name, err)
		}
	}
}
