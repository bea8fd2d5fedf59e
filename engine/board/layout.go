package board

// A Layout holds the widths of the columns in a game's boards, in columns of the terminal.
type Layout struct {
	Labels int    `json:"labels"` // for the labels of rows
	Names  int    `json:"names"`  // for the names of units
	Kinds  [3]int `json:"kinds"`  // for a unit's kind, at most: on a narrow, a usual and a wide screen
	Widths []int  `json:"widths"` // for the numbers, one for each of the board's Columns
	// Shorts are shorter names of the board's Columns, for a narrow screen; nil if there
	// are none.
	Shorts []string          `json:"shorts,omitempty"`
	Owners int               `json:"owners,omitempty"` // for the owners of adjacent hexes
	Done   string            `json:"done,omitempty"`   // the text for a unit that has acted, if it fits; "": a mark
	Walls  map[string]string `json:"walls,omitempty"`  // pictures of the states of walls, each repeated along the wall
}
