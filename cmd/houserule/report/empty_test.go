package report

import (
	"strings"
	"testing"
)

// Parts without values say so, and so do those whose values are all unknown
// as far as there is no picture of them.
func TestNothingToShow(t *testing.T) {
	d := &Document{Title: "Nothing", Sections: []Section{{Parts: []Part{
		Table{Title: "No rows", Head: []string{"creature"}}, Bars{Title: "No bars"}, Curves{Title: "No curves"}, HeatMap{Title: "No cells"},
	}}}}
	text, page := printed(d, 80), written(t, d)
	checkPage(t, page)
	for _, part := range []string{"No rows", "No bars", "No curves", "No cells"} {
		if !strings.Contains(text, "  "+part+"\n  There is nothing to show.\n") {
			t.Errorf("%s: got\n%s", part, text)
		}
		if !strings.Contains(page, "<h3>"+part+"</h3>\n<p>There is nothing to show.</p>") {
			t.Errorf("%s: got\n%s", part, page)
		}
	}
	for _, part := range []Part{
		Bars{Title: "Unknown", Bars: []Bar{{"Orc", none, none, none}}},
		Curves{Title: "Unknown", Curves: []Curve{{"Orc", []Point{{1, none, none, none}}}}},
		HeatMap{Title: "Unknown", Rows: []string{"Orc"}, Columns: []string{"Elf"}},
	} {
		checkPage(t, written(t, &Document{Sections: []Section{{Parts: []Part{part}}}}))
	}
}

// Control characters do not reach a terminal, nor those that turn text round.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"Orc\x1b[31m": "Orc [31m", "a\nb\tc": "a b c", "\u202eOrc": " Orc", "\xffOrc": "\uFFFDOrc", "Zoë 哥布林": "Zoë 哥布林", "\uFFFE\u2028": "  ",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
