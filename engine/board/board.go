// Package board describes a battle as one seat sees it, as data: a [Board] with its
// units, the [Map] of a campaign, and the [Page] of a unit or a hex. A terminal draws
// these values, a web page or another program can be given the same ones as JSON.
//
// A rule system's view fills them. What is hidden from the seat that looks is not in
// them, and they share no memory with the battle: to change them changes nothing else.
package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Board is a battle as a seat sees it.
type Board struct {
	Title string `json:"title"` // of the battle
	Scene string `json:"scene"` // where the battle is: "round 2, phase 3"
	// Seat is the seat that looks, from 0; below 0 it is no seat in particular.
	Seat      engine.Side `json:"seat"`
	Situation string      `json:"situation,omitempty"` // of the campaign that the battle belongs to
	Ground    string      `json:"ground,omitempty"`    // the hex that is fought for, and its effects
	Terrain   *Mark       `json:"terrain,omitempty"`   // of that hex
	Flavour   string      `json:"flavour,omitempty"`   // of the ground
	Columns   []string    `json:"columns,omitempty"`   // the names of the units' Numbers
	Sides     []Side      `json:"sides,omitempty"`     // one for each seat
	Walls     string      `json:"walls,omitempty"`     // the state of the walls before the last side
	Around    []Neighbor  `json:"around,omitempty"`    // the hexes around that of the battle
	Map       *Map        `json:"map,omitempty"`       // of a campaign, while no battle is fought
	Drawing   []string    `json:"drawing,omitempty"`   // lines that the battle has drawn itself
	Fault     string      `json:"fault,omitempty"`     // the error of a script, for which numbers are missing
}

// A Side is an army on the board.
type Side struct {
	Seat   string   `json:"seat"`             // its name
	Player string   `json:"player,omitempty"` // "" for an unknown one
	Facts  []string `json:"facts,omitempty"`
	Units  []Unit   `json:"units,omitempty"`
	// FarFirst reports whether the first units are those that are far from the enemy,
	// and not the last.
	FarFirst bool   `json:"farFirst,omitempty"`
	Lists    []List `json:"lists,omitempty"`
}

// A List names counters that are no units on the board.
type List struct {
	Name  string `json:"name"`  // "lost", "holds"
	Items string `json:"items"` // "2 Farmers, Troll"
	Gone  bool   `json:"gone,omitempty"`
}

// A Unit is a unit of the board, or several that are alike and have consecutive
// numbers.
type Unit struct {
	Row     string   `json:"row,omitempty"`     // the line, step or list in which it stands
	Name    string   `json:"name"`              // of the first: "a1"
	Count   int      `json:"count"`             // from 1
	Kind    string   `json:"kind"`              // "Spearmen", "1 Champion + 2 Squire"
	Brief   string   `json:"brief,omitempty"`   // the same, shorter; "" if that is not possible
	Cards   int      `json:"cards,omitempty"`   // of a stack of cards; 0 for no such stack
	Numbers []Number `json:"numbers,omitempty"` // one for each of the board's Columns, or none
	Levels  *Levels  `json:"levels,omitempty"`  // of a building
	States  []string `json:"states,omitempty"`  // what it is or has done now
	Facts   []string `json:"facts,omitempty"`   // what it always is
	Powers  []string `json:"powers,omitempty"`  // the names of its abilities and spells
	Acting  bool     `json:"acting,omitempty"`  // an answer or a die of it is asked for
	Done    bool     `json:"done,omitempty"`    // it has acted in this round
}

// A Number is a number of a unit; the zero Number is one that the unit does not have.
type Number struct {
	Text  string `json:"text,omitempty"`  // "14", "4 1/2", or "?" after a script's error
	Above int    `json:"above,omitempty"` // 1 above what is printed, -1 below it
}

// Levels are those that a building has left, of those that it had when it was whole.
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

// Names returns the name of a unit, or those of several: "a1", "a1-4".
func (u Unit) Names() string {
	if u.Count <= 1 {
		return u.Name
	}
	_, number := u.number()
	return fmt.Sprintf("%s-%d", u.Name, number+u.Count-1)
}

// Continues reports whether the name of a unit follows those of another: "a5" those of
// "a1-4".
func (u Unit) Continues(other Unit) bool {
	letter, number := u.number()
	before, first := other.number()
	return letter == before && number == first+other.Count
}

// number splits the name of a unit.
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

// String is the unit in a few words: "a1-4 3 Spearmen (charging)".
func (u Unit) String() string { return u.Names() + " " + u.Described() }

// A Neighbor is a hex beside that of a battle.
type Neighbor struct {
	Name    string `json:"name"`
	Owner   string `json:"owner,omitempty"` // the name of a seat, "nobody", or "" where it does not matter
	Terrain *Mark  `json:"terrain,omitempty"`
	Note    string `json:"note,omitempty"` // what it is, and which units stand there
}
