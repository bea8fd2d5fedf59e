package sorcery_test

import (
	"testing"

	"houserule/engine/enginetest"
)

// A field that is forgotten anywhere is found, in a battle and in a campaign.
func TestForgottenFields(t *testing.T) {
	battle, war := battles(t), wars(t)
	battle.FindsAll(t, []enginetest.Plant{
		{Field: ".units[].marks.charged", From: enginetest.FromKey},
		{Field: ".forces[1].owed", From: enginetest.FromCopy},
	})
	war.FindsAll(t, []enginetest.Plant{
		{Field: ".march.paid", From: enginetest.FromKey},
		{Field: ".situation.lost[1]", From: enginetest.FromCopy},
		{Field: ".situation.held", From: enginetest.Shared},
	})
}
