package strict

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Path names a value of a file by the steps that lead to it: the keys of tables (strings)
// and the elements of lists (ints, from 0), such as Path{"ability", "frenzy", "bonus", 0,
// "when", "line"}. The empty Path is the file.
type Path []any

// With returns p with more steps.
func (p Path) With(steps ...any) Path { return append(p[:len(p):len(p)], steps...) }

// String returns the path as messages show it. Its first two steps are an entry: `when of
// bonus 1 of ability "frenzy"`.
func (p Path) String() string { return p.words(min(len(p), 2)) }

// dotted joins the steps of a path of keys, as a header does.
func (p Path) dotted() string {
	keys := make([]string, len(p))
	for i, step := range p {
		keys[i] = key(step)
	}
	return strings.Join(keys, ".")
}

// key returns a step as a message shows it outside quotes.
func key(step any) string { return engine.Shown(engine.Cut(fmt.Sprint(step), engine.MostName)) }

// words returns the path in words. Its first root steps name the decoded table: the file
// (0), a section (1), an entry (2 or more).
func (p Path) words(root int) string {
	var words []string
	var keys []string // adjacent keys make one word: when.against
	for _, step := range p[root:] {
		switch step := step.(type) {
		case int:
			if len(keys) == 0 { // an element of an element
				keys = []string{"item"}
			}
			words = append(words, strings.Join(keys, ".")+" "+strconv.Itoa(step+1))
			keys = nil
		default:
			keys = append(keys, key(step))
		}
	}
	if len(keys) > 0 {
		words = append(words, strings.Join(keys, "."))
	}

	var b strings.Builder
	for i := len(words) - 1; i >= 0; i-- {
		b.WriteString(words[i])
		if i > 0 || root > 0 {
			b.WriteString(" of ")
		}
	}
	switch {
	case root > 2:
		fmt.Fprintf(&b, "%s %s", p[:root-1].dotted(), engine.Quote(fmt.Sprint(p[root-1])))
	case root == 1:
		fmt.Fprintf(&b, "[%s]", key(p[0]))
	case root == 2:
		if i, ok := p[1].(int); ok {
			fmt.Fprintf(&b, "%s %d", key(p[0]), i+1)
		} else {
			fmt.Fprintf(&b, "%s %s", key(p[0]), engine.Quote(fmt.Sprint(p[1])))
		}
	case len(words) == 0:
		b.WriteString("the file")
	}
	return b.String()
}
