//go:build unix

package main

import (
	"errors"
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
		cmd := exec.Command("houserule", args...) // TestMain puts it there
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
		cmd.Stdout, cmd.Stderr = write, &errs
		exit := new(exec.ExitError)
		err = cmd.Run()
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE || errs.Len() > 0 {
			t.Errorf("houserule %v: %v, %s", args, err, errs.String())
		}
	}
}
