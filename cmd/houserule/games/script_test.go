package games_test

import (
	"testing"

	"houserule/cmd/houserule/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m, map[string]func(){"measured": measuredMain}) }

// TestScript runs the command lines of testdata/script as a user would.
func TestScript(t *testing.T) { programtest.Scripts(t) }
