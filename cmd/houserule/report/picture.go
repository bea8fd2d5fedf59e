package report

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"houserule/cmd/houserule/screen"
	"houserule/engine/experiment"
)

// A plot is a picture of bars or curves, in pixels: what the page's template
// draws as SVG. Colors are properties of the page's style sheet, so that
// pictures change with it from light to dark.
type plot struct {
	Title            string
	Width, Height    int
	Grid, Axes, Mark path
	Bars, Shaded     []box
	Whiskers         path // of the bars
	Curves           []drawnCurve
	Texts            []labelAt
}

const (
	pictureWidth = 760 // unless texts need more
	fontSize     = 13  // of texts, but for the values of bars
	tickLength   = 5
	textGap      = 7 // between a text and its mark
	capLength    = 3 // of a whisker, to either side
)

// A labelAt is text at a place; Full is all of it, where it is cut.
type labelAt struct {
	X, Y, Turn int
	Text, Full string
	Anchor     string // "": it begins there; "mid", "end"
	Size       int    // of the font; 0: the picture's
}

// A box is a rectangle.
type box struct{ X, Y, Width, Height pixels }

// pixels is a length that is written with one digit after the point.
type pixels float64

func (p pixels) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10+0, 'f', -1, 64) // + 0: and not -0
}

// A path is the lines of an SVG path.
type path string

// line adds a line from one point to another.
func (p *path) line(x1, y1, x2, y2 float64) { p.through([][2]float64{{x1, y1}, {x2, y2}}) }

// through adds lines through points.
func (p *path) through(points [][2]float64) {
	for i, point := range points {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		*p += path(letter + pixels(point[0]).String() + " " + pixels(point[1]).String())
	}
}

// An axis gives values their places, in pixels: low that of from, high that of
// to. Values beyond the ends are drawn at them.
type axis struct{ low, high, from, to float64 }

func (a axis) at(value float64) float64 {
	if a.low == a.high {
		return a.from
	}
	return a.from + float64((min(max(value, a.low), a.high)-a.low)/(a.high-a.low)*(a.to-a.from))
}

// has reports whether a value lies on the axis.
func (a axis) has(value float64) bool { return a.low <= value && value <= a.high }

// A tick is a value that is named along an axis.
type tick struct {
	value float64
	label string
}

// ticks are round numbers along an axis, about six; whole are whole numbers.
func ticks(low, high float64, whole bool) []tick {
	step, digits := tickStep((high-low)/6, whole)
	var all []tick
	for n := math.Ceil(low / step); n*step <= high && len(all) < 20; n++ {
		all = append(all, tick{n * step, experiment.Decimal(n*step, digits)})
	}
	return all
}

// tickStep returns the least of 1, 2, 5, 10, 20, 50 ... and of 0.5, 0.2, 0.1 ...
// that is not below least, with the digits that it has after the point.
func tickStep(least float64, whole bool) (step float64, digits int) {
	if whole {
		least = max(least, 1)
	}
	least = max(least, 1e-9) // labels end somewhere
	power := int(math.Floor(math.Log10(least)))
	for _, first := range []float64{1, 2, 5} {
		if step := first * math.Pow10(power); step > least*0.999 {
			return step, max(-power, 0)
		}
	}
	return math.Pow10(power + 1), max(-power-1, 0)
}

// widest returns the width of the widest label of ticks.
func widest(all []tick) float64 {
	width := 0.0
	for _, t := range all {
		width = max(width, measure(t.label, fontSize))
	}
	return width
}

// below draws the X axis at the height y, with its title and ticks, whose labels are
// turned by so many degrees, and a line of the grid up to top from each tick.
func (p *plot) below(x axis, y, top float64, all []tick, turn int, name string) {
	p.Axes.line(x.from, y, x.to, y)
	anchor := "mid"
	if turn != 0 {
		anchor = "end"
	}
	for _, t := range all {
		at := x.at(t.value)
		p.Grid.line(at, y, at, top)
		p.Axes.line(at, y, at, y+tickLength)
		p.Texts = append(p.Texts, labelAt{X: round(at), Y: round(y) + tickLength + fontSize, Turn: turn, Text: t.label, Anchor: anchor})
	}
	if name != "" {
		p.Texts = append(p.Texts, labelAt{X: round((x.from + x.to) / 2), Y: p.Height - 6, Text: name, Anchor: "mid"})
	}
}

// beside draws the Y axis at the left end of the X axis, and a line of the
// grid from each tick.
func (p *plot) beside(x, y axis, all []tick, name string) {
	p.Axes.line(x.from, y.from, x.from, y.to)
	for _, t := range all {
		at := y.at(t.value)
		p.Grid.line(x.from, at, x.to, at)
		p.Axes.line(x.from-tickLength, at, x.from, at)
		p.Texts = append(p.Texts, labelAt{X: round(x.from) - tickLength - textGap, Y: round(at) + fontSize*3/8, Text: t.label, Anchor: "end"})
	}
	if name != "" {
		p.Texts = append(p.Texts, labelAt{X: fontSize, Y: round((y.from + y.to) / 2), Turn: -90, Text: name, Anchor: "mid"})
	}
}

func round(length float64) int { return int(math.Round(length)) }

// measure returns how wide text is at most, in pixels, in any of the page's fonts:
// DejaVu Sans, which many systems have in place of the first choices, is the
// widest.
func measure(text string, size int) float64 {
	ems := 0.0
	for _, r := range text {
		columns := screen.Columns(string(r))
		switch {
		case columns == 0:
		case columns > 1 || strings.ContainsRune("mwMW%@+<=>&~#", r):
			ems++
		case strings.ContainsRune(`fijlrtIJ .,:;!|'()[]/-"`, r):
			ems += 0.46
		case r > unicode.MaxASCII || unicode.IsUpper(r):
			ems += 0.79
		default:
			ems += 0.64
		}
	}
	return ems * float64(size)
}
