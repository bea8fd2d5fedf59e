package usage_test

import (
	"testing"

	"houserule/cmd/houserule/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m, nil) }

// TestScript runs the command lines of testdata/script as a user would.
func TestScript(t *testing.T) { programtest.Scripts(t) }
