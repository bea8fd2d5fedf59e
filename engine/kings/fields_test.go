package kings_test

import (
	"testing"

	"houserule/engine/enginetest"
)

// A field that is forgotten anywhere is found.
func TestForgottenFields(t *testing.T) {
	kit := battles(t)
	kit.FindsAll(t, []enginetest.Plant{
		{Field: ".counters[].fought", From: enginetest.FromKey},
		{Field: ".dice", From: enginetest.FromKey},
		{Field: ".targets[0]", From: enginetest.FromCopy},
		{Field: ".counters[].hits", From: enginetest.FromCopy},
		{Field: ".counters", From: enginetest.Shared},
	})
}
