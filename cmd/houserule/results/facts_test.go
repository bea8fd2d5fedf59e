package results_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/results"
	"houserule/engine"
	"houserule/engine/experiment"
)

// Of a sweep's many lists of mods only the first are told.
func TestFactsOfManyLists(t *testing.T) {
	p := experiment.Plan{Kind: experiment.KindSweep, Battles: 50, Seed: 3, Trials: []experiment.TrialPlan{{}}}
	for n := range 6 {
		p.Trials[0].Arms = append(p.Trials[0].Arms, experiment.ArmPlan{Battle: []engine.Field{{Key: "mods", Value: fmt.Sprintf("heroes 1.0.0 sha256:01 die=%d", n)}}})
	}
	var lists []string
	for _, f := range results.Facts(p) {
		if f.Name == "mods" {
			lists = append(lists, f.Value)
		}
	}
	if len(lists) != 5 || !strings.HasSuffix(lists[3], "die=3") || lists[4] != "and 2 more lists, in the JSON" {
		t.Errorf("the lists are %q", lists)
	}
}

// Where trials have seeds of their own, the facts say so.
func TestFactsOfSeeds(t *testing.T) {
	p := experiment.Plan{Battles: 50, Seed: 3, Trials: make([]experiment.TrialPlan, 2)}
	for apart, want := range map[bool]string{false: "from 3, one for each battle", true: "from 3; each trial has the next 50"} {
		p.Apart = apart
		if got := results.Facts(p)[2]; got.Name != "seeds" || got.Value != want {
			t.Errorf("apart %v: it is %v, want %s", apart, got, want)
		}
	}
}
