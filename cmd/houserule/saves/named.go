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

// Save writes a journal under a name, and returns the file's path. A name with a
// path separator or the suffix .journal is itself a path. Save replaces an existing
// file only if it is an earlier state of the same battle. With over it replaces any
// journal, and whatever is there under a name.
func (p Places) Save(name string, j *engine.Journal, over bool) (path string, err error) {
	path = name
	if !IsPath(name) {
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
	again, err := parse(bytes.NewReader(text)) // as a later reader will parse it
	if err != nil {
		return "", cannot("write", path, err)
	}
	l, err := lock(path, aWhile) // held from the check of the old file until it is replaced
	if err != nil {
		return "", cannot("write", path, err)
	}
	defer unlock(l)
	if err := replaceable(name, path, again, over); err != nil {
		return "", err
	}
	if err := replace(p.disk(), path, text); err != nil {
		return "", cannot("write", path, err)
	}
	return path, nil
}

// Remove removes the file that Save wrote under a name, and returns the file's path. It
// takes no path, and leaves the running battle of that name.
func (p Places) Remove(name string) (path string, err error) {
	if IsPath(name) {
		return "", fmt.Errorf("%q is a path: save removes only what it has saved under a name", name)
	}
	if err := checkName(name); err != nil {
		return "", err
	}
	path = p.save(name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		saved, _ := list(p.saves()) // a folder that cannot be listed has none
		return "", &engine.Unknown{What: "save", Word: name, Known: engine.Each(saved, func(l listed) string { return l.name })}
	}
	l, err := lock(path, aWhile)
	if err != nil {
		return "", cannot("remove", path, err)
	}
	defer unlock(l)
	if err := p.disk().remove(path); err != nil {
		return "", cannot("remove", path, err)
	}
	return path, nil
}

// replaceable returns an error unless j may replace the file at path, of that name.
func replaceable(name, path string, j *engine.Journal, over bool) error {
	old, err := readJournal(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case over && (err == nil || !IsPath(name)):
		return nil
	case err != nil && !IsPath(name):
		return fmt.Errorf("%w: name another, or write save %s over", err, name)
	case err != nil:
		return fmt.Errorf("%w: name another, or remove it", err)
	case !slices.Equal(battleOf(old), battleOf(j)) || !slices.Equal(old.Seats, j.Seats):
		return fmt.Errorf("%s is another battle: name another, or write save %s over", path, name)
	case len(old.Entries) > len(j.Entries) || !slices.EqualFunc(old.Entries, j.Entries[:len(old.Entries)], engine.Entry.Same),
		old.End != "" && old.End != j.End:
		return fmt.Errorf("%s is another course of this battle: name another, or write save %s over", path, name)
	}
	return nil
}

// battleOf returns the identity of a battle: its header without the players, who
// may change.
func battleOf(j *engine.Journal) []engine.Field {
	return slices.DeleteFunc(slices.Clone(j.Fields), func(f engine.Field) bool { return f.Key == "players" })
}

// named returns the possible paths of a journal of that name, the first choice first.
func (p Places) named(name string) []string {
	if checkName(name) != nil {
		return nil
	}
	return []string{p.save(name), p.battle(name)}
}

// Find returns the file that Save wrote under a name, or that of a running battle.
func (p Places) Find(name string) (path string, ok bool) {
	for _, path := range p.named(name) {
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
	}
	return "", false
}

// Load reads the journal that Save wrote under a name, a running battle by its name,
// or a file by its path: the first of them that exists. It also returns the file's
// path. The journal need not have an end.
func (p Places) Load(name string) (*engine.Journal, string, error) {
	if IsPath(name) {
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
	Err     error // if not nil, the file cannot be read, and there is no Journal
}

// Saved returns all of them, the newest first, without battles in which no person
// has answered anything yet.
func (p Places) Saved() (found []Saved) {
	named, _ := list(p.saves()) // battles that cannot be listed cannot be loaded
	running, _ := list(p.battles())
	running = slices.DeleteFunc(running, func(b listed) bool {
		return slices.ContainsFunc(named, func(s listed) bool { return s.name == b.name }) // Load takes the named one
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

// Forget removes a running battle although it is open: the program is about to end,
// and no person has answered anything in the battle.
func (p Places) Forget(name string) {
	p.disk().remove(p.battle(name))
	p.removeBeside(name)
}
