package strict

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine/library/files"
)

// wantLines compares problems, written one a line, with what they should be.
func wantLines(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.Trim(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func mustParse(t *testing.T, src string) *Doc {
	t.Helper()
	d, err := Parse("x.toml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// manyLines is n lines of a format, with their numbers.
func manyLines(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// The files of a batch share its bounds.
func TestBatch(t *testing.T) {
	var b Batch
	half := manyLines("k%d = 1\n", files.MaxValues/2)
	for i, want := range []string{"", "", "z.toml:1:1: up to here the mod has more than 50000 keys and items of lists, which are the most: make two mods of it"} {
		_, err := b.Parse(string("xyz"[i])+".toml", []byte(half))
		if got := fmt.Sprint(err); want != "" && got != want || want == "" && err != nil {
			t.Errorf("file %d: %s, want %s", i, got, want)
		}
	}
	if _, err := b.Parse("empty.toml", nil); err != nil {
		t.Error(err)
	}

	b = Batch{}
	x, _ := b.Parse("x.toml", []byte("a = 1\n"))
	y, _ := b.Parse("y.toml", []byte("[b]\nc = 1\n"))
	for range files.MaxProblems - 1 {
		x.Reportf(Path{"a"}, "wrong")
	}
	y.Reportf(Path{"b"}, "one")
	if b.Dropped() {
		t.Error("the last problem that is kept was dropped")
	}
	y.Reportf(Path{"b", "c"}, "two %s", unsaid{t})
	if got, want := y.Problems().Error(), "y.toml:1:2: one"; got != want || !b.Dropped() {
		t.Errorf("got %s, want %s; dropped: %t", got, want, b.Dropped())
	}
	if !y.IsFaulty(Path{"b", "c"}) {
		t.Error("what a dropped problem is of is not faulty")
	}
}

// unsaid is a word of a problem that is not kept.
type unsaid struct{ t *testing.T }

func (u unsaid) String() string {
	u.t.Error("the words of a problem are looked for that is not kept")
	return ""
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("k", maxKey+1)
	tests := []struct {
		name, input, want string
	}{
		{"no value", "a = 1\nb =\n", `x.toml:2:4: expected value but found '\n' instead`},
		{"no equals sign", "a = 1\nb\n", `x.toml:2:2: expected '.' or '=', but got '\n' instead: write KEY = VALUE`},
		{"bare word", "[a]\n  b = yes", `x.toml:2:7: expected value but found "yes" instead: a text stands in quotes`},
		{"open string", "a = \"b\nc = 1", `x.toml:1:7: strings cannot contain newlines: a closing quote is missing`},
		{"open long string", "a = 1\nb = \"\"\"c\n", `x.toml:2:9: unexpected EOF; expected '"""'`},
		{"open list", "a = [1, 2\n", `x.toml:1:10: expected a comma (',') or array terminator (']'), but got end of file`},
		{"escape at the end", `a = "\`, `x.toml:1:6: invalid escape in string '\(end of file)'`},
		{"escape at the end of a line", "a = \"\\\nb = 1", `x.toml:1:6: invalid escape in string '\(end of line)'`},
		{"bare key", "ä = 1", `x.toml:1:1: expected '.' or '=', but got 'ä' instead: write KEY = VALUE`},
		{"column in runes", `"ä" = "öö" !`, `x.toml:1:12: expected a top-level item to end with a newline, comment, or EOF, but got '!' instead`},
		{"after a byte order mark", "\ufeffa = !", `x.toml:1:5: expected value but found '!' instead`},
		{"long message", "a = " + strings.Repeat("x", 300), `x.toml:1:5: expected value but found "` + strings.Repeat("x", 127) + "...: a text stands in quotes"},

		{"repeated key", "a = 1\nb = 2\n a = 3", `x.toml:3:2: a is already defined at line 1`},
		{"repeated quoted key", "a = 1\n\"a\" = 3", `x.toml:2:1: a is already defined at line 1`},
		{"repeated table", "[creature.orc]\na = 1\n[creature.elf]\n[creature.orc]", `x.toml:4:11: creature.orc is already defined at line 1`},
		{"repeated dotted key", "a.b = 1\na.c = 1\na.b = 2", `x.toml:3:3: a.b is already defined at line 1`},
		{"key as table", "a = 1\n[a.b]", `x.toml:2:2: a is already defined at line 1`},
		{"table as list", "[a.b]\n[[a.b]]", `x.toml:2:5: a.b is already defined at line 1`},
		{"repeated inline key", "a = {b = 1,\n b = 2}", `x.toml:2:2: a.b is already defined at line 1`},

		{"NUL", "a = 1\nb = \"\x00\"", `x.toml:2:6: NUL byte: the file is binary, or UTF-16 instead of UTF-8`},
		{"control character", "a = 1 # \x07", `x.toml:1:9: control character U+0007`},
		{"carriage return", "a = 1\rb = 2\r\n", `x.toml:1:6: control character U+000D`},
		{"turned direction", "# \u202e\na = 1", `x.toml:1:3: character U+202E turns the direction of text`},
		{"second control character", "a = 1 # \u0085", `x.toml:1:9: control character U+0085`},
		{"not UTF-8", "a = \"ä\xff\"", `x.toml:1:7: byte 0xff is not UTF-8: save the file in that encoding`},
		{"UTF-16", "\xff\xfea\x00", `x.toml:1:1: byte 0xff is not UTF-8: save the file in that encoding`},
		{"two byte order marks", "\ufeff\ufeffa = 1", `x.toml:1:1: second byte order mark`},
		{"too long", strings.Repeat("#", files.MaxFile+1), `x.toml:1:1: the file has 1048577 bytes: 1048576 are the most`},
		{"long key", "[a." + long + "]", `x.toml:1:4: the key has 101 bytes: 100 are the most`},
		{"long quoted key", `a = { "` + long + `" = 1 }`, `x.toml:1:7: the key has 103 bytes: 100 are the most`},
		{"many keys", manyLines("k%d = 1\n", files.MaxValues+1), `x.toml:50001:1: up to here the mod has more than 50000 keys and items of lists, which are the most: make two mods of it`},
		{"many tables", manyLines("[k.t%d]\n", files.MaxValues+1), `x.toml:50000:4: up to here the mod has more than 50000 keys and items of lists, which are the most: make two mods of it`},
		{"long list", "a = [\n" + manyLines("%d,\n", files.MaxItems+1) + "]", `x.toml:1002:1: the list has more than 1000 items, which are the most`},
		{"long list of tables", manyLines("[[a]] # %d\n", files.MaxItems+1), `x.toml:1001:3: the list has more than 1000 items, which are the most`},
		{"deep lists", "a = " + strings.Repeat("[", files.MaxFile/2), `x.toml:1:21: tables and lists are nested more than 16 deep`},
		{"deep tables", strings.Repeat("a={", files.MaxFile/4), `x.toml:1:49: tables and lists are nested more than 16 deep`},
		{"deep key", strings.Repeat("a.", files.MaxFile/4), `x.toml:1:33: tables and lists are nested more than 16 deep`},
		{"deep header", "[[" + strings.Repeat("a.", 15) + "a]]\nb = 1", `x.toml:1:33: tables and lists are nested more than 16 deep`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("x.toml", []byte(tt.input))
			if err == nil {
				t.Fatal("no error")
			}
			wantLines(t, err.Error(), tt.want)
			var first Problem
			if problems, ok := err.(Problems); !ok || len(problems) != 1 || !errors.As(err, &first) {
				t.Errorf("%T is not one Problem", err)
			}
		})
	}
}

func TestParseLimits(t *testing.T) {
	deep := strings.Repeat("a.", maxDepth-1) + "a = 1\n"
	wide := strings.Repeat("k", maxKey) + " = 1\n"
	mustParse(t, deep+wide+strings.Repeat("#", files.MaxFile-len(deep)-len(wide)))
}

func TestSections(t *testing.T) {
	d := mustParse(t, "name = 'x'\n[spell.a]\n[creature.b]\n[spell.c]\n[rules]\n")
	if got, want := d.Sections(), []string{"name", "spell", "creature", "rules"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := mustParse(t, "# nothing\n").Sections(); len(got) != 0 {
		t.Errorf("got %q of an empty file", got)
	}
}

func TestEntries(t *testing.T) {
	tests := []struct {
		name, input, ids, problems string
	}{
		{"file order", "[creature.orc]\n[spell.x]\n[creature.elf]\n[creature]\nimp.level = 1", "orc elf imp", ""},
		{"absent", "[spell.x]", "", ""},
		{"quoted", "[creature.\"H8.3\"]\n[creature.'a b']", "H8.3 a b", ""},
		{"inline", "creature = { orc = { level = 1 } }", "orc", ""},
		{"no table", "creature = 3", "", `x.toml:1:1: creature must be tables [creature.ID], not the number 3`},
		{"list", "[spell.x]\n[[creature]]", "", `x.toml:2:3: creature must be tables [creature.ID], not a list`},
		{"no id", "[creature]\nname = \"Orc\"\norc = {}\nwhen = 1979-05-27", "orc", `
x.toml:2:1: [creature] has only tables [creature.ID], but "name" is the string "Orc"
x.toml:4:1: [creature] has only tables [creature.ID], but "when" is a date or time`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := mustParse(t, tt.input)
			var ids []string
			for _, e := range d.Entries("creature") {
				ids = append(ids, e.ID)
				if got, want := fmt.Sprint(e.Path), fmt.Sprintf("creature %q", e.ID); got != want {
					t.Errorf("path is %s, want %s", got, want)
				}
			}
			if got := strings.Join(ids, " "); got != tt.ids {
				t.Errorf("got %s, want %s", got, tt.ids)
			}
			if got := strings.Join(IDs([]byte(tt.input), "creature"), " "); tt.problems == "" && got != tt.ids {
				t.Errorf("got %s without values, want %s", got, tt.ids)
			}
			wantLines(t, d.Problems().Error(), tt.problems)
		})
	}
}

func TestReportf(t *testing.T) {
	d := mustParse(t, `
[ability.many]
name = "Many"
bonus = [
  { add = 1 },
  { add = 2, when = { line = "melee" } },
]
`)
	many := Path{"ability", "many"}
	d.Reportf(many.With("bonus", 1, "when", "line"), "known")
	d.Reportf(many.With("bonus", 1, "when", "side", "x"), "key absent")
	d.Reportf(many.With("bonus", 2, "when"), "element absent")
	d.Reportf(many.With("bonus", -1), "element before the first")
	d.Reportf(many.With("bonus", int64(1)), "step of no type")
	d.Reportf(Path{"spell", "x"}, "section absent")
	d.Reportf(many, "%s is %d%%", many, 50)
	d.Reportf(many.With("name"), "twice")
	d.Reportf(many.With("name"), "once")
	d.Reportf(many.With("name"), "twice")
	wantLines(t, d.Problems().Error(), `
x.toml:1:1: section absent
x.toml:2:10: ability "many" is 50%
x.toml:3:1: twice
x.toml:3:1: once
x.toml:4:1: element absent
x.toml:4:1: element before the first
x.toml:4:1: step of no type
x.toml:6:14: key absent
x.toml:6:23: known`)
}

func TestReportUnknownSections(t *testing.T) {
	d := mustParse(t, "nmae = 1\n[creatuer.orc]\n[creatuer.elf]\n[spell.x]\n[weather]\n")
	d.ReportUnknownSections("name", "creature", "spell")
	wantLines(t, d.Problems().Error(), `
x.toml:1:1: unknown section "nmae": did you mean "name"?
x.toml:2:2: unknown section "creatuer": did you mean "creature"?
x.toml:5:2: unknown section "weather": known sections are name, creature, spell`)
	d = mustParse(t, "a = 1")
	d.ReportUnknownSections()
	wantLines(t, d.Problems().Error(), `x.toml:1:1: unknown section "a": there are no known sections`)
}
