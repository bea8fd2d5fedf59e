package runner

import (
	"testing"

	"houserule/engine"
	"houserule/engine/experiment"
)

// The dice of scripts are no part of the course.
func TestTraceAsides(t *testing.T) {
	r := &trace{streams: []string{"luck", "morale"}}
	if err := r.Record(engine.Entry{Side: engine.Stream(1), Sides: 6, N: 4}); err != nil {
		t.Fatal(err)
	}
	if want := []experiment.Line{{Text: "die d6 of morale: 4"}}; len(r.steps) != 0 || r.rolls != 0 || len(r.asides) != 1 || r.asides[0].Text != want[0].Text {
		t.Errorf("%+v, want the aside %v alone", r, want)
	}
}
