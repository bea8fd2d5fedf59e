package experiments

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/results"
	"houserule/engine/experiment"
)

// A kind that nobody knows is refused where it is shown, too.
func TestUnknownKind(t *testing.T) {
	err := newPlanRunner(bundled.Resolver()).print(context.Background(), new(strings.Builder), experiment.Plan{Kind: "tea"}, nil, results.Form{}, "")
	if err == nil || err.Error() != `unknown experiment "tea"` {
		t.Errorf("the error is %v", err)
	}
}

// The plan of a part that could not be read again is refused.
func TestLargePlan(t *testing.T) {
	p := experiment.Plan{Trials: make([]experiment.TrialPlan, 1)}
	if err := checkSize(p); err != nil {
		t.Error(err)
	}
	p.Trials[0].Name = strings.Repeat("x", 16<<20)
	want := "--shard: the plan has 1 trial and 16777303 bytes, and a part can be merged whose plan has at most 16777216: play less at a time"
	if err := checkSize(p); fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
