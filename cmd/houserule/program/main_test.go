package program_test

import (
	"testing"

	"houserule/cmd/houserule/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m, nil) }
