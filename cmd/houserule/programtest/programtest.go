// Package programtest lets tests use the whole program: in their own process with [Command], in
// a process of its own with [Start], and in both ways by scripts in testdata/script with [Scripts].
// The tests of a package that start a process need [Main] as their TestMain.
package programtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
//
// "run" runs the program in the process of the test, without input; "exec houserule" starts a
// process, which costs many times as much. No other test runs meanwhile, because the folder and
// the environment belong to the whole process.
func Scripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.Mutex
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"run": func(s *testscript.TestScript, fails bool, args []string) {
			running.Lock()
			defer running.Unlock()
			if code := runIn(s.MkAbs("."), s.Getenv, args, s.Stdout(), s.Stderr()); fails == (code == usage.ExitOK) {
				s.Fatalf("exit code %d", code)
			}
		}},
	})
}

// environment are the variables that the program, what it starts and the standard library read.
var environment = []string{"HOME", "HOUSERULE_PATIENCE", "NO_COLOR", "PATH", "TESTBOT", "TMPDIR", "XDG_DATA_HOME", "XDG_STATE_HOME"}

// runIn runs the program in this process, in a folder, with the variables of an environment and
// without input. It returns the exit code.
func runIn(dir string, getenv func(key string) string, args []string, out, errs io.Writer) int {
	for _, key := range environment {
		defer setenv(key, getenv(key))()
	}
	before, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		panic(err)
	}
	defer os.Chdir(before)
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	defer nothing.Close()
	stdin := os.Stdin
	os.Stdin = nothing
	defer func() { os.Stdin = stdin }()
	return program.Run(args, out, errs)
}

// setenv sets a variable of the environment, and returns a function that undoes it.
func setenv(key, value string) (undo func()) {
	before, set := os.LookupEnv(key)
	os.Setenv(key, value)
	if !set {
		return func() { os.Unsetenv(key) }
	}
	return func() { os.Setenv(key, before) }
}
