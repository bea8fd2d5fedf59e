package heroes

import (
	"testing"

	"houserule/engine/enginetest"
)

// TestTellings checks that every event has a sentence whose words have meanings.
func TestTellings(t *testing.T) { enginetest.Tellings(t, tellings) }
