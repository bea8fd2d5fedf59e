package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MostName is the maximum length of a name, in characters.
const MostName = 64

// A Naming is a set of allowed names: at most MostName characters, each a lower-case
// letter, a digit (not first) or one of And (not first). Capitals and Digits allow more.
type Naming struct {
	Capitals bool   // capital letters are allowed
	Digits   bool   // the first character may be a digit
	And      string // further characters, never the first one
}

// The namings that several packages use.
var (
	ModNaming     = Naming{And: "-"}                                // ids of mods
	EntryNaming   = Naming{Capitals: true, Digits: true, And: "-."} // ids of creatures, spells and other entries
	SettingNaming = Naming{Capitals: true, And: "_"}                // settings of mods
	FieldNaming   = Naming{And: "_"}                                // fields that mods give entries, which scripts read
	WordNaming    = Naming{And: "-_"}                               // words typed at the prompt, which has no capitals
)

// Check returns an error unless name is allowed. What describes the thing that has the
// name, as in `the option`.
func (n Naming) Check(what, name string) error {
	length := utf8.RuneCountInString(name)
	switch {
	case n.Takes(name):
		return nil
	case length > MostName:
		return fmt.Errorf("%s %s: must have at most %d characters, not %d", what, Quote(name), MostName, length)
	}
	return fmt.Errorf("%s %s: must be made of %s", what, Quote(name), n)
}

// Takes reports whether name is allowed.
func (n Naming) Takes(name string) bool {
	for i := range len(name) {
		c := name[i]
		switch first := i == 0; {
		case 'a' <= c && c <= 'z', n.Capitals && 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9' && (!first || n.Digits):
		case !first && strings.IndexByte(n.And, c) >= 0:
		default:
			return false
		}
	}
	return name != "" && len(name) <= MostName
}

// String describes the allowed names.
func (n Naming) String() string {
	letters, first := "lower-case letters", "a letter"
	if n.Capitals {
		letters = "letters"
	}
	if n.Digits {
		first = "a letter or digit"
	}
	parts := append([]string{letters, "digits"}, strings.Split(n.And, "")...)
	last := len(parts) - 1
	return fmt.Sprintf("%s and %s, %s first", strings.Join(parts[:last], ", "), parts[last], first)
}

// Pattern returns a regular expression for the allowed names.
func (n Naming) Pattern() string {
	first, more := "a-z", ""
	if n.Capitals {
		first = "A-Z" + first
	}
	if more = first + "0-9"; n.Digits {
		first = more
	}
	and := strings.ReplaceAll(n.And, "-", "")
	if and != n.And {
		and += "-" // last in a class of characters, where - means itself
	}
	return fmt.Sprintf("[%s][%s%s]{0,%d}", first, more, and, MostName-1)
}

// JoinNames returns names separated by blanks. It quotes a name that contains a blank.
func JoinNames(names []string) string {
	words := slices.Clone(names)
	for i, name := range words {
		if strings.ContainsAny(name, " \"") {
			words[i] = strconv.Quote(name)
		}
	}
	return strings.Join(words, " ")
}

// SplitNames splits a text that JoinNames wrote.
func SplitNames(text string) (names []string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		quoted, err := strconv.QuotedPrefix(text)
		if err == nil {
			name, _ := strconv.Unquote(quoted)
			names, text = append(names, name), text[len(quoted):]
			continue
		}
		var name string
		name, text, _ = strings.Cut(text, " ")
		names = append(names, name)
	}
	return names
}
