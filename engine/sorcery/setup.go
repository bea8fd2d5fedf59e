package sorcery

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"houserule/engine"
)

// Limits of a battle's size.
const (
	MaxUnits     = 1000 // of both sides together, in the hex and beside it
	MaxNeighbors = 6    // a hex has six sides
)

// The seats: the moving side is the attacker (S0).
const (
	Attacker engine.Side = iota
	Defender
	Seats // how many there are
)

var seatNames = [Seats]string{"attacker", "defender"}

// SideName is the word for a side.
func SideName(side engine.Side) string { return seatNames[side] }

// enemy is the other side.
func enemy(side engine.Side) engine.Side { return 1 - side }

// A Setup is what a battle starts from.
type Setup struct {
	Armies     [Seats]Army
	Terrain    string // of the hex, as its id; "": one in which nothing is special
	Narrow     bool   // a bridge or a tunnel: see [Rules].NarrowFactor (S7)
	Inside     bool   // inside a besieged place: no modifier for cavalry, and the defender cannot withdraw (S4)
	Neighbors  []Neighbor
	RoundLimit int // 0: the rules' own
}

// A Neighbor is an adjacent hex: where a side may withdraw to, and where
// reinforcements come from (S3.7).
type Neighbor struct {
	Name    string
	Terrain string      // its id, or ""
	Owner   engine.Side // whose army stands there; below 0: nobody's
	Water   bool        // a stream, ford or bridge lies between (S3.2)
	Closed  bool        // nobody may withdraw there: a wall, say (S2)
	Watched bool        // an enemy could react into it, so that the demoralised may not enter (S5)
	Army    Army
}

// An Army is units, as listed: from left to right in the first array.
type Army []Run

// A Run is N equal units.
type Run struct {
	N           int
	Kind        *Kind
	Demoralized bool
	OverWater   bool // came into the hex over a stream, ford or bridge (S3.2)
	Wounds      int  // that each has taken before (S7)
}

// SeatNames are the words for the sides.
func (s Setup) SeatNames() []string { return slices.Clone(seatNames[:]) }

// Size is the number of units of an army, characters and monsters among them.
func (a Army) Size() int {
	n := 0
	for _, r := range a {
		n += r.N
	}
	return n
}

// The marks behind a unit's id in an army's text.
const (
	markDemoralized = "*"
	markWater       = "~"
)

// String writes an army as ParseArmy reads it.
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

// ParseArmy reads "4 heavy-axe, elf-lord(2), 2 archers*, orcs~": a comma
// between units, a number before those of which there are several, behind
// them a star for the demoralised, a tilde for those that came over water, and
// wounds in brackets before both. Find looks a kind up.
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

var errArmy = errors.New(`write what stands there, as in "4 heavy-axe, elf-lord, 2 archers*"`)

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

// The keys of a journal's header, besides the names of the sides.
const (
	keyTerrain  = "terrain"
	keyPlace    = "place"
	keyNeighbor = "neighbor"
	keyLimit    = "rounds"
)

// The words for what is special about a hex.
const (
	wordNarrow  = "narrow"
	wordInside  = "inside"
	wordWater   = "water"
	wordClosed  = "closed"
	wordWatched = "watched"
	wordIn      = "in"
	wordOf      = "of"
)

// Fields say the setup in a journal's header: see [ReadSetup].
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
		place = append(place, wordInside)
	}
	if place != nil {
		add(keyPlace, strings.Join(place, " "))
	}
	for i, n := range s.Neighbors {
		add(keyNeighbor+strconv.Itoa(i+1), n.String())
	}
	add(keyLimit, strconv.Itoa(s.RoundLimit))
	return fields
}

// String writes a neighbour as ReadNeighbor reads it.
func (n Neighbor) String() string {
	words := []string{n.Name}
	if n.Terrain != "" {
		words = append(words, wordIn, n.Terrain)
	}
	if n.Owner >= 0 {
		words = append(words, wordOf, SideName(n.Owner))
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

// flags yields the words for what a neighbour may be, in their order.
func (n *Neighbor) flags() func(yield func(string, *bool) bool) {
	return func(yield func(string, *bool) bool) {
		_ = yield(wordWater, &n.Water) && yield(wordClosed, &n.Closed) && yield(wordWatched, &n.Watched)
	}
}

// ReadSetup reads what [Setup.Fields] say from a journal's header. Find looks
// a kind up.
func ReadSetup(h engine.Header, find func(id string) (*Kind, error)) (Setup, error) {
	s := Setup{Terrain: h.Get(keyTerrain)}
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
	for word := range strings.FieldsSeq(h.Get(keyPlace)) {
		switch word {
		case wordNarrow:
			s.Narrow = true
		case wordInside:
			s.Inside = true
		default:
			return s, fmt.Errorf("the journal's %s: %w", keyPlace, &engine.Unknown{What: "word", Word: word, Known: []string{wordNarrow, wordInside}})
		}
	}
	for i := 1; h.Get(keyNeighbor+strconv.Itoa(i)) != ""; i++ {
		key := keyNeighbor + strconv.Itoa(i)
		n, err := ReadNeighbor(h.Get(key), find)
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

// ReadNeighbor reads an adjacent hex, as in "north", "south in forest closed"
// or "east of attacker water: 2 elves, elf-lord". Find looks a kind up.
func ReadNeighbor(text string, find func(id string) (*Kind, error)) (Neighbor, error) {
	head, army, _ := strings.Cut(text, ":")
	n := Neighbor{Owner: -1}
	words := strings.Fields(head)
	if len(words) == 0 {
		return n, fmt.Errorf(`%q is not as in "north in forest of attacker water: 2 elves"`, text)
	}
	n.Name, words = words[0], words[1:]
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if word == wordIn || word == wordOf {
			if len(words) == 0 {
				return n, fmt.Errorf("%q: a word is missing behind %q", text, word)
			}
			if word == wordIn {
				n.Terrain = words[0]
			} else {
				owner := slices.Index(seatNames[:], words[0])
				if owner < 0 {
					return n, &engine.Unknown{What: "side", Word: words[0], Known: seatNames[:]}
				}
				n.Owner = engine.Side(owner)
			}
			words = words[1:]
			continue
		}
		var known []string
		found := false
		for name, is := range n.flags() {
			known = append(known, name)
			if name == word {
				*is, found = true, true
			}
		}
		if !found {
			return n, &engine.Unknown{What: "word", Word: word, Known: append([]string{wordIn, wordOf}, known...)}
		}
	}
	if strings.TrimSpace(army) == "" {
		return n, nil
	}
	var err error
	n.Army, err = ParseArmy(army, find)
	return n, err
}
