package kings

import (
	"fmt"
	"math"
	"slices"

	"houserule/engine"
)

// A CombatStep is one of the three steps of a combat round (K1.2).
type CombatStep uint8

// The steps, in their order.
const (
	Magic CombatStep = iota
	Ranged
	Melee
	CombatSteps // the number of steps
)

// stepNames are the words for the steps.
var stepNames = [CombatSteps]string{"magic", "ranged", "melee"}

// String returns the word for the step.
func (s CombatStep) String() string { return stepNames[s] }

// Marks are the signs printed on a counter beside its combat value (K1.3,
// K2.1).
type Marks uint8

// The marks.
const (
	Fly Marks = 1 << iota
	Star
	Range
	Charge
	AllMarks = Fly | Star | Range | Charge
)

// markNames are the words for the marks, in the order of their bits.
var markNames = [...]string{"fly", "magic", "range", "charge"}

// MarkNames returns the words for all marks.
func MarkNames() []string { return slices.Clone(markNames[:]) }

// ParseMarks returns the set of the marks with these words.
func ParseMarks(words []string) (Marks, error) {
	var m Marks
	for _, w := range words {
		i, err := engine.Index("mark", w, markNames[:])
		if err != nil {
			return m, err
		}
		m |= 1 << i
	}
	return m, nil
}

// Words returns the words for the marks in m.
func (m Marks) Words() []string {
	var words []string
	for i, w := range markNames {
		if m&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return words
}

// A Kind is a kind of counter.
type Kind uint8

// The kinds.
const (
	Creature Kind = iota
	Special       // a special character
	Building      // a fort, village or city
	Income        // a special income counter
	Item          // a magic item
)

var kindNames = [...]string{"creature", "special", "building", "income", "item"}

// String returns the word for the kind.
func (k Kind) String() string { return kindNames[k] }

// KindNames returns the words for all kinds.
func KindNames() []string { return slices.Clone(kindNames[:]) }

// ParseKind returns the kind with a word.
func ParseKind(word string) (Kind, error) {
	i, err := engine.Index("kind", word, kindNames[:])
	return Kind(i), err
}

// A Thing is the content of a counter. Things do not change.
type Thing struct {
	ID, Name string
	Kind     Kind
	Terrain  string // the terrain in which a creature lives
	Value    int    // the combat value
	Marks    Marks
	Count    int    // number of its counters in the game
	Cost     int    // price in points, if players buy counters; 0: its value
	Fort     bool   // whether a building is a fort, neither village nor city
	Next     string // the id of a building's next lower level (K5.3), or ""
	// Fights reports whether an item becomes a counter of its side when played. Other items
	// are in play or spent, as their scripts say.
	Fights    bool
	Abilities []*Ability

	index int
	cause *engine.Cause
	hot
}

// A hot is the part of a thing that the rules read most.
type hot struct {
	value   int32
	saves   int32 // number of rolls to be saved in a round (K3.2)
	faces   Faces // the faces that save the counter
	immune  uint8 // a bit for each step whose hits it cannot take
	shields [CombatSteps]int32
	sieges  int32 // number of hits on each enemy fort before the battle
	exposed bool  // whether it may take hits while it lies on a counter
	next    *Thing
	fights  bool // whether it rolls and takes hits (K3.4)
}

// Index returns the thing's index in [Game].Things.
func (t *Thing) Index() int { return t.index }

// Lower returns the next lower level of a building, or nil.
func (t *Thing) Lower() *Thing { return t.next }

// Has reports whether the thing has an ability.
func (t *Thing) Has(id string) bool {
	return slices.ContainsFunc(t.Abilities, func(a *Ability) bool { return a.ID == id })
}

// An Ability is what a thing can do beyond its value and marks.
type Ability struct {
	ID, Name, Text, Rule string
	// Saves is the number of rolls in a round that may save its bearer from a hit. Save is
	// the faces that save it (K3.2).
	Saves int
	Save  Faces
	// Immune lists the steps whose hits its bearer cannot take.
	Immune []CombatStep
	// Shields is the number of hits that its bearer averts from its side, once a round, by
	// step.
	Shields [CombatSteps]int
	// Sieges is the number of hits that its bearer scores on every enemy fort before the
	// battle.
	Sieges int
	// Exposed reports whether an item may take hits while it lies on a counter.
	Exposed bool
}

// Faces are the faces of a die from First to Last. The zero value is no face.
type Faces struct{ First, Last int32 }

// Has reports whether n is one of the faces.
func (f Faces) Has(n int) bool { return int32(n) >= f.First && int32(n) <= f.Last }

// String returns "2 to 5".
func (f Faces) String() string { return fmt.Sprintf("%d to %d", f.First, f.Last) }

// compile computes the part of the thing that the rules read.
func (t *Thing) compile(index int) {
	t.index = index
	t.cause = &engine.Cause{Text: t.Name, Rule: "K2.1"}
	if t.Kind == Item && len(t.Abilities) > 0 {
		t.cause.Rule = t.Abilities[0].Rule
	}
	t.hot = hot{value: int32(t.Value), fights: t.Value > 0 && t.Kind != Income && (t.Kind != Item || t.Fights)}
	for _, a := range t.Abilities {
		if a.Saves > 0 {
			t.saves, t.faces = min(t.saves+int32(a.Saves), math.MaxUint8), a.Save
		}
		for _, s := range a.Immune {
			t.immune |= 1 << s
		}
		for s, n := range a.Shields {
			t.shields[s] += int32(n)
		}
		t.sieges += int32(a.Sieges)
		t.exposed = t.exposed || a.Exposed
	}
}
