package kingsview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/library/kingsdata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, Frontend{}, viewtest.Library(t, kingsdata.Format()), 4, 12)
}
