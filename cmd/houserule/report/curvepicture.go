package report

import (
	"math"
	"slices"

	"houserule/engine/experiment"
)

const (
	curvesHeight = 360
	mostDots     = 60 // points of a curve that are drawn as dots, too
	mostWords    = 40 // below an axis
	curveInks    = 7  // of the page; further curves have dashes, too
)

// dashes tell curves of the same ink apart.
var dashes = [...]string{"", "7 4", "2 3", "9 3 2 3"}

// A key is the name of a curve, with how the curve is drawn.
type key struct {
	Name   string
	Color  int
	Dashes string // of SVG
}

func newKey(name string, curve int) key {
	return key{name, curve % curveInks, dashes[curve/curveInks%len(dashes)]}
}

// keys are empty for a single curve without a name.
func (c Curves) keys() []key {
	if len(c.Curves) == 0 || len(c.Curves) == 1 && c.Curves[0].Name == "" {
		return nil
	}
	var keys []key
	for i, curve := range c.Curves {
		keys = append(keys, newKey(curve.Name, i))
	}
	return keys
}

// A drawnCurve is a curve without a gap: one of the runs of a Curve.
type drawnCurve struct {
	key
	Line, Whiskers, Band path
	Dots                 []dot
}

// A dot is a point of a curve.
type dot struct{ X, Y pixels }

// picture draws the curves; nil where no point is known.
func (c Curves) picture() *plot {
	x, y := c.axes()
	if x.low > x.high {
		return nil
	}
	p := &plot{Title: c.Title, Width: pictureWidth, Height: curvesHeight}
	level, upright, turn := ticks(x.low, x.high, c.whole()), ticks(y.low, y.high, false), 0
	bottom := float64(curvesHeight - 46)
	if len(c.Words) > 0 {
		level = c.words()
	}
	if len(c.Words) > 0 && crowded(level) {
		turn = -45
		p.Height += round(widest(level) * math.Sqrt2 / 2)
	}
	x.from, x.to = c.sides(level, upright, turn)
	y.from, y.to = bottom, 8
	p.below(x, bottom, y.to, level, turn, c.X)
	p.beside(x, y, upright, c.Unit.Of(c.Y))
	if mark := c.Unit.Scaled(c.Mark); c.Mark != 0 && experiment.Known(c.Mark) && y.has(mark) {
		p.Mark.line(x.from, y.at(mark), x.to, y.at(mark))
	}
	for i, curve := range c.Curves {
		for _, points := range c.runs(curve) {
			p.Curves = append(p.Curves, c.draw(x, y, points, i))
		}
	}
	return p
}

// axes returns the ends of both axes, Y in the unit. Where no point is known, X ends
// before it begins.
func (c Curves) axes() (x, y axis) {
	x.low, x.high = math.Inf(1), math.Inf(-1)
	y.low, y.high = math.Inf(1), math.Inf(-1)
	for _, curve := range c.Curves {
		for _, points := range c.runs(curve) {
			for _, p := range points {
				x.low, x.high = min(x.low, p.X), max(x.high, p.X)
				y.low, y.high = min(y.low, p.Y), max(y.high, p.Y)
				if experiment.Known(p.Low, p.High) {
					y.low, y.high = min(y.low, p.Low), max(y.high, p.High)
				}
			}
		}
	}
	if x.low > x.high {
		return x, y
	}
	if len(c.Words) > 0 {
		x.low, x.high = -0.5, float64(len(c.Words))-0.5
	}
	x.low, x.high = apart(x.low, x.high)
	if c.fixed() {
		y.low, y.high = c.Unit.Scaled(c.Low), c.Unit.Scaled(c.High)
		return x, y
	}
	air := (y.high - y.low) / 20
	if y.low >= 0 && air > 0 {
		y.low = max(y.low-air, 0) // no axis of lengths begins below 0
	} else {
		y.low -= air
	}
	y.low, y.high = apart(y.low, y.high+air)
	return x, y
}

// apart returns the ends of an axis, moved apart where they are the same.
func apart(low, high float64) (float64, float64) {
	if low == high {
		return low - 1, high + 1
	}
	return low, high
}

// sides returns the ends of the X axis, between which all texts have room.
func (c Curves) sides(level, upright []tick, turn int) (left, right float64) {
	left, right = widest(upright)+tickLength+2*textGap, pictureWidth-10
	if c.Unit.Of(c.Y) != "" {
		left += fontSize + textGap
	}
	if len(level) == 0 {
		return left, right
	}
	first, last := measure(level[0].label, fontSize), measure(level[len(level)-1].label, fontSize)
	if turn != 0 { // half as high as wide, and to the left
		return max(left, first*math.Sqrt2/2), right
	}
	return max(left, float64(first/2)+2), min(right, pictureWidth-2-float64(last/2))
}

// runs returns the stretches of a curve without a gap, in the unit.
func (c Curves) runs(curve Curve) [][]Point {
	var runs [][]Point
	gap := true
	for _, point := range curve.Points {
		if !experiment.Known(point.X, point.Y) {
			gap = true
			continue
		}
		if gap {
			runs, gap = append(runs, nil), false
		}
		last := &runs[len(runs)-1]
		*last = append(*last, Point{point.X, c.Unit.Scaled(point.Y), c.Unit.Scaled(point.Low), c.Unit.Scaled(point.High)})
	}
	return runs
}

// draw draws a run of a curve. Its intervals are whiskers where X are words, between
// which no values lie, or where there is only one point, and else a band.
func (c Curves) draw(x, y axis, points []Point, curve int) drawnCurve {
	d := drawnCurve{key: newKey("", curve)}
	var line, lows, highs [][2]float64
	for _, p := range points {
		at := x.at(p.X)
		line = append(line, [2]float64{at, y.at(p.Y)})
		if len(c.Curves[curve].Points) <= mostDots {
			d.Dots = append(d.Dots, dot{pixels(at), pixels(y.at(p.Y))})
		}
		if experiment.Known(p.Low, p.High) {
			lows, highs = append(lows, [2]float64{at, y.at(p.Low)}), append(highs, [2]float64{at, y.at(p.High)})
		}
	}
	d.Line.through(line)
	if len(c.Words) == 0 && len(lows) > 1 {
		slices.Reverse(highs)
		d.Band.through(append(lows, highs...))
		return d
	}
	for i, low := range lows {
		at, high := low[0], highs[i][1]
		d.Whiskers.line(at, low[1], at, high)
		d.Whiskers.line(at-capLength, low[1], at+capLength, low[1])
		d.Whiskers.line(at-capLength, high, at+capLength, high)
	}
	return d
}

// whole reports whether all X are whole numbers.
func (c Curves) whole() bool {
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			if experiment.Known(p.X) && p.X != math.Trunc(p.X) {
				return false
			}
		}
	}
	return true
}

// words returns the labels below the X axis in place of numbers.
func (c Curves) words() (all []tick) {
	step := (len(c.Words) + mostWords - 1) / mostWords
	for i := 0; i < len(c.Words); i += step {
		all = append(all, tick{float64(i), brief(c.Words[i])})
	}
	return all
}

// crowded reports whether words do not fit below the X axis side by side.
func crowded(words []tick) bool {
	all := 0.0
	for _, t := range words {
		all += measure(t.label, fontSize) + 12
	}
	return all > pictureWidth-80
}
