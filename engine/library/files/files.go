// Package files reads files and folders that others wrote. All commands read
// through it, so that a pipe keeps none of them waiting and no file, however large
// it is, takes more memory than its bound: [Read] reads a file of an [fs.FS],
// [ReadPath] one of this machine, and [List] a folder. Errors do not name the
// file, which their readers do.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Errors of what is no file with a text in it, or no folder.
var (
	ErrFolder   = errors.New("it is a folder, not a file")
	ErrSpecial  = errors.New("it is a pipe or a device, not a file")
	errNoFolder = errors.New("it is no folder")
)

// A TooLarge is the error of a file of more than Most bytes.
type TooLarge struct {
	Size int64 // 0: not known, but more than Most
	Most int64
}

func (e *TooLarge) Error() string {
	if e.Size == 0 {
		return fmt.Sprintf("the file has more than %d bytes, which are the most", e.Most)
	}
	return fmt.Sprintf("the file has %d bytes: %d are the most", e.Size, e.Most)
}

// A TooMany is the error of a folder with more than Most files and folders.
type TooMany struct{ Most int }

func (e *TooMany) Error() string {
	return fmt.Sprintf("the folder has more than %d files and folders", e.Most)
}

// Read returns what is in a file of at most that many bytes.
func Read(fsys fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, cause(err)
	}
	if err := check(info, most); err != nil {
		return nil, err
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	defer file.Close()
	return ReadFrom(file, most)
}

// check refuses what should not be opened, as opening a pipe waits for its other
// end. Most is the bound in bytes, or 0 for none.
func check(info fs.FileInfo, most int64) error {
	switch {
	case info.IsDir():
		return ErrFolder
	case !info.Mode().IsRegular():
		return ErrSpecial
	case most > 0 && info.Size() > most:
		return &TooLarge{info.Size(), most}
	}
	return nil
}

// Open opens a file of this machine for a reader that has bounds of its own.
func Open(path string) (*os.File, error) { return open(path, 0) }

// ReadPath is [Read] for a file of this machine.
func ReadPath(path string, most int64) ([]byte, error) {
	file, err := open(path, most)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadFrom(file, most)
}

func open(path string, most int64) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, cause(err)
	}
	if err := check(info, most); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, cause(err)
	}
	return file, nil
}

// ReadFrom reads r to its end, which comes after at most that many bytes.
func ReadFrom(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, cause(err)
	case int64(len(text)) > most:
		return nil, &TooLarge{Most: most}
	}
	return text, nil
}

// List returns what is in a folder, sorted by name: at most that many entries.
func List(fsys fs.FS, dir string, most int) ([]fs.DirEntry, error) {
	info, err := fs.Stat(fsys, dir)
	if err != nil {
		return nil, cause(err)
	}
	if !info.IsDir() {
		return nil, errNoFolder
	}
	file, err := fsys.Open(dir)
	if err != nil {
		return nil, cause(err)
	}
	defer file.Close()
	folder, ok := file.(fs.ReadDirFile)
	if !ok {
		return nil, errNoFolder
	}
	var all []fs.DirEntry
	for {
		some, err := folder.ReadDir(most + 1 - len(all))
		all = append(all, some...)
		switch {
		case len(all) > most:
			return nil, &TooMany{most}
		case errors.Is(err, io.EOF):
			slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return all, nil
		case err != nil:
			return nil, cause(err)
		}
	}
}

// cause returns an error of a file system without the path.
func cause(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}
