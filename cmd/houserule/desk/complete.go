package desk

import (
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// Complete offers the words that may replace the last word of a line.
func (d *Desk) Complete(line string) []string {
	words := strings.Fields(line)
	last := ""
	if line != "" && !strings.HasSuffix(line, " ") {
		last = words[len(words)-1]
		words = words[:len(words)-1]
	}
	if i := strings.LastIndex(last, ","); i >= 0 { // human,gr
		last = last[i+1:]
	}
	units, words := view.Leading(d.View, words)
	candidates := d.candidates(units, words)
	found := beginning(candidates, last)
	if len(found) == 0 {
		found = d.beginningAsShown(candidates, last)
	}
	if len(found) == 0 && d.Scripts.Names != nil && len(words) == 1 && last != "" && strings.HasPrefix("help", words[0]) {
		found = beginning(d.Scripts.Names(), last) // help knows them, too
	}
	return found
}

// beginningAsShown returns the units whose displayed names begin with so.
func (d *Desk) beginningAsShown(units []string, so string) (found []string) {
	for _, unit := range units {
		if so != "" && len(beginning(d.View.ShownAs(unit), so)) > 0 {
			found = append(found, unit)
		}
	}
	return found
}

// beginning returns the words that begin with so, each once, in any case. A typed
// dot also matches the colon before a method.
func beginning(words []string, so string) (found []string) {
	for _, w := range words {
		if len(w) >= len(so) && strings.EqualFold(dotted(w[:len(so)]), dotted(so)) && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

func dotted(name string) string { return strings.ReplaceAll(name, ":", ".") }

// mayBegin reports whether a verb, with units named before it, answers the present
// question, or the one after the question whose turn it is.
func (d *Desk) mayBegin(units []string, v engine.Verb) bool {
	if view.Fits(d.View, v) || len(units) == 0 {
		return view.Fits(d.View, v)
	}
	_, ok := view.Ahead(d.View, units[0], v, nil)
	return ok
}

// spelled returns words as they are typed, or unchanged where they are ambiguous.
func (d *Desk) spelled(words []string, known func(before []string) []string) []string {
	spelled, err := view.Spelled(d.View, words, known)
	if err != nil {
		return words
	}
	return spelled
}

// further returns the words that may follow a verb and other words: where several units
// may be named, those that are not named yet.
func (d *Desk) further(unit string, verb engine.Verb, before []string) (words []string) {
	named, rest := view.Leading(d.View, before)
	if verb.More == "" || len(named) == 0 || len(rest) > 0 {
		return view.Complete(d.View, unit, verb, before)
	}
	for _, word := range view.Complete(d.View, unit, verb, nil) {
		if d.View.IsUnit(word) && !slices.Contains(named, word) {
			words = append(words, word)
		}
	}
	return words
}

func (d *Desk) candidates(units, before []string) (words []string) {
	if len(before) > 0 {
		verb, cmd, err := d.Resolve(before[0])
		switch {
		case err != nil:
			return nil
		case verb != nil:
			unit := strings.Join(units[:min(len(units), 1)], "")
			return d.further(unit, *verb, d.spelled(before[1:], func(words []string) []string { return view.Complete(d.View, unit, *verb, words) }))
		case cmd.Words != nil:
			return cmd.Words(d.spelled(before[1:], cmd.Words))
		}
		return nil
	}
	for _, v := range d.View.Verbs() {
		if d.mayBegin(units, v) && !d.Replay {
			words = append(words, v.Name)
		}
	}
	if len(units) > 0 { // units only answer
		return words
	}
	for _, unit := range d.View.Units() { // a unit that is the whole answer
		if _, ok, err := view.Bare(d.View, []string{unit}); ok && err == nil && !d.Replay {
			words = append(words, unit)
		}
	}
	for _, c := range d.Commands() {
		if c.Group != GroupReplay || d.Replay {
			words = append(words, c.Name)
		}
	}
	return words
}
