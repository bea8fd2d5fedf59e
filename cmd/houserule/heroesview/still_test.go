package heroesview

import (
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/library/heroesdata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, Frontend{}, viewtest.Library(t, heroesdata.Format()), 1, 48)
}
