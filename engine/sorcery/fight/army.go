package fight

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"houserule/engine"
)

// An Army is a list of units: from left to right in the first array.
type Army []Run

// A Run is N equal units.
type Run struct {
	N           int
	Kind        *Kind
	Demoralized bool
	OverWater   bool // whether they came into the hex over a stream, ford or bridge (S3.2)
	Wounds      int  // number that each took before (S7)
}

// Size returns the number of units of an army, characters and monsters included.
func (a Army) Size() int {
	n := 0
	for _, r := range a {
		n += r.N
	}
	return n
}

// Check returns an error for numbers that an army cannot have.
func (a Army) Check() error {
	for _, r := range a {
		switch {
		case r.N < 1 || r.N > MaxUnits:
			return fmt.Errorf("%d units of %s: it takes from 1 to %d", r.N, r.Kind.ID, MaxUnits)
		case r.Kind.Role == Troop && r.Wounds != 0:
			return fmt.Errorf("%s is a unit of an army: it takes no wounds (S7)", r.Kind.ID)
		case r.Kind.Role != Troop && r.Demoralized:
			return fmt.Errorf("%s is a %s: it is never demoralized (S5)", r.Kind.ID, r.Kind.Role)
		case r.Wounds < 0 || r.Kind.Role != Troop && r.Wounds >= r.Kind.Endurance:
			return fmt.Errorf("%s has an endurance of %d: it does not live with %d wounds (S7)", r.Kind.ID, r.Kind.Endurance, r.Wounds)
		}
	}
	return nil
}

// The marks after a unit's id in an army's text.
const (
	markDemoralized = "*"
	markWater       = "~"
)

// String returns an army in the form that ParseArmy reads.
func (a Army) String() string {
	words := make([]string, len(a))
	for i, r := range a {
		word := r.Kind.ID
		if r.N > 1 {
			word = fmt.Sprintf("%d %s", r.N, word)
		}
		if r.Wounds > 0 {
			word += fmt.Sprintf("(%d)", r.Wounds)
		}
		if r.Demoralized {
			word += markDemoralized
		}
		if r.OverWater {
			word += markWater
		}
		words[i] = word
	}
	return strings.Join(words, ", ")
}

// ParseArmy parses "4 heavy-axe, elf-lord(2), 2 archers*, orcs~": a comma separates units,
// and the number before an id may be left out if it is 1. After the id come wounds in
// brackets, then a star for demoralized units and a tilde for units that came over water.
// Find returns the kind with an id.
func ParseArmy(text string, find func(id string) (*Kind, error)) (Army, error) {
	var army Army
	column := 1
	for _, part := range strings.Split(text, ",") {
		at := column + len([]rune(part)) - len([]rune(strings.TrimLeftFunc(part, unicode.IsSpace)))
		column += len([]rune(part)) + 1
		run, err := parseRun(strings.Fields(part), find)
		if err != nil {
			return army, &engine.Misplaced{Column: at, Err: err}
		}
		army = append(army, run)
		if army.Size() > MaxUnits {
			return army, &engine.Misplaced{Column: at, Err: fmt.Errorf("an army has at most %d units", MaxUnits)}
		}
	}
	return army, nil
}

var errArmy = errors.New(`write what stands there, as in "4 UNIT, UNIT, 2 UNIT*"`)

func parseRun(words []string, find func(id string) (*Kind, error)) (Run, error) {
	r := Run{N: 1}
	switch len(words) {
	case 0:
		return r, fmt.Errorf("a unit is missing: %w", errArmy)
	case 1:
	case 2:
		var err error
		if r.N, err = strconv.Atoi(words[0]); err != nil || r.N < 1 || r.N > MaxUnits {
			return r, fmt.Errorf("%q is no number from 1 to %d: %w", words[0], MaxUnits, errArmy)
		}
	default:
		return r, fmt.Errorf("%q is too much: %w", words[2], errArmy)
	}
	word := words[len(words)-1]
	word, r.OverWater = strings.CutSuffix(word, markWater)
	word, r.Demoralized = strings.CutSuffix(word, markDemoralized)
	id, wounds, wounded := strings.Cut(word, "(")
	if wounded {
		n, err := strconv.Atoi(strings.TrimSuffix(wounds, ")"))
		if err != nil || n < 1 || n > MaxRating || !strings.HasSuffix(wounds, ")") {
			return r, fmt.Errorf("%q does not end in wounds as in (2): %w", word, errArmy)
		}
		r.Wounds = n
	}
	var err error
	r.Kind, err = find(id)
	return r, err
}
