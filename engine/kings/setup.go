package kings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// Limits of a battle's size.
const (
	MaxCounters  = 1000 // counters of all sides together, in the hex and in its neighbors
	MaxNeighbors = 6    // a hex has six sides
)

// A Setup is the start of a battle: the sides by seat, attackers in turn order, the
// defender last (K1.1).
type Setup struct {
	Scenario   string // its id; "": none
	Sides      []SideSetup
	Terrain    string // the id of the terrain in the hex of the battle
	Unexplored bool   // the hex had no owner: its own inhabitants defend it (K1.1)
	Neighbors  []Neighbor
	RoundLimit int // 0: the limit of the rules
}

// A SideSetup is one side of a Setup.
type SideSetup struct {
	Army  Army
	Items Army // magic items that the side holds and may play (K1.2)
}

// A Neighbor is an adjacent hex (K4.2).
type Neighbor struct {
	Name    string
	Owner   engine.Side // the side that controls the hex; below 0: none
	Army    Army        // the counters of its owner in it
	Enemies bool        // whether enemy counters are in it, too
}

// An Army is a list of counters.
type Army []Run

// A Run is N equal counters.
type Run struct {
	N     int
	Thing *Thing
}

// SideName returns the word for a side of a battle with the given number of seats.
func SideName(side engine.Side, seats int) string {
	switch {
	case int(side) == seats-1:
		return "defender"
	case side == 0:
		return "attacker"
	}
	return fmt.Sprintf("attacker%d", side+1)
}

// SeatNames returns the words for the sides: attacker, attacker2, attacker3,
// defender.
func (s Setup) SeatNames() []string {
	names := make([]string, len(s.Sides))
	for i := range names {
		names[i] = SideName(engine.Side(i), len(names))
	}
	return names
}

// Size returns the number of counters of all armies, items included.
func (s Setup) Size() int {
	n := 0
	for _, side := range s.Sides {
		n += side.Army.Count() + side.Items.Count()
	}
	for _, hex := range s.Neighbors {
		n += hex.Army.Count()
	}
	return n
}

// Count returns the number of counters of an army.
func (a Army) Count() int {
	n := 0
	for _, r := range a {
		n += r.N
	}
	return n
}

// Value returns the sum of an army's combat values.
func (a Army) Value() int {
	n := 0
	for _, r := range a {
		n += r.N * r.Thing.Value
	}
	return n
}

// String returns an army in the form that ParseArmy reads.
func (a Army) String() string {
	words := make([]string, len(a))
	for i, r := range a {
		words[i] = r.Thing.ID
		if r.N > 1 {
			words[i] = fmt.Sprintf("%d %s", r.N, r.Thing.ID)
		}
	}
	return strings.Join(words, ", ")
}

// ParseArmy parses "old-dragon, 2 elves, city": a comma between things, and before a thing
// the number of its counters if there are several. Find returns the thing with an id.
func ParseArmy(text string, find func(id string) (*Thing, error)) (Army, error) {
	var army Army
	column := 1
	for _, part := range strings.Split(text, ",") {
		at := column + len([]rune(part)) - len([]rune(strings.TrimLeft(part, " \t")))
		column += len([]rune(part)) + 1
		run, err := parseRun(strings.Fields(part), find)
		if err != nil {
			return army, &engine.Misplaced{Column: at, Err: err}
		}
		army = append(army, run)
		if army.Count() > MaxCounters {
			return army, &engine.Misplaced{Column: at, Err: fmt.Errorf("an army has at most %d counters", MaxCounters)}
		}
	}
	return army, nil
}

var errArmy = errors.New(`write what stands there, as in "THING, 2 THING"`)

func parseRun(words []string, find func(id string) (*Thing, error)) (Run, error) {
	n := 1
	switch len(words) {
	case 0:
		return Run{}, fmt.Errorf("a counter is missing: %w", errArmy)
	case 1:
	case 2:
		var err error
		if n, err = strconv.Atoi(words[0]); err != nil || n < 1 || n > MaxCounters {
			return Run{}, fmt.Errorf("%q is no number from 1 to %d: %w", words[0], MaxCounters, errArmy)
		}
	default:
		return Run{}, fmt.Errorf("%q is too much: %w", words[2], errArmy)
	}
	thing, err := find(words[len(words)-1])
	return Run{n, thing}, err
}

// The keys of a journal's header, besides the names of the sides.
const (
	keyTerrain  = "terrain"
	keyHex      = "hex"
	keyNeighbor = "neighbor"
	keyLimit    = "rounds"
	keySides    = "sides"
	itemsOf     = "-items"
)

const (
	unexplored = "unexplored"
	owned      = "owned"
	enemies    = "enemies"
	nobody     = "nobody"
)

