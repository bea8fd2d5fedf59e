package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"houserule/cmd/houserule/screen"
)

// inks are what pictures are drawn with: properties of the page's style sheet,
// so that pictures change with it from light to dark. The plot library takes
// only colours, so each is drawn as a colour of its own and replaced.
var inks = [...]string{
	"var(--ink)", "var(--faint)", "var(--grid)", "var(--bar)",
	"var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)",
}

const (
	ink = iota
	faint
	grey
	barInk
	curveInk // the first of them
)

// curveInks is how many there are; further curves have dashes, too.
const curveInks = len(inks) - curveInk

const (
	solid = 1 // of inkColour: what it is drawn with
	band  = 2 // an interval, through which others can be seen
)

// inkColour is the colour that stands for an ink.
func inkColour(n, how uint8) color.Color { return color.RGBA{how, 0, n + 1, 255} }

var (
	inkPattern  = regexp.MustCompile(`fill:#02(00..)|#01(00..)`)
	fontPattern = regexp.MustCompile(`font-(family|variant|weight|style):[^;"]*;`)
	// Text cannot hold a quote, so nothing else can look like this.
	stylePattern = regexp.MustCompile(`\s+style="[^"]*"`)
)

// svg draws a plot of the given size in pixels, with inks for its colours and
// the page's font for its own. The library leaves no room for the left half of
// the first number below the X axis: left is how much to leave.
func svg(p *plot.Plot, title string, width, height int, left float64) template.HTML {
	canvas := vgsvg.New(vg.Length(width), vg.Length(height))
	p.Draw(draw.Crop(draw.New(canvas), vg.Length(left)+2, -6, 2, -6))
	var b bytes.Buffer
	canvas.WriteTo(&b)
	_, body, _ := strings.Cut(b.String(), "<svg ")
	_, body, _ = strings.Cut(body, ">")
	body = stylePattern.ReplaceAllStringFunc(body, func(style string) string {
		return " " + strings.TrimSpace(withInks(fontPattern.ReplaceAllString(style, "")))
	})
	return template.HTML(fmt.Sprintf(`<svg class="plot" role="img" aria-label="%s" width="%d" height="%d" viewBox="0 0 %[2]d %[3]d">%s`,
		template.HTMLEscapeString(title), width, height, body))
}

func withInks(style string) string {
	return inkPattern.ReplaceAllStringFunc(style, func(found string) string {
		n, err := strconv.ParseUint(found[len(found)-2:], 16, 8)
		if err != nil || n == 0 || int(n) > len(inks) {
			return found
		}
		if strings.HasPrefix(found, "fill:") {
			return "fill:" + inks[n-1] + ";fill-opacity:.18"
		}
		return inks[n-1]
	})
}

// fonts measure text for a browser, which has characters that the font of the
// plot library lacks: those that are two columns wide are square.
type fonts struct{ text.Plain }

// mostWide is how much wider than the plot library's font a page's font may be: DejaVu
// Sans is, which many systems have in place of the page's first choices.
const mostWide = 1.17

// Box is how large text is, at most.
func (f fonts) Box(txt string, of font.Font) (width, height, depth vg.Length) {
	square := vg.Length(0)
	narrow := strings.Map(func(r rune) rune {
		if screen.Columns(string(r)) < 2 {
			return r
		}
		square += of.Size
		return -1
	}, txt)
	width, height, depth = f.Plain.Box(narrow, of)
	return mostWide*width + square, height, depth
}

// Draw draws text, moved by what its alignment must move it for being wider.
func (f fonts) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	plain, _, _ := f.Plain.Box(txt, style.Font)
	width, _, _ := f.Box(txt, style.Font)
	sin, cos := math.Sincos(style.Rotation)
	move := vg.Length(style.XAlign) * (width - plain)
	f.Plain.Draw(c, txt, style, at.Add(vg.Point{X: move * vg.Length(cos), Y: move * vg.Length(sin)}))
}

