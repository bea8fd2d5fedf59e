// Package report is the document in which results are shown: of simulations,
// comparisons, sweeps, runs for balance, exact odds. It knows no game and no
// simulation.
//
// The owner of results fills a Document: a title, the verdict in words, sections of parts
// (Paragraph, Code, Table, Bars, Curves, HeatMap), and the facts by which a reader gets the same
// results. The document is then shown as text, by Print, or as one HTML file with pictures in it,
// by HTML. Both show the same numbers, in the same order, but for Curves that only the page has
// room for. The file also holds the results for programs, as links by which they are saved. CSV
// writes the numbers of its tables for programs.
//
// Texts may be anything, even names from mods: control characters, which would
// command a terminal, become blanks, and HTML is escaped. Numbers may also be
// anything: one that is not finite, or beyond 1e15, is unknown, and is shown as "-"
// or as an empty cell.
//
// The same document always becomes the same bytes.
package report

import (
	"math"

	"houserule/engine"
	"houserule/engine/experiment"
)

// A Document is a report.
type Document struct {
	Title    string
	Summary  []string // the verdict in words, a sentence or two each
	Sections []Section
	Facts    []Fact

	Labels      []string // heads of the labels of rows in CSV; nil: "table"
	JSON        []byte   // the results for programs, which HTML holds, too; nil: none
	Interrupted string   // why the results are incomplete; "": they are complete
}

// A Section is a part of a report with a title.
type Section struct {
	Title string
	Text  string // may be empty
	Parts []Part
}

// A Fact is what a reader needs to get the same results, or to see that they are the
// same: the command, the version, the seed, the hash of a mod.
type Fact struct{ Name, Value string }

// A Part is a Paragraph, Code, a Table, Bars, Curves or a HeatMap.
type Part interface {
	clean() Part // without characters that no text may hold
	print(*printer)
	figure() figure // for HTML
}

// A Paragraph is text between pictures.
type Paragraph string

// Bars are values side by side: win rates, or how often each outcome occurs.
type Bars struct {
	Title string
	Unit  experiment.Unit
	Full  float64 // the value of a bar of full length; 0: the greatest value
	Mark  float64 // a value to compare with, marked on the scale; 0: none
	Told  bool    // the next part is a table with the same numbers, so the page needs no other
	// Bounds: the values are unknown, but lie between Low and High for certain. A bar is
	// solid up to Low, and shaded from there to High; its Value is not shown.
	Bounds  bool
	Caption string // what the bars are, below the title; "": the title says it
	Bars    []Bar
}

// A Bar is a value with its interval. Low and High are NaN where there is
// none, and where it is exact.
type Bar struct {
	Label            string
	Value, Low, High float64
}

// Exact returns a bar without an interval.
func Exact(label string, value float64) Bar { return Bar{label, value, math.NaN(), math.NaN()} }

// drawn returns the values from and to which a bar is solid, and up to which it is shaded.
func (b Bars) drawn(bar Bar) (solid, shaded float64) {
	if !b.Bounds {
		return bar.Value, bar.Value
	}
	if !experiment.Known(bar.Low, bar.High) {
		return math.NaN(), math.NaN()
	}
	return bar.Low, bar.High
}

// texts returns the texts after a bar: its value and its interval, or its bounds.
func (b Bars) texts(bar Bar) (value, interval string) {
	if b.Bounds {
		return b.Unit.Range(bar.Low, bar.High), ""
	}
	return b.Unit.Text(bar.Value), b.Unit.Interval(bar.Low, bar.High)
}

// Curves are values that depend on a number, as in a sweep.
type Curves struct {
	Title     string
	X, Y      string // the labels of the axes
	Words     []string
	Unit      experiment.Unit // of Y
	Low, High float64         // the ends of the Y axis; both 0: those of the points
	Mark      float64         // a value of Y to compare with; 0: none
	Curves    []Curve
	PageOnly  bool // too long for text
}

// A Curve is points in the order of X.
type Curve struct {
	Name   string
	Points []Point
}

// A Point is a value with its interval, as in a Bar. Where Curves has Words, X
// is the index of one.
type Point struct{ X, Y, Low, High float64 }

// A HeatMap is a table of values shown as colors: win rates of all against all. Its
// colors go from orange at Low through white at Middle to blue at High. Where Low
// is not below High, both are those of the cells. Where Middle is not between them,
// it is half way.
type HeatMap struct {
	Title             string
	Rows, Columns     []string
	Cells             [][]float64 // by row and column; NaN: empty
	Unit              experiment.Unit
	Low, Middle, High float64
	Contour           bool // the picture has a line along which values are Middle
}

// at returns the value of a cell, NaN also where the rows of Cells are too short.
func (h HeatMap) at(row, column int) float64 {
	if row < len(h.Cells) && column < len(h.Cells[row]) {
		return h.Cells[row][column]
	}
	return math.NaN()
}

func (h HeatMap) empty() bool { return len(h.Rows) == 0 || len(h.Columns) == 0 }

// clean returns the document without characters that no text may hold.
func (d Document) clean() Document {
	d.Title, d.Summary = clean(d.Title), cleanAll(d.Summary)
	if d.Interrupted != "" {
		d.Summary = append([]string{clean(engine.Capital(d.Interrupted) + ".")}, d.Summary...)
	}
	d.Sections = engine.Each(d.Sections, func(s Section) Section {
		return Section{clean(s.Title), clean(s.Text), engine.Each(s.Parts, Part.clean)}
	})
	d.Facts = engine.Each(d.Facts, func(f Fact) Fact { return Fact{clean(f.Name), clean(f.Value)} })
	return d
}

func (p Paragraph) clean() Part { return Paragraph(clean(string(p))) }

func (b Bars) clean() Part {
	b.Title, b.Caption, b.Unit.Name = clean(b.Title), clean(b.Caption), clean(b.Unit.Name)
	b.Bars = engine.Each(b.Bars, func(b Bar) Bar { b.Label = clean(b.Label); return b })
	return b
}

func (c Curves) clean() Part {
	c.Title, c.X, c.Y, c.Unit.Name = clean(c.Title), clean(c.X), clean(c.Y), clean(c.Unit.Name)
	c.Words = cleanAll(c.Words)
	c.Curves = engine.Each(c.Curves, func(c Curve) Curve { c.Name = clean(c.Name); return c })
	return c
}

func (h HeatMap) clean() Part {
	h.Title, h.Unit.Name = clean(h.Title), clean(h.Unit.Name)
	h.Rows, h.Columns = cleanAll(h.Rows), cleanAll(h.Columns)
	return h
}

func cleanAll(texts []string) []string { return engine.Each(texts, clean) }

// clean replaces characters that are unsafe to show, or not allowed in XML, by blanks.
func clean(text string) string { return engine.Blank(text) }
