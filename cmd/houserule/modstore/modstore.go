// Package modstore keeps the mods that a user installed.
//
// A [Store] is the folder of a user's mods. Its file mods.lock says of each installed
// mod which version it is, where it came from ([Source]), and the SHA-256 of its
// archive; a mod that the file does not name is the user's own, and is never touched.
//
// A [Change] installs and removes mods. It writes them into a hidden folder beside the
// others, where the caller checks them, and at last renames them into place. A program
// that is killed in the middle leaves each mod whole, the old one or the new one: see
// [Change.Commit].
package modstore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"

	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/saves"
	"houserule/engine/library"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// A Store is the folder of a user's mods.
type Store struct{ Dir string }

// The names in the folder of a store besides the mods'.
const (
	lockFile = "mods.lock"
	staged   = ".staged"   // mods being installed, and removed mods
	replaced = ".replaced" // mods whose successors are being renamed into their place
)

// Folders returns the folders that hold the mods of the store. The first takes
// precedence. A store that does not exist yet has none.
func (s Store) Folders() []library.Folder {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil
	}
	return []library.Folder{
		{FS: root.FS(), Dir: ".", Where: s.Dir},
		{FS: root.FS(), Dir: replaced, Where: s.Dir + "/" + replaced},
	}
}

// Has reports whether a mod lies in the store.
func (s Store) Has(mod library.Found) bool {
	return filepath.Dir(mod.Folder.Where) == filepath.Clean(s.Dir)
}

// Address notes in mods of the store from which address each was installed.
func (s Store) Address(mods []library.Found) {
	installed, _ := s.Installed() // where mods.lock cannot be read, the addresses are not known
	for i, f := range mods {
		if from := installed[f.Mod.ID].From; s.Has(f) && from.address() != nil {
			mods[i].Folder.From = string(from)
		}
	}
}

// An Origin is the entry of a mod in mods.lock.
type Origin struct {
	Version  string `toml:"version" required:"true" doc:"the version that is installed"`
	SHA256   string `toml:"sha256" required:"true" doc:"of the archive that houserule mod pack makes of it"`
	Replaces string `toml:"replaces" doc:"the SHA-256 of what it was installed in place of"`
	From     Source `toml:"from" required:"true" doc:"where houserule mod update looks for another version"`
}

// lockEntries is mods.lock.
type lockEntries struct {
	Mod map[string]Origin `toml:"mod" doc:"the installed mods, by their ids"`
}

// Installed returns the origins of the installed mods by their ids.
func (s Store) Installed() (map[string]Origin, error) {
	path := filepath.Join(s.Dir, lockFile)
	text, err := files.ReadPath(path, files.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]Origin{}, nil
	}
	var lock lockEntries
	if err == nil {
		err = strict.Decode(path, text, &lock)
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s lists the installed mods: mend it, or remove it, and they are as mods of your own", err, path)
	}
	if lock.Mod == nil {
		lock.Mod = map[string]Origin{}
	}
	return lock.Mod, nil
}

// write writes mods.lock.
func (s Store) write(installed map[string]Origin) error {
	var text bytes.Buffer
	text.WriteString("# The installed mods. houserule mod install, update and remove write this file.\n")
	encoder := toml.NewEncoder(&text)
	encoder.Indent = ""
	if err := encoder.Encode(lockEntries{installed}); err != nil {
		return err
	}
	return saves.Replace(filepath.Join(s.Dir, lockFile), text.Bytes())
}

// Sum returns the SHA-256 of the archive of an installed mod as its files are now. The
// error is [fs.ErrNotExist] if its folder is missing.
func (s Store) Sum(id string) (string, error) {
	dir := filepath.Join(s.Dir, id)
	if _, err := os.Lstat(dir); err != nil {
		return "", files.Cause(err)
	}
	all, _, err := library.Folder{FS: os.DirFS(s.Dir), Dir: id, Where: dir}.Files()
	if err != nil {
		return "", err
	}
	archive, err := modpack.Pack(id, all)
	return modpack.Sum(archive), err
}

// A State is how the files of an installed mod compare with what was installed.
type State string

// The states, in words.
const (
	Whole   State = ""
	Missing State = "its folder is missing"
	CutOff  State = "its installation was cut off"
	Changed State = "its files changed since"
)

// State compares the files of an installed mod with its origin.
func (s Store) State(id string, origin Origin) State {
	switch sum, err := s.Sum(id); {
	case errors.Is(err, fs.ErrNotExist):
		return Missing
	case err == nil && sum == origin.SHA256:
		return Whole
	case err == nil && sum == origin.Replaces:
		return CutOff
	}
	return Changed
}
