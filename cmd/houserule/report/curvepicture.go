package report

import (
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	curvesHeight = 360
	mostDots     = 60 // points of a curve that are drawn as dots, too
	mostWords    = 40 // below an axis
)

// dashes tell curves of the same ink apart.
var dashes = [...][]vg.Length{nil, {7, 4}, {2, 3}, {9, 3, 2, 3}}

func curveStyle(curve int) draw.LineStyle {
	style := line(uint8(curveInk+curve%curveInks), 2)
	style.Dashes = dashes[curve/curveInks%len(dashes)]
	return style
}

// A key tells which curve is which.
type key struct {
	Name   string
	Colour int
	Dashes string // of SVG
}

// keys are empty for a single curve without a name.
func (c Curves) keys() []key {
	if len(c.Curves) == 0 || len(c.Curves) == 1 && c.Curves[0].Name == "" {
		return nil
	}
	var keys []key
	for i, curve := range c.Curves {
		k := key{Name: curve.Name, Colour: i % curveInks}
		for _, dash := range curveStyle(i).Dashes {
			k.Dashes += short(dash.Points()) + " "
		}
		keys = append(keys, k)
	}
	return keys
}

func (c Curves) picture() (template.HTML, error) {
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Unit.of(c.Y)
	p.X.Tick.Marker = ticks{whole: c.whole()}
	height := curvesHeight + c.words(p)
	p.Add(lines(false))
	if c.Mark != 0 && known(c.Mark) {
		p.Add(mark{level: true, value: c.Unit.scaled(c.Mark)})
	}
	drawn := false
	for i, curve := range c.Curves {
		for _, points := range c.runs(curve) {
			c.addRun(p, points, i)
			drawn = true
		}
	}
	if !drawn {
		return "", nil
	}
	c.limit(p)
	return svg(p, c.Title, pictureWidth, height, 0), nil
}

// runs are the stretches of a curve without a gap, in the unit.
func (c Curves) runs(curve Curve) [][]Point {
	var runs [][]Point
	gap := true
	for _, point := range curve.Points {
		if !known(point.X, point.Y) {
			gap = true
			continue
		}
		if gap {
			runs, gap = append(runs, nil), false
		}
		last := &runs[len(runs)-1]
		*last = append(*last, Point{point.X, c.Unit.scaled(point.Y), c.Unit.scaled(point.Low), c.Unit.scaled(point.High)})
	}
	return runs
}

func (c Curves) addRun(p *plot.Plot, points []Point, curve int) {
	style := curveStyle(curve)
	c.addBand(p, points, curve)
	xys := each(points, func(p Point) plotter.XY { return plotter.XY{X: p.X, Y: p.Y} })
	p.Add(&plotter.Line{XYs: xys, LineStyle: style})
	if len(c.Curves[curve].Points) <= mostDots {
		dot := draw.GlyphStyle{Color: style.Color, Radius: 3, Shape: draw.CircleGlyph{}}
		p.Add(&plotter.Scatter{XYs: xys, GlyphStyle: dot})
	}
}

// addBand adds the intervals of points: whiskers where X are words, between
// which there is nothing, or where there is but one, and else a band.
func (c Curves) addBand(p *plot.Plot, points []Point, curve int) {
	w := whiskers{LineStyle: line(uint8(curveInk+curve%curveInks), 1)}
	var lows, highs plotter.XYs
	for _, point := range points {
		if known(point.Low, point.High) {
			w.all = append(w.all, whisker{point.X, point.Low, point.High})
			lows = append(lows, plotter.XY{X: point.X, Y: point.Low})
			highs = append(highs, plotter.XY{X: point.X, Y: point.High})
		}
	}
	if len(c.Words) > 0 || len(w.all) < 2 {
		p.Add(w)
		return
	}
	ring := lows
	for i := len(highs) - 1; i >= 0; i-- {
		ring = append(ring, highs[i])
	}
	colour := inkColour(uint8(curveInk+curve%curveInks), band)
	p.Add(&plotter.Polygon{XYs: []plotter.XYs{ring}, Color: color.Color(colour)})
}

// whole: X counts something.
func (c Curves) whole() bool {
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			if known(p.X) && p.X != math.Trunc(p.X) {
				return false
			}
		}
	}
	return true
}

// words sets the words below the X axis, turned where they do not fit, and
// tells how much higher the picture becomes.
func (c Curves) words(p *plot.Plot) (more int) {
	if len(c.Words) == 0 {
		return 0
	}
	step := (len(c.Words) + mostWords - 1) / mostWords
	var ticks plot.ConstantTicks
	all, widest := 0.0, 0.0
	for i := 0; i < len(c.Words); i += step {
		word := brief(c.Words[i])
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: word})
		width := measure(word, 13)
		all, widest = all+width+12, max(widest, width)
	}
	p.X.Tick.Marker = ticks
	if all > pictureWidth-80 {
		turn := math.Pi / 4
		p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = turn, draw.XRight, draw.YCenter
		more = int(widest * math.Sin(turn))
	}
	return more
}

// limit sets the ends of the axes.
func (c Curves) limit(p *plot.Plot) {
	if len(c.Words) > 0 {
		p.X.Min, p.X.Max = -0.5, float64(len(c.Words))-0.5
	}
	if c.fixed() {
		p.Y.Min, p.Y.Max = c.Unit.scaled(c.Low), c.Unit.scaled(c.High)
	} else {
		p.Y.Min, p.Y.Max = c.ends()
	}
}

// ends are the ends of the Y axis as the points need it, in the unit.
func (c Curves) ends() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, curve := range c.Curves {
		for _, points := range c.runs(curve) {
			for _, p := range points {
				low, high = min(low, p.Y), max(high, p.Y)
				if known(p.Low, p.High) {
					low, high = min(low, p.Low), max(high, p.High)
				}
			}
		}
	}
	if low == high {
		return low - 1, high + 1
	}
	air := (high - low) / 20
	if low >= 0 {
		return max(low-air, 0), high + air
	}
	return low - air, high + air
}
