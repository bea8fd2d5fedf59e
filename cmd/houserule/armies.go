package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// Limits of the armies that are weighed against each other.
const (
	// maxCostGap is by how much the dearer of two armies may be dearer.
	maxCostGap = 0.02
	// minArmyCost is what either army costs at least, so that not a single
	// die decides: 5 cards of heroes' dearest creature, 40 of the cheapest.
	minArmyCost = 400
	// mirrorGap is by how much the dearer of two armies of one unit is
	// dearer, about, when they show what cost is worth.
	mirrorGap = 0.2
)

// evenCounts are the cards of two units, by their costs, whose armies cost
// the same within maxCostGap: the cheapest such armies from minArmyCost on.
// One budget for all would do without pairs of counts, but costs from 10 to 88
// meet within 1 % at 3,015 first, which is 300 cards of the cheapest unit:
// battles as long, and as free of luck, as nobody plays them.
func evenCounts(a, b int) (n, m int) {
	for n = (minArmyCost + a - 1) / a; ; n++ {
		cost := float64(n * a)
		// The fewest cards of b that cost at least what cost allows.
		m = int(math.Ceil(max(cost/(1+maxCostGap), minArmyCost) / float64(b)))
		if float64(m*b) <= cost*(1+maxCostGap) {
			return n, m
		}
	}
}

// mirrorCounts are the cards of one unit, by its cost, in two armies of
// which the second costs about mirrorGap more.
func mirrorCounts(cost int) (n, m int) {
	n = (minArmyCost + cost - 1) / cost
	return n, n + max(1, int(math.Round(mirrorGap*float64(n))))
}

// weigherOf is the rule system of a library, whose units can be weighed.
func weigherOf(lib *library.Library) (view.Weigher, error) {
	w, ok := systemOf(lib).(view.Weigher)
	if !ok {
		return nil, fmt.Errorf("balance is not for %s: nobody knows how armies of this game are made that are worth the same", systemOf(lib).Name())
	}
	return w, nil
}

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

// A namedArmy is an army of a folder.
type namedArmy struct {
	name string
	view.Army
}

// armySuffix is how the names of files with armies end.
const armySuffix = ".army"

// readArmies reads the armies of a folder: its files *.army, sorted by name.
func readArmies(lib *library.Library, w view.Weigher, folder string) ([]namedArmy, error) {
	entries, err := files.List(os.DirFS(folder), ".", files.MaxRoot)
	if err != nil {
		return nil, fmt.Errorf("--armies: %s: %w", folder, err)
	}
	var armies []namedArmy
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), armySuffix)
		if !ok || e.IsDir() {
			continue
		}
		if at, what := engine.Unsafe(name, ""); at >= 0 {
			return nil, &armyFileError{filepath.Join(folder, engine.Shown(e.Name())), 0, fmt.Errorf("rename it without the %s", what)}
		}
		army, err := readArmy(lib, w, filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		armies = append(armies, namedArmy{name, army})
	}
	return armies, nil
}

// An armyFileError is what is wrong with a file that should hold an army, and
// where.
type armyFileError struct {
	file string
	line int // from 1; 0: the whole file
	err  error
}

// Error is "FILE:LINE:COLUMN: what is wrong", as far as it has a place.
func (e *armyFileError) Error() string {
	place, err := e.file, e.err
	if e.line > 0 {
		place += fmt.Sprintf(":%d", e.line)
	}
	if in := new(engine.Misplaced); errors.As(err, &in) {
		place += fmt.Sprintf(":%d", in.Column)
		err = in.Err
	}
	return fmt.Sprintf("%s: %v", place, err)
}

func (e *armyFileError) Unwrap() error { return e.err }

// readArmy reads a file with one army. What stands behind a # is for people.
func readArmy(lib *library.Library, w view.Weigher, file string) (view.Army, error) {
	text, err := files.ReadPath(file, files.MaxArmy)
	if err != nil {
		return nil, &armyFileError{file, 0, err}
	}
	at, written := 0, ""
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == "":
		case at > 0:
			return nil, &armyFileError{file, i + 1, fmt.Errorf("a file holds one army, and it stands on line %d already", at)}
		default:
			at, written = i+1, line
		}
	}
	if at == 0 {
		return nil, &armyFileError{file, 0, errors.New("there is no army in it")}
	}
	army, err := w.ReadArmy(lib, written)
	if err != nil {
		return nil, &armyFileError{file, at, err}
	}
	return army, nil
}

// sameCost tells what is wrong when armies do not cost the same.
func sameCost(armies []namedArmy) error {
	costs := func(a, b namedArmy) int { return a.Cost() - b.Cost() }
	least, most := slices.MinFunc(armies, costs), slices.MaxFunc(armies, costs)
	if low, high := least.Cost(), most.Cost(); float64(high) > float64(low)*(1+maxCostGap) {
		var all []string
		for _, a := range armies {
			all = append(all, fmt.Sprintf("%s%s %d", a.name, armySuffix, a.Cost()))
		}
		return fmt.Errorf("--armies: the costs differ by more than %.0f %%: %s (--anyway plays them as they are)", 100*maxCostGap, strings.Join(all, ", "))
	}
	return nil
}
