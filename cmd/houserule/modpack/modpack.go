// Package modpack turns mods into archives, and archives into mods.
//
// [Pack] writes the files of a mod into a zip archive whose bytes depend on nothing
// else, so that its [Sum] stands for the mod. [Unpack] reads the archives of
// strangers. It believes nothing that an archive says of itself: it counts the bytes
// that it unpacks, and takes only plain files whose names mean the same file on every
// system. It works in memory and runs nothing; the caller writes the files to disk
// after all of them are known to be good.
package modpack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"houserule/cmd/houserule/saves"
	"houserule/engine/library/files"
)

// Files are the files of a mod: their texts by their names, with slashes.
type Files map[string][]byte

// modFile makes a folder a mod.
const modFile = "mod.toml"

// epoch is the time of every file in an archive: the first that zip knows.
var epoch = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// Pack returns the archive of a mod, which unpacks to a folder named by its id. The
// files are stored, not compressed, as compressors differ between versions.
func Pack(id string, all Files) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	sorted := slices.Sorted(maps.Keys(all))
	if wrong := CheckNames(id, sorted); wrong != nil {
		return nil, wrong[0]
	}
	for _, name := range sorted {
		full := id + "/" + name
		header := &zip.FileHeader{Name: full, Method: zip.Store, Modified: epoch}
		header.SetMode(0o644)
		file, err := w.CreateHeader(header)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", full, err)
		}
		if _, err := file.Write(all[name]); err != nil {
			return nil, fmt.Errorf("%q: %w", full, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// CheckNames returns an error for each file of a mod whose name not all systems accept. The
// names are sorted.
func CheckNames(id string, names []string) (wrong []error) {
	before := tree{}
	for _, name := range names {
		if err := before.add(id+"/"+name, false); err != nil {
			wrong = append(wrong, err)
		}
	}
	return wrong
}

// Sum returns the SHA-256 of an archive, in hexadecimal.
func Sum(archive []byte) string { return fmt.Sprintf("%x", sha256.Sum256(archive)) }

// maxRatio is how many times its own size an archive may unpack to. Texts by people
// stay below 10; the densest that deflate can write is above 1000.
const maxRatio = 100

// Unpack returns the mods in an archive by the folders in which they lie, "" being the
// archive itself, with texts as [files.Text] has them: one mod there, or several in a folder
// each. Files whose name, or whose folder's name, begins with a dot belong to no mod; Unpack
// returns their names.
func Unpack(archive []byte) (found map[string]Files, hidden []string, err error) {
	if len(archive) > files.MaxArchive {
		return nil, nil, &files.TooLarge{Size: int64(len(archive)), Most: files.MaxArchive}
	}
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, nil, errors.New("it is no zip archive, or a damaged one: get it again")
	}
	if len(r.File) > files.MaxEntries {
		return nil, nil, fmt.Errorf("it has %d files and folders: %d are the most", len(r.File), files.MaxEntries)
	}
	u := unpacking{names: tree{}, all: Files{}, size: int64(len(archive))}
	for _, f := range r.File {
		if err := u.entry(f); err != nil {
			return nil, nil, err
		}
	}
	found, err = mods(u.all)
	return found, u.hidden, err
}

// unpacking is an archive that is being read.
type unpacking struct {
	names  tree
	all    Files
	hidden []string
	size   int64 // of the archive
	bytes  int64 // that it unpacked to so far
}

// entry reads a file or a folder.
func (u *unpacking) entry(f *zip.File) error {
	f.Name = strings.ReplaceAll(f.Name, `\`, "/") // as some programs on Windows write the slashes
	name, isFolder := strings.CutSuffix(f.Name, "/")
	if err := u.names.add(name, isFolder); err != nil {
		return err
	}
	const encrypted = 1
	switch mode := f.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return fmt.Errorf("%q is a symbolic link: a mod is made of files of its own", f.Name)
	case mode.IsDir() != isFolder || !isFolder && !mode.IsRegular():
		return fmt.Errorf("%q is no plain file", f.Name)
	case isFolder && f.UncompressedSize64 > 0:
		return fmt.Errorf("%q is a folder, and has contents like a file", f.Name)
	case isFolder:
		return nil
	case hidden(name) != "":
		if part := hidden(name); !slices.Contains(u.hidden, part) {
			u.hidden = append(u.hidden, part)
		}
		return nil
	case f.Flags&encrypted != 0:
		return fmt.Errorf("%q is encrypted: pack it without a password", f.Name)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("%q is compressed by method %d: pack it with deflate, as all programs can", f.Name, f.Method)
	}
	text, err := u.read(f)
	if err != nil {
		return fmt.Errorf("%q: %w", f.Name, err)
	}
	u.all[name] = text
	return nil
}

// read unpacks a file, up to its bounds: headers may lie about sizes.
func (u *unpacking) read(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, errDamaged
	}
	defer r.Close()
	most := min(files.MaxArchive, u.size*maxRatio) - u.bytes
	text, err := io.ReadAll(io.LimitReader(r, min(most, files.MaxFile)+1))
	switch n := int64(len(text)); {
	case n > files.MaxFile:
		return nil, &files.TooLarge{Most: files.MaxFile}
	case n > most && u.size*maxRatio < files.MaxArchive:
		return nil, fmt.Errorf("up to this file the archive unpacks to more than %d times its size", maxRatio)
	case n > most:
		return nil, fmt.Errorf("up to this file the archive unpacks to more than %d bytes, which are the most", files.MaxArchive)
	case err != nil || crc32.ChecksumIEEE(text) != f.CRC32: // the reader takes a sum of 0 for none
		return nil, errDamaged
	default:
		u.bytes += n
		return files.Text(text), nil
	}
}

var errDamaged = errors.New("it is damaged: get the archive again")

// hidden returns the part of a name up to the first file or folder that begins with a dot, ""
// if none does.
func hidden(name string) string {
	at := strings.Index("/"+name, "/.")
	if at < 0 {
		return ""
	}
	folder, _, _ := strings.Cut(name[at:], "/")
	return name[:at] + folder
}

// mods divides the files of an archive among its mods.
func mods(all Files) (map[string]Files, error) {
	if _, ok := all[modFile]; ok {
		return map[string]Files{"": all}, nil
	}
	found := map[string]Files{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		folder, inner, _ := strings.Cut(name, "/")
		if _, ok := all[folder+"/"+modFile]; !ok {
			return nil, fmt.Errorf("%q lies in no mod: an archive holds the mod.toml of one mod, or folders with a mod.toml each", name)
		}
		if found[folder] == nil {
			found[folder] = Files{}
		}
		found[folder][inner] = all[name]
	}
	if len(found) == 0 {
		return nil, errors.New("it has no mod.toml: it is no mod")
	}
	return found, nil
}

// tree is the names of an archive, and of the folders in which they lie, by their
// lower case.
type tree map[string]node

type node struct {
	name     string
	isFolder bool
}

// maxName is the length of the longest name: below the 260 characters of a path on
// Windows, with room for the folder of mods.
const maxName = 150

// add adds the name of a file or folder. It returns an error unless the name means one and the
// same file on every system: Windows and macOS take names that differ only by case
// for the same, macOS also some letters that are written in two ways, and Windows
// keeps names and characters for itself.
func (t tree) add(name string, isFolder bool) error {
	if len(name) > maxName {
		return fmt.Errorf("%q is no name in a mod: it has %d characters, and %d are the most", name[:maxName], len(name), maxName)
	}
	parts := strings.Split(name, "/")
	if len(parts) > files.MaxDepth+2 { // the folder of the mod, and the file
		return fmt.Errorf("%q: folders lie more than %d deep in each other", name, files.MaxDepth)
	}
	for i, part := range parts {
		if err := checkPart(name, part); err != nil {
			return err
		}
		n := node{path.Join(parts[:i+1]...), isFolder || i < len(parts)-1}
		before, ok := t[strings.ToLower(n.name)]
		switch {
		case !ok:
			t[strings.ToLower(n.name)] = n
		case before.name != n.name:
			return fmt.Errorf("%q and %q differ only by case, which on some systems is the same file: rename one", before.name, n.name)
		case !n.isFolder || !before.isFolder:
			return fmt.Errorf("%q stands twice in it", n.name)
		}
	}
	return nil
}

// checkPart checks the name of a file or of a folder that it lies in.
func checkPart(name, part string) error {
	switch {
	case part == "" || part == "." || part == "..":
		return fmt.Errorf("%q is no name in a mod: no part of it may be empty, . or .., which lead elsewhere", name)
	case strings.ContainsFunc(part, isUnportable):
		return fmt.Errorf("%q is no name in a mod: a name is of the letters a to z and A to Z, digits, -, _ and .: rename it", name)
	case strings.HasSuffix(part, "."):
		return fmt.Errorf("%q is no name in a mod: Windows drops a dot at the end: rename it", name)
	}
	return saves.CheckReserved(part)
}

// isUnportable reports whether a character is not the same in the names of all systems.
func isUnportable(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.", r)
}
