package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
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

// A namedArmy is an army of a folder.
type namedArmy struct {
	name string
	view.Army
}

// armySuffix is how the names of files with armies end.
const armySuffix = ".army"

// readArmies reads the armies of a folder: its files *.army, sorted by name.
func readArmies(lib *library.Library, w view.Weigher, folder string) ([]namedArmy, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("--armies: %s: %w", folder, errors.Unwrap(err))
	}
	var armies []namedArmy
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), armySuffix)
		if !ok || e.IsDir() {
			continue
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
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &armyFileError{file, 0, errors.Unwrap(err)}
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
	if low, high := least.Cost(), most.Cost(); float64(high) > float64(low)*(1+experiment.MaxCostGap) {
		var all []string
		for _, a := range armies {
			all = append(all, fmt.Sprintf("%s%s %d", a.name, armySuffix, a.Cost()))
		}
		return fmt.Errorf("--armies: the costs differ by more than %.0f %%: %s (--anyway plays them as they are)", 100*experiment.MaxCostGap, strings.Join(all, ", "))
	}
	return nil
}
