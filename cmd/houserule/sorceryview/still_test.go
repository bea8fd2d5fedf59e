package sorceryview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/library/sorcerydata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, Frontend{}, viewtest.Library(t, sorcerydata.Format()), 12, 4)
}
