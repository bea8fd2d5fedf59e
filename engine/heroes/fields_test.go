package heroes_test

import (
	"testing"

	"houserule/engine/enginetest"
)

// A field that is forgotten anywhere is found.
func TestForgottenFields(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays thousands of battles on one goroutine")
	}
	kit := battles(t)
	for _, plant := range []struct {
		field string
		from  enginetest.Leak
	}{
		{".stacks[].answered", enginetest.FromKey},
		{".supports[].N", enginetest.FromKey},
		{".walls", enginetest.FromClass},
		{".deck[1]", enginetest.FromCopy},
		{".effects", enginetest.Shared},
	} {
		if err := kit.Finds(plant.field, plant.from); err != nil {
			t.Error(err)
		}
	}
}
