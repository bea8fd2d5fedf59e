package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// A NamedArmy is an army of a folder.
type NamedArmy struct {
	Name string
	view.Army
}

// ArmySuffix is how the names of files with armies end.
const ArmySuffix = ".army"

// ReadArmies reads the armies of a folder: its files *.army, sorted by name. What
// is wrong with a file is an [ArmyFileError].
func ReadArmies(lib *library.Library, w view.Weigher, folder string) ([]NamedArmy, error) {
	entries, err := files.List(os.DirFS(folder), ".", files.MaxRoot)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	var armies []NamedArmy
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ArmySuffix)
		if !ok || e.IsDir() {
			continue
		}
		if at, what := engine.Unsafe(name, ""); at >= 0 {
			return nil, &ArmyFileError{filepath.Join(folder, engine.Shown(e.Name())), 0, fmt.Errorf("rename it without the %s", what)}
		}
		army, err := readArmy(lib, w, filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		armies = append(armies, NamedArmy{name, army})
	}
	return armies, nil
}

// An ArmyFileError is an error in a file that should hold an army, with its place.
type ArmyFileError struct {
	file string
	line int // from 1; 0: the whole file
	err  error
}

// Error is "FILE:LINE:COLUMN: what is wrong", as far as the place is known.
func (e *ArmyFileError) Error() string {
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

func (e *ArmyFileError) Unwrap() error { return e.err }

// readArmy reads a file with one army. Text after a # is for people.
func readArmy(lib *library.Library, w view.Weigher, file string) (view.Army, error) {
	text, err := files.ReadPath(file, files.MaxArmy)
	if err != nil {
		return nil, &ArmyFileError{file, 0, err}
	}
	at, written := 0, ""
	for i, line := range strings.Split(string(files.Text(text)), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimRight(line, " \t")
		switch {
		case line == "":
		case at > 0:
			return nil, &ArmyFileError{file, i + 1, fmt.Errorf("a file holds one army, and it stands on line %d already", at)}
		default:
			at, written = i+1, line
		}
	}
	if at == 0 {
		return nil, &ArmyFileError{file, 0, errors.New("there is no army in it")}
	}
	army, err := w.ReadArmy(lib, written)
	if err != nil {
		return nil, &ArmyFileError{file, at, err}
	}
	return army, nil
}

// SameCost returns an error unless armies cost the same.
func SameCost(armies []NamedArmy) error {
	costs := func(a, b NamedArmy) int { return a.Cost() - b.Cost() }
	least, most := slices.MinFunc(armies, costs), slices.MaxFunc(armies, costs)
	if low, high := least.Cost(), most.Cost(); float64(high) > float64(low)*(1+experiment.MaxCostGap) {
		all := engine.Each(armies, func(a NamedArmy) string { return fmt.Sprintf("%s%s %d", a.Name, ArmySuffix, a.Cost()) })
		return fmt.Errorf("the costs differ by more than %.0f %%: %s (--anyway plays them as they are)", 100*experiment.MaxCostGap, strings.Join(all, ", "))
	}
	return nil
}
