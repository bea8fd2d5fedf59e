package hex_test

import (
	"fmt"
	"os"

	"houserule/engine/hex"
)

// A unit at 0103 may spend four points. Woods cost two; a wall may be climbed
// with whatever is left; nobody swims.
func Example() {
	g := hex.Grid{Columns: 5, Rows: 3}
	terrain := []byte("..." + ".ff" + "..f" + "..w" + "...") // by hex: column by column
	walls := make([]bool, g.Sides())
	for _, between := range []string{"0102-0103", "0102-0202"} {
		wall, err := g.ParseSide(between)
		if err != nil {
			fmt.Println(err)
			return
		}
		walls[wall] = true
	}

	costs := func(from, to hex.Hex, d hex.Direction) (cost int, ok bool) {
		switch {
		case terrain[to] == 'w':
			return 0, false
		case walls[g.Side(from, d)]:
			return hex.Rest, true
		case terrain[to] == 'f':
			return 2, true
		}
		return 1, true
	}
	var search hex.Search
	unit := g.At(1, 3)
	search.Reach(g, unit, 4, costs)

	chart := hex.Chart{
		Grid: g,
		Size: hex.Large,
		Cell: func(h hex.Hex) (cell hex.Cell) {
			cell.Terrain.Text = string(terrain[h])
			if cost, ok := search.Cost(h); ok {
				cell.Stack.Text = fmt.Sprint(cost)
			}
			return cell
		},
		Side: func(s hex.Side) (edge hex.Edge) {
			if walls[s] {
				edge.Line.Text = "#"
			}
			return edge
		},
	}
	fmt.Println("What four points reach:")
	if err := chart.Draw(os.Stdout); err != nil {
		fmt.Println(err)
	}
	for _, h := range search.Way(g.At(4, 2)) {
		cost, _ := search.Cost(h)
		fmt.Printf("%s for %d\n", g.Number(h), cost)
	}
	// Output:
	// What four points reach:
	//       01            03            05
	//     ______   02   ______   04   ______
	// 01 / .   4\______/ .   4\______/ .    \
	//    \______/ .   3\______/ .   4\______/
	// 02 / .   4\______/ .   3\______/ .    \
	//    \####### f   2\______/ .   4\______/
	// 03 / .   0\______/ f   4\______/ .    \
	//    \______/ f   2\______/ w    \______/
	//           \______/      \______/
	// 0103 for 0
	// 0202 for 2
	// 0302 for 3
	// 0402 for 4
}

func ExampleGrid_Neighbors() {
	g := hex.Grid{Columns: 30, Rows: 60}
	here, err := g.Parse("0352")
	if err != nil {
		fmt.Println(err)
		return
	}
	for d, h := range g.Neighbors(here) {
		fmt.Println(g.Number(h), d, g.SideNumber(g.Side(here, d)))
	}
	// Output:
	// 0351 north 0351-0352
	// 0451 northeast 0352-0451
	// 0452 southeast 0352-0452
	// 0353 south 0352-0353
	// 0252 southwest 0252-0352
	// 0251 northwest 0251-0352
}
