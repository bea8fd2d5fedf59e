package view

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Namer knows the units of a battle by name.
type Namer interface {
	// Units are the names of the present units, and IsUnit reports whether a word looks
	// like one. ShownAs are the words that stand beside the name of a unit: what it is,
	// or consists of.
	Units() []string
	IsUnit(word string) bool
	ShownAs(unit string) []string
}

// NamesUnit reports whether a word is one of some letters, and a number.
func NamesUnit(letters, word string) bool {
	return len(word) > 1 && strings.Contains(letters, word[:1]) && strings.Trim(word[1:], "0123456789") == ""
}

// unitRange is a range of units as boards show it: a2-5.
var unitRange = regexp.MustCompile(`^([a-z]+)([0-9]+)-([a-z]*)([0-9]+)$`)

// rangeMost is how many units a range may name.
const rangeMost = 1000

// UnitsIn returns the units that a word names: one, a range, a2-5, or several with
// commas between them. It returns nil for any other word.
func UnitsIn(v Namer, word string) (units []string) {
	if strings.Contains(strings.Trim(word, ","), ",") {
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == ',' }) {
			named := UnitsIn(v, part)
			if named == nil {
				return nil
			}
			units = append(units, named...)
		}
		return units
	}
	word = strings.Trim(word, ",")
	if v.IsUnit(word) {
		return []string{word}
	}
	m := unitRange.FindStringSubmatch(word)
	if m == nil || m[3] != "" && m[3] != m[1] {
		return nil
	}
	first, err := strconv.Atoi(m[2])
	last, other := strconv.Atoi(m[4])
	if err != nil || other != nil || last < first || last-first >= rangeMost {
		return nil
	}
	for n := first; n <= last; n++ {
		name := m[1] + strconv.Itoa(n)
		if !v.IsUnit(name) {
			return nil
		}
		units = append(units, name)
	}
	return units
}

// Leading returns the units that words begin with, and the words after them.
func Leading(v Namer, words []string) (units, rest []string) {
	for i, word := range words {
		named := UnitsIn(v, word)
		if named == nil {
			return units, words[i:]
		}
		units = append(units, named...)
	}
	return units, nil
}

// shownMost is how many words a name has at most.
const shownMost = 12

// lookedUp is how many words of a line Spelled looks up: no answer has more.
const lookedUp = 30

// Spelled returns words in which names as they are shown, "ice bolt", "Orc", are
// replaced by names as they are typed, "ice-bolt", "d3". Known returns the words that
// may follow others. If a name could mean two things, the error names both.
func Spelled(v Namer, words []string, known func(before []string) []string) (spelled []string, err error) {
	for looked := 0; len(words) > 0; {
		if looked == lookedUp {
			return append(spelled, words...), nil
		}
		if units := UnitsIn(v, words[0]); units != nil {
			spelled, words = append(spelled, units...), words[1:]
			continue
		}
		looked++
		n, word, err := spell(v, words, known(spelled))
		if err != nil {
			return nil, err
		}
		spelled, words = append(spelled, word), words[n:]
	}
	return spelled, nil
}

// spell reads one name, and returns the number of its words.
func spell(v Namer, words, known []string) (n int, word string, err error) {
	if slices.Contains(known, words[0]) {
		return 1, words[0], nil
	}
	units := slices.ContainsFunc(known, v.IsUnit)
	for n := min(len(words), shownMost); n > 0; n-- {
		text := screen.Plain(strings.Join(words[:n], " "))
		found := matching(known, func(word string) bool { return screen.Plain(word) == text })
		shownAs := func(unit string) bool {
			return slices.ContainsFunc(v.ShownAs(unit), func(name string) bool { return screen.Plain(name) == text })
		}
		if len(found) == 0 {
			found = matching(known, shownAs)
		}
		if len(found) == 0 && units {
			found = matching(v.Units(), shownAs)
		}
		switch len(found) {
		case 0:
		case 1:
			return n, found[0], nil
		default:
			return 0, "", engine.CouldBe(strings.Join(words[:n], " "), found)
		}
	}
	return 1, words[0], nil
}

// matching returns the words for which a test holds, each once.
func matching(words []string, is func(string) bool) (found []string) {
	for _, word := range words {
		if is(word) && !slices.Contains(found, word) {
			found = append(found, word)
		}
	}
	return found
}
