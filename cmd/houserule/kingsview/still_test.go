package kingsview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/library/kingsdata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, System{}, viewtest.Library(t, kingsdata.System()), 4, 12)
}
