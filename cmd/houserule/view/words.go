package view

import (
	"fmt"
	"strings"

	"houserule/engine"
)

// Join writes a list as a sentence has it: "a", "a and b", "a, b and c".
func Join(words []string) string { return engine.List(words, "and") }

// Seated returns the word for a seat, with its player if known: "attacker (greedy)".
func Seated(seat, player string) string {
	if player == "" {
		return seat
	}
	return fmt.Sprintf("%s (%s)", seat, player)
}

// AbilityText returns an ability with its paragraph, if it has one.
func AbilityText(name, rule, text string) string {
	if rule != "" {
		name += " (" + rule + ")"
	}
	return name + ": " + text
}

// Gathered writes a list in which things of the same name stand together: "2 Farmers,
// Troll".
func Gathered[E any](things []E, name func(E) string) string {
	var words []string
	n := map[string]int{}
	for _, thing := range things {
		word := name(thing)
		if n[word]++; n[word] == 1 {
			words = append(words, word)
		}
	}
	for i, word := range words {
		if n[word] > 1 {
			words[i] = fmt.Sprintf("%d %s", n[word], word)
		}
	}
	return strings.Join(words, ", ")
}
