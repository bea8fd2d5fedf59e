package modhosttest_test

import (
	"slices"
	"testing"

	"houserule/scripting/lua"
	"houserule/scripting/modhosttest"
)

// A hook that no script has is found; one that a script only mentions, too.
func TestUntested(t *testing.T) {
	events := []lua.Event{{Hook: "onHit"}, {Hook: "onHitAgainst"}, {Hook: "onMiss"}}
	got := modhosttest.Untested(events, "`function onHit(e) e.onMiss = 1 end` // onHitAgainst")
	if want := []string{"onHitAgainst", "onMiss"}; !slices.Equal(got, want) {
		t.Errorf("%q are found, want %q", got, want)
	}
}
