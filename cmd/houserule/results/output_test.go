package results

import (
	"strings"
	"testing"
)

// No spreadsheet takes a name for a formula, and numbers stay numbers.
func TestCSVFormulas(t *testing.T) {
	o := &Output{records: [][]string{
		{"name", "value"},
		{"=HYPERLINK(\"x\")", "-3.5"},
		{"+orc", "+1"},
		{"-orc, a", "-1e-05"},
		{"@orc", ""},
		{"\torc", "\rorc"},
		{"1-orc", "-"},
	}}
	var out strings.Builder
	if err := o.CSV(&out); err != nil {
		t.Fatal(err)
	}
	want := "name,value\n\"'=HYPERLINK(\"\"x\"\")\",-3.5\n'+orc,+1\n\"'-orc, a\",-1e-05\n'@orc,\n'\torc,\"'\rorc\"\n1-orc,'-\n"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
	if o.records[2][0] != "+orc" {
		t.Errorf("the rows themselves are changed: %q", o.records[2])
	}
}
