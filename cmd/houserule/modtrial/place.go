package modtrial

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"houserule/scripting"
)

// named finds the name at the beginning of an error of a script, and those in its quotes, such as
// t.name in: d1 (2 Orc): t.name is nil, which has no field "foo".
var named = regexp.MustCompile(`(?:^|: )(\w+(?:[.:]\w+)*)|"([^"]+)"`)

// column returns the column of an error: of the first name in it that stands on its line, or else
// of the statement. Lua knows lines only.
func (r *runner) column(e *scripting.Error) int {
	line := r.line(e)
	for _, name := range named.FindAllStringSubmatch(e.Text, -1) {
		if before, _, found := strings.Cut(line, name[1]+name[2]); found {
			return utf8.RuneCountInString(before) + 1
		}
	}
	if rest := strings.TrimLeft(line, " \t"); rest != "" {
		return utf8.RuneCountInString(line) - utf8.RuneCountInString(rest) + 1
	}
	return 0
}

// line returns the line of an error, or "".
func (r *runner) line(e *scripting.Error) string {
	for _, m := range r.Library.Mods {
		for _, s := range m.Scripts {
			if lines := strings.Split(s.Text, "\n"); s.File == e.File && e.Line > 0 && e.Line <= len(lines) {
				return lines[e.Line-1]
			}
		}
	}
	return ""
}

// mentioned reports whether a script of the mods has a word, such as the id of an entry.
func (t Trial) mentioned(word string) bool {
	for _, m := range t.Library.Mods {
		for _, s := range m.Scripts {
			if strings.Contains(s.Text, `"`+word+`"`) || strings.Contains(s.Text, `'`+word+`'`) {
				return true
			}
		}
	}
	return false
}
