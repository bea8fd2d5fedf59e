package library

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// What the files of a mod are called.
const (
	modFile  = "mod.toml"
	mainFile = "main.lua"
	testFile = "test.lua"
)

// A Folder is where a mod lies: the folder Dir of FS.
type Folder struct {
	FS    fs.FS
	Dir   string
	Where string   // what problems call the folder, as in "mods/morale"
	Also  []string // files of FS outside Dir that belong to the mod, too
	From  string   // the address that the mod was installed from, which journals name; "": none
}

// Base returns the base game of a system in the data that ships with the program.
func Base(system Format, fsys fs.FS) Folder {
	dir := "mods/" + system.Name()
	return Folder{FS: fsys, Dir: dir, Where: dir, Also: system.Files()}
}

// file is a file of a mod.
type file struct {
	name  string // in the mod's folder, with slashes
	where string // what problems call it
	text  []byte
}

// What no file of a mod may be.
const (
	isLink   = "is a symbolic link: a mod is made of files of its own"
	isNoFile = "is no plain file"
)

// reading reads the files of one mod and holds them to the limits.
type reading struct {
	files    []file
	problems strict.Problems
	entries  int  // of folders
	isFull   bool // there are too many of them
	size     int
}

func (r *reading) reportf(where, format string, args ...any) {
	r.problems = append(r.problems, strict.Problem{File: where, Text: fmt.Sprintf(format, args...)})
}

// read returns all files of a folder, in the order of their names, those of
// Also first. What starts with a dot is not of the mod.
func (f Folder) read() ([]file, strict.Problems) {
	var r reading
	for _, name := range f.Also {
		r.file(f.FS, name, path.Base(name), name)
	}
	if f.Dir != "" && r.isFolder(f) {
		r.folder(f, "", 0)
	}
	return r.files, r.problems
}

// Files returns the files of the mod, by their names in its folder, with slashes. The
// error is a [strict.Problems].
func (f Folder) Files() (map[string][]byte, error) {
	read, problems := f.read()
	all := map[string][]byte{}
	for _, file := range read {
		all[file.name] = file.text
	}
	return all, problems.Err()
}

// isFolder reports what is no folder.
func (r *reading) isFolder(f Folder) bool {
	if !fs.ValidPath(f.Dir) {
		r.reportf(f.Where, "the path of a mod's folder must not go through . or ..")
		return false
	}
	info, err := fs.Lstat(f.FS, f.Dir)
	switch {
	case err != nil:
		r.reportf(f.Where, "%s", files.Cause(err))
	case info.Mode()&fs.ModeSymlink != 0:
		r.reportf(f.Where, "is a symbolic link: name the folder that it leads to")
	case !info.IsDir():
		r.reportf(f.Where, "is no folder")
	default:
		return true
	}
	return false
}

// folder reads the part of a folder that lies in sub.
func (r *reading) folder(f Folder, sub string, depth int) {
	if r.isFull {
		return
	}
	list, err := files.List(f.FS, path.Join(f.Dir, sub), files.MaxEntries-r.entries)
	switch {
	case errors.As(err, new(*files.TooMany)):
		r.isFull = true
		r.reportf(f.Where, "%s: what is no part of the mod belongs elsewhere", &files.TooMany{Most: files.MaxEntries})
		return
	case err != nil:
		r.reportf(path.Join(f.Where, sub), "%s", err)
		return
	}
	r.entries += len(list)
	for _, d := range list {
		name := path.Join(sub, d.Name())
		where := f.Where + "/" + engine.Shown(name)
		switch at, what := engine.Unsafe(name, ""); {
		case strings.HasPrefix(d.Name(), "."):
		case at >= 0:
			r.reportf(where, "rename it without the %s", what)
		case d.Type()&fs.ModeSymlink != 0:
			r.reportf(where, "%s", isLink)
		case d.IsDir() && depth == files.MaxDepth:
			r.reportf(where, "folders lie more than %d deep in each other", files.MaxDepth)
		case d.IsDir():
			r.folder(f, name, depth+1)
		case !d.Type().IsRegular():
			r.reportf(where, "%s", isNoFile)
		default:
			r.file(f.FS, path.Join(f.Dir, name), name, where)
		}
	}
}

