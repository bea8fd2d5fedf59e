package report

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fatih/color"

	"houserule/cmd/houserule/screen"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
)

func TestMain(m *testing.M) {
	flag.Parse()
	color.NoColor = true // wherever the tests run
	os.Exit(m.Run())
}

// Documents at three widths. No line is wider than the screen, or trails
// blanks.
func TestPrint(t *testing.T) {
	for name, d := range map[string]*Document{"everything": everything(), "big": big()} {
		for _, width := range []int{60, 80, 140} {
			t.Run(fmt.Sprint(name, width), func(t *testing.T) {
				got := printed(d, width)
				checkLines(t, got, width)
				golden(t, fmt.Sprintf("%s-%d.golden", name, width), got)
			})
		}
	}
}

// One blank line stands above a section without a title.
func TestPrintUntitled(t *testing.T) {
	got := printed(&Document{Title: "Odds", Sections: []Section{{Parts: []Part{Paragraph("none")}}}}, 80)
	if want := "Odds\n\n  none\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// In color the same text is printed, with backgrounds in the heat maps.
func TestColors(t *testing.T) {
	plain := printed(everything(), 80)
	color.NoColor = false
	defer func() { color.NoColor = true }()
	t.Setenv("NO_COLOR", "")
	colored := printed(everything(), 80)
	if !strings.Contains(colored, "\x1b[48;5;25;38;5;231m") {
		t.Error("no cell is blue")
	}
	got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, "")
	if trimmed(got) != plain {
		t.Errorf("without its colors: got\n%s\nwant\n%s", trimmed(got), plain)
	}
}

// trimmed is text without the blanks at the ends of lines, which in color may
// be cells.
func trimmed(text string) string { return regexp.MustCompile("(?m) +$").ReplaceAllString(text, "") }

// With width 0 nothing is broken, cut or left out.
func TestPrintAsWideAsItIs(t *testing.T) {
	got := printed(everything(), 0) + printed(big(), 0)
	for _, want := range []string{
		"Greedy wins 71.3 % of 10 000 battles (70.4 to 72.2): more than chance can explain.\n",
		"was then shot at from the wood by everybody.\n",
		"  seven       eight\n",
		"sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n",
		" 69  70\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "has room for") {
		t.Error("something is left out")
	}
}

func TestPrintNarrow(t *testing.T) {
	if printed(everything(), 20) != printed(everything(), screen.Narrow) {
		t.Error("20 columns are not printed as 60")
	}
	if got := printed(&Document{}, 80); got != "" {
		t.Errorf("an empty document prints %q", got)
	}
}

// A bar has as many eighths of a column as its value, to the left half as
// many.
func TestBar(t *testing.T) {
	for _, test := range []struct {
		strip
		value float64
		want  string
	}{
		{strip{0, 1, 4, 0}, 1, "████"},
		{strip{0, 1, 4, 0}, 0.5, "██  "},
		{strip{0, 1, 4, 0}, 0.53125, "██▏ "},
		{strip{0, 1, 4, 0}, 0.96875, "███▉"},
		{strip{0, 1, 4, 0}, 0.00001, "▏   "},
		{strip{0, 1, 4, 0}, 0, "    "},
		{strip{0, 1, 4, 0}, none, "    "},
		{strip{0, 1, 4, 0}, 9, "████"},
		{strip{0, 1, 4, 0.75}, 0.5, "██ ┊"},
		{strip{0, 1, 4, 0.25}, 0.5, "██  "},
		{strip{-1, 1, 4, 0}, -1, "██  "},
		{strip{-1, 1, 4, 0}, -0.75, "▐█  "},
		{strip{-1, 1, 4, 0}, 0.5, "  █ "},
		{strip{-1, 0, 4, 0}, -0.5, "  ██"},
		{strip{0, 0, 4, 0}, 0, "    "},
	} {
		if got := test.bar(test.value, test.value); got != test.want {
			t.Errorf("%v in %v: got %q, want %q", test.value, test.strip, got, test.want)
		}
	}
}

// Bounds are solid up to the low one, and shaded up to the high one, at least one column.
func TestBarOfBounds(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "░░░░░░░░"},
		{0, 0.5, "░░░░    "},
		{0.25, 0.5, "██░░    "},
		{0.25, 0.51, "██░░░   "},
		{0.3, 0.5, "██▍░    "},
		{0.3, 0.31, "██▍░    "},
		{0.99, 1, "███████▉"},
		{1, 1, "████████"},
		{0, 0, "        "},
		{none, none, "        "},
	} {
		if got := (strip{0, 1, 8, 0}).bar(test.low, test.high); got != test.want {
			t.Errorf("%v to %v: got %q, want %q", test.low, test.high, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 5, ""},
		{"one two three", 0, "one two three"},
		{"one two three", 7, "one two|three"},
		{"one two", 7, "one two"},
		{"abcdefghij", 4, "abcd|efgh|ij"},
		{"a abcdefghij k", 4, "a|abcd|efgh|ij k"},
		{"--name 'two  blanks'", 12, "--name 'two |blanks'"},
		{"哥布林战士", 4, "哥布|林战|士"},
		{"哥布", 1, "哥|布"},
	} {
		if got := strings.Join(wrap(test.text, test.width), "|"); got != test.want {
			t.Errorf("%q in %d columns: got %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

func TestUnit(t *testing.T) {
	for _, test := range []struct {
		unit                 experiment.Unit
		value                float64
		text, interval, cell string
	}{
		{experiment.Percent(1), 0.091, "9.1 %", "(9.1 to 9.1)", "9"},
		{experiment.Percent(0), 1, "100 %", "(100 to 100)", "100"},
		{experiment.Unit{}, 3, "3", "(3 to 3)", "3"},
		{experiment.Unit{Name: "rounds", Decimals: 2}, -0.001, "0.00 rounds", "(0.00 to 0.00)", "0.0"},
		{experiment.Unit{Name: "rounds", Decimals: 2}, 9.96, "9.96 rounds", "(9.96 to 9.96)", "10"},
		{experiment.Percent(1), none, "-", "", ""},
	} {
		text, interval, cell := test.unit.Text(test.value), test.unit.Interval(test.value, test.value), test.unit.Brief(test.value)
		if text != test.text || interval != test.interval || cell != test.cell {
			t.Errorf("%v of %v: got %q %q %q", test.value, test.unit, text, interval, cell)
		}
	}
}

func TestScale(t *testing.T) {
	s := HeatMap{Low: 0, Middle: 0.2, High: 1}.scale()
	for value, want := range map[float64]float64{-1: 0, 0: 0, 0.1: 0.25, 0.2: 0.5, 0.6: 0.75, 1: 1, 2: 1} {
		if got := s.place(value); got != want {
			t.Errorf("%v stands at %v, want %v", value, got, want)
		}
	}
	for place, want := range map[float64]string{0: "#b35806", 0.5: "#f7f7f7", 1: "#2166ac"} {
		if got, _ := paint(place); got != want {
			t.Errorf("the color at %v is %s, want %s", place, got, want)
		}
	}
}

func printed(d *Document, width int) string {
	var b strings.Builder
	d.Print(&b, width)
	return b.String()
}

func checkLines(t *testing.T, text string, width int) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if n := screen.Columns(line); n > width {
			t.Errorf("%d columns: %q", n, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("blanks behind %q", line)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *enginetest.Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date: run go test ./cmd/houserule/report -update and read the difference; got\n%s", file, got)
	}
}
