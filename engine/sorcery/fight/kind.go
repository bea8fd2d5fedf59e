package fight

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
)

// A Role is the role of a counter in a battle.
type Role uint8

// The roles.
const (
	Troop     Role = iota // a unit of an army
	Character             // leads units, and fights with those that follow it (S7)
	Monster               // fights alone and to the death (S7)
)

var roleNames = [...]string{"unit", "character", "monster"}

// String returns the word for the role.
func (r Role) String() string { return roleNames[r] }

// RoleNames returns the words for all roles.
func RoleNames() []string { return slices.Clone(roleNames[:]) }

// ParseRole returns the role with a word.
func ParseRole(word string) (Role, error) {
	i, err := engine.Index("role", word, roleNames[:])
	return Role(i), err
}

// Classes are the classes that a unit belongs to.
type Classes uint8

// The classes.
const (
	Cavalry  Classes = 1 << iota // counts for the modifier, and may charge (S3.2)
	Archer                       // counts for the modifier (S3.2)
	Flyer                        // counts for the modifier (S3.2); goes anywhere (S2)
	Swamp                        // a swamp creature (S1, S2)
	Conjured                     // weighs nothing (S1), and has a morale of its own (S5)
	Summoned                     // weighs nothing (S1)
	Either                       // counts as archers or as flyers, not as both (S3.2)
	AllClasses
)

// classNames are the words for the classes, in the order of their bits.
var classNames = [...]string{"cavalry", "archer", "flyer", "swamp", "conjured", "summoned", "either"}

// ClassNames returns the words for all classes.
func ClassNames() []string { return slices.Clone(classNames[:]) }

// ParseClasses returns the set of the classes with these words.
func ParseClasses(words []string) (Classes, error) {
	var set Classes
	for _, w := range words {
		i, err := engine.Index("class", w, classNames[:])
		if err != nil {
			return set, err
		}
		set |= 1 << i
	}
	return set, nil
}

// Words returns the words for the classes in c.
func (c Classes) Words() []string { return c.Append(nil) }

// Append appends the words for the classes in c to words.
func (c Classes) Append(words []string) []string {
	for i, w := range classNames {
		if c&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return words
}

// An Arm is a kind of unit that gives a modifier of the die (S3.2).
type Arm uint8

// The arms, in the order of their modifiers.
const (
	Horse Arm = iota
	Bows
	Wings
	Arms // the number of arms
)

var armNames = [Arms]string{"cavalry", "archers", "flyers"}

// String returns the word for the arm.
func (a Arm) String() string { return armNames[a] }

// armClass holds the class that counts as each arm.
var armClass = [Arms]Classes{Cavalry, Archer, Flyer}

// MaxRating is the maximum of every number printed on a counter.
const MaxRating = 1000

// A Kind is the content of a counter. Kinds do not change.
type Kind struct {
	ID, Name string
	Race     string // the id of the race
	Role     Role
	Classes  Classes
	Move     int // movement allowance
	Weight   int // for stacking (S1)

	// The numbers of a unit. An attack or defense of 0 means the strength; a demoralized
	// number of 0 means half of the other one, rounded up.
	Strength    int
	Attack      int
	Defense     int
	Demoralized int
	Factors     []Factor // of the defense, by terrain (S3.5)

	// The numbers of a character or monster. Monsters have no leadership.
	Leadership int
	Fighting   int
	Endurance  int
	// Unnerves reports whether a unit that fights it is demoralized after its first round
	// (S7).
	Unnerves bool

	Count     int // number of its counters in the game
	Cost      int // price in points, if players buy armies; 0: from its strength
	Abilities []*Ability

	index int
	cause *engine.Cause
	race  *Race
	hot
}

// A Factor multiplies a unit's defense in a terrain (S3.5).
type Factor struct {
	Terrain string
	N       int
}

// An Ability is what a kind can do beyond its numbers. Scripts give it its effect.
type Ability struct{ ID, Name, Text, Rule string }

// A hot is the numbers that the rules read most, by condition: in good order and
// demoralized.
type hot struct {
	attack, defense [2]int32
	factors         []int32 // by terrain
}

// Index returns the kind's index in [Game].Kinds. Of returns its race.
func (k *Kind) Index() int { return k.index }
func (k *Kind) Of() *Race  { return k.race }

// Cause returns the cause of what is printed on the counter.
func (k *Kind) Cause() *engine.Cause { return k.cause }

// Has reports whether the kind has an ability.
func (k *Kind) Has(id string) bool {
	return slices.ContainsFunc(k.Abilities, func(a *Ability) bool { return a.ID == id })
}

// Inflicts returns the strength with which a unit inflicts losses (S3.2).
func (k *Kind) Inflicts(demoralized bool) int { return int(k.attack[Flag(demoralized)]) }

// Defends returns a unit's defense strength in a terrain, for losses (S3.5).
func (k *Kind) Defends(demoralized bool, t *Terrain) int {
	n := int(k.defense[Flag(demoralized)])
	if t != nil {
		n *= int(k.factors[t.index])
	}
	return n
}

// compile checks the kind and computes its hot numbers.
func (k *Kind) compile(g *Game, index int) (err error) {
	k.index = index
	if k.race, err = g.Race(k.Race); err != nil {
		return err
	}
	if err := k.check(); err != nil {
		return err
	}
	k.cause = &engine.Cause{Text: k.Name, Rule: "S3.2"}
	or := func(n, otherwise int) int32 {
		if n == 0 {
			n = otherwise
		}
		return int32(n)
	}
	attack, defense := or(k.Attack, k.Strength), or(k.Defense, k.Strength)
	k.attack = [2]int32{attack, or(k.Demoralized, int(attack+1)/2)}
	k.defense = [2]int32{defense, or(k.Demoralized, int(defense+1)/2)}
	if k.Role != Troop {
		k.attack = [2]int32{int32(k.Fighting), int32(k.Fighting)}
	}
	k.factors = make([]int32, len(g.Terrains))
	for i := range k.factors {
		k.factors[i] = 1
	}
	for _, f := range k.Factors {
		t, err := g.Terrain(f.Terrain)
		if err != nil {
			return fmt.Errorf("factor: %w", err)
		}
		if f.N < 1 || f.N > 100 {
			return fmt.Errorf("factor in %s: %d is no number from 1 to 100 (S3.5)", f.Terrain, f.N)
		}
		k.factors[t.index] = int32(f.N)
	}
	return nil
}

// check returns an error for numbers that a counter cannot have.
func (k *Kind) check() error {
	if err := Printed(k.Strength, k.Attack, k.Defense, k.Demoralized, k.Leadership, k.Fighting, k.Endurance, k.Move, k.Weight); err != nil {
		return err
	}
	switch {
	case k.Role == Troop && k.Strength == 0:
		return errors.New("a unit has a strength of 1 or more (S3.2)")
	case k.Role != Troop && k.Endurance == 0:
		return fmt.Errorf("a %s has an endurance of 1 or more (S7)", k.Role)
	case k.Role == Monster && k.Leadership > 0:
		return errors.New("a monster has no leadership (S7)")
	}
	return nil
}
