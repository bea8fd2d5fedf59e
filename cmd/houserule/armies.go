package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Limits of the armies that are weighed against each other.
const (
	// maxArmyStacks is how many stacks an army has, so that none wins by its
	// set-up alone.
	maxArmyStacks = 4
	// maxCostGap is by how much the dearer of two armies may be dearer.
	maxCostGap = 0.02
	// minArmyCost is what either army costs at least, so that not a single
	// die decides: 5 cards of the dearest creature, 40 of the cheapest.
	minArmyCost = 400
	// mirrorGap is by how much the dearer of two armies of one creature is
	// dearer, about, when they show what cost is worth.
	mirrorGap = 0.2
)

// evenCounts are the cards of two creatures, by their costs, whose armies cost
// the same within maxCostGap: the cheapest such armies from minArmyCost on.
// One budget for all would do without pairs of counts, but costs from 10 to 88
// meet within 1 % at 3,015 first, which is 300 cards of the cheapest creature:
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

// mirrorCounts are the cards of one creature, by its cost, in two armies of
// which the second costs about mirrorGap more.
func mirrorCounts(cost int) (n, m int) {
	n = (minArmyCost + cost - 1) / cost
	return n, n + max(1, int(math.Round(mirrorGap*float64(n))))
}

// armyOf is n cards of a creature, split as evenly as can be over up to
// maxArmyStacks stacks. They stand on the melee line; but who shoots better
// than it strikes keeps back what the rules let it keep back (H4.1), from
// where it shoots as well and where no melee attack reaches it.
func armyOf(c *heroes.Creature, n int, rules heroes.Rules) heroes.Army {
	stacks := min(n, maxArmyStacks)
	front := stacks
	if c.Ranged > c.Melee {
		front = min(stacks, max(rules.LineMinimum, 1))
	}
	var army heroes.Army
	for i := range stacks {
		cards := n / stacks
		if i < n%stacks {
			cards++
		}
		line := heroes.MeleeLine
		if i >= front {
			line = heroes.RangedLine
		}
		army[line] = append(army[line], heroes.Pile{{N: cards, Creature: c}})
	}
	return army
}

// field is a battle in the open of two armies.
func field(a, b heroes.Army) heroes.Setup {
	var s heroes.Setup
	for side, army := range [2]heroes.Army{a, b} {
		s.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	return s
}

// A namedArmy is an army of a folder.
type namedArmy struct {
	name string
	army heroes.Army
}

// armySuffix is how the names of files with armies end.
const armySuffix = ".army"

// readArmies reads the armies of a folder: its files *.army, sorted by name.
func readArmies(lib *library.Library, folder string) ([]namedArmy, error) {
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
		army, err := readArmy(lib, filepath.Join(folder, e.Name()))
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
	if in := new(heroes.ArmyError); errors.As(err, &in) {
		place += fmt.Sprintf(":%d", in.Column)
		err = in.Err
	}
	return fmt.Sprintf("%s: %v", place, err)
}

func (e *armyFileError) Unwrap() error { return e.err }

// readArmy reads a file with one army. What stands behind a # is for people.
func readArmy(lib *library.Library, file string) (heroes.Army, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return heroes.Army{}, &armyFileError{file, 0, errors.Unwrap(err)}
	}
	at, written := 0, ""
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == "":
		case at > 0:
			return heroes.Army{}, &armyFileError{file, i + 1, fmt.Errorf("a file holds one army, and it stands on line %d already", at)}
		default:
			at, written = i+1, line
		}
	}
	if at == 0 {
		return heroes.Army{}, &armyFileError{file, 0, errors.New("there is no army in it")}
	}
	army, err := heroesdata.ParseArmy(lib, written)
	if n := len(army[0]) + len(army[1]); err == nil && n > maxArmyStacks {
		err = fmt.Errorf("the army has %d stacks: here it may have %d", n, maxArmyStacks)
	}
	if err != nil {
		return army, &armyFileError{file, at, err}
	}
	return army, nil
}

// sameCost tells what is wrong when armies do not cost the same.
func sameCost(armies []namedArmy) error {
	costs := func(a, b namedArmy) int { return a.army.Cost() - b.army.Cost() }
	least, most := slices.MinFunc(armies, costs), slices.MaxFunc(armies, costs)
	if low, high := least.army.Cost(), most.army.Cost(); float64(high) > float64(low)*(1+maxCostGap) {
		var all []string
		for _, a := range armies {
			all = append(all, fmt.Sprintf("%s%s %d", a.name, armySuffix, a.army.Cost()))
		}
		return fmt.Errorf("--armies: the costs differ by more than %.0f %%: %s (--anyway plays them as they are)", 100*maxCostGap, strings.Join(all, ", "))
	}
	return nil
}
