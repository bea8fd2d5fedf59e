// Package board describes a battle, as data, as one seat sees it: a [Board] with its units,
// the [Map] of a campaign, and the [Page] of a unit or a hex. A terminal draws these
// values. A web page or another program can get the same values as JSON.
//
// A rule system's view fills them. Details hidden from the viewer are omitted. The values
// share no memory with the battle, so a change of them changes nothing else.
package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Board is a battle as one seat sees it.
type Board struct {
	Title string `json:"title"` // the battle's title
	Scene string `json:"scene"` // where the battle is: "round 2, phase 3"
	// Seat is the seat of the viewer, from 0; below 0 the viewer has no seat.
	Seat      engine.Side `json:"seat"`
	Situation string      `json:"situation,omitempty"` // the situation in the campaign that the battle belongs to
	Ground    string      `json:"ground,omitempty"`    // the hex of the battle, and its effects
	Terrain   *Mark       `json:"terrain,omitempty"`   // the terrain of that hex
	Flavor    string      `json:"flavor,omitempty"`    // flavor text of the ground
	Columns   []string    `json:"columns,omitempty"`   // the names of the units' Numbers
	Sides     []Side      `json:"sides,omitempty"`     // one for each seat
	Walls     string      `json:"walls,omitempty"`     // the state of the walls before the last side
	Town      string      `json:"town,omitempty"`      // the word with which answers name them
	Around    []Neighbor  `json:"around,omitempty"`    // the hexes around the battle's hex
	Map       *Map        `json:"map,omitempty"`       // a campaign's map, while no battle is fought
	Drawing   []string    `json:"drawing,omitempty"`   // lines that the battle has drawn itself
	Fault     string      `json:"fault,omitempty"`     // the error of a script, because of which numbers are missing
}

// A Side is an army on the board.
type Side struct {
	Seat   string   `json:"seat"`             // the side's name
	Player string   `json:"player,omitempty"` // "" if unknown
	Facts  []string `json:"facts,omitempty"`
	Units  []Unit   `json:"units,omitempty"`
	// FarFirst reports whether the units far from the enemy come first, and not last.
	FarFirst bool   `json:"farFirst,omitempty"`
	Lists    []List `json:"lists,omitempty"`
}

// A List names counters that are no units on the board.
type List struct {
	Name  string `json:"name"`  // "lost", "holds"
	Items string `json:"items"` // "2 Farmers, Troll"
	Gone  bool   `json:"gone,omitempty"`
}

// A Unit is a unit on the board, or several like units with consecutive numbers.
type Unit struct {
	Row     string   `json:"row,omitempty"`     // the line, step or list of the unit
	Name    string   `json:"name"`              // the name of the first unit: "a1"
	Count   int      `json:"count"`             // number of units, from 1
	Kind    string   `json:"kind"`              // "Spearmen", "1 Champion + 2 Squire"
	Brief   string   `json:"brief,omitempty"`   // a shorter Kind; "" if there is none
	Cards   int      `json:"cards,omitempty"`   // number of cards in a stack; 0 for other units
	Numbers []Number `json:"numbers,omitempty"` // one for each of the board's Columns, or none
	Levels  *Levels  `json:"levels,omitempty"`  // levels of a building
	States  []string `json:"states,omitempty"`  // its present states
	Facts   []string `json:"facts,omitempty"`   // what is always true of it
	Powers  []string `json:"powers,omitempty"`  // the names of its abilities and spells
	Acting  bool     `json:"acting,omitempty"`  // the unit decides, or rolls a die, now
	Done    bool     `json:"done,omitempty"`    // it has acted in this round
}

// A Number is a number of a unit. The zero Number is for a number that the unit lacks.
type Number struct {
	Text  string `json:"text,omitempty"`  // "14", "4 1/2", or "?" after a script's error
	Above int    `json:"above,omitempty"` // 1 above the printed value, -1 below it
}

// Levels are the levels that a building has left, and those of the whole building.
type Levels struct {
	Left int `json:"left"`
	Of   int `json:"of"`
}

// Notes returns the levels, states and facts of a unit in words.
func (u Unit) Notes() (notes []string) {
	if u.Levels != nil {
		notes = append(notes, fmt.Sprintf("%d of %d", u.Levels.Left, u.Levels.Of))
	}
	return slices.Concat(notes, u.States, u.Facts)
}

// Names returns the name of a unit, or the names of several: "a1", "a1-4".
func (u Unit) Names() string {
	if u.Count <= 1 {
		return u.Name
	}
	_, number := u.number()
	return fmt.Sprintf("%s-%d", u.Name, number+u.Count-1)
}

// Continues reports whether the unit's name follows the names of another: "a5" follows
// "a1-4".
func (u Unit) Continues(other Unit) bool {
	letter, number := u.number()
	before, first := other.number()
	return letter == before && number == first+other.Count
}

// number returns the letter and the number in the name of a unit.
func (u Unit) number() (letter string, n int) {
	letter = strings.TrimRight(u.Name, "0123456789")
	n, _ = strconv.Atoi(u.Name[len(letter):])
	return letter, n
}

// Counted returns the number and kind of a unit: "Spearmen", "3 Spearmen".
func (u Unit) Counted() string {
	if u.Count <= 1 {
		return u.Kind
	}
	return fmt.Sprintf("%d %s", u.Count, u.Kind)
}

// Described returns Counted with the states of the unit: "3 Spearmen (charging)".
func (u Unit) Described() string {
	if len(u.States) == 0 {
		return u.Counted()
	}
	return fmt.Sprintf("%s (%s)", u.Counted(), strings.Join(u.States, ", "))
}

// String returns the unit in a few words: "a1-4 3 Spearmen (charging)".
func (u Unit) String() string { return u.Names() + " " + u.Described() }

// A Neighbor is a hex beside the battle's hex.
type Neighbor struct {
	Name    string `json:"name"`
	Owner   string `json:"owner,omitempty"` // the name of a seat, "nobody", or "" if the owner does not matter
	Terrain *Mark  `json:"terrain,omitempty"`
	Note    string `json:"note,omitempty"` // a description of the hex, with the units in it
}
