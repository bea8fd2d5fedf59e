package modhosttest

import (
	"io/fs"
	"path"
	"regexp"
	"testing"
	"testing/fstest"

	"houserule/engine/enginetest"
	"houserule/scripting/modhost"
)

// Slow is a file system whose scripts are not compiled, tests of mods excepted: each of
// their functions has a table with another in it, on the same line.
type Slow struct{ fs.FS }

var heads = regexp.MustCompile(`\bfunction\b[^()\n]*\([^()\n]*\)`)

// ReadFile returns the file of a name.
func (s Slow) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(s.FS, name)
	if path.Ext(name) == ".lua" && path.Base(name) != "test.lua" {
		text = heads.ReplaceAll(text, []byte("$0 local _ = { function() end } "))
	}
	return text, err
}

// Open returns the file of a name.
func (s Slow) Open(name string) (fs.File, error) {
	if path.Ext(name) != ".lua" {
		return s.FS.Open(name)
	}
	text, err := s.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return fstest.MapFS{name: &fstest.MapFile{Data: text}}.Open(name)
}

// SlowIsEqual checks that battles under the base game, and under each mod that ships,
// are told in the same words, with the same errors, whether scripts are compiled or not;
// more of them where HOUSERULE_LONG is set.
func (k Kit) SlowIsEqual(t *testing.T) {
	seeds := uint64(1)
	if enginetest.Long {
		seeds = 30
	}
	k.Fields = nil // they may be of mods that tests write
	slow := k
	slow.Root = Slow{k.Root}
	for _, id := range append(k.Bundled(t), k.Rules.Name()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			enabled := []string{id}
			if id == k.Rules.Name() {
				enabled = nil // it is always there
			}
			lib, scripts := k.With(t, enabled...)
			other, others := slow.With(t, enabled...)
			isCompiled(t, scripts, id, true)
			isCompiled(t, others, id, false)
			again := slow.fields(t, other)
			for name, b := range k.fields(t, lib) {
				for seed := range seeds {
					if got, want := Told(lib, b, seed), Told(other, again[name], seed); got != want {
						t.Fatalf("%s, seed %d: it is\n%s\nand not compiled\n%s", name, seed, got, want)
					}
				}
			}
		})
	}
}

// isCompiled checks of all that the game calls of a mod whether it is compiled.
func isCompiled(t *testing.T, scripts modhost.Scripts, id string, want bool) {
	t.Helper()
	program := scripts.Program()
	if program == nil {
		return
	}
	for _, e := range program.Entries(id) {
		if (e.Slow == "") != want {
			t.Errorf("%s of %s:%d: compiled %t: %s", e.Name, e.File, e.Line, !want, e.Slow)
		}
	}
}
