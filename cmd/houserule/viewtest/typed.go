package viewtest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A Typed is a view that knows how an answer is typed.
type Typed interface {
	view.Asker
	Typed(answer int) string
}

// Option checks that an answer can be typed as it is listed, and by yes or no if it is one of
// them, and that the words after its verb are offered one by one. It returns its words.
func Option(t *testing.T, v Typed, answer int) []string {
	t.Helper()
	words := strings.Fields(v.Typed(answer))
	verb := view.VerbNamed(v, words[0])
	if verb.Name == "" || !view.Fits(v, verb) {
		t.Fatalf("%q begins with no verb that fits", words)
	}
	rest := words[1:]
	if got, err := view.Answer(v, "", verb, slices.Clone(rest)); got != answer || err != nil {
		t.Errorf("%q is %d, %v; want %d", words, got, err, answer)
	}
	for at, word := range rest {
		if offered := view.Complete(v, "", verb, rest[:at]); !slices.Contains(offered, word) {
			t.Errorf("%q: behind %q %q are offered", words, words[:at+1], offered)
		}
	}
	if _, ok, _ := view.Bare(v, words); ok {
		t.Errorf("%q is taken for words without a verb", words)
	}
	for _, word := range verb.Also {
		if len(rest) == 0 {
			Bare(t, v, []string{word}, answer)
		}
	}
	return words
}

// Bare checks that words without a verb mean an answer.
func Bare(t *testing.T, v view.Asker, words []string, want int) {
	t.Helper()
	if got, ok, err := view.Bare(v, slices.Clone(words)); got != want || !ok || err != nil {
		t.Errorf("%q alone is %d, %t, %v; want %d", words, got, ok, err, want)
	}
}

// Offered returns the number of answers that are reached by the words offered after
// the verbs that fit. Each offered line must be an answer, except that a verb alone
// may be refused.
func Offered(t *testing.T, v view.Asker) (n int) {
	t.Helper()
	for _, verb := range v.Verbs() {
		if view.Fits(v, verb) {
			n += behind(t, v, verb, nil)
		}
	}
	return n
}

// behind returns that number for a verb and the words after it.
func behind(t *testing.T, v view.Asker, verb engine.Verb, before []string) (n int) {
	t.Helper()
	offered := view.Complete(v, "", verb, before)
	if len(offered) == 0 {
		_, err := view.Answer(v, "", verb, slices.Clone(before))
		if err == nil {
			return 1
		}
		if len(before) > 0 {
			t.Errorf("%s %q is offered: %v", verb.Name, before, err)
		}
		return 0
	}
	for _, word := range offered {
		n += behind(t, v, verb, append(slices.Clone(before), word))
	}
	return n
}

// Mistake returns the error of typed words, "" for none.
func Mistake(v view.Asker, words []string) string {
	_, ok, err := view.Bare(v, slices.Clone(words))
	if !ok {
		if verb := view.VerbNamed(v, words[0]); verb.Name != "" {
			_, err = view.Answer(v, "", verb, words[1:])
		} else {
			err = errors.New("no verb")
		}
	}
	if err == nil {
		return ""
	}
	return err.Error()
}
