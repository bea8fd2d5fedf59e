package strict

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/antzucaro/matchr"

	"houserule/engine"
)

// Suggest returns the known word that is nearest to word, or "" if none is
// near. Near means that at most a third of the letters, but at least one and
// never all of them, were added, left out, changed or swapped with their
// neighbour; upper and lower case are the same. Of equally near words it is
// the first in the alphabet, whatever the order of known.
func Suggest(word string, known []string) string {
	word = strings.ToLower(word)
	letters := len([]rune(word))
	inWord := bagOf(word)
	best, bestDistance := "", max(1, letters/3)+1
	for _, candidate := range known {
		target := strings.ToLower(candidate)
		// The distance, which takes long to find, is no less than the difference
		// in length, and than the letters that the candidate has not.
		if abs(utf8.RuneCountInString(target)-letters) > bestDistance || letters-inWord.common(target) > bestDistance {
			continue
		}
		n := matchr.OSA(word, target)
		if n >= letters && n > 0 {
			continue
		}
		if n < bestDistance || n == bestDistance && best != "" && candidate < best {
			best, bestDistance = candidate, n
		}
	}
	return best
}

// SuggestParts returns the known words that have a part equal or near to the word:
// "old-dragon" for "dragn". Hyphens separate parts. It returns nil for too many words.
func SuggestParts(word string, known []string) []string {
	const most = 8
	var parts []string
	for _, candidate := range known {
		parts = append(parts, partsOf(candidate)...)
	}
	part := Suggest(word, parts)
	if part == "" {
		return nil
	}
	var found []string
	for _, candidate := range known {
		if slices.Contains(partsOf(candidate), part) {
			found = append(found, candidate)
		}
	}
	if len(found) > most {
		return nil
	}
	return found
}

// partsOf returns the parts of an id; none of a path with points in it, and of a
// word that has no hyphen.
func partsOf(id string) []string {
	if strings.Contains(id, ".") || !strings.Contains(id, "-") {
		return nil
	}
	return strings.Split(id, "-")
}

// A bag is the letters of a word, counted up to 255, some kinds of letters as one.
type bag [64]uint8

func bagOf(word string) (b bag) {
	for _, r := range word {
		if at := uint32(r) % uint32(len(b)); b[at] < math.MaxUint8 {
			b[at]++
		}
	}
	return b
}

// common returns how many letters of word are in the bag.
func (b bag) common(word string) (n int) {
	for _, r := range word {
		if at := uint32(r) % uint32(len(b)); b[at] > 0 {
			b[at]--
			n++
		}
	}
	return n
}

func abs(n int) int { return max(n, -n) }

// hint ends the message about an unknown word: with the word that was
// probably meant, else with all there are. It is looked for when the message is
// written, as it takes long.
type hint struct {
	word, things string
	known        []string
}

func (h hint) String() string {
	if near := Suggest(h.word, h.known); near != "" {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	if len(h.known) == 0 {
		return fmt.Sprintf(": there are no known %s", h.things)
	}
	return fmt.Sprintf(": known %s are %s", h.things, strings.Join(h.known, ", "))
}

// NotOneOf says of the value of a key that it is none of the words that it
// can be, and which of them was probably meant.
func NotOneOf(key, word string, words []string) string {
	text := fmt.Sprintf("%s is %s: must be %s", key, engine.Quote(word), Choice(words))
	if near := Suggest(word, words); near != "" {
		text += fmt.Sprintf(": did you mean %q?", near)
	}
	return text
}

// Choice lists words to choose one from: "a or b", "one of a, b, c".
func Choice(words []string) string {
	if len(words) <= 2 {
		return strings.Join(words, " or ")
	}
	return "one of " + strings.Join(words, ", ")
}
