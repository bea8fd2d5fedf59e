package saves

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"houserule/engine"
)

// Save writes a journal under a name, and returns the file's path. A name
// with a path separator or the suffix .journal is a path of its own. A file
// that is there already is replaced when it is an earlier state of the same
// battle, and otherwise left alone.
func (p Places) Save(name string, j *engine.Journal) (path string, err error) {
	path = name
	if !isPath(name) {
		if err := checkName(name); err != nil {
			return "", err
		}
		if err := makeFolder(p.disk(), p.saves()); err != nil {
			return "", err
		}
		path = p.save(name)
	} else if err := CheckReserved(filepath.Base(path)); err != nil {
		return "", err
	}
	_, _, text, err := compose(j.Header, j.Entries, j.End)
	if err != nil {
		return "", cannot("write", path, err)
	}
	again, err := parse(bytes.NewReader(text)) // as a reader will have it, or could not
	if err != nil {
		return "", cannot("write", path, err)
	}
	l, err := lock(path, aWhile) // from looking at what is there to replacing it
	if err != nil {
		return "", cannot("write", path, err)
	}
	defer unlock(l)
	if err := replaceable(path, again); err != nil {
		return "", err
	}
	if err := replace(p.disk(), path, text); err != nil {
		return "", cannot("write", path, err)
	}
	return path, nil
}

// replaceable reports whether j may be put in the place of what path holds.
func replaceable(path string, j *engine.Journal) error {
	old, err := readJournal(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w: name another, or remove it", err)
	case !slices.Equal(battleOf(old), battleOf(j)) || !slices.Equal(old.Seats, j.Seats):
		return fmt.Errorf("%s is another battle: name another, or remove it", path)
	case len(old.Entries) > len(j.Entries) || !slices.Equal(old.Entries, j.Entries[:len(old.Entries)]),
		old.End != "" && old.End != j.End:
		return fmt.Errorf("%s is another course of this battle: name another, or remove it", path)
	}
	return nil
}

// battleOf is what makes a battle the battle it is: all of its header but
// who plays it, which may change.
func battleOf(j *engine.Journal) []engine.Field {
	return slices.DeleteFunc(slices.Clone(j.Fields), func(f engine.Field) bool { return f.Key == "players" })
}

// named are where a journal of that name may lie, the first first.
func (p Places) named(name string) []string {
	if checkName(name) != nil {
		return nil
	}
	return []string{p.save(name), p.battle(name)}
}

// Find is the file of what Save wrote under a name, or of a running battle.
func (p Places) Find(name string) (path string, ok bool) {
	for _, path := range p.named(name) {
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
	}
	return "", false
}

// Load reads what Save wrote under a name, a running battle by its name, or
// a file by its path: the first of them that there is. It returns the file's
// path, too. A journal without an end is as good as any.
func (p Places) Load(name string) (*engine.Journal, string, error) {
	if isPath(name) {
		j, err := readJournal(name)
		return j, name, err
	}
	paths := p.named(name)
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // a folder's name is a slip
		paths = append(paths, name)
	}
	for _, path := range paths {
		j, err := readJournal(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return j, path, err
		}
	}
	return nil, "", &engine.Unknown{What: "save", Word: name, Known: p.Names()}
}

// A Saved is a battle that Load takes by its name.
type Saved struct {
	Name    string
	Changed time.Time
	Journal *engine.Journal
	Err     error // what is wrong with the file: then there is no Journal
}

// Saved are all of them, the newest first, without battles in which no person has
// answered anything yet.
func (p Places) Saved() (found []Saved) {
	named, _ := list(p.saves()) // what cannot be listed cannot be loaded
	running, _ := list(p.battles())
	running = slices.DeleteFunc(running, func(b listed) bool {
		return slices.ContainsFunc(named, func(s listed) bool { return s.name == b.name }) // which Load takes
	})
	all := append(slices.Clip(named), running...)
	slices.SortFunc(all, newestFirst)
	for _, l := range all {
		j, err := readJournal(l.path)
		if err != nil || j.End != "" || l.path == p.save(l.name) || touched(j) {
			found = append(found, Saved{l.name, l.info.ModTime(), j, err})
		}
	}
	return found
}

// Forget removes a running battle, though it is open: the program is about to end,
// and no person has answered anything in it.
func (p Places) Forget(name string) {
	p.disk().remove(p.battle(name))
	p.disk().remove(p.mods(name))
}
