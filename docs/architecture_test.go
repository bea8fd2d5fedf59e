package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every file that docs/architecture.md names is there, and in it what the page
// says is there.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range regexp.MustCompile(`((?:engine|scripting|cmd|mods)/[\w/-]+(?:\.\w+)?)(?:: ([\w.]+))?`).FindAllStringSubmatch(string(text), -1) {
		found++
		path, name := filepath.Join("..", m[1]), m[2]
		if filepath.Ext(path) == "" || name == "" {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", m[0], err)
			}
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if receiver, method, ok := strings.Cut(name, "."); ok {
			if !regexp.MustCompile(`func \(\w+ \*?` + receiver + `(\[.*\])?\) ` + method + `\(`).Match(source) {
				t.Errorf("%s: there is no such method", m[0])
			}
		} else if !regexp.MustCompile(`\b` + name + `\b`).Match(source) {
			t.Errorf("%s: it is not there", m[0])
		}
	}
	if found < 40 {
		t.Errorf("the page names only %d files", found)
	}
}
