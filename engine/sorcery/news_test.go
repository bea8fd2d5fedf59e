package sorcery

import (
	"testing"

	"houserule/engine/enginetest"
)

// TestWarTellings checks the same of the events of a war.
func TestWarTellings(t *testing.T) { enginetest.Tellings(t, warTellings) }
