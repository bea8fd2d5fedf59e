package sorceryview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/library/sorcerydata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, System{}, viewtest.Library(t, sorcerydata.System()), 12, 4)
}
