package modstore

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/saves"
	"houserule/engine/library"
)

// A Change installs and removes mods of a store. One program at a time has one.
type Change struct {
	Installed map[string]Origin // as mods.lock has it
	store     Store
	unlock    func() error
	mods      int // staged so far
	install   []planned
	remove    []string
}

// planned is a mod that Commit installs.
type planned struct {
	id, folder string
	origin     Origin
}

// Begin begins a change, which the caller must Close. It puts away what a program left
// that was killed.
func (s Store) Begin() (*Change, error) {
	unlock, err := saves.Lock(filepath.Join(s.Dir, lockFile))
	if err != nil {
		return nil, err
	}
	c := &Change{store: s, unlock: unlock}
	if err := c.tidy(); err != nil {
		c.Close()
		return nil, err
	}
	if c.Installed, err = s.Installed(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Close ends the change. What was not committed is gone.
func (c *Change) Close() error { return errors.Join(c.tidy(), c.unlock()) }

// tidy puts replaced mods without a successor back, and removes all else that is
// hidden.
func (c *Change) tidy() error {
	old, err := os.ReadDir(c.path(replaced))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, d := range old {
		if _, err := os.Lstat(c.path(d.Name())); errors.Is(err, fs.ErrNotExist) {
			if err := os.Rename(c.path(replaced, d.Name()), c.path(d.Name())); err != nil {
				return err
			}
		}
	}
	return errors.Join(os.RemoveAll(c.path(replaced)), os.RemoveAll(c.path(staged)))
}

func (c *Change) path(names ...string) string {
	return filepath.Join(append([]string{c.store.Dir}, names...)...)
}

// Stage writes the files of a mod into a hidden folder, and returns the folder, which
// problems call where.
func (c *Change) Stage(all modpack.Files, where string) (library.Folder, error) {
	c.mods++
	dir := c.path(staged, strconv.Itoa(c.mods))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return library.Folder{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return library.Folder{}, err
	}
	defer root.Close()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := write(root, filepath.FromSlash(name), all[name]); err != nil {
			return library.Folder{}, err
		}
	}
	return library.Folder{FS: os.DirFS(c.path(staged)), Dir: filepath.Base(dir), Where: where}, nil
}

// write writes a file that survives a loss of power.
func write(root *os.Root, name string, text []byte) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// Install plans to install a staged mod, in place of an installed one of its id.
func (c *Change) Install(id string, folder library.Folder, origin Origin) {
	c.install = append(c.install, planned{id, c.path(staged, folder.Dir), origin})
}

// Remove plans to remove an installed mod.
func (c *Change) Remove(id string) { c.remove = append(c.remove, id) }

// Commit does what is planned, in that order: a mod comes after those that it requires.
// It writes into mods.lock first what will be installed, so that [Store.State] finds
// what was cut off.
func (c *Change) Commit() error {
	for _, step := range c.steps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// steps are what Commit does. Whichever of them is the last to be done, each mod is
// found whole in one of the store's Folders.
func (c *Change) steps() (steps []func() error) {
	do := func(step func() error) { steps = append(steps, step) }
	installed := maps.Clone(c.Installed)
	for _, mod := range c.install {
		if sum, err := c.store.Sum(mod.id); err == nil {
			mod.origin.Replaces = sum
		}
		installed[mod.id] = mod.origin
	}
	for _, mod := range c.install {
		do(func() error { return c.move(c.path(mod.id), replaced, mod.id) })
		do(func() error { return os.Rename(mod.folder, c.path(mod.id)) })
	}
	for _, id := range c.remove {
		delete(installed, id)
		do(func() error { return c.move(c.path(id), staged, "removed-"+id) })
	}
	lock := func() error { return c.store.write(installed) }
	if len(c.remove) > 0 {
		return append(steps, lock) // until then the folder of a removed mod is missing, and told so
	}
	return slices.Insert(steps, 0, lock)
}

// move renames a folder, if it is there, into a hidden folder.
func (c *Change) move(folder, hidden, name string) error {
	if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.MkdirAll(c.path(hidden), 0o755); err != nil {
		return err
	}
	return os.Rename(folder, c.path(hidden, name))
}
