package fight

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// Limits of a battle's size.
const (
	MaxUnits     = 1000 // units of both sides together, in the hex and adjacent to it
	MaxNeighbors = 6    // a hex has six sides
)

// The seats: the moving side is the attacker (S0).
const (
	Attacker engine.Side = iota
	Defender
	Seats // the number of seats
)

var seatNames = [Seats]string{"attacker", "defender"}

// SideName returns the word for a side.
func SideName(side engine.Side) string { return seatNames[side] }

// Enemy returns the other side.
func Enemy(side engine.Side) engine.Side { return 1 - side }

// A Setup is the start of a battle.
type Setup struct {
	Scenario   string // its id; "": none
	Armies     [Seats]Army
	Terrain    string // the id of the hex's terrain; "": a terrain without special rules
	Narrow     bool   // whether the hex is a bridge or a tunnel: see [Rules].NarrowFactor (S7)
	Inside     bool   // whether the battle is inside a besieged place: no charges, no modifier for cavalry, and no withdrawal of the defender (S4)
	Neighbors  []Neighbor
	RoundLimit int // 0: the limit of the rules
}

// A Neighbor is an adjacent hex: a side may withdraw to it, and reinforcements may come
// from it (S3.7).
type Neighbor struct {
	Name    string
	Terrain string      // its id, or ""
	Owner   engine.Side // the side of the army in it; below 0: none
	Water   bool        // whether a stream, ford or bridge lies between (S3.2)
	Closed  bool        // whether no unit may withdraw to it, for instance because of a wall (S2)
	Watched bool        // whether an enemy could react into it, so that demoralized units may not enter (S5)
	Army    Army
}

// Size returns the number of units of all armies.
func (s Setup) Size() int {
	n := 0
	for _, army := range s.Armies {
		n += army.Size()
	}
	for _, hex := range s.Neighbors {
		n += hex.Army.Size()
	}
	return n
}

// SeatNames returns the words for the sides.
func (s Setup) SeatNames() []string { return slices.Clone(seatNames[:]) }

// The keys of a journal's header, besides the names of the sides.
const (
	keyTerrain  = "terrain"
	KeyPlace    = "place"
	keyNeighbor = "neighbor"
	keyLimit    = "rounds"
)

// The words for special features of a hex.
const (
	wordNarrow  = "narrow"
	WordInside  = "inside"
	wordWater   = "water"
	wordClosed  = "closed"
	wordWatched = "watched"
	wordIn      = "in"
	WordOf      = "of"
)

// Fields returns the setup as fields of a journal's header: see [ReadSetup].
func (s Setup) Fields() []engine.Field {
	var fields []engine.Field
	add := func(key, value string) { fields = append(fields, engine.Field{Key: key, Value: value}) }
	for side, name := range seatNames {
		add(name, s.Armies[side].String())
	}
	if s.Terrain != "" {
		add(keyTerrain, s.Terrain)
	}
	var place []string
	if s.Narrow {
		place = append(place, wordNarrow)
	}
	if s.Inside {
		place = append(place, WordInside)
	}
	if place != nil {
		add(KeyPlace, strings.Join(place, " "))
	}
	for i, n := range s.Neighbors {
		add(keyNeighbor+strconv.Itoa(i+1), n.String())
	}
	add(keyLimit, strconv.Itoa(s.RoundLimit))
	return fields
}

// String returns a neighbor in the form that ReadNeighbor reads.
func (n Neighbor) String() string {
	words := []string{n.Name}
	if n.Terrain != "" {
		words = append(words, wordIn, n.Terrain)
	}
	if n.Owner >= 0 {
		words = append(words, WordOf, SideName(n.Owner))
	}
	for word, is := range n.flags() {
		if *is {
			words = append(words, word)
		}
	}
	if len(n.Army) > 0 {
		return strings.Join(words, " ") + ": " + n.Army.String()
	}
	return strings.Join(words, " ")
}

// flags yields the words for the marks of a neighbor, in their order, with the marks.
func (n *Neighbor) flags() func(yield func(string, *bool) bool) {
	return func(yield func(string, *bool) bool) {
		_ = yield(wordWater, &n.Water) && yield(wordClosed, &n.Closed) && yield(wordWatched, &n.Watched)
	}
}

// ReadSetup reads the fields of [Setup.Fields] from a journal's header. Find returns the
// kind with an id.
func ReadSetup(h engine.Header, find func(id string) (*Kind, error)) (Setup, error) {
	s := Setup{Scenario: h.Get(engine.KeyScenario), Terrain: h.Get(keyTerrain)}
	for side, name := range seatNames {
		text := h.Get(name)
		if text == "" {
			continue
		}
		var err error
		if s.Armies[side], err = ParseArmy(text, find); err != nil {
			return s, fmt.Errorf("the journal's %s: %w", name, err)
		}
	}
	for word := range strings.FieldsSeq(h.Get(KeyPlace)) {
		switch word {
		case wordNarrow:
			s.Narrow = true
		case WordInside:
			s.Inside = true
		default:
			return s, fmt.Errorf("the journal's %s: %w", KeyPlace, &engine.Unknown{What: "word", Word: word, Known: []string{wordNarrow, WordInside}})
		}
	}
	for key, text := range h.Numbered(keyNeighbor) {
		n, err := ReadNeighbor(text, find)
		if err != nil {
			return s, fmt.Errorf("the journal's %s: %w", key, err)
		}
		s.Neighbors = append(s.Neighbors, n)
	}
	var err error
	if s.RoundLimit, err = strconv.Atoi(h.Get(keyLimit)); err != nil || s.RoundLimit < 0 {
		return s, fmt.Errorf("the journal's %s: %q is no number", keyLimit, h.Get(keyLimit))
	}
	return s, nil
}

// ReadNeighbor parses an adjacent hex: "north", "south in forest closed" or "east of
// attacker water: 2 elves, elf-lord".
func ReadNeighbor(text string, find func(id string) (*Kind, error)) (n Neighbor, err error) {
	n.Owner = -1
	head, army, _ := strings.Cut(text, ":")
	words := strings.Fields(head)
	if len(words) == 0 {
		return n, fmt.Errorf(`%q is not as in "north in forest of attacker water: 2 UNIT"`, text)
	}
	n.Name = words[0]
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch word := words[0]; word {
		case wordIn, WordOf:
			if words = words[1:]; len(words) == 0 {
				return n, fmt.Errorf("%q: a word is missing after %q", text, word)
			}
			if word == wordIn {
				n.Terrain = words[0]
			} else if n.Owner, err = SideNamed(seatNames[:], words[0]); err != nil {
				return n, err
			}
		default:
			if err := n.set(word); err != nil {
				return n, err
			}
		}
	}
	if strings.TrimSpace(army) != "" {
		n.Army, err = ParseArmy(army, find)
	}
	return n, err
}

// set sets the mark of a neighbor that a word names.
func (n *Neighbor) set(word string) error {
	known := []string{wordIn, WordOf}
	for name, is := range n.flags() {
		if name == word {
			*is = true
			return nil
		}
		known = append(known, name)
	}
	return &engine.Unknown{What: "word", Word: word, Known: known}
}

// SideNamed returns the side with a word.
func SideNamed(names []string, word string) (engine.Side, error) {
	i, err := engine.Index("side", word, names)
	return engine.Side(i), err
}
