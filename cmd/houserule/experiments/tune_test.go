package experiments_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
)

// Where tune says that no value reaches what is wanted, none does: a sweep with other dice shows
// every value of the range beside it, and none that is surely nearer by more than a tenth.
func TestTuneSaysNo(t *testing.T) {
	enginetest.OnlyLong(t, "six searches and a sweep of siege")
	const axis, battles = "heroes.wall_defense=4..14", "20000"
	var sweep experiment.Sweep
	fromJSON(t, &sweep, "sweep", "siege", axis, "-n", battles, "--seed", "90000000")
	said := map[string]int{}
	for percent := 30; percent <= 80; percent += 10 {
		low, high := experiment.Number(percent)/100-0.005, experiment.Number(percent)/100+0.005
		var found experiment.Tuning
		fromJSON(t, &found, "tune", "siege", axis, "-n", battles, "--want", fmt.Sprintf("aggressor=%d%%", percent))
		said[found.Reached]++
		nearest := found.Wants[0].Found
		t.Logf("aggressor=%d%%: %s, with %s: %s (%s to %s)", percent, found.Reached, found.Values[0].Found, nearest.Value, nearest.Low, nearest.High)
		for cell, c := range sweep.Cells {
			share := c.Winners[0].Share
			if within := low <= share.Low && share.High <= high; within && found.Reached == "no" {
				t.Errorf("aggressor=%d%%: tune finds no value, and with the %d. of %s it is %s (%s to %s)", percent, cell+1, axis, share.Value, share.Low, share.High)
			}
			if closer := max(low-share.Low, share.High-high) < 0.9*miss(nearest, low, high); closer && found.Reached == "no" {
				t.Errorf("aggressor=%d%%: tune calls %s the nearest, and with the %d. of %s it is %s", percent, found.Values[0].Found, cell+1, axis, share.Value)
			}
		}
	}
	if said["no"] < 4 {
		t.Errorf("it says %v, want no four times at least", said)
	}
}

// miss returns by how much an estimate surely lies beside bounds, 0 for one that may not.
func miss(e experiment.Estimate, low, high experiment.Number) experiment.Number {
	return max(e.Low-high, low-e.High, 0)
}

// fromJSON runs a command with --json, and reads what it prints.
func fromJSON(t *testing.T, result any, line ...string) {
	t.Helper()
	var out, errs strings.Builder
	if code := program.Run(append(line, "--json"), &out, &errs); code != usage.ExitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if err := json.Unmarshal([]byte(out.String()), result); err != nil {
		t.Fatal(err)
	}
}
