package heroes_test

import (
	"testing"

	"houserule/engine/enginetest"
)

// A field that is forgotten anywhere is found.
func TestForgottenFields(t *testing.T) {
	kit := battles(t)
	kit.FindsAll(t, []enginetest.Plant{
		{Field: ".stacks[].answered", From: enginetest.FromKey},
		{Field: ".supports[].N", From: enginetest.FromKey},
		{Field: ".walls", From: enginetest.FromClass},
		{Field: ".deck[1]", From: enginetest.FromCopy},
		{Field: ".effects", From: enginetest.Shared},
		{Field: "].runs[].N", From: enginetest.FromKey},
		{Field: ".dead[0].runs", From: enginetest.Shared},
	})
}
