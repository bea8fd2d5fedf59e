package report

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/cmd/houserule/screen"
	"houserule/engine/experiment"
)

func written(t testing.TB, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := d.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An element as the tests ask for it.
type element struct {
	name string
	xml.StartElement
}

// elements reads a page as strict XML, which is more than a browser asks for.
func elements(page string) ([]element, error) {
	var all []element
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		if start, ok := token.(xml.StartElement); ok {
			all = append(all, element{start.Name.Local, start.Copy()})
		}
	}
}

func (e element) attribute(name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// allowed are the elements of a page: none of them runs or fetches anything, as links are
// files in the page, and scripts are data.
var allowed = strings.Fields(`html head meta title style body h1 h2 h3 p section figure figcaption div ul li details summary
	table thead tbody tr th td pre code svg g path text rect circle line a script`)

var fetches = []string{"src", "href", "srcset", "action", "data", "poster", "background", "manifest"}

// checkPage tells what is wrong with a page.
func checkPage(t interface{ Errorf(string, ...any) }, page string) {
	all, err := elements(page)
	if err != nil {
		t.Errorf("not well-formed: %v\n%s", err, page)
	}
	ids := map[string]bool{}
	for _, e := range all {
		if !slices.Contains(allowed, e.name) {
			t.Errorf("<%s>", e.name)
		}
		for _, a := range e.Attr {
			name := strings.ToLower(a.Name.Local)
			held := e.name == "a" && strings.HasPrefix(a.Value, "data:application/octet-stream;base64,")
			if slices.Contains(fetches, name) && !held || strings.HasPrefix(name, "on") || strings.Contains(a.Value, "url(") {
				t.Errorf("<%s %s=%q>", e.name, name, a.Value)
			}
		}
		if e.name == "script" && e.attribute("type") != "application/json" {
			t.Errorf("a script is %v", e.Attr)
		}
		if id := e.attribute("id"); id != "" && ids[id] {
			t.Errorf("two elements have the id %s", id)
		} else {
			ids[id] = true
		}
	}
	if strings.Contains(page, "@import") || strings.Contains(page, "url(") || strings.Contains(page, "://") {
		t.Errorf("the page names something to fetch")
	}
	if strings.Contains(page, "NaN") || strings.Contains(page, "Inf") || strings.Contains(page, "ZgotmplZ") {
		t.Errorf("a number or an attribute has failed in\n%s", page)
	}
}

func TestHTML(t *testing.T) {
	d := everything()
	page := written(t, d)
	checkPage(t, page)
	if !strings.HasPrefix(page, "<!doctype html>\n<html lang=\"en\">") {
		t.Errorf("the page begins with %.60q", page)
	}
	pictures := 0
	all, _ := elements(page)
	for _, e := range all {
		if e.name == "svg" && e.attribute("aria-hidden") == "" {
			pictures++
			if e.attribute("role") != "img" || e.attribute("aria-label") == "" || e.attribute("viewBox") == "" {
				t.Errorf("a picture has only %v", e.Attr)
			}
		}
	}
	if pictures != 9 {
		t.Errorf("%d pictures, want 9", pictures)
	}
	for _, want := range []string{
		"<pre><code>houserule play duel --seed 7 --note &#39;two  blanks&#39;</code></pre>",
		"<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>", "&lt;b&gt;bold&lt;/b&gt; &amp; brave</li>",
		"<th scope=\"row\">mod &lt;img src=x onerror=alert(1)&gt;</th>", "71.3 % (70.4 to 72.2)</text>",
		"<title>Gray Goblin, Gray Orc: 89.5 %</title>", `<rect class="bar" x=`, `<path fill="var(--c2)" fill-opacity=".18" d="M`, `stroke="var(--c1)" stroke-width="2" d="M`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
}

// The page holds the results for programs once, as files to save.
func TestHTMLHoldsResults(t *testing.T) {
	d := everything()
	d.Sections[0].Parts = append(d.Sections[0].Parts, Table{Rows: []Row{Row{Labels: []string{"run"}}.Hide("n", Whole(7))}})
	page := written(t, d)
	if strings.Contains(page, "<script") {
		t.Error("they are there a second time")
	}
	for name, want := range map[string]string{"results.json": string(d.JSON), "results.csv": "table,row,column,value,low,high\nrun,,n,7,,\n"} {
		_, link, _ := strings.Cut(page, `<a download="`+name+`" href="data:application/octet-stream;base64,`)
		text, _, _ := strings.Cut(link, `"`)
		got, err := base64.StdEncoding.DecodeString(html.UnescapeString(text))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v, %q, want %q", name, err, got, want)
		}
	}
}

// The same document becomes the same bytes, and stays as it is.
func TestDeterministic(t *testing.T) {
	d := everything()
	first, text := written(t, d), printed(d, 80)
	if written(t, d) != first || written(t, everything()) != first {
		t.Error("two pages of a document differ")
	}
	if printed(d, 80) != text {
		t.Error("HTML has changed the document")
	}
}

func TestBigHeatMapIsSmall(t *testing.T) {
	page := written(t, big())
	checkPage(t, page)
	if n := len(page); n > 1<<20 {
		t.Errorf("70 against 70 take %d bytes", n)
	}
	if n := strings.Count(page, "<title>Swift Giant, "); n != 70 {
		t.Errorf("%d cells of the last row tell what they are", n)
	}
}

// Whatever the texts and numbers are, a page is well-formed and fetches
// nothing, and no line of text is too wide.
func TestAnyDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDocument(t)
		var page, text bytes.Buffer
		if err := d.HTML(&page); err != nil {
			t.Fatal(err)
		}
		if _, err := elements(page.String()); err != nil {
			t.Fatalf("%v in\n%s", err, &page)
		}
		width := rapid.IntRange(60, 150).Draw(t, "width")
		d.Print(&text, width)
		for line := range strings.SplitSeq(text.String(), "\n") {
			if n := screen.Columns(line); n > width {
				t.Fatalf("%d columns: %q", n, line)
			}
			if strings.ContainsAny(line, "\x1b\a\r\t") {
				t.Fatalf("a control character: %q", line)
			}
		}
	})
}

