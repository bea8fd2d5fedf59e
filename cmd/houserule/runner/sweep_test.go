package runner_test

import (
	"slices"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/runner"
)

// A grid's cells are in the order of the table, its arms begin with the
// baseline.
func TestGrid(t *testing.T) {
	lib, err := gamestest.Load()
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
			d, err := runner.NewGrid(lib, row.args, bundled.Resolver().RuleName, bundled.Resolver().ModIDs)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Name(d.Baseline); got != row.baseline || d.Present != row.present || !slices.Equal(d.Order(), row.order) {
				t.Errorf("baseline %s, present %t, order %v; want %s, %t, %v", got, d.Present, d.Order(), row.baseline, row.present, row.order)
			}
		})
	}
}
