package view

import "strings"

// Typed reads words as a person types them, "a1 at d1", as an answer to what is asked; ok is
// false where they are none.
func Typed(v View, words []string) (answer int, ok bool) {
	if answer, ok, err := Bare(v, words); ok && err == nil {
		return answer, true
	}
	units, words := Leading(v, words)
	if len(words) == 0 || len(units) > 1 {
		return 0, false
	}
	unit, word := strings.Join(units, ""), strings.ToLower(words[0])
	for _, verb := range v.Verbs() {
		if word != verb.Short && !strings.HasPrefix(verb.Name, word) || !Fits(v, verb) {
			continue
		}
		rest, err := Spelled(v, words[1:], func(before []string) []string { return Complete(v, unit, verb, before) })
		if err != nil {
			continue
		}
		if answer, err := Answer(v, unit, verb, rest); err == nil {
			return answer, true
		}
	}
	return 0, false
}
