package repl_test

import (
	"os"
	"testing"

	"houserule/cmd/houserule/programtest"
)

func TestMain(m *testing.M) {
	os.Setenv("NO_COLOR", "1")
	programtest.Main(m, nil)
}

// TestScript runs the command lines of testdata/script as a user would.
func TestScript(t *testing.T) { programtest.Scripts(t) }
