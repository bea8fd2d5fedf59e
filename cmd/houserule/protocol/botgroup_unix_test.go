//go:build unix

package protocol_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
)

// With a bot end the programs that it has started: those for which a script waits, and those
// that are left when the bot itself has ended, in time or not.
func TestBotsEndWithWhatTheyStart(t *testing.T) {
	programtest.InFolder(t)
	for name, row := range map[string]struct{ script, want, or string }{
		"a script that waits": {"sleep 1000", "it has not answered for 300ms", ""},
		"a bot that forks":    {"sleep 1000 & exit 0", "it has not answered for 300ms", "it has ended (exit status 0)"}, // before it is spoken to
		"a quiet fork":        {"sleep 1000 > /dev/null 2>&1 & exit 0", "it has ended (exit status 0)", ""},
		"a bot that plays":    {"sleep 1000 & exec testbot", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasSuffix(row.want, "300ms") {
				t.Setenv("HOUSERULE_PATIENCE", "300ms")
			}
			dir := t.TempDir()
			pipe, script := filepath.Join(dir, "pipe"), filepath.Join(dir, "bot.sh")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			alive, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer alive.Close()
			// Whoever is alive holds the pipe open.
			text := fmt.Sprintf("#!/bin/sh\nexec 3> %s\necho here >&3\n%s\n", pipe, row.script)
			if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
			var errs strings.Builder
			code := program.Run([]string{"battle", "skirmish", "-q", "--players", "run:" + script + ",greedy"}, io.Discard, &errs)
			if (code == usage.ExitOK) != (row.want == "") || !strings.Contains(errs.String(), row.want) && (row.or == "" || !strings.Contains(errs.String(), row.or)) {
				t.Errorf("exit code %d, and %q, want %q", code, errs.String(), row.want)
			}
			alive.SetReadDeadline(time.Now().Add(2 * time.Second))
			if said, err := io.ReadAll(alive); err != nil || string(said) != "here\n" {
				t.Errorf("it says %q, and some of its processes are alive: %v", said, errors.Is(err, os.ErrDeadlineExceeded))
			}
		})
	}
}
