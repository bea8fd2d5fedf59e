package report

import (
	"fmt"
	"math"

	"houserule/engine/experiment"
)

// A scale gives the values of a heat map their colors.
type scale struct{ low, middle, high float64 }

func (h HeatMap) scale() scale {
	s := scale{h.Low, h.Middle, h.High}
	if !experiment.Known(s.low, s.high) || s.low >= s.high {
		s.low, s.high = h.ends()
	}
	if !(s.low < s.middle && s.middle < s.high) {
		s.middle = s.low + float64((s.high-s.low)/2)
	}
	return s
}

// ends returns the least and the greatest value of all cells.
func (h HeatMap) ends() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for row := range h.Rows {
		for column := range h.Columns {
			if v := h.at(row, column); experiment.Known(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low > high {
		return 0, 1
	}
	return low, high
}

// place is where a value stands: 0 at low, 1/2 at middle, 1 at high.
func (s scale) place(value float64) float64 {
	switch {
	case s.low == s.high:
		return 0.5
	case value <= s.low:
		return 0
	case value >= s.high:
		return 1
	case value < s.middle:
		return 0.5 * (value - s.low) / (s.middle - s.low)
	default:
		return 0.5 + 0.5*(value-s.middle)/(s.high-s.middle)
	}
}

// stops are the colors from low to high, in equal distances. Orange and blue
// differ for all kinds of color-blindness.
var stops = [...][3]float64{{179, 88, 6}, {241, 163, 64}, {247, 247, 247}, {116, 169, 216}, {33, 102, 172}}

// paint returns the color at a place for HTML, and that of text on it.
func paint(place float64) (fill, text string) {
	at := float64(place * float64(len(stops)-1))
	from := min(int(at), len(stops)-2)
	var rgb [3]float64
	for i := range rgb {
		rgb[i] = stops[from][i] + float64((stops[from+1][i]-stops[from][i])*(at-float64(from)))
	}
	text = "#111"
	if float64(0.299*rgb[0])+float64(0.587*rgb[1])+float64(0.114*rgb[2]) < 130 {
		text = "#fff"
	}
	return fmt.Sprintf("#%02x%02x%02x", int(rgb[0]+0.5), int(rgb[1]+0.5), int(rgb[2]+0.5)), text
}

// shades are the colors from low to high among the 256 of a terminal, each
// with black or white text on it.
var shades = [...]struct{ back, text int }{
	{130, 231}, {172, 16}, {215, 16}, {223, 16}, {255, 16}, {153, 16}, {110, 16}, {67, 16}, {25, 231},
}

// shade returns the color at a place for a terminal.
func shade(place float64) (back, text int) {
	s := shades[min(int(place*float64(len(shades))), len(shades)-1)]
	return s.back, s.text
}
