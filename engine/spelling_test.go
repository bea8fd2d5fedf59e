package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// british are beginnings of words in British spelling, cut so that no list of them stands here.
var british = strings.Fields(strings.ReplaceAll("armo-ur colo-ur favo-ur flavo-ur harbo-ur hono-ur neighbo-ur defen-ce cancel-led demoral-ise neutral-ise recogn-ise organ-ise summar-ise", "-", ""))

// misspells are the tests of errors that suggest the right spelling.
var misspells = []string{"engine/library/strict/decoding_test.go", "engine/library/strict/example_test.go"}

// Keys, names and texts have American spelling, so that nobody has to guess.
func TestSpelling(t *testing.T) {
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains(misspells, name) || !slices.Contains([]string{".go", ".toml", ".lua", ".md", ".js", ".html", ".css"}, filepath.Ext(name)) {
			return err
		}
		text, err := fs.ReadFile(root, name)
		lower := strings.ToLower(string(text))
		for _, word := range british {
			if at := strings.Index(lower, word); at >= 0 {
				t.Errorf("%s:%d: %q is British spelling", name, 1+strings.Count(lower[:at], "\n"), word)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
