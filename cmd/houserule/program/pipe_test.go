//go:build unix

package program_test

import (
	"errors"
	"houserule/cmd/houserule/programtest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A reader that has gone, as in houserule creatures | head, ends the program
// quietly, as it does others.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{{"creatures"}, {"sim", "duel", "-n", "2"}, {"play", "duel"}} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		defer write.Close()
		var errs strings.Builder
		cmd := programtest.Program(t.TempDir(), args...)
		cmd.Stdout, cmd.Stderr = write, &errs
		exit := new(exec.ExitError)
		err = cmd.Run()
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE || errs.Len() > 0 {
			t.Errorf("houserule %v: %v, %s", args, err, errs.String())
		}
	}
}
