package main

import (
	"strings"
	"testing"
)

// No spreadsheet takes a name for a formula, and numbers stay numbers.
func TestCSVFormulas(t *testing.T) {
	s := &shown{CSV: [][]string{
		{"name", "value"},
		{"=HYPERLINK(\"x\")", "-3.5"},
		{"+orc", "+1"},
		{"-orc, a", "-1e-05"},
		{"@orc", ""},
		{"\torc", "\rorc"},
		{"1-orc", "-"},
	}}
	var out strings.Builder
	if err := s.csv(&out, "=broke"); err != nil {
		t.Fatal(err)
	}
	want := "name,value\n\"'=HYPERLINK(\"\"x\"\")\",-3.5\n'+orc,+1\n\"'-orc, a\",-1e-05\n'@orc,\n'\torc,\"'\rorc\"\n1-orc,'-\n'=broke,\n"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
	if s.CSV[2][0] != "+orc" {
		t.Errorf("the rows themselves are changed: %q", s.CSV[2])
	}
}
