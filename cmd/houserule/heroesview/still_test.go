package heroesview

import (
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// No look changes a battle.
func TestStill(t *testing.T) {
	viewtest.Still(t, hasty{}, viewtest.Library(t, heroesdata.Format()), 1, 48)
}

// hasty is the Frontend, whose hints look at few states.
type hasty struct{ Frontend }

func (h hasty) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	whole := h.Frontend.New(lib, m, b)
	v := whole.Adviser.(*View)
	v.Look.Nodes = 100
	return whole
}
