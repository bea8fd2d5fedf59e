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

// Suggest returns the known word nearest to word, or "" if none is near. Near means that at
// most a third of the letters, but at least one and never all of them, were added, left
// out, changed or swapped with their neighbor. Upper and lower case are the same. Of
// equally near words it is the first in the alphabet, whatever the order of known.
func Suggest(word string, known []string) string {
	word = strings.ToLower(word)
	letters := len([]rune(word))
	inWord := bagOf(word)
	best, bestDistance := "", max(1, letters/3)+1
	for _, candidate := range known {
		target := strings.ToLower(candidate)
		// The distance takes long to compute. It is at least the difference in length, and
		// at least the number of letters that the candidate lacks.
		more := utf8.RuneCountInString(target) - letters
		if max(more, -more) > bestDistance || letters-inWord.common(target) > bestDistance {
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

// SuggestParts returns the known words with a part equal or near to the word: "old-dragon"
// for "dragn". Hyphens separate parts. It returns nil if too many words match.
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

// partsOf returns the parts of an id. A path with points, and a word without hyphens, have
// none.
func partsOf(id string) []string {
	if strings.Contains(id, ".") || !strings.Contains(id, "-") {
		return nil
	}
	return strings.Split(id, "-")
}

// A bag is the letters of a word, counted up to 255. Some kinds of letters share a counter.
type bag [64]uint8

func bagOf(word string) (b bag) {
	for _, r := range word {
		if at := uint32(r) % uint32(len(b)); b[at] < math.MaxUint8 {
			b[at]++
		}
	}
	return b
}

// common returns the number of letters of word that are in the bag.
func (b bag) common(word string) (n int) {
	for _, r := range word {
		if at := uint32(r) % uint32(len(b)); b[at] > 0 {
			b[at]--
			n++
		}
	}
	return n
}

// A hint is the end of a message about an unknown word: the word that was probably meant,
// or else all known words. It is computed when the message is written, because it takes
// long.
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

// NotOneOf returns the problem of a key's value that is none of its possible words, with
// the word that was probably meant.
func NotOneOf(key, word string, words []string) string {
	text := fmt.Sprintf("%s is %s: must be %s", key, engine.Quote(word), Choice(words))
	if near := Suggest(word, words); near != "" {
		text += fmt.Sprintf(": did you mean %q?", near)
	}
	return text
}

// Choice joins words to choose from: "a or b", "one of a, b, c".
func Choice(words []string) string {
	if len(words) <= 2 {
		return strings.Join(words, " or ")
	}
	return "one of " + strings.Join(words, ", ")
}
