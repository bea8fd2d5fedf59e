package board

// A Layout is how the rows of a game's boards are laid out: widths in columns of the
// terminal.
type Layout struct {
	Labels int    `json:"labels"` // of the labels of rows
	Names  int    `json:"names"`  // of the names of units
	Kinds  [3]int `json:"kinds"`  // of what a unit is, at most: on a narrow screen, a usual and a wide one
	Widths []int  `json:"widths"` // of the numbers, one for each of the board's Columns
	// Shorts are shorter names of the board's Columns, for a narrow screen; nil: none.
	Shorts []string          `json:"shorts,omitempty"`
	Owners int               `json:"owners,omitempty"` // of the owners of adjacent hexes
	Done   string            `json:"done,omitempty"`   // what is said of a unit that has acted, where there is room; "": it gets a mark
	Walls  map[string]string `json:"walls,omitempty"`  // pictures of the states of walls, each drawn over and over
}
