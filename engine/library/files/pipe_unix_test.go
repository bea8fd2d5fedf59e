//go:build unix

package files_test

import (
	"syscall"
	"testing"
)

// makePipe makes a named pipe, where there are such.
func makePipe(t *testing.T, path string) bool {
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	return true
}
