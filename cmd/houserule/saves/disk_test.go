package saves

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"houserule/engine"
)

// A badDisk fails as it is told.
type badDisk struct {
	osDisk
	mu   sync.Mutex
	room int      // bytes that can still be written; < 0: no end of them
	fail []string // "sync", "rename", "syncFolder", "truncate", "open"
}

func (d *badDisk) fails(do, path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.fail {
		if f == do {
			return &fs.PathError{Op: do, Path: path, Err: syscall.EIO}
		}
	}
	return nil
}

func (d *badDisk) set(room int, fail ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room, d.fail = room, fail
}

func (d *badDisk) open(path string, flag int) (file, error) {
	if err := d.fails("open", path); err != nil {
		return nil, err
	}
	f, err := d.osDisk.open(path, flag)
	return &badFile{file: f, path: path, on: d}, err
}

func (d *badDisk) rename(from, to string) error {
	if err := d.fails("rename", from); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: syscall.EIO}
	}
	return d.osDisk.rename(from, to)
}

func (d *badDisk) truncate(path string, size int64) error {
	if err := d.fails("truncate", path); err != nil {
		return err
	}
	return d.osDisk.truncate(path, size)
}

func (d *badDisk) syncFolder(path string) error {
	if err := d.fails("syncFolder", path); err != nil {
		return err
	}
	return d.osDisk.syncFolder(path)
}

type badFile struct {
	file
	path string
	on   *badDisk
}

func (f *badFile) Sync() error {
	if err := f.on.fails("sync", f.path); err != nil {
		return err
	}
	return nil // the test outlives no loss of power, and is fast
}

func (f *badFile) Write(b []byte) (int, error) {
	f.on.mu.Lock()
	defer f.on.mu.Unlock()
	if f.on.room < 0 || len(b) <= f.on.room {
		f.on.room -= len(b)
		return f.file.Write(b)
	}
	n, _ := f.file.Write(b[:f.on.room])
	f.on.room = 0
	return n, &fs.PathError{Op: "write", Path: f.path, Err: syscall.ENOSPC}
}

// somewhere is an empty place on a disk without an end.
func somewhere(t *testing.T) (Places, *badDisk) {
	t.Helper()
	dir, d := t.TempDir(), &badDisk{room: -1}
	return Places{State: filepath.Join(dir, "state"), Data: filepath.Join(dir, "data"), on: d}, d
}

var header = engine.Header{
	Fields: []engine.Field{{Key: "game", Value: "heroes"}, {Key: "seed", Value: "7"}, {Key: "players", Value: "human greedy"}},
	Seats:  []string{"aggressor", "defender"},
}

// answers are n entries, each unlike the one before it.
func answers(n int) []engine.Entry {
	var all []engine.Entry
	for i := range n {
		if i%3 == 0 {
			all = append(all, engine.Entry{Side: engine.Side(i / 3 % 2), Text: fmt.Sprintf("a%d attack d%d", i, i+1)})
		} else {
			all = append(all, engine.Entry{Side: engine.Luck, Sides: 10, N: i%10 + 1})
		}
	}
	return all
}

// play makes a battle and answers it.
func play(t *testing.T, p Places, name string, entries []engine.Entry) *Battle {
	t.Helper()
	b, err := p.Create(name, header)
	must(t, err)
	for _, e := range entries {
		must(t, b.Record(e))
	}
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// says checks an error's text, in which DIR stands for the folder above the
// places.
func says(t *testing.T, p Places, err error, want string) {
	t.Helper()
	got := "no error"
	if err != nil {
		got = err.Error()
	}
	got = filepath.ToSlash(strings.ReplaceAll(got, filepath.Dir(p.Data), "DIR"))
	if got != want {
		t.Errorf("error:\n%s\nwant:\n%s", got, want)
	}
}

// read is a file's text, "" when there is none.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// leftovers are the locks and drafts in both places.
func leftovers(t *testing.T, p Places) []string {
	t.Helper()
	var all []string
	must(t, filepath.WalkDir(filepath.Dir(p.Data), func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, lockSuffix) || strings.HasSuffix(path, draftSuffix) {
			all = append(all, filepath.Base(path))
		}
		return err
	}))
	return all
}