// Fields returns the setup as lines of a journal's header, for [ReadSetup].
func (s Setup) Fields() []engine.Field {
	var fields []engine.Field
	add := func(key, value string) { fields = append(fields, engine.Field{Key: key, Value: value}) }
	add(keySides, strconv.Itoa(len(s.Sides)))
	names := s.SeatNames()
	for i, side := range s.Sides {
		add(names[i], side.Army.String())
		if len(side.Items) > 0 {
			add(names[i]+itemsOf, side.Items.String())
		}
	}
	state := owned
	if s.Unexplored {
		state = unexplored
	}
	add(keyHex, state)
	if s.Terrain != "" {
		add(keyTerrain, s.Terrain)
	}
	for i, n := range s.Neighbors {
		owner, beset := nobody, ""
		if n.Owner >= 0 {
			owner = names[n.Owner]
		}
		if n.Enemies {
			beset = " " + enemies
		}
		add(keyNeighbor+strconv.Itoa(i+1), fmt.Sprintf("%s of %s%s: %s", n.Name, owner, beset, n.Army))
	}
	add(keyLimit, strconv.Itoa(s.RoundLimit))
	return fields
}

// ReadSetup reads the lines of [Setup.Fields] from a journal's header. Find returns the
// thing with an id.
func ReadSetup(h engine.Header, find func(id string) (*Thing, error)) (Setup, error) {
	s := Setup{Scenario: h.Get(engine.KeyScenario), Terrain: h.Get(keyTerrain), Unexplored: h.Get(keyHex) == unexplored}
	sides, err := strconv.Atoi(h.Get(keySides))
	if err != nil || sides < 2 || sides > engine.MaxSeats {
		return s, fmt.Errorf("the journal's sides: %q is no number from 2 to %d", h.Get(keySides), engine.MaxSeats)
	}
	s.Sides = make([]SideSetup, sides)
	read := func(key string) (Army, error) {
		text := h.Get(key)
		if text == "" {
			return nil, nil
		}
		army, err := ParseArmy(text, find)
		if err != nil {
			err = fmt.Errorf("the journal's %s: %w", key, err)
		}
		return army, err
	}
	names := s.SeatNames()
	for i, name := range names {
		if s.Sides[i].Army, err = read(name); err != nil {
			return s, err
		}
		if s.Sides[i].Items, err = read(name + itemsOf); err != nil {
			return s, err
		}
	}
	for key, text := range h.Numbered(keyNeighbor) {
		n, err := ReadNeighbor(text, names, find)
		if err != nil {
			return s, fmt.Errorf("the journal's %s: %w", key, err)
		}
		s.Neighbors = append(s.Neighbors, n)
	}
	if s.RoundLimit, err = strconv.Atoi(h.Get(keyLimit)); err != nil || s.RoundLimit < 0 {
		return s, fmt.Errorf("the journal's rounds: %q is no number", h.Get(keyLimit))
	}
	return s, nil
}

// ReadNeighbor parses an adjacent hex of a battle between sides with the given names:
// "north of attacker: 2 elves" or "south of nobody". In "north of attacker enemies" there
// are enemy counters. Find returns the thing with an id.
func ReadNeighbor(text string, names []string, find func(id string) (*Thing, error)) (Neighbor, error) {
	head, army, _ := strings.Cut(text, ": ")
	words := strings.Fields(strings.TrimSuffix(head, ":"))
	n := Neighbor{Owner: -1}
	if len(words) == 4 && words[3] == enemies {
		n.Enemies, words = true, words[:3]
	}
	if len(words) != 3 || words[1] != "of" {
		return n, fmt.Errorf("%q is not as in \"north of attacker: 2 THING\"", text)
	}
	n.Name = words[0]
	if words[2] != nobody {
		owner, err := engine.Index("side", words[2], names)
		if err != nil {
			return n, err
		}
		n.Owner = engine.Side(owner)
	}
	if strings.TrimSpace(army) == "" {
		return n, nil
	}
	var err error
	n.Army, err = ParseArmy(army, find)
	return n, err
}

// A start is a Setup prepared for battles. It does not change.
type start struct {
	setup Setup
	limit int
	seats int
	begun int // number of counters at the beginning
	// Whether the battle has items, and whether counters hit forts before it.
	items, sieges bool
	fighting      [engine.MaxSeats]int32 // number of counters that keep a side in the battle
	ends          [engine.MaxSeats]int32 // the end of each side's army, which begins at the end of the one before
	state
}

