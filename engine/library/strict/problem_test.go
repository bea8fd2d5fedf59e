package strict

import (
	"errors"
	"testing"
)

func TestProblems(t *testing.T) {
	problems := Problems{
		{"b.toml", 1, 1, "first"},
		{"a.toml", 10, 1, "tenth line"},
		{"a.toml", 2, 3, "one"},
		{"a.toml", 2, 0, "whole line"},
		{"a.toml", 2, 3, "another"},
		{"a.toml", 0, 0, "whole file"},
	}
	problems.Sort()
	wantLines(t, problems.Error(), `
a.toml: whole file
a.toml:2: whole line
a.toml:2:3: one
a.toml:2:3: another
a.toml:10:1: tenth line
b.toml:1:1: first`)

	var first Problem
	if err := problems.Err(); !errors.As(err, &first) || first != problems[0] {
		t.Errorf("first of %v is %v", err, first)
	}
	if err := (Problems{}).Err(); err != nil {
		t.Errorf("no problems are the error %v", err)
	}
}
