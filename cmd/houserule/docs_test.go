package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule/engine/library"
)

const rulingsFile = "../../docs/rulings.md"

// docs/rulings.md is written from the rulebook and the rules: -update.
func TestRulingsDoc(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	want := rulings(lib)
	if *update {
		if err := os.WriteFile(rulingsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(rulingsFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date: run go test ./cmd/houserule -update and read the difference", rulingsFile)
	}
}

// rulings is every ruling with its switches.
func rulings(lib *library.Library) string {
	var b strings.Builder
	b.WriteString(`# Rulings

Where the published rules of ` + "`heroes`" + ` are silent, this project decided. Each
decision is listed with the keys of ` + "`[rules]`" + ` (mods/heroes/rules.toml) that a house
may set otherwise. ` + "`houserule rule H8.3`" + ` prints any paragraph whole.

This page is written from the rulebook's data; do not edit it by hand.
`)
	for _, p := range lib.Rulebook {
		if p.Ruling == "" && len(p.Switches) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s %s\n\n", p.ID, p.Title)
		if p.Ruling != "" {
			fmt.Fprintf(&b, "%s\n", p.Ruling)
		}
		if len(p.Switches) > 0 {
			b.WriteString("\n| key | default | what it sets |\n|---|---|---|\n")
		}
		for _, s := range p.Switches {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", s.Key, s.Text(), s.Doc)
		}
	}
	return b.String()
}
