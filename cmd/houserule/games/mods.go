package games

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"houserule/cmd/houserule/modstore"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// Bundled returns where the mods lie that ship with the program. Those in the Store take
// precedence.
func (r *Resolver) Bundled() library.Folder {
	return library.Folder{FS: r.data, Dir: "mods", Where: "mods"}
}

// Store returns the store of the user's mods.
func Store() modstore.Store {
	return modstore.Store{Dir: filepath.Join(saves.Platform().Data, "mods")}
}

// Available returns the mods that can be named by their ids.
func (r *Resolver) Available() []library.Found {
	found := library.Merge(library.Find(Store().Folders()...), r.bundled())
	Store().Address(found)
	return found
}

// ModIDs returns the ids of the mods that can be named by them.
func (r *Resolver) ModIDs() []string { return IDs(r.Available()) }

// Tools returns the tools of houserule mod for a game, with the declarations of some mods:
// those of the command, those in some folders, and those that they require or know of.
func (r *Resolver) Tools(g Game, folders ...library.Found) modtool.Game {
	known, named, err := r.find()
	if err != nil {
		return g.Tools() // loading the mods reports the error
	}
	mods := append(folders, named...)
	tools := g.Tools(library.OwnFor(mods, known)...)
	if mods == nil && !g.IsLua() {
		return tools
	}
	known = append(slices.Clone(folders), known...)
	for _, enabled := range [][]string{IDs(mods), needed(mods, known)} { // a mod in the making may have mistakes
		if lib, scripts, err := g.Load(known, enabled, nil, modhost.Stop); err == nil {
			tools.Others = scripts
			if lua, ok := g.Data.(luagame.Format); ok {
				tools.Data = lua.Declaring(lib)
			}
			break
		}
	}
	return tools
}

// needed returns the mods that some mods require or know of, of those that are known.
func needed(mods, known []library.Found) (ids []string) {
	for _, m := range mods {
		for _, one := range IDs(known) {
			_, required := m.Mod.Requires[one]
			if _, optional := m.Mod.Optional[one]; required || optional {
				ids = append(ids, one)
			}
		}
	}
	return ids
}

// IDs returns the ids of mods.
func IDs(mods []library.Found) (ids []string) {
	for _, f := range mods {
		ids = append(ids, f.Mod.ID)
	}
	return ids
}

// find returns all mods that can be named, and those that --mods names.
func (r *Resolver) find() (known, named []library.Found, err error) {
	return pick(append(r.resumed(), r.Available()...), r.Mods, isPath, r.at)
}

// Check returns an error unless --mods names mods.
func (r *Resolver) Check() error {
	_, _, err := r.find()
	return err
}

// Choose returns all mods that can be named, and those that the words name: ids or
// folders, whose mods may have errors.
func (r *Resolver) Choose(words []string) (known, chosen []library.Found, err error) {
	isFolder := func(word string) bool {
		_, err := os.Stat(word)
		return err == nil || isPath(word)
	}
	return pick(r.Available(), words, isFolder, r.Folder)
}

// Named returns the word by which --mods names a mod: its id if it is known by that, else the
// path of its folder.
func (r *Resolver) Named(mod library.Found) string {
	known := slices.ContainsFunc(r.Available(), func(f library.Found) bool {
		return f.Mod.ID == mod.Mod.ID && f.Folder.Where == mod.Folder.Where
	})
	switch {
	case known:
		return mod.Mod.ID
	case isPath(mod.Folder.Where):
		return mod.Folder.Where
	}
	return "./" + mod.Folder.Where
}

