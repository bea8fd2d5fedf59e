// Package programtest lets tests use the whole program: in their own process with [Command], in
// a process of its own with [Start], and by scripts in testdata/script with [Scripts]. The tests
// of a package that start a process need [Main] as their TestMain.
package programtest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-shellwords"
	"github.com/rogpeppe/go-internal/testscript"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
)

// InFolder runs a test in an empty folder, with empty folders for what is kept
// and nothing to read.
func InFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data"))
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	os.Stdin = in
	t.Cleanup(func() {
		os.Stdin = before
		in.Close()
	})
}

// Command runs houserule and returns what it prints.
func Command(t testing.TB, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := program.Run(args, &out, &errs); code != usage.ExitOK {
		t.Fatalf("houserule %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// Interrupted runs houserule until a context is done.
func Interrupted(t *testing.T, after time.Duration, args ...string) (out, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	var stdout, stderr bytes.Buffer
	root := program.New(&stdout)
	root.SetArgs(args)
	root.SetErr(&stderr)
	if err := root.ExecuteContext(ctx); err != repl.ErrInterrupted {
		t.Fatalf("houserule %s: %v, want ErrInterrupted", strings.Join(args, " "), err)
	}
	return stdout.String(), stderr.String()
}

// ShellWords splits a command line as a shell does.
func ShellWords(line string) []string {
	words, err := shellwords.Parse(line)
	if err != nil {
		panic(err) // a document shows it
	}
	return words
}

// Main runs the tests of a package, which can then start the program as houserule, a
// bot as testbot, and more commands by their names.
func Main(m testscript.TestingM, more map[string]func()) {
	commands := map[string]func(){"houserule": program.Main, "testbot": testbot}
	maps.Copy(commands, more)
	testscript.Main(m, commands)
}

// Scripts runs the command lines of the scripts in testdata/script as a user would. The condition
// [long] holds where HOUSERULE_LONG is set.
func Scripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *enginetest.Update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(condition string) (bool, error) {
			if condition != "long" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return enginetest.Long, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			return nil
		},
	})
}
