package main

import (
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
)

// weighs tells whether a game has units of all these ids that can be weighed.
func weighs(ids []string) func(game) bool {
	return func(g game) bool {
		if _, ok := g.view.(view.Weigher); !ok || len(ids) == 0 {
			return ok
		}
		return baseHas(func(lib *library.Library) bool {
			known := unitIDs(g, lib)
			return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(known, id) })
		})(g)
	}
}

// weighers are the rule systems whose units can be weighed.
func weighers() (all []view.Weigher) {
	for _, g := range games() {
		if w, ok := g.view.(view.Weigher); ok {
			all = append(all, w)
		}
	}
	return all
}

// unitWords are what can be weighed: "creatures", "creatures or things".
func unitWords() string {
	var units []string
	for _, w := range weighers() {
		units = append(units, w.Unit()+"s")
	}
	return strings.Join(slices.Compact(units), " or ")
}

// aboutBalance begins the help of balance, for each of the games that has it.
func aboutBalance(of []game) string {
	var all []string
	for _, g := range of {
		if w, ok := g.view.(view.Weigher); ok {
			all = append(all, "In "+w.Name()+":\n\n"+w.About())
		}
	}
	return strings.Join(all, "\n\n")
}

// unitFilters are the flags that choose among what is weighed of a game.
func unitFilters(g game) []catalog.Filter {
	if w, ok := g.view.(view.Weigher); ok {
		return w.Filters()
	}
	return nil
}

// unitIDs are the ids of what is weighed of a game.
func unitIDs(g game, lib *library.Library) []string {
	if w, ok := g.view.(view.Weigher); ok {
		k, _ := g.kind(w.Unit())
		return k.IDs(lib)
	}
	return nil
}