func anyDocument(t *rapid.T) *Document {
	words := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "Orc", "<script>", "\x1b[2J", "</svg>", "\"'&", "#010001", "style=\"", "\xff", "{{.}}", "a longer name of something"}))
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 1, none, math.Inf(1), math.Inf(-1), 1e-300, 1e15}))
	word := func() string { return words.Draw(t, "text") }
	value := func() float64 { return number.Draw(t, "number") }
	list := func() []string { return rapid.SliceOfN(words, 0, 5).Draw(t, "texts") }
	unit := experiment.Unit{Name: rapid.SampledFrom([]string{"", "%", "rounds", "<i>"}).Draw(t, "unit"), Factor: rapid.SampledFrom([]float64{0, 1, 100}).Draw(t, "factor"), Decimals: rapid.IntRange(-1, 4).Draw(t, "decimals")}

	bars := Bars{Title: word(), Caption: word(), Bounds: rapid.Bool().Draw(t, "bounds"), Unit: unit, Full: value(), Mark: value()}
	for range rapid.IntRange(0, 4).Draw(t, "bars") {
		bars.Bars = append(bars.Bars, Bar{word(), value(), value(), value()})
	}
	curves := Curves{Title: word(), X: word(), Y: word(), Words: list(), Unit: unit, Low: value(), High: value(), Mark: value()}
	for range rapid.IntRange(0, 9).Draw(t, "curves") {
		c := Curve{Name: word()}
		for range rapid.IntRange(0, 4).Draw(t, "points") {
			c.Points = append(c.Points, Point{value(), value(), value(), value()})
		}
		curves.Curves = append(curves.Curves, c)
	}
	heat := HeatMap{Title: word(), Rows: list(), Columns: list(), Unit: unit, Low: value(), Middle: value(), High: value()}
	for range rapid.IntRange(0, 5).Draw(t, "rows") {
		heat.Cells = append(heat.Cells, rapid.SliceOfN(number, 0, 5).Draw(t, "cells"))
	}
	table := Table{Title: word(), Head: list(), Rows: TextRows([][]string{list(), list()}), Right: []bool{false, true}}
	parts := []Part{Paragraph(word()), table, bars, curves, heat}
	return &Document{Title: word(), Summary: list(), Sections: []Section{{word(), word(), parts}, {}}, Facts: []Fact{{word(), word()}}}
}

// Bars fold their numbers under the picture, unless the table after it has them.
func TestHTMLNumbersOnce(t *testing.T) {
	for _, told := range []bool{false, true} {
		d := &Document{Title: "Duel", Sections: []Section{{Parts: []Part{Bars{Title: "Wins", Told: told, Unit: experiment.Percent(1), Bars: []Bar{Exact("attacker", 0.5)}}}}}}
		if got := strings.Contains(written(t, d), "<details>"); got == told {
			t.Errorf("told %v: numbers are folded %v", told, got)
		}
	}
}

// Bounds are a solid part up to the low one and a shaded part up to the high one, below a
// caption; the numbers have no value.
func TestHTMLBounds(t *testing.T) {
	d := &Document{Title: "Duel", Sections: []Section{{Parts: []Part{
		Bars{Title: "Wins", Caption: "Shaded: undecided.", Bounds: true, Full: 1, Unit: experiment.Percent(1), Bars: []Bar{{"attacker", 0.5, 0.25, 0.75}}},
	}}}}
	page := written(t, d)
	for _, want := range []string{
		"<figcaption>Wins</figcaption>\n<p>Shaded: undecided.</p>\n",
		`<rect class="bar" x="73.5" y="8" width="168" height="16"/>
<rect class="shaded" x="241.5" y="8" width="336" height="16"/>`,
		`>25.0 to 75.0 %</text>`,
		`<thead><tr><th scope="col"></th><th scope="col" class="right">low in %</th><th scope="col" class="right">high</th></tr></thead>
<tbody>
<tr><td>attacker</td><td class="right">25.0</td><td class="right">75.0</td></tr>
</tbody>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks\n%s", want)
		}
	}
	if strings.Contains(page, `class="whiskers"`) || strings.Contains(page, "50.0 %") {
		t.Error("the page shows the middle of the bounds")
	}
}
