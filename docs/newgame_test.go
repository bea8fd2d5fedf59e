package docs_test

import (
	"encoding/json"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"houserule/engine/enginetest"
)

const (
	newGameDoc   = "new-game.md"
	bundledGames = "cmd/houserule/bundled/bundled.go"
	newGameFiles = "testdata/newgame" // of the game of the page, with their paths in the repository
)

// newGameTree returns the files of the game: their text by the path that they would have.
func newGameTree(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(newGameFiles), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(newGameFiles, path))
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// blocks returns the code blocks of a page in a language.
func blocks(page, language string) (all []string) {
	for i, part := range strings.Split(page, "```") {
		if text, ok := strings.CutPrefix(part, language+"\n"); ok && i%2 == 1 {
			all = append(all, text)
		}
	}
	return all
}

// What docs/new-game.md shows of the game is in its files, and the line is one of bundled.go.
func TestNewGameShowsItsFiles(t *testing.T) {
	page, err := os.ReadFile(newGameDoc)
	if err != nil {
		t.Fatal(err)
	}
	files := newGameTree(t)
	for name, text := range files {
		if formatted, err := format.Source([]byte(text)); strings.HasSuffix(name, ".go") && (err != nil || string(formatted) != text) {
			t.Errorf("%s is not formatted: %v", name, err)
		}
	}
	shown := append(blocks(string(page), "go"), blocks(string(page), "lua")...)
	if len(shown) < 8 {
		t.Fatalf("the page shows %d pieces of code", len(shown))
	}
	for _, block := range shown {
		found := strings.Contains(block, "PlainFrontend")
		for _, text := range files {
			found = found || strings.Contains(text, block)
		}
		if !found {
			t.Errorf("no file has\n%s", block)
		}
	}
}

// addGame adds the line of a game, and its imports, to the text of bundled.go.
func addGame(text, line string, imports ...string) string {
	for _, path := range imports {
		if quoted := strconv.Quote(path); !strings.Contains(text, quoted) {
			text = strings.Replace(text, "import (\n", "import (\n\t"+quoted+"\n", 1)
		}
	}
	last := strings.LastIndex(text, "\n\t\tgames.Game{")
	end := last + 1 + strings.Index(text[last+1:], "\n") + 1
	return text[:end] + line + text[end:]
}

// A game is added beside others that have a plain view, too.
func TestAddGame(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", bundledGames))
	if err != nil {
		t.Fatal(err)
	}
	with := string(text)
	for _, name := range []string{"toad", "pig"} {
		with = addGame(with, "\t\tgames.Game{View: view.PlainFrontend{Game: \""+name+"\"}},\n", "houserule/cmd/houserule/view", "houserule/scripting/"+name+"mods")
	}
	if _, err := format.Source([]byte(with)); err != nil {
		t.Fatalf("%v:\n%s", err, with)
	}
	for _, want := range []string{`"houserule/cmd/houserule/view"`, `"houserule/scripting/toadmods"`, `"houserule/scripting/pigmods"`, `{Game: "toad"}`, `{Game: "pig"}`} {
		if n := strings.Count(with, want); n != 1 {
			t.Errorf("%s is there %d times in\n%s", want, n, with)
		}
	}
}

// buildNewGame builds a program from Go files that lie elsewhere than they seem to.
func buildNewGame(t *testing.T, args ...string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for path := range newGameTree(t) {
		if replace[filepath.Join(root, path)], err = filepath.Abs(filepath.Join(newGameFiles, path)); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(newGameDoc)
	if err != nil {
		t.Fatal(err)
	}
	games, err := os.ReadFile(filepath.Join(root, bundledGames))
	if err != nil {
		t.Fatal(err)
	}
	withGame := string(games)
	for _, block := range blocks(string(page), "go") {
		if strings.Contains(block, "PlainFrontend") {
			withGame = addGame(withGame, block, "houserule/cmd/houserule/view", "houserule/engine/library/pigdata", "houserule/scripting/pigmods")
		}
	}
	dir := t.TempDir()
	replace[filepath.Join(root, bundledGames)] = filepath.Join(dir, "bundled.go")
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bundled.go": withGame, "overlay.json": string(overlay)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Without the profile, the packages are those that other tests are built of. No debugger reads
	// the program.
	args = append([]string{args[0], "-pgo=off", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json")}, args[1:]...)
	build := exec.Command("go", args...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// The game of docs/new-game.md passes the tests of battles, and every command of the page
// prints what it shows; after "..." it may print more. With -update the page shows what
// is printed.
func TestNewGame(t *testing.T) {
	t.Parallel()
	enginetest.OnlyLong(t, "it builds the program")
	if testing.Short() {
		t.Skip("it builds the program")
	}
	bin := t.TempDir()
	buildNewGame(t, "test", "-c", "-vet=off", "-o", filepath.Join(bin, "pig.test"), "./engine/pig")
	buildNewGame(t, "build", "-o", filepath.Join(bin, "houserule"), "./cmd/houserule")
	work := t.TempDir()
	for path, text := range newGameTree(t) {
		if name, ok := strings.CutPrefix(path, "lucky/"); ok {
			if err := os.MkdirAll(filepath.Join(work, "lucky"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(work, "lucky", name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(line string) string {
		t.Helper()
		c := exec.Command("sh", "-c", line)
		c.Dir = work
		c.Env = append(os.Environ(), "NO_COLOR=1", "PATH="+bin+":"+os.Getenv("PATH"), "XDG_STATE_HOME="+filepath.Join(work, "state"), "XDG_DATA_HOME="+filepath.Join(work, "data"))
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	run("pig.test -rapid.checks=20")

	page, err := os.ReadFile(newGameDoc)
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, block := range blocks(text, "console") {
		var printed strings.Builder
		for part := range strings.SplitSeq("\n"+strings.TrimSuffix(block, "\n"), "\n$ ") {
			line, want, _ := strings.Cut(part, "\n")
			if line == "" {
				continue
			}
			got := run(line)
			if shown, cut := strings.CutSuffix(want, "..."); cut {
				lines := strings.SplitAfter(got, "\n")
				got = strings.Join(lines[:min(len(lines), max(strings.Count(shown, "\n"), 4))], "") + "...\n"
			}
			printed.WriteString("$ " + line + "\n" + got)
		}
		if got := printed.String(); got != block {
			if !*enginetest.Update {
				t.Errorf("docs/new-game.md shows\n%s\nthe program prints\n%s", block, got)
			}
			text = strings.Replace(text, block, got, 1)
		}
	}
	if *enginetest.Update {
		if err := os.WriteFile(newGameDoc, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
