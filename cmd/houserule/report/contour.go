package report

import "houserule/engine/experiment"

// contour returns the line along which the values of a map are its middle, by marching
// squares: between the middles of cells, values go straight from one to the next. A
// square of cells with an unknown one has no line.
func (h HeatMap) contour(s scale, left, top, side float64) (line path) {
	for row := range len(h.Rows) - 1 {
		for column := range len(h.Columns) - 1 {
			corners := [4][2]int{{row, column}, {row, column + 1}, {row + 1, column + 1}, {row + 1, column}}
			var over, sum float64
			var crossings [][2]float64
			for i, from := range corners {
				to := corners[(i+1)%4]
				a, b := h.at(from[0], from[1])-s.middle, h.at(to[0], to[1])-s.middle
				if !experiment.Known(a) || !experiment.Known(b) {
					crossings = nil
					break
				}
				if i == 0 {
					over = a
				}
				if sum += a; a >= 0 != (b >= 0) {
					part := a / (a - b)
					at := func(dim int) float64 {
						return float64((float64(from[dim]) + float64(part*float64(to[dim]-from[dim])) + 0.5) * side)
					}
					crossings = append(crossings, [2]float64{left + at(1), top + at(0)})
				}
			}
			if len(crossings) == 4 && sum >= 0 != (over >= 0) { // a saddle: the lines cut off the corners on the other side than its middle
				crossings = append(crossings[1:], crossings[0])
			}
			for ; len(crossings) >= 2; crossings = crossings[2:] {
				line.line(crossings[0][0], crossings[0][1], crossings[1][0], crossings[1][1])
			}
		}
	}
	return line
}
