//go:build !unix

package repl

import "os"

// A suspension does nothing on systems without Ctrl-Z.
type suspension struct{ keys *os.File }

func newSuspension() (*suspension, error) { return &suspension{os.Stdin}, nil }

func (s *suspension) wait()  {}
func (s *suspension) close() {}
