package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/guptarohit/asciigraph"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/experiment"
)

const (
	shortest = 8  // columns of the longest bar, where room is scarce
	longest  = 60 // and where it is not
)

// eighths are the left parts of a column, and half its right one.
var eighths = []rune(" ▏▎▍▌▋▊▉█")

const (
	rightHalf = '▐'
	openPart  = '░'
)

// ends returns the values at the ends of the scale. Bars begin at 0.
func (b Bars) ends() (low, high float64) {
	if experiment.Known(b.Full) {
		high = max(b.Full, 0)
	}
	for _, bar := range b.Bars {
		solid, _ := b.drawn(bar)
		for _, v := range []float64{solid, bar.Low, bar.High} {
			if experiment.Known(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}

func (b Bars) print(p *printer) {
	p.paragraph(b.Title, margin, nil)
	p.paragraph(b.Caption, margin, screen.Faint)
	b.printRows(p)
}

// printRows prints a line for each bar: label, bar, value, interval.
func (b Bars) printRows(p *printer) {
	if len(b.Bars) == 0 {
		p.line(nothing, margin, screen.Faint)
	}
	labels, values, intervals := 0, 0, 0
	for _, bar := range b.Bars {
		labels = max(labels, screen.Columns(bar.Label))
		value, interval := b.texts(bar)
		values, intervals = max(values, screen.Columns(value)), max(intervals, screen.Columns(interval))
	}
	room := p.room()
	if room == 0 {
		room = 2 * screen.Wide // enough for the longest bar
	}
	room -= values + 1 + intervals + 2*gap
	labels = min(labels, 32, max(room/2, shortest))
	low, high := b.ends()
	s := strip{low: low, high: high, columns: max(min(room-labels, longest), shortest), mark: b.Mark}
	for _, bar := range b.Bars {
		value, interval := b.texts(bar)
		p.line(strings.Join([]string{
			screen.Left(bar.Label, labels), strings.Repeat(" ", gap),
			s.bar(b.drawn(bar)), strings.Repeat(" ", gap),
			screen.Right(value, values), " ", interval,
		}, ""), margin, nil)
	}
}

// A strip is where bars are drawn; low is not above 0, and high not below it.
type strip struct {
	low, high float64
	columns   int
	mark      float64
}

// column is where a value stands, in columns from the left.
func (s strip) column(value float64) float64 {
	if s.low == s.high {
		return 0
	}
	return (value - s.low) / (s.high - s.low) * float64(s.columns)
}

// bar draws a value, and shades the columns after it up to another one. What is too small
// to be seen is drawn as the smallest visible length, so that it is not taken for 0.
func (s strip) bar(value, shaded float64) string {
	cells := []rune(strings.Repeat(" ", s.columns))
	zero := min(int(math.Round(s.column(0))), s.columns)
	switch {
	case !experiment.Known(value) || value == 0:
	case value > 0:
		n := max(int(math.Round(8*(s.column(value)-float64(zero)))), 1)
		for i := zero; n > 0 && i < s.columns; i, n = i+1, n-8 {
			cells[i] = eighths[min(n, 8)]
		}
	default:
		n := max(int(math.Round(2*(float64(zero)-s.column(value)))), 1)
		for i := zero - 1; n > 0 && i >= 0; i, n = i-1, n-2 {
			cells[i] = eighths[8]
			if n == 1 {
				cells[i] = rightHalf
			}
		}
	}
	if value >= 0 && shaded > value {
		first := zero
		for first < s.columns && cells[first] != ' ' {
			first++
		}
		for i := first; i < min(max(int(math.Ceil(s.column(shaded))), first+1), s.columns); i++ {
			cells[i] = openPart
		}
	}
	if at := int(s.column(s.mark)); s.mark != 0 && experiment.Known(s.mark) && at >= 0 && at < s.columns && cells[at] == ' ' {
		cells[at] = '┊'
	}
	return string(cells)
}

// Curves are printed as bars, one below the other, all on the same scale; a curve of many
// points is plotted.
func (c Curves) print(p *printer) {
	p.paragraph(c.Title, margin, nil)
	if what := c.Unit.Of(c.Y); what != "" && c.X != "" {
		p.paragraph(what+" by "+c.X, margin, screen.Faint)
	}
	if len(c.Curves) == 0 {
		p.line(nothing, margin, screen.Faint)
	}
	full := c.full()
	for i, curve := range c.Curves {
		if i > 0 {
			p.blank()
		}
		p.paragraph(curve.Name, margin, screen.Accent)
		if len(curve.Points) > mostRows {
			c.plot(p, curve)
			continue
		}
		bars := Bars{Unit: c.Unit, Full: full, Mark: c.Mark}
		for _, point := range curve.Points {
			bars.Bars = append(bars.Bars, Bar{c.label(point.X), point.Y, point.Low, point.High})
		}
		bars.printRows(p)
	}
}

const (
	mostRows  = 24 // points of a curve that are printed as bars
	plotLines = 10
	plotWide  = 8 // columns for the numbers beside a plot
)

// plot draws a curve of many points as a line.
func (c Curves) plot(p *printer, curve Curve) {
	points := engine.Each(curve.Points, func(point Point) float64 { return c.Unit.Scaled(point.Y) })
	room := p.room()
	if room == 0 {
		room = screen.Wide
	}
	options := []asciigraph.Option{asciigraph.Height(plotLines), asciigraph.Width(max(room-plotWide, shortest)), asciigraph.Precision(0)}
	if c.fixed() {
		options = append(options, asciigraph.LowerBound(c.Unit.Scaled(c.Low)), asciigraph.UpperBound(c.Unit.Scaled(c.High)))
	}
	for line := range strings.Lines(asciigraph.Plot(points, options...)) {
		p.line(strings.TrimSuffix(line, "\n"), margin, nil)
	}
}

// fixed reports whether the ends of the Y axis are given.
func (c Curves) fixed() bool { return experiment.Known(c.Low, c.High) && c.Low < c.High }

// full returns the value of a bar of full length.
func (c Curves) full() float64 {
	if c.fixed() {
		return c.High
	}
	full := 0.0
	for _, curve := range c.Curves {
		for _, point := range curve.Points {
			for _, v := range []float64{point.Y, point.High} {
				if experiment.Known(v) {
					full = max(full, v)
				}
			}
		}
	}
	return full
}

// label returns the name of an X.
func (c Curves) label(x float64) string {
	if i := int(x); len(c.Words) > 0 && experiment.Known(x) && i >= 0 && i < len(c.Words) {
		return c.Words[i]
	}
	return short(x)
}

// short writes a number with as few digits as it needs, six at most.
func short(number float64) string {
	if !experiment.Known(number) {
		return "-"
	}
	return strconv.FormatFloat(number, 'g', 6, 64)
}
