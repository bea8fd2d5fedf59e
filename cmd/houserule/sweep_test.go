package main

import (
	"slices"
	"strings"
	"testing"
)

func TestParseValues(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"2..6", "2 3 4 5 6"},
		{"2..10..2", "2 4 6 8 10"},
		{"2..9..2", "2 4 6 8"},
		{"0..0.3..0.1", "0.0 0.1 0.2 0.3"},
		{"-1..1", "-1 0 1"},
		{"1.5..2.5", "1.5 2.5"},
		{"7..7", "7"},
		{"1,2,5", "1 2 5"},
		{"1..3,7", "1 2 3 7"},
		{"half, none", "half none"},
		{"true", "true"},
	} {
		got, err := parseValues(row.text)
		if err != nil || strings.Join(got, " ") != row.want {
			t.Errorf("%s: %q, %v, want %s", row.text, got, err, row.want)
		}
	}
}

// A grid's cells are in the order of the table, its arms begin with the
// baseline.
func TestGrid(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name     string
		args     []string
		baseline string
		present  bool
		order    []int
	}{
		{"in the middle", []string{"swarm_factor=1..3"}, "swarm_factor=2", true, []int{1, 0, 2}},
		{"a number in another form", []string{"swarm_factor=1.0,02.0,3.5"}, "swarm_factor=2", true, []int{1, 0, 2}},
		{"absent", []string{"heroes.die=11,12"}, "die=11", false, []int{0, 1}},
		{"two", []string{"die=9,10,11", "retaliations=0,1"}, "die=10, retaliations=1", true, []int{3, 0, 1, 2, 4, 5}},
		{"one of two", []string{"die=9,10", "retaliations=2,3"}, "die=9, retaliations=2", false, []int{0, 1, 2, 3}},
		{"words", []string{"passed_phase=acts,waits"}, "passed_phase=waits", true, []int{1, 0}},
		{"a switch", []string{"sure_hits_roll=false,true"}, "sure_hits_roll=true", true, []int{1, 0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			d, err := newGrid(lib, row.args)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.name(d.Baseline); got != row.baseline || d.Present != row.present || !slices.Equal(d.order(), row.order) {
				t.Errorf("baseline %s, present %t, order %v; want %s, %t, %v", got, d.Present, d.order(), row.baseline, row.present, row.order)
			}
			for cell := range d.cells() {
				if arm := d.arm(cell); d.order()[arm] != cell {
					t.Errorf("cell %d is arm %d", cell, arm)
				}
			}
		})
	}
}
