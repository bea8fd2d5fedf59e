package enginetest

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Demand fails the test if [Missing] finds anything in the files that match patterns.
func Demand[R any](t *testing.T, patterns, paragraphs string) {
	t.Helper()
	missing, err := Missing[R](patterns, paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range missing {
		t.Errorf("no transcript shows %s", word)
	}
}

// Missing returns what the transcripts in the files that match patterns do not show. Each of
// the paragraphs must be in the headline of a transcript. Each key of R, as its toml tags name
// it, must be in a line "rules: ". Blanks separate patterns and paragraphs.
func Missing[R any](patterns, paragraphs string) (missing []string, err error) {
	var files []string
	for pattern := range strings.FieldsSeq(patterns) {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	shown := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for line := range strings.SplitSeq(string(content), "\n") {
			rules, isRules := strings.CutPrefix(line, "rules: ")
			for _, word := range strings.Fields(line) {
				if key, _, ok := strings.Cut(word, "="); ok && isRules && rules != "" {
					shown[key] = true
				} else if strings.HasPrefix(line, "-- ") {
					shown[word] = true
				}
			}
		}
	}
	want := strings.Fields(paragraphs)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if !f.Anonymous {
			want = append(want, f.Tag.Get("toml"))
		}
	}
	for _, word := range want {
		if !shown[word] {
			missing = append(missing, word)
		}
	}
	return missing, nil
}
