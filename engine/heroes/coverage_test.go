package heroes_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"houserule/engine/heroes"
)

func read(t *testing.T, names ...string) string {
	t.Helper()
	var all strings.Builder
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

// files are those that match one of the patterns.
func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, names...)
	}
	return all
}

// Every paragraph of the rulebook is the name of a test: of a transcript or a
// subtest.
func TestEveryParagraphIsTested(t *testing.T) {
	text := read(t, files(t, "testdata/rules/*.txt", "*_test.go")...)
	book := shipped(t).Rulebook
	if len(book) < 35 {
		t.Fatalf("the rulebook has %d paragraphs", len(book))
	}
	for _, p := range book {
		if !strings.Contains(text, "\n-- "+p.ID+" ") && !strings.Contains(text, `t.Run("`+p.ID+" ") {
			t.Errorf("%s %s: no test", p.ID, p.Title)
		}
	}
}

// Every switch is flipped in some transcript.
func TestEverySwitchIsFlipped(t *testing.T) {
	text := read(t, files(t, "testdata/rules/*.txt")...)
	rules := reflect.ValueOf(heroes.DefaultRules())
	for i := range rules.NumField() {
		key := rules.Type().Field(i).Tag.Get("toml")
		if !regexp.MustCompile(`(?m)^rules:.* ` + key + `=`).MatchString(text) {
			t.Errorf("%s: in no transcript", key)
		}
	}
}

// Every text with which the rules refuse an answer stands in a test.
func TestEveryRefusalIsAsserted(t *testing.T) {
	ruling := regexp.MustCompile(`Ruling\{Rule: ("[^"]*"|[a-z]+), Text: (?:fmt.Sprintf\()?"([^"]*)"`)
	tests := read(t, files(t, "testdata/rules/*.txt", "*_test.go")...)
	found := 0
	for _, name := range files(t, "*.go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range ruling.FindAllStringSubmatch(read(t, name), -1) {
			found++
			text := regexp.QuoteMeta(m[2])
			text = strings.NewReplacer("%d", `\d+`, "%s", `\S+`).Replace(text)
			if rule := strings.Trim(m[1], `"`); strings.HasPrefix(rule, "H") {
				text += ` \(` + regexp.QuoteMeta(rule) + `\)`
			}
			if !regexp.MustCompile(text).MatchString(tests) {
				t.Errorf("%s: %s: asserted nowhere", name, m[0])
			}
		}
	}
	if found < 25 {
		t.Errorf("%d refusals found", found)
	}
}
