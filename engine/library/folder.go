package library

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// The names of a mod's files.
const (
	modFile  = "mod.toml"
	mainFile = "main.lua"
	testFile = "test.lua"
)

// A Folder is the place of a mod: the folder Dir of FS.
type Folder struct {
	FS    fs.FS
	Dir   string
	Where string   // the folder's name in problems, such as "mods/morale"
	Also  []string // files of FS outside Dir that also belong to the mod
	From  string   // the address from which the mod was installed, for journals; "": none
}

// Base returns the folder of a system's base game, in the data that ships with the program.
func Base(system Format, fsys fs.FS) Folder {
	dir := "mods/" + system.Name()
	return Folder{FS: fsys, Dir: dir, Where: dir, Also: system.Files()}
}

// A file is a file of a mod.
type file struct {
	name  string // path in the mod's folder, with slashes
	where string // name in problems
	text  []byte // nil if it is neither data nor a script, and was not asked for
}

// isPart reports whether a file of that name is data or a script. A mod's folder may have
// other files, such as a license or a picture, which only archives contain.
func isPart(name string) bool { return path.Ext(name) == ".toml" || path.Ext(name) == ".lua" }

// Errors of files that a mod may not have.
const (
	isLink   = "is a symbolic link: a mod is made of files of its own"
	isNoFile = "is no plain file"
)

// A reading reads the files of one mod and enforces the limits.
type reading struct {
	isWhole  bool // whether the texts of files that are no part of the game are read, too
	files    []file
	hidden   []string // names of files and folders that start with a dot
	problems strict.Problems
	entries  int  // number of files and folders
	isFull   bool // whether there are too many of them
	size     int
}

func (r *reading) reportf(where, format string, args ...any) {
	r.problems = append(r.problems, strict.Problem{File: where, Text: fmt.Sprintf(format, args...)})
}

// read reads all files of a folder into r, in the order of their names, those of Also first,
// with texts as [files.Text] has them. It skips names that start with a dot.
func (f Folder) read(r reading) reading {
	for _, name := range f.Also {
		r.file(f.FS, name, path.Base(name), name)
	}
	if f.Dir != "" && r.isFolder(f) {
		r.folder(f, "", 0)
	}
	return r
}

// Files returns the files of the mod, by their paths in its folder, with slashes, and the
// names of files and folders that start with a dot, which are left out. The error is a
// [strict.Problems].
func (f Folder) Files() (all map[string][]byte, hidden []string, err error) {
	r := f.read(reading{isWhole: true})
	all = map[string][]byte{}
	for _, file := range r.files {
		all[file.name] = file.text
	}
	return all, r.hidden, r.problems.Err()
}

// Scenarios returns the ids of the scenarios that the files of the mod add. It reads only
// where the files have which tables, which takes a tenth of the time of loading the mod,
// and lets mistakes pass.
func (f Folder) Scenarios() (ids []string) {
	for _, file := range f.read(reading{}).files { // loading the mod reports the problems
		if path.Ext(file.name) == ".toml" {
			ids = append(ids, strict.IDs(file.text, ScenarioSection)...)
		}
	}
	return ids
}

// isFolder reports whether f is a folder, and adds a problem if not.
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

// folder reads the folder sub within f, and the folders in it.
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
			r.hidden = append(r.hidden, name)
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
	if !r.isWhole && !isPart(name) {
		r.files = append(r.files, file{name: name, where: where})
		return
	}
	most := int64(files.MaxFile)
	if name == modFile {
		most = files.MaxHeader
	}
	text, err := files.Read(fsys, full, most)
	r.size += len(text)
	text = files.Text(text)
	switch {
	case errors.As(err, new(*files.TooLarge)):
		r.reportf(where, "%s: shorten it, or split it up", err)
	case err != nil:
		r.reportf(where, "%s", err)
	case r.size > files.MaxMod:
		r.reportf(where, "up to this file the folder has %d bytes: %d are the most: make two mods of it", r.size, files.MaxMod)
	default:
		if path.Ext(name) == ".lua" { // package strict checks TOML
			if found := strict.CheckEncoding(where, text); found != nil {
				r.problems, text = append(r.problems, found...), nil
			}
		}
		r.files = append(r.files, file{name, where, text})
	}
}

// hashOf returns a hash of a mod's data and scripts, wherever the mod lies and whatever its
// line ends are.
func hashOf(files []file) string {
	hash := sha256.New()
	for _, f := range files {
		if ext := path.Ext(f.name); ext == ".toml" || ext == ".lua" && f.name != testFile {
			fmt.Fprintf(hash, "%s %d\n%s", f.name, len(f.text), f.text)
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// A Found is an available mod.
type Found struct {
	Mod    Mod
	Folder Folder
	Own    Own      // the mod's declarations for data
	Hides  []Folder // folders with the same id in later roots, which this one replaces
	Err    error    // a mistake in mod.toml; Mod then has only an ID (or the folder's name) and a Game
}

// Find lists the mods in the roots, which are folders of mods: each folder in them with a
// mod.toml. It reads only that file. Of two mods with one id the one in the earlier root
// counts, so put a user's folder before the bundled one. A root that does not exist holds
// none. The list is sorted by id.
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

// Merge joins lists of mods as [Find] joins roots: of two mods with one id the one in the
// earlier list counts.
func Merge(lists ...[]Found) []Found {
	var all []Found
	places := map[string]int{} // index in all, by id
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
