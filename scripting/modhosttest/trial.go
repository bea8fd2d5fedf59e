package modhosttest

import (
	"fmt"
	"testing"

	"houserule/scripting/modhost"
)

// Test returns a test.lua with one test, of this body.
func Test(body string) string {
	return fmt.Sprintf("test{ name = \"it\", run = function() %s end }\n", body)
}

// Passes checks that a mod, whose files are given, passes its own tests, and that these
// run all of it.
func (k Kit) Passes(t testing.TB, files map[string]string) {
	t.Helper()
	if err := passes(k.report(t, files)); err != nil {
		t.Error(err)
	}
}

// Failure returns how a [Test] of the base game fails, "" where it does not.
func (k Kit) Failure(t testing.TB, body string) string {
	t.Helper()
	if f := k.report(t, map[string]string{"test.lua": Test(body)}).Tests[0].Failure; f != nil {
		return f.Text
	}
	return ""
}

// report reports on the tests of a mod.
func (k Kit) report(t testing.TB, files map[string]string) modhost.Report {
	t.Helper()
	_, scripts := k.Modded(t, files, modhost.Stop)
	report, err := scripts.RunTests("try", "")
	if err != nil {
		t.Fatal(err)
	}
	return report
}