// file reads one file.
func (r *reading) file(fsys fs.FS, full, name, where string) {
	if r.size > files.MaxMod {
		return
	}
	most := int64(files.MaxFile)
	if name == modFile {
		most = files.MaxHeader
	}
	text, err := files.Read(fsys, full, most)
	r.size += len(text)
	switch {
	case errors.As(err, new(*files.TooLarge)):
		r.reportf(where, "%s: shorten it, or split it up", err)
	case err != nil:
		r.reportf(where, "%s", err)
	case r.size > files.MaxMod:
		r.reportf(where, "up to this file the folder has %d bytes: %d are the most: make two mods of it", r.size, files.MaxMod)
	case path.Ext(name) == ".toml": // which package strict says more of
		r.files = append(r.files, file{name, where, text})
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		r.reportf(where, "is a binary file: a mod is made of texts in UTF-8")
	default:
		r.files = append(r.files, file{name, where, text})
	}
}

// hashOf returns the hash of all that makes a mod what it is: its data and its
// scripts, wherever it lies.
func hashOf(files []file) string {
	hash := sha256.New()
	for _, f := range files {
		if ext := path.Ext(f.name); ext == ".toml" || ext == ".lua" && f.name != testFile {
			fmt.Fprintf(hash, "%s %d\n%s", f.name, len(f.text), f.text)
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// A Found is a mod that is there to be loaded.
type Found struct {
	Mod    Mod
	Folder Folder
	Own    Own      // what it declares for data
	Hides  []Folder // those with the same id in later roots, which it takes the place of
	Err    error    // what is wrong with mod.toml; Mod has then only an ID, else the folder's name, and a Game
}

// Find lists the mods in the roots, which are folders of mods: each folder in
// them with a mod.toml. Only that file is read. Of two mods with one id it is
// that of the earlier root which counts, so put a user's folder before the
// bundled one. A root that is not there holds none. The list is sorted by id.
func Find(roots ...Folder) []Found {
	var all []Found
	for _, root := range roots {
		list, err := files.List(root.FS, root.Dir, files.MaxRoot)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = append(all, Found{Mod: Mod{ID: path.Base(root.Where)}, Folder: root, Err: fmt.Errorf("%s: %w", root.Where, err)})
		}
		for _, d := range list {
			f := Folder{FS: root.FS, Dir: path.Join(root.Dir, d.Name()), Where: root.Where + "/" + engine.Shown(d.Name())}
			if strings.HasPrefix(d.Name(), ".") || !d.IsDir() && d.Type()&fs.ModeSymlink == 0 {
				continue
			}
			if _, err := fs.Stat(f.FS, path.Join(f.Dir, modFile)); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			all = append(all, At(f))
		}
	}
	return Merge(all)
}

// Merge joins lists of mods as [Find] does roots: of two mods with one id that of the
// earlier list counts.
func Merge(lists ...[]Found) []Found {
	var all []Found
	places := map[string]int{} // in all, by id
	for _, one := range slices.Concat(lists...) {
		if i, ok := places[one.Mod.ID]; ok {
			all[i].Hides = slices.Concat(all[i].Hides, []Folder{one.Folder}, one.Hides)
			continue
		}
		places[one.Mod.ID] = len(all)
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Found) int { return strings.Compare(a.Mod.ID, b.Mod.ID) })
	return all
}

// At reads the mod.toml of one folder.
func At(f Folder) Found {
	found := Found{Mod: Mod{ID: path.Base(f.Where)}, Folder: f}
	var r reading
	if r.isFolder(f) {
		full := path.Join(f.Dir, modFile)
		where := f.Where + "/" + modFile
		switch info, err := fs.Lstat(f.FS, full); {
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			r.reportf(where, "%s", isLink)
		case err == nil && !info.Mode().IsRegular():
			r.reportf(where, "%s", isNoFile)
		default:
			r.file(f.FS, full, modFile, where)
		}
	}
	if len(r.problems) == 0 {
		h := readHeader(r.files[0], new(strict.Batch))
		if r.problems = h.problems(); len(r.problems) == 0 {
			found.Mod, found.Own = h.entry.Mod, h.own
		} else {
			found.Mod.Game = h.entry.Game
			if engine.ModNaming.Takes(h.entry.ID) {
				found.Mod.ID = h.entry.ID
			}
		}
	}
	found.Err = r.problems.Err()
	return found
}
