package report

import (
	"strings"
	"testing"
)

// People see what is not hidden, programs what has a column; a table that is only for
// programs is not shown at all.
func TestTableForPeopleAndPrograms(t *testing.T) {
	d := &Document{Title: "Odds", Sections: []Section{{Title: "Wins", Parts: []Part{
		Table{Rows: []Row{Row{Labels: []string{"run"}}.Hide("n", Whole(5))}},
		Table{Head: []string{"", "share"}, Rows: []Row{
			Row{Labels: []string{"winners"}, Name: "red"}.Text("red wins").Number("share", Whole(3), "60 %").Hide("lost", Whole(uint64(2))),
			Row{Labels: []string{"winners"}}.Hide("draws", Whole(int64(0))),
		}},
	}}}, Interrupted: "=interrupted"}
	var shown, numbers, page strings.Builder
	d.Print(&shown, 0)
	if err := d.CSV(&numbers); err != nil {
		t.Fatal(err)
	}
	if err := d.HTML(&page); err != nil {
		t.Fatal(err)
	}
	if want := "Odds\n=interrupted.\n\nWins\n\n            share\n  red wins  60 %\n"; shown.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", shown.String(), want)
	}
	if want := "table,row,column,value,low,high\nrun,,n,5,,\nwinners,red,share,3,,\nwinners,red,lost,2,,\nwinners,,draws,0,,\n'=interrupted,,,,,\n"; numbers.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", numbers.String(), want)
	}
	if n := strings.Count(page.String(), "<table"); n != 1 || !strings.Contains(page.String(), "=interrupted.") {
		t.Errorf("the page has %d tables:\n%s", n, page.String())
	}
}

// No spreadsheet takes a name for a formula, and numbers stay numbers.
func TestCSVFormulas(t *testing.T) {
	var rows []Row
	for _, row := range [][2]string{
		{"=HYPERLINK(\"x\")", "-3.5"},
		{"+orc", "+1"},
		{"-orc, a", "-1e-05"},
		{"@orc", ""},
		{"\torc", "\rorc"},
		{"1-orc", "-"},
	} {
		rows = append(rows, Row{Name: row[0]}.Hide("value", whole(row[1])))
	}
	d := &Document{Sections: []Section{{Parts: []Part{Table{Rows: rows}}}}, Labels: []string{}}
	var out strings.Builder
	if err := d.CSV(&out); err != nil {
		t.Fatal(err)
	}
	want := `row,column,value,low,high
"'=HYPERLINK(""x"")",value,-3.5,,
'+orc,value,+1,,
"'-orc, a",value,-1e-05,,
'@orc,value,,,
'	orc,value,"'` + "\r" + `orc",,
1-orc,value,'-,,
`
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
	if rows[1].Name != "+orc" {
		t.Errorf("the rows themselves are changed: %q", rows[1].Name)
	}
}
