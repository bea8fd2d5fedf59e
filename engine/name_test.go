package engine_test

import (
	"regexp"
	"strings"
	"testing"

	"houserule/engine"
)

func TestNaming(t *testing.T) {
	long := strings.Repeat("a", engine.MostName)
	for _, row := range []struct {
		naming engine.Naming
		name   string
		err    string
	}{
		{engine.ModNaming, "goblin-kings2", ""},
		{engine.ModNaming, long, ""},
		{engine.ModNaming, long + "b", `id "` + long + `...": must have at most 64 characters, not 65`},
		{engine.ModNaming, "", `id "": must be made of lower-case letters, digits and -, a letter first`},
		{engine.ModNaming, "A", `id "A": must be made of lower-case letters, digits and -, a letter first`},
		{engine.ModNaming, "a_b", `id "a_b": must be made of lower-case letters, digits and -, a letter first`},
		{engine.ModNaming, "é", `id "é": must be made of lower-case letters, digits and -, a letter first`},
		{engine.ModNaming, "a\x1b[31m\nb", `id "a\x1b[31m\nb": must be made of lower-case letters, digits and -, a letter first`},
		{engine.EntryNaming, "H8.3", ""},
		{engine.EntryNaming, "3-legs", ""},
		{engine.EntryNaming, "-", `id "-": must be made of letters, digits, - and ., a letter or digit first`},
		{engine.EntryNaming, "a:b", `id "a:b": must be made of letters, digits, - and ., a letter or digit first`},
		{engine.SettingNaming, "Most_2", ""},
		{engine.SettingNaming, "a-b", `id "a-b": must be made of letters, digits and _, a letter first`},
		{engine.WordNaming, "run-away_2", ""},
		{engine.WordNaming, "2", `id "2": must be made of lower-case letters, digits, - and _, a letter first`},
		{engine.WordNaming, " ", `id " ": must be made of lower-case letters, digits, - and _, a letter first`},
	} {
		got := ""
		if err := row.naming.Check("id", row.name); err != nil {
			got = err.Error()
		}
		if got != row.err {
			t.Errorf("%q: %s, want %s", row.name, got, row.err)
		}
		if matches := regexp.MustCompile("^" + row.naming.Pattern() + "$").MatchString(row.name); matches != (row.err == "") {
			t.Errorf("%q: the pattern %s says %v", row.name, row.naming.Pattern(), matches)
		}
	}
}