// pick returns the mods that words name, by the ids of known mods or by folders, and
// puts those in folders before the known ones.
func pick(known []library.Found, words []string, isFolder func(string) bool, at func(path string) (library.Found, error)) (all, chosen []library.Found, err error) {
	choose := func(found library.Found) error {
		for _, one := range chosen {
			if one.Mod.ID == found.Mod.ID && one.Folder.Where != found.Folder.Where {
				return usage.Errorf("%s and %s hold mods of one id, %s: name one of them, or give one another id in its mod.toml", one.Folder.Where, found.Folder.Where, found.Mod.ID)
			}
		}
		chosen = append(chosen, found)
		return nil
	}
	for _, word := range words {
		i := slices.IndexFunc(known, func(f library.Found) bool { return f.Mod.ID == word })
		switch {
		case strings.TrimSpace(word) == "":
			return nil, nil, usage.Errorf("the name of a mod is empty: write ids or paths of folders, with a comma between two")
		case i >= 0 && !isPath(word):
			if err := choose(known[i]); err != nil {
				return nil, nil, err
			}
			continue
		case !isFolder(word):
			return nil, nil, &usage.Error{Err: &engine.Unknown{What: "mod", Word: word, Known: IDs(known), Entry: true}}
		}
		found, err := at(word)
		if err != nil {
			return nil, nil, err
		}
		known = append([]library.Found{found}, known...)
		if err := choose(found); err != nil {
			return nil, nil, err
		}
	}
	return known, chosen, nil
}

// resumed returns the mods in the folders with which a battle was begun. A missing folder
// is reported where its mod is needed.
func (r *Resolver) resumed() (mods []library.Found) {
	for _, path := range r.Resumed {
		if found, err := r.at(path); err == nil {
			mods = append(mods, found)
		}
	}
	return mods
}

// at returns the mod in a folder that --mods names.
func (r *Resolver) at(path string) (library.Found, error) {
	found, err := r.Folder(path)
	if err != nil {
		return found, fmt.Errorf("--mods: %w", err)
	}
	return found, found.Err
}

// Folder returns the mod in a folder, even if the mod has errors. Its own error means
// that there is no mod, or one that takes an own game's place.
func (r *Resolver) Folder(path string) (library.Found, error) {
	where := filepath.ToSlash(filepath.Clean(path))
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() { // to open a pipe would wait for its other end
		return library.Found{}, usage.Errorf("%s is not a folder: name the folder of the mod", where)
	}
	root, err := os.OpenRoot(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return library.Found{}, usage.Errorf("there is no folder %s", where)
	case err != nil:
		return library.Found{}, usage.Errorf("%s: %w", where, files.Cause(err))
	}
	if _, err := fs.Stat(root.FS(), "mod.toml"); err != nil {
		for _, name := range []string{"mod.toml.txt", "mod.tml", "Mod.toml", "MOD.TOML"} {
			if _, err := fs.Stat(root.FS(), name); err == nil {
				return library.Found{}, usage.Errorf("%s is not a mod: it has no mod.toml. Rename its %s", where, name)
			}
		}
		return library.Found{}, usage.Errorf("%s is not a mod: it has no mod.toml. Name the folder of a mod, or make one with houserule mod new NAME", where)
	}
	found := library.At(library.Folder{FS: root.FS(), Dir: ".", Where: where})
	if _, own := named(found.Mod.ID, r.own); own && found.Err == nil {
		return found, fmt.Errorf("%s: its id is %q, which is the base game's: give it one of its own", where, found.Mod.ID)
	}
	return found, nil
}

// Here returns the resolver with the mod of the current folder added, if it holds one
// and the flags name no mods and no other game.
func (r *Resolver) Here() *Resolver {
	found, err := r.Folder(".")
	if err != nil || len(r.Mods) > 0 || r.Game != "" && r.Game != found.Mod.Game {
		return r
	}
	return r.Under(Ruleset{[]string{"."}, r.Set})
}

// Folders returns those of the mods that are named by their paths or, if there are
// none, of the battle being resumed.
func (r *Resolver) Folders() (paths []string) {
	for _, name := range r.Mods {
		if isPath(name) {
			paths = append(paths, name)
		}
	}
	if paths == nil {
		return r.Resumed
	}
	return paths
}

func isPath(name string) bool { return strings.ContainsAny(name, `/\`) || name == "." || name == ".." }