// label is the style of text of a size.
func label(size vg.Length) text.Style {
	return text.Style{
		Color: inkColour(ink, solid), Handler: fonts{text.Plain{Fonts: font.DefaultCache}},
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
	}
}

func line(n uint8, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: inkColour(n, solid), Width: width}
}

// newPlot is an empty plot in the style of the page.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		for _, s := range []*text.Style{&a.Label.TextStyle, &a.Tick.Label} {
			s.Color, s.Font, s.Handler = inkColour(ink, solid), label(13).Font, label(13).Handler
		}
		a.Label.Padding = 4
		a.Tick.Marker = ticks{}
		a.LineStyle, a.Tick.LineStyle, a.Tick.Length = line(faint, 1), line(faint, 1), 5
	}
	return p
}

// ticks are round numbers along an axis, about six. Those of the library are
// so few that values can hardly be read off.
type ticks struct{ whole bool }

// Ticks are all ticks from low to high.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	step, digits := t.step((high - low) / 6)
	var all []plot.Tick
	for n := math.Ceil(low / step); n*step <= high && len(all) < 20; n++ {
		all = append(all, plot.Tick{Value: n * step, Label: decimal(n*step, digits)})
	}
	return all
}

// step is the least of 1, 2, 5, 10, 20, 50 ... and of 0.5, 0.2, 0.1 ... that
// is not below least, with the digits that it has behind the point.
func (t ticks) step(least float64) (step float64, digits int) {
	if t.whole {
		least = max(least, 1)
	}
	least = max(least, 1e-300)
	power := int(math.Floor(math.Log10(least)))
	for _, first := range []float64{1, 2, 5} {
		if step := first * math.Pow10(power); step > least*0.999 {
			return step, max(-power, 0)
		}
	}
	return math.Pow10(power + 1), max(-power-1, 0)
}

const pictureWidth = 760

// A whisker is an interval, drawn at a place of the other axis.
type whisker struct{ at, low, high float64 }

// whiskers are drawn upright, or level.
type whiskers struct {
	level bool
	all   []whisker
	draw.LineStyle
}

// Plot draws them, each as a line with two caps.
func (w whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	const cap = 3
	x, y := p.Transforms(&c)
	for _, one := range w.all {
		if w.level {
			low, high, at := x(one.low), x(one.high), y(one.at)
			c.StrokeLine2(w.LineStyle, low, at, high, at)
			c.StrokeLine2(w.LineStyle, low, at-cap, low, at+cap)
			c.StrokeLine2(w.LineStyle, high, at-cap, high, at+cap)
			continue
		}
		low, high, at := y(one.low), y(one.high), x(one.at)
		c.StrokeLine2(w.LineStyle, at, low, at, high)
		c.StrokeLine2(w.LineStyle, at-cap, low, at+cap, low)
		c.StrokeLine2(w.LineStyle, at-cap, high, at+cap, high)
	}
}

// A mark is the line of a value to compare with, drawn across the axis that
// has it.
type mark struct {
	level bool
	value float64
}

// Plot draws the line.
func (m mark) Plot(c draw.Canvas, p *plot.Plot) {
	style := line(faint, 1)
	style.Dashes = []vg.Length{4, 3}
	x, y := p.Transforms(&c)
	if m.level {
		c.StrokeLines(style, c.ClipLinesY([]vg.Point{{X: c.Min.X, Y: y(m.value)}, {X: c.Max.X, Y: y(m.value)}})...)
		return
	}
	c.StrokeLines(style, c.ClipLinesX([]vg.Point{{X: x(m.value), Y: c.Min.Y}, {X: x(m.value), Y: c.Max.Y}})...)
}

// lines are what the eye follows from a tick: upright ones for bars, which are
// named at the other axis, and both for curves.
func lines(upright bool) *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical, g.Horizontal = line(grey, 1), line(grey, 1)
	if upright {
		g.Horizontal = draw.LineStyle{}
	}
	return g
}
