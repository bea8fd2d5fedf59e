//go:build unix

package games_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/usage"
)

// within runs the program, whose error must be as wanted, and which must take
// less memory than its bound.
func within(t *testing.T, want string, args ...string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out, errs bytes.Buffer
	code := program.Run(args, &out, &errs)
	runtime.ReadMemStats(&after)
	if got := out.String() + errs.String(); code == usage.ExitOK || !strings.Contains(got, want) {
		t.Errorf("%s: code %d and\n%.400s\nwant\n%s", strings.Join(args, " "), code, got, want)
	}
	if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 300 {
		t.Errorf("%s took %d MB", strings.Join(args, " "), grown)
	}
}

// sparse makes a file of 2 GiB that takes no room.
func sparse(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 2<<30); err != nil {
		t.Fatal(err)
	}
}

func pipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

// isolated are folders of the test for what the program keeps.
func isolated(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", filepath.Join(t.TempDir(), "state"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(t.TempDir(), "data"))
}

// What a folder holds that is made to hurt is refused once, whichever command
// comes upon it.
func TestHostileMods(t *testing.T) {
	isolated(t)
	link := func(to string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.Symlink(to, path); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, row := range []struct {
		name, file string
		make       func(*testing.T, string)
		want       string
	}{
		{"dotted", "x.toml", text(strings.Repeat("a.", 20_000) + "a=1"), "/x.toml:1:33: tables and lists are nested more than 16 deep\n"},
		{"brackets", "x.toml", text(strings.Repeat("[", 20<<20)), "/x.toml: the file has 20971520 bytes: 1048576 are the most: shorten it, or split it up\n"},
		{"sparse data", "x.toml", sparse, "/x.toml: the file has 2147483648 bytes: 1048576 are the most: shorten it, or split it up\n"},
		{"sparse test", "test.lua", sparse, "/test.lua: the file has 2147483648 bytes: 1048576 are the most: shorten it, or split it up\n"},
		{"sparse header", "mod.toml", sparse, "/mod.toml: the file has 2147483648 bytes: 65536 are the most: shorten it, or split it up\n"},
		{"pipe as data", "x.toml", pipe, "/x.toml: is no plain file\n"},
		{"pipe as test", "test.lua", pipe, "/test.lua: is no plain file\n"},
		{"pipe as header", "mod.toml", pipe, "/mod.toml: is no plain file\n"},
		{"zeros", "test.lua", link("/dev/zero"), "/test.lua: is a symbolic link: a mod is made of files of its own\n"},
		{"circle", "self", link("."), "/self: is a symbolic link: a mod is made of files of its own\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "m")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if row.file != "mod.toml" {
				text("id = 'm'\nversion = '1.0.0'\ntitle = 'T'\ngame = 'heroes'\n")(t, filepath.Join(dir, "mod.toml"))
			}
			row.make(t, filepath.Join(dir, row.file))
			within(t, dir+row.want+"houserule: 1 mistake\n", "mod", "check", dir)
			for _, args := range [][]string{{"mod", "test", dir}, {"battle", "golem-wall", "-q", "--mods", dir}, {"mod", "why", "orc.melee", "--mods", dir}, {"creatures", "--mods", dir}} {
				within(t, dir+row.want, args...)
			}
		})
	}

	path := filepath.Join(t.TempDir(), "pipe")
	pipe(t, path)
	within(t, path+" is not a folder: name the folder of the mod", "mod", "check", path)
}

// A journal, a part and an army that are made to hurt.
func TestHostileFiles(t *testing.T) {
	isolated(t)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	sparse(t, at("sparse"))
	pipe(t, at("pipe"))
	if err := os.WriteFile(at("line"), append([]byte("houserule journal 1 ~49f3f933\n"), bytes.Repeat([]byte("x"), 100<<20)...), 0o644); err != nil {
		t.Fatal(err)
	}
	within(t, "sparse: line 1: this is not a houserule journal", "replay", at("sparse"))
	within(t, "line: line 2: the line, or one above it, was changed after it was written: the line is too long", "replay", at("line"))
	within(t, "pipe: it is a pipe or a device, not a file: write what it holds to a file, and name that\nSee houserule --help.\n", "replay", at("pipe"))
	within(t, "it is a folder, not a file: name a file in it\nSee houserule --help.\n", "replay", dir)
	within(t, "sparse: the file has 2147483648 bytes: 33554432 are the most\n", "merge", at("sparse"))
	within(t, "pipe: it is a pipe or a device, not a file: write what it holds to a file, and name that\nSee houserule --help.\n", "merge", at("pipe"))
	within(t, "it is a folder, not a file: name a file in it\nSee houserule --help.\n", "merge", dir)

	for name, want := range map[string]string{
		"sparse": "/a.army: the file has 2147483648 bytes: 65536 are the most\n",
		"pipe":   "/a.army: it is a pipe or a device, not a file\n",
	} {
		armies := t.TempDir()
		if err := os.Rename(at(name), filepath.Join(armies, "a.army")); err != nil {
			t.Fatal(err)
		}
		within(t, want, "balance", "--armies", armies)
	}
}

// What is written into the folder of a mod stays in it, and waits for nobody.
func TestHostileStubs(t *testing.T) {
	isolated(t)
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, want string
		make       func(dir string) error
	}{
		{"a link to a file", "/.stubs/heroes.lua: it is no plain file: remove it, and it is written anew", func(dir string) error {
			if err := os.Mkdir(filepath.Join(dir, ".stubs"), 0o755); err != nil {
				return err
			}
			return os.Symlink(outside, filepath.Join(dir, ".stubs", "heroes.lua"))
		}},
		{"a link to a folder", "/.stubs/heroes.lua: path escapes from parent", func(dir string) error {
			return os.Symlink(filepath.Dir(outside), filepath.Join(dir, ".stubs"))
		}},
		{"a pipe", "/.luarc.json: it is no plain file: remove it, and it is written anew", func(dir string) error {
			return syscall.Mkfifo(filepath.Join(dir, ".luarc.json"), 0o644)
		}},
	} {
		dir := t.TempDir()
		if err := row.make(dir); err != nil {
			t.Fatal(err)
		}
		within(t, dir+row.want+"\n", "mod", "stubs", dir)
	}
	if text, err := os.ReadFile(outside); string(text) != "mine" || err != nil {
		t.Errorf("a file outside of the folder is %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(outside), "heroes.lua")); err == nil {
		t.Error("a file was written outside of the folder")
	}
}
