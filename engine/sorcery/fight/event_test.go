package fight

import (
	"testing"

	"houserule/engine/enginetest"
)

// TestTellings checks that every event of a fight has a sentence whose words have meanings.
func TestTellings(t *testing.T) { enginetest.Tellings(t, tellings) }
