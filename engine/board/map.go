package board

import (
	"fmt"
	"strings"

	"houserule/engine/hex"
)

// A Map is the map of a campaign. Numbers name its hexes: "0304" is in column 3 and row 4.
type Map struct {
	Columns  int       `json:"columns"`
	Rows     int       `json:"rows"`
	Hexes    []Hex     `json:"hexes"`              // Columns times Rows, in the order of [hex.Hex]
	Hexsides []Hexside `json:"hexsides,omitempty"` // hexsides that are not plain
	Seats    []Seat    `json:"seats"`              // two
	Focus    string    `json:"focus"`              // the number of the hex that matters most; a part of the map has it in its middle
}

// Grid returns the grid of the map.
func (m *Map) Grid() hex.Grid { return hex.Grid{Columns: m.Columns, Rows: m.Rows} }

// A Seat is a side of the campaign. Its capital letter marks its stacks and the places that
// it holds: no other sign of a map has a capital letter.
type Seat struct {
	Name   string `json:"name"`
	Letter string `json:"letter"` // small
}

// A Mark is the sign of a thing on a map: one or two letters.
type Mark struct {
	Mark  string `json:"mark,omitempty"` // "" if no map shows it
	Name  string `json:"name"`
	Color string `json:"color,omitempty"` // green, yellow, red, cyan, blue, gray, white or bold
}

// A Hex is a hex of a map.
type Hex struct {
	Number  string  `json:"number"`
	Terrain Mark    `json:"terrain"`
	Feature *Mark   `json:"feature,omitempty"`
	Holder  string  `json:"holder,omitempty"` // the letter of the seat that holds it
	Siege   string  `json:"siege,omitempty"`  // the letter of the seat that besieges the other here
	Battle  bool    `json:"battle,omitempty"` // both sides fight here now
	Stacks  []Stack `json:"stacks,omitempty"`
	Note    string  `json:"note,omitempty"` // drawn beside the stack: the cost of a march to the hex
}

// A Hexside is the border of two hexes, if it is not plain: a river, a wall.
type Hexside struct {
	Between string `json:"between"` // the numbers of the hexes: "0304-0305"
	Mark
}

// A Stack is what a seat knows of a side's units in one place.
type Stack struct {
	Seat   string `json:"seat"`  // the name of the side
	Place  string `json:"place"` // "0204 (Oswin's Keep), inside"
	Units  []Unit `json:"units,omitempty"`
	Unseen bool   `json:"unseen,omitempty"` // it has further units, whose names and number are hidden
	// Weight is the weight of the units, Limit the greatest weight that the place can hold;
	// both are 0 if units are unseen.
	Weight int `json:"weight,omitempty"`
	Limit  int `json:"limit,omitempty"`
}

// String returns the stack as one line: "0203 west: w1 Sir Oswin, w2-4 3 Spearmen [3 of
// 16]".
func (s Stack) String() string {
	var words []string
	for _, u := range s.Units {
		words = append(words, u.String())
	}
	text := fmt.Sprintf("%s %s: ", s.Place, s.Seat)
	switch {
	case s.Unseen:
		return text + strings.Join(append(words, "a stack that nobody has looked into"), ", ")
	case s.Weight > s.Limit:
		return text + strings.Join(words, ", ") + fmt.Sprintf(" [%d of %d, too many]", s.Weight, s.Limit)
	}
	return text + strings.Join(words, ", ") + fmt.Sprintf(" [%d of %d]", s.Weight, s.Limit)
}
