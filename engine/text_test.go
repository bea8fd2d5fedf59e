package engine_test

import (
	"strings"
	"testing"

	"houserule/engine"
)

func TestUnsafe(t *testing.T) {
	for _, row := range []struct {
		text, but string
		at        int
		what      string
	}{
		{"Zoë 哥布林 \uFFFD", "", -1, ""},
		{"two\nlines\tof text", "\n\t", -1, ""},
		{"two\nlines", "", 3, "line break"},
		{"a\x1b[31m", "\n\t", 1, "control character U+001B"},
		{"a\u0085", "", 1, "control character U+0085"},
		{"é\u202egpj", "", 2, "character U+202E, which turns the direction of text"},
		{"\u200f", "", 0, "character U+200F, which turns the direction of text"},
		{"\u061c", "", 0, "character U+061C, which turns the direction of text"},
		{"or\u200bc", "", 2, "character U+200B, which takes no room"},
		{"\u00adorc", "", 0, "character U+00AD, which takes no room"},
		{"orc\ufeff", "", 3, "character U+FEFF, which takes no room"},
		{"क्\u200dष \u200c", "", -1, ""},
		{"a\u2028b", "\n", 1, "line separator U+2028"},
		{"\uFFFE", "", 0, "noncharacter U+FFFE"},
		{"ab\xff", "", 2, "byte 0xff, which is not UTF-8"},
	} {
		if at, what := engine.Unsafe(row.text, row.but); at != row.at || what != row.what {
			t.Errorf("%q: %d %q, want %d %q", row.text, at, what, row.at, row.what)
		}
	}
}

func TestShownTexts(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{engine.Blank("a\nb\x1b[31m\u202ec\xff"), "a b [31m c\uFFFD"},
		{engine.Blank("Zoë 哥布林"), "Zoë 哥布林"},
		{engine.Quote("a\nb\u202e\xff"), `"a\nb\u202e\xff"`},
		{engine.Quote(strings.Repeat("é", 64)), `"` + strings.Repeat("é", 64) + `"`},
		{engine.Quote(strings.Repeat("é", 65)), `"` + strings.Repeat("é", 64) + `..."`},
		{engine.Brief(`unknown word "` + strings.Repeat("a", 200) + `": did you mean "orc"?`), `unknown word "` + strings.Repeat("a", 127) + `...": did you mean "orc"?`},
		{engine.Brief(engine.Brief(strings.Repeat("b", 129) + ":\tc")), strings.Repeat("b", 128) + "...:\tc"},
		{engine.Brief("/tmp/" + strings.Repeat("b", 200) + ":3: x"), "/tmp/" + strings.Repeat("b", 200) + ":3: x"},
		{engine.Brief("/tmp/" + strings.Repeat("b", 255) + ":31:17: x"), "/tmp/" + strings.Repeat("b", 255) + ":31:17: x"},
		{engine.Brief("/tmp/" + strings.Repeat("b", 5000) + ": x"), "/tmp/" + strings.Repeat("b", 300) + "...: x"},
		{engine.Brief(strings.Repeat("哥", 200)), strings.Repeat("哥", 200)},
		{engine.Brief("a\nb  c "), "a\nb  c "},
		{engine.Shown("mods/a b/é.toml"), "mods/a b/é.toml"},
		{engine.Shown("mods/a\nb.toml"), `"mods/a\nb.toml"`},
	} {
		if row.got != row.want {
			t.Errorf("%q, want %q", row.got, row.want)
		}
	}
}
