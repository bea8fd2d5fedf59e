package modtool

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library/strict"
	docs "houserule/scripting/reference"
)

//go:embed wishes.toml
var wishesFile string

// A Wish is an effect that modders want, and how a mod makes it.
type Wish struct {
	Game string
	Wish string
	Also string // other words for it
	How  string // names of the reference stand in backquotes
	Copy string // where it is done: a file, and a text in it
}

// Wishes returns the wishes for mods of the game, in the order of the file.
func (g Game) Wishes() []Wish {
	var file struct{ Wish []Wish }
	if _, err := toml.Decode(wishesFile, &file); err != nil {
		panic("modtool: wishes.toml: " + err.Error())
	}
	return slices.DeleteFunc(file.Wish, func(w Wish) bool { return w.Game != g.name() })
}

var inBackquotes = regexp.MustCompile("`([^`]+)`")

// Names returns the names of the reference that tell how.
func (w Wish) Names() []string {
	return engine.Each(inBackquotes.FindAllStringSubmatch(w.How, -1), func(m []string) string { return m[1] })
}

// IsData reports whether a wish needs no script: all names that tell how are of TOML.
func (g Game) IsData(w Wish) bool {
	return !slices.ContainsFunc(w.Names(), func(name string) bool { return g.tablesOf(name) == nil })
}

// WishTable returns the wishes as a table in Markdown.
func (g Game) WishTable() string {
	var b strings.Builder
	b.WriteString("| I want | how | in | copy |\n|---|---|---|---|\n")
	for _, w := range g.Wishes() {
		in := "Lua"
		if g.IsData(w) {
			in = "TOML"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.Wish, w.How, in, w.Copy)
	}
	return b.String()
}

// mostFound is the maximum number of wishes, and of names, that a search prints.
const mostFound = 8

// Search prints the wishes and the names of the reference that fit words best, and reports
// whether there are any. A word that no wish has stands for the nearest that one has. A text
// that is nearly a name is looked for in wishes only, as it is.
func (g Game) Search(out io.Writer, text string, width int) bool {
	words := wordsOf(text)
	if len(words) == 0 {
		return false
	}
	wishes := g.Wishes()
	names, docOf := g.described()
	var all []string
	for _, w := range wishes {
		all = append(all, wordsOf(w.Wish+" "+w.Also)...)
	}
	isName := g.NearName(text) != ""
	for i, word := range words {
		if !isName && !slices.ContainsFunc(all, func(known string) bool { return related(word, known) }) {
			words[i] = cmp.Or(strict.Suggest(word, all), word)
		}
	}
	foundWishes := best(wishes, func(w Wish) int {
		n := 2 * matches(words, w.Wish+" "+w.Also)
		if !isName {
			n += matches(words, w.How)
		}
		return n
	})
	foundNames := best(names, func(name string) int {
		if n := matches(words, name+" "+docOf[name]); n == len(words) && !isName {
			return n
		}
		return 0
	})
	if len(foundWishes)+len(foundNames) == 0 {
		return false
	}
	for _, w := range foundWishes {
		fmt.Fprintln(out, screen.Heading(w.Wish))
		fmt.Fprintln(out, screen.Wrap(strings.ReplaceAll(w.How, "`", ""), max(width, screen.Usual), 2))
		fmt.Fprintf(out, "  as in %s\n", w.Copy)
	}
	if len(foundNames) > 0 {
		fmt.Fprintln(out, screen.Heading("Names"))
		screen.Table(out, width, engine.Each(foundNames, func(name string) []string { return []string{"  " + name, docOf[name]} }))
	}
	fmt.Fprintln(out, "houserule mod docs NAME explains a name.")
	return true
}

// NearName returns the name of the reference that a misspelt one means, or "".
func (g Game) NearName(text string) string { return strict.Suggest(text, g.DocNames()) }

// described returns the names of the reference that have a text of their own, in its order,
// and those texts.
func (g Game) described() (names []string, docOf map[string]string) {
	docOf = map[string]string{}
	add := func(name, doc string) {
		if docOf[name] == "" {
			names, docOf[name] = append(names, name), doc
		}
	}
	r := g.Reference()
	for _, sort := range []string{docs.Hook, docs.Function, docs.Declaration} {
		for _, t := range r.Topics(sort) {
			add(t.Name, t.Doc)
		}
	}
	for _, t := range g.keyTables() {
		for _, row := range t.Rows {
			add(t.Name+"."+row[0], row[len(row)-1])
		}
	}
	return names, docOf
}

// best returns the items of the greatest score above 0, at most mostFound, in their order.
func best[T any](all []T, score func(T) int) (found []T) {
	most := 0
	for _, one := range all {
		n := score(one)
		if n > most {
			most, found = n, nil
		}
		if n == most && n > 0 && len(found) < mostFound {
			found = append(found, one)
		}
	}
	return found
}

// small are words that say nothing of a wish.
var small = strings.Fields("a an and are as at be by for from has have how i in is it its my of on one or stack stacks that the them then this to want which who with")

// wordsOf returns the words of a text in small letters, without those that say nothing.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(small, word) })
}

// matches returns how many words are related to one of a text.
func matches(words []string, text string) (n int) {
	of := wordsOf(text)
	for _, word := range words {
		if slices.ContainsFunc(of, func(one string) bool { return related(word, one) }) {
			n++
		}
	}
	return n
}

// related reports whether two words are equal, or forms of one word: drain and drains,
// immune and immunity.
func related(a, b string) bool {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return a == b || same >= 4 && len(a)-same <= 3 && len(b)-same <= 3
}
