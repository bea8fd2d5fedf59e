package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"

	"houserule/engine"
)

//go:embed report.html
var pageText string

// page is the HTML. What stands in it is well-formed XML, too.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("report").Parse(pageText)) })

// HTML writes the document as one file that needs no other: no script, no font, no
// network. Its policy forbids a browser to load anything.
func (d *Document) HTML(out io.Writer) error {
	var b, csv bytes.Buffer // writes nothing unless all can be written
	v := d.clean().view()
	if d.JSON != nil {
		if err := d.CSV(&csv); err != nil {
			return err
		}
		v.Downloads = []download{newDownload("results.json", d.JSON), newDownload("results.csv", csv.Bytes())}
	}
	if err := page().Execute(&b, v); err != nil {
		return err
	}
	_, err := b.WriteTo(out)
	return err
}

// A view is a document as the template takes it.
type view struct {
	Document
	Sections   []sectionView
	Provenance string
	Downloads  []download
}

// A download is a file that the page holds: no script and no network is needed to save it.
type download struct {
	Name string
	URL  template.URL
}

func newDownload(name string, content []byte) download {
	return download{name, template.URL("data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(content))}
}

type sectionView struct {
	Title, Text string
	Figures     []figure
}

// A figure is a part of a section; fields that it does not have are nil or empty.
type figure struct {
	Title   string
	Text    string
	Code    string
	Keys    []key // the names of its curves
	Picture *plot
	Heat    *heatPicture
	Table   *tableView
	Fold    bool // the table only repeats the picture's numbers
}

type tableView struct {
	Head []cellView
	Rows [][]cellView
}

type cellView struct {
	Text  string
	Right bool
}

func (d Document) view() view {
	v := view{Document: d, Provenance: provenance}
	for _, s := range d.Sections {
		section := sectionView{Title: s.Title, Text: s.Text}
		for _, part := range s.Parts {
			if !hidden(part) {
				section.Figures = append(section.Figures, part.figure())
			}
		}
		v.Sections = append(v.Sections, section)
	}
	return v
}

func (t Paragraph) figure() figure { return figure{Text: string(t)} }

func (t Table) figure() figure {
	if len(t.Rows) == 0 {
		return figure{Title: t.Title, Text: nothing}
	}
	return figure{Title: t.Title, Table: t.view()}
}

func (t Table) view() *tableView {
	row := func(texts []string) []cellView {
		cells := make([]cellView, t.columns())
		for i := range cells {
			cells[i].Right = t.right(i)
			if i < len(texts) {
				cells[i].Text = texts[i]
			}
		}
		return cells
	}
	v := &tableView{Rows: engine.Each(t.texts(), row)}
	if len(t.Head) > 0 {
		v.Head = row(t.Head)
	}
	return v
}

func (b Bars) figure() figure {
	picture := b.picture()
	if picture == nil {
		return figure{Title: b.Title, Text: nothing}
	}
	if b.Told {
		return figure{Title: b.Title, Text: b.Caption, Picture: picture}
	}
	return figure{Title: b.Title, Text: b.Caption, Picture: picture, Table: b.table().view(), Fold: true}
}

// table returns the bars' numbers.
func (b Bars) table() Table {
	t := Table{Head: []string{"", b.Unit.Of("value"), "low", "high"}, Right: []bool{false, true, true, true}}
	if b.Bounds {
		t = Table{Head: []string{"", b.Unit.Of("low"), "high"}, Right: []bool{false, true, true}}
		for _, bar := range b.Bars {
			t.Rows = append(t.Rows, Row{}.Text(bar.Label, b.Unit.Number(bar.Low), b.Unit.Number(bar.High)))
		}
		return t
	}
	for _, bar := range b.Bars {
		t.Rows = append(t.Rows, Row{}.Text(bar.Label, b.Unit.Number(bar.Value), b.Unit.Number(bar.Low), b.Unit.Number(bar.High)))
	}
	return t
}

func (c Curves) figure() figure {
	picture := c.picture()
	if picture == nil {
		return figure{Title: c.Title, Text: nothing}
	}
	return figure{Title: c.Title, Keys: c.keys(), Picture: picture, Table: c.table().view(), Fold: true}
}

// table returns the curves' numbers.
func (c Curves) table() Table {
	t := Table{Head: []string{"", c.X, c.Unit.Of(c.Y), "low", "high"}, Right: []bool{false, len(c.Words) == 0, true, true, true}}
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			t.Rows = append(t.Rows, Row{}.Text(curve.Name, c.label(p.X), c.Unit.Number(p.Y), c.Unit.Number(p.Low), c.Unit.Number(p.High)))
		}
	}
	return t
}

func (h HeatMap) figure() figure {
	if h.empty() {
		return figure{Title: h.Title, Text: nothing}
	}
	return figure{Title: h.Title, Heat: h.picture(), Table: h.table().view(), Fold: true}
}

// table returns the map's numbers.
func (h HeatMap) table() Table {
	t := Table{Head: append([]string{h.Unit.Name}, h.Columns...), Right: make([]bool, len(h.Columns)+1)}
	for column := range h.Columns {
		t.Right[column+1] = true
	}
	for row, name := range h.Rows {
		cells := []string{name}
		for column := range h.Columns {
			cells = append(cells, h.Unit.Number(h.at(row, column)))
		}
		t.Rows = append(t.Rows, Row{}.Text(cells...))
	}
	return t
}
