package catalog

import (
	"strings"
	"unicode"

	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
)

// Found are the ids of the entries of a kind that have a word in their names, and of those that
// have it only in their texts.
type Found struct{ Named, Speaking []string }

// leastSearched is the length, without blanks, of the shortest words that are looked for in texts.
const leastSearched = 3

// Search looks for a word, or the beginning of one, in all entries. Capitals do not matter.
func (k Kind) Search(lib *library.Library, word string) (found Found) {
	if len(strings.ReplaceAll(word, " ", "")) < leastSearched {
		return Found{}
	}
	for _, id := range k.IDs(lib) {
		text, err := k.Text(lib, id)
		if err != nil {
			continue
		}
		head, rest, _ := strings.Cut(screen.Bare(text), "\n")
		name, sort, _ := strings.Cut(head, "): ")
		switch {
		case speaks(name, word):
			found.Named = append(found.Named, id)
		case speaks(sort+"\n"+rest, word):
			found.Speaking = append(found.Speaking, id)
		}
	}
	return found
}

// Text returns what is shown of an entry.
func (k Kind) Text(lib *library.Library, id string) (string, error) {
	var out strings.Builder
	err := k.Show(&out, lib, id)
	return out.String(), err
}

// speaks reports whether a word of a text begins so.
func speaks(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		if before := []rune(text[:i]); len(before) == 0 || !unicode.IsLetter(before[len(before)-1]) {
			return true
		}
		text = text[i+len(word):]
	}
}
