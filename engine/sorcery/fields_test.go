package sorcery_test

import (
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
)

// A field that is forgotten anywhere is found, in a battle and in a campaign.
func TestForgottenFields(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays thousands of battles on one goroutine")
	}
	battle, war := battles(t), wars(t)
	for _, plant := range []struct {
		kit   *enginetest.Battles[*sorcery.Battle]
		field string
		from  enginetest.Leak
	}{
		{&battle, ".units[].marks.charged", enginetest.FromKey},
		{&battle, ".forces[1].owed", enginetest.FromCopy},
		{&war, ".war.paid", enginetest.FromKey},
		{&war, ".war.lost[1]", enginetest.FromCopy},
		{&war, ".war.held", enginetest.Shared},
	} {
		if err := plant.kit.Finds(plant.field, plant.from); err != nil {
			t.Error(err)
		}
	}
}
