package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
)

const rulingsFile = "../../docs/rulings.md"

// docs/rulings.md is written from the rulebooks and the rules: -update.
func TestRulingsDoc(t *testing.T) {
	text := `# Rulings

Where the published rules are silent, this project decided. Each decision is
listed with the keys of ` + "`[rules]`" + ` that a house may set otherwise, as in
` + "`houserule battle --set heroes.die=12`" + `. ` + "`houserule rule H8.3`" + ` prints any paragraph
whole.

This page is written from the rulebooks' data; do not edit it by hand.
`
	for _, g := range games() {
		lib, err := g.base()
		if err != nil {
			t.Fatal(err)
		}
		text += rulings(lib)
	}
	golden(t, rulingsFile, text)
}

// Every key of the rules stands beside a paragraph.
func TestRulingsAreWhole(t *testing.T) {
	for _, g := range games() {
		lib, err := g.base()
		if err != nil {
			t.Fatal(err)
		}
		text := rulings(lib)
		for _, value := range lib.Values() {
			if key, ok := strings.CutPrefix(value, "rules."); ok && !strings.Contains(text, "| `"+key+"` |") {
				t.Errorf("%s: no paragraph of the rulebook has the switch %s", g.name(), key)
			}
		}
	}
}

// rulings is every ruling of a game with its switches.
func rulings(lib *library.Library) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n", lib.Mod.Title)
	for _, p := range lib.Rulebook {
		if p.Ruling == "" && len(p.Switches) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s %s\n", p.ID, p.Title)
		if p.Ruling != "" {
			fmt.Fprintf(&b, "\n%s\n", p.Ruling)
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

// What the README shows is what the program prints.
func TestReadmeTranscript(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```console\n$ houserule ")
	if !ok {
		t.Fatal("the README has no transcript")
	}
	line, block, _ := strings.Cut(block, "\n")
	want, _, _ := strings.Cut(block, "```")
	var out, errs strings.Builder
	if code := run(shellWords(line), &out, &errs); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if out.String() != want {
		t.Errorf("the README shows\n%s\nthe program prints\n%s", want, out.String())
	}
}

// Every command of docs/tinkering.md runs: with fewer battles, and with its
// reports in a folder of the test.
func TestTinkeringCommands(t *testing.T) {
	if !long {
		t.Skip("the commands simulate a lot: HOUSERULE_LONG=1 lets them")
	}
	text, err := os.ReadFile("../../docs/tinkering.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(string(text)) {
		line, isCommand := strings.CutPrefix(strings.TrimSpace(line), "houserule ")
		if !isCommand {
			continue
		}
		line, _, _ = strings.Cut(line, " #")
		words := shellWords(line)
		if i := slices.Index(words, "--report"); i >= 0 {
			words[i+1] = filepath.Join(t.TempDir(), words[i+1])
		}
		if words[0] != "odds" {
			words = append(words, "-n", "6")
		}
		commands++
		t.Run(line, func(t *testing.T) {
			var out, errs strings.Builder
			if code := run(words, &out, &errs); code != exitOK {
				t.Errorf("exit code %d: %s", code, errs.String())
			}
		})
	}
	if commands < 10 {
		t.Errorf("docs/tinkering.md has %d commands: is it read at all?", commands)
	}
}

// What docs/tinkering.md shows of an output is in it, line by line; three dots
// stand for what is left out, before and behind as well.
func TestTinkeringOutput(t *testing.T) {
	if !long {
		t.Skip("the commands simulate a lot: HOUSERULE_LONG=1 lets them")
	}
	text, err := os.ReadFile("../../docs/tinkering.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```console\n$ houserule ")
	if !ok {
		t.Fatal("docs/tinkering.md shows no output")
	}
	for ok {
		command, shown, _ := strings.Cut(rest, "\n")
		shown, rest, _ = strings.Cut(shown, "```")
		t.Run(command, func(t *testing.T) {
			var out, errs strings.Builder
			if code := run(shellWords(command), &out, &errs); code != exitOK {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			for part := range strings.SplitSeq(shown, "...\n") {
				if !strings.Contains(out.String(), part) {
					t.Errorf("docs/tinkering.md shows\n%s\nwhich is not in\n%s", part, out.String())
				}
			}
		})
		_, rest, ok = strings.Cut(rest, "```console\n$ houserule ")
	}
}

// The README's counts are those of the rosters.
func TestReadmeCounts(t *testing.T) {
	heroCards := 0
	creatures := heroesdata.Game(unscripted(t, heroesdata.System())).Creatures
	for _, c := range creatures {
		if c.Hero {
			heroCards++
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("%d creatures in six alignments and %d Heroes", len(creatures)-heroCards, heroCards),
		fmt.Sprintf("of kings: %d things", len(kingsdata.Game(unscripted(t, kingsdata.System())).Things)),
		fmt.Sprintf("of sorcery: %d units, characters and monsters", len(sorcerydata.Game(unscripted(t, sorcerydata.System())).Kinds)),
	} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("the README does not say %q", want)
		}
	}
}

// unscripted is a game without its scripts.
func unscripted(t *testing.T, system library.System) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(system, baseOf(system), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// shellWords splits a command line at blanks outside double quotes.
func shellWords(line string) (words []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
