package report

import (
	"strings"

	"houserule/engine/experiment"
)

const (
	barHeight = 24 // of a bar, with the room around it
	valueSize = 12 // of the font of values
)

// picture draws the bars, the first on top; nil where there are none.
func (b Bars) picture() *plot {
	if len(b.Bars) == 0 {
		return nil
	}
	bottom := float64(len(b.Bars)*barHeight + 4)
	p := &plot{Title: b.Title, Width: pictureWidth, Height: round(bottom) + 46}
	x := b.axis()
	all := ticks(x.low, x.high, false)
	b.fit(p, &x, all)
	p.Axes.line(x.from, 4, x.from, bottom)
	p.below(x, bottom, 4, all, 0, b.Unit.Name)
	if mark := b.Unit.Scaled(b.Mark); b.Mark != 0 && experiment.Known(b.Mark) && x.has(mark) {
		p.Mark.line(x.at(mark), 4, x.at(mark), bottom)
	}
	for i, bar := range b.Bars {
		b.draw(p, x, bar, float64(i*barHeight+4+barHeight/2))
	}
	return p
}

// axis has the ends of the bars' axis, in the unit.
func (b Bars) axis() axis {
	low, high := b.ends()
	x := axis{low: b.Unit.Scaled(low), high: b.Unit.Scaled(high)}
	if x.low == x.high {
		x.high = x.low + 1
	}
	return x
}

// fit places the axis between the labels and the room that the values after the bars
// take. Where that leaves too little, it widens the picture.
func (b Bars) fit(p *plot, x *axis, all []tick) {
	for _, bar := range b.Bars {
		x.from = max(x.from, measure(brief(bar.Label), fontSize)+2*textGap)
	}
	left, right := 0.0, 0.0 // how far the first number and the last reach beyond the axis
	if len(all) > 0 {
		left, right = measure(all[0].label, fontSize)/2, measure(all[len(all)-1].label, fontSize)/2
	}
	x.from = max(x.from, left+2)
	x.to = pictureWidth - 2 - right
	needs := func(bar Bar) float64 { return textGap + measure(b.value(bar), valueSize) + 2 }
	part := func(bar Bar) float64 { return (b.end(bar) - x.low) / (x.high - x.low) }
	for _, bar := range b.Bars {
		if part := part(bar); part > 0 {
			x.to = min(x.to, x.from+(pictureWidth-needs(bar)-x.from)/part)
		}
	}
	x.to = max(x.to, x.from+100)
	for _, bar := range b.Bars {
		p.Width = max(p.Width, round(x.from+float64(part(bar)*(x.to-x.from))+needs(bar)))
	}
	p.Width = max(p.Width, round(x.to+right)+2)
}

// draw draws a bar around the height y.
func (b Bars) draw(p *plot, x axis, bar Bar, y float64) {
	p.Texts = append(p.Texts,
		labelAt{X: round(x.from) - textGap, Y: round(y) + fontSize*3/8, Text: brief(bar.Label), Full: bar.Label, Anchor: "end"},
		labelAt{X: round(x.at(b.end(bar))) + textGap, Y: round(y) + valueSize*3/8, Text: b.value(bar), Size: valueSize})
	solid, shaded := b.drawn(bar)
	if !experiment.Known(solid) {
		return
	}
	zero, end, open := x.at(0), x.at(b.Unit.Scaled(solid)), x.at(b.Unit.Scaled(shaded))
	p.Bars = append(p.Bars, barBox(zero, end, y))
	if b.Bounds {
		p.Shaded = append(p.Shaded, barBox(end, open, y))
		return
	}
	if experiment.Known(bar.Low, bar.High) {
		low, high := x.at(b.Unit.Scaled(bar.Low)), x.at(b.Unit.Scaled(bar.High))
		p.Whiskers.line(low, y, high, y)
		p.Whiskers.line(low, y-capLength, low, y+capLength)
		p.Whiskers.line(high, y-capLength, high, y+capLength)
	}
}

// barBox returns a bar around the height y from one place to another.
func barBox(from, to, y float64) box {
	return box{pixels(min(from, to)), pixels(y - barHeight/3), pixels(max(from, to) - min(from, to)), barHeight * 2 / 3}
}

// end is where the value of a bar stands: after the bar and its interval.
func (b Bars) end(bar Bar) float64 {
	end := 0.0
	solid, _ := b.drawn(bar)
	for _, v := range []float64{solid, bar.High} {
		if experiment.Known(solid, v) {
			end = max(end, b.Unit.Scaled(v))
		}
	}
	return end
}

// value returns the text after a bar.
func (b Bars) value(bar Bar) string {
	value, interval := b.texts(bar)
	return strings.TrimSpace(value + " " + interval)
}
