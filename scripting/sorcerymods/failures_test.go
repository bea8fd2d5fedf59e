package sorcerymods_test

import (
	"testing"

	"houserule/scripting/modhosttest"
)

// A mod fails wherever it can fail, and battles go on to their end without it.
func TestFailuresHavoc(t *testing.T) {
	kit.FailuresEnd(t, modhosttest.Failing{
		Battles: 100,
	})
}