// newStart checks a setup and prepares it.
func newStart(g *Game, setup Setup) (*start, error) {
	n := len(setup.Sides)
	if n < 2 || n > engine.MaxSeats {
		return nil, fmt.Errorf("a battle has from 2 to %d sides, not %d (K1.1)", engine.MaxSeats, n)
	}
	if err := setup.check(); err != nil {
		return nil, err
	}
	if err := g.owns(setup); err != nil {
		return nil, err
	}
	s := &start{setup: setup, limit: setup.RoundLimit, seats: n}
	if s.limit == 0 {
		s.limit = g.Rules.RoundLimit
	}
	var numbers [engine.MaxSeats]int32
	add := func(side engine.Side, army Army, status Status, hex int) {
		for _, run := range army {
			for range run.N {
				numbers[side]++
				s.counters = append(s.counters, Counter{
					thing: run.Thing, id: int32(len(s.counters)), number: numbers[side],
					first: side, side: side, status: status, marks: run.Thing.Marks, bearer: -1, hex: int8(hex),
				})
			}
		}
	}
	names := setup.SeatNames()
	for i, side := range setup.Sides {
		for _, run := range side.Army {
			if run.Thing.Kind == Item {
				return nil, fmt.Errorf("%s: %s is a magic item: it is held among the items, to be played (K1.2)", names[i], run.Thing.Name)
			}
		}
		for _, run := range side.Items {
			if run.Thing.Kind != Item {
				return nil, fmt.Errorf("%s's items: %s is no magic item but a %s: it stands in the army", names[i], run.Thing.Name, run.Thing.Kind)
			}
		}
		add(engine.Side(i), side.Army, Standing, 0)
		s.ends[i] = int32(len(s.counters))
		if s.fighting[i] = s.fighters(engine.Side(i)); s.fighting[i] == 0 {
			return nil, fmt.Errorf("%s: nobody there can fight: give the army a counter with a combat value", names[i])
		}
	}
	for i, side := range setup.Sides {
		add(engine.Side(i), side.Items, Held, 0)
	}
	for i, hex := range setup.Neighbors {
		if hex.Owner >= 0 {
			add(hex.Owner, hex.Army, Elsewhere, i)
		}
	}
	if len(s.counters) > MaxCounters {
		return nil, fmt.Errorf("%d counters: a battle has at most %d", len(s.counters), MaxCounters)
	}
	s.begun = len(s.counters)
	for i := range s.counters {
		c := &s.counters[i]
		s.items = s.items || c.thing.Kind == Item
		s.mixed = s.mixed || c.thing.Kind == Item && (c.thing.Fights || c.thing.exposed) // items are listed after the armies
		s.sieges = s.sieges || c.thing.sieges > 0
		s.look(c.thing)
	}
	for side := range s.targets {
		s.targets[side] = -1
	}
	return s, nil
}

// owns returns an error if a setup has things of another game, for instance of another
// library.
func (g *Game) owns(setup Setup) error {
	armies := make([]Army, 0, 2*len(setup.Sides)+len(setup.Neighbors))
	for _, side := range setup.Sides {
		armies = append(armies, side.Army, side.Items)
	}
	for _, hex := range setup.Neighbors {
		armies = append(armies, hex.Army)
	}
	for _, run := range slices.Concat(armies...) {
		if t := run.Thing; t.index >= len(g.Things) || g.Things[t.index] != t {
			return fmt.Errorf("%s is a thing of another game", t.ID)
		}
	}
	return nil
}

// look records whether a thing brings a shield or an ability into the battle.
func (s *state) look(t *Thing) {
	s.shields = s.shields || t.shields != [CombatSteps]int32{}
	for ; t != nil; t = t.next {
		s.gifted = s.gifted || len(t.Abilities) > 0
	}
}

// check returns an error if no battle can start from the setup, whatever its things are.
func (s Setup) check() error {
	names := s.SeatNames()
	for i, side := range s.Sides {
		if err := side.Army.check(); err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		if err := side.Items.check(); err != nil {
			return fmt.Errorf("%s's items: %w", names[i], err)
		}
	}
	if s.RoundLimit < 0 {
		return fmt.Errorf("a battle of %d rounds: give it 1 or more, or 0 for as many as the rules say (K1.2)", s.RoundLimit)
	}
	if len(s.Neighbors) > MaxNeighbors {
		return fmt.Errorf("%d neighboring hexes: a hex has %d at most", len(s.Neighbors), MaxNeighbors)
	}
	for i, hex := range s.Neighbors {
		switch {
		case len(strings.Fields(hex.Name)) != 1 || strings.Fields(hex.Name)[0] != hex.Name:
			return fmt.Errorf("a neighboring hex is called %q: its name must be a word, as in retreat north", hex.Name)
		case slices.ContainsFunc(s.Neighbors[:i], func(o Neighbor) bool { return o.Name == hex.Name }):
			return fmt.Errorf("two neighboring hexes are called %s: give each a name of its own", hex.Name)
		case int(hex.Owner) >= len(s.Sides):
			return fmt.Errorf("the hex %s is of side %d: there are %d", hex.Name, hex.Owner+1, len(s.Sides))
		case hex.Owner < 0 && len(hex.Army) > 0:
			return fmt.Errorf("the hex %s is nobody's: nobody's army can stand there", hex.Name)
		}
		if err := hex.Army.check(); err != nil {
			return fmt.Errorf("the hex %s: %w", hex.Name, err)
		}
	}
	return nil
}

// check returns an error for a number of counters that no battle can have.
func (a Army) check() error {
	for _, r := range a {
		if r.N < 1 || r.N > MaxCounters {
			return fmt.Errorf("%d counters of %s: it takes from 1 to %d", r.N, r.Thing.ID, MaxCounters)
		}
	}
	return nil
}

// fighters returns the number of counters that keep a side in the battle.
func (s *start) fighters(side engine.Side) (n int32) {
	for i := range s.counters {
		if c := &s.counters[i]; c.side == side && c.Stands() {
			n++
		}
	}
	return n
}
