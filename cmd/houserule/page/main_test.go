package page_test

import (
	"testing"

	"houserule/cmd/houserule/programtest"
)

func TestMain(m *testing.M) { programtest.Main(suite{m}, nil) }

// A suite is all tests and the browser that they share.
type suite struct{ *testing.M }

func (s suite) Run() int { return shared.Run(s.M) }
