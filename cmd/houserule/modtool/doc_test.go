package modtool_test

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/engine/enginetest"
)

// All that docs offers it finds.
func TestModDocNames(t *testing.T) {
	t.Parallel()
	for _, g := range bundled.Resolver().Games() {
		for i, name := range g.Tools().DocNames() {
			if i%24 != 0 && !enginetest.Long {
				continue
			}
			if err := g.Tools().DocOf(new(strings.Builder), name, 80); err != nil {
				t.Errorf("%s: %s: %v", g.Name(), name, err)
			}
		}
	}
}
