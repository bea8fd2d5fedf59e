// Package files reads files and folders that others wrote. All commands read through it, so
// that they never wait for a pipe, and no file, however large, takes more memory than its
// bound. [Read] reads a file of an [fs.FS], [ReadPath] a file of this machine, and [List] a
// folder. Errors do not name the file; the caller does.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// Errors of names that are no text file, or no folder.
var (
	ErrFolder   = errors.New("it is a folder, not a file")
	ErrSpecial  = errors.New("it is a pipe or a device, not a file")
	errNoFolder = errors.New("it is no folder")
)

// A TooLarge is the error of a file of more than Most bytes.
type TooLarge struct {
	Size int64 // 0: unknown, but more than Most
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

// Read returns the content of a file of at most most bytes.
func Read(fsys fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	return read(info, err, func() (fs.File, error) { return fsys.Open(name) }, most)
}

// ReadPath does what [Read] does, for a file of this machine.
func ReadPath(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	return read(info, err, func() (*os.File, error) { return os.Open(path) }, most)
}

// Open opens a file of this machine for a reader with bounds of its own.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	return checked(info, err, func() (*os.File, error) { return os.Open(path) }, 0)
}

func read[F fs.File](info fs.FileInfo, err error, open func() (F, error), most int64) ([]byte, error) {
	file, err := checked(info, err, open, most)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadFrom(file, most)
}

// checked opens a file, but not one that should stay closed: for instance, opening a pipe
// waits for its other end. Most is the bound in bytes, or 0 for none.
func checked[F fs.File](info fs.FileInfo, err error, open func() (F, error), most int64) (file F, _ error) {
	switch {
	case err != nil:
	case info.IsDir():
		err = ErrFolder
	case !info.Mode().IsRegular():
		err = ErrSpecial
	case most > 0 && info.Size() > most:
		err = &TooLarge{info.Size(), most}
	default:
		file, err = open()
	}
	return file, Cause(err)
}

// ReadFrom reads r to its end, which must come after at most most bytes.
func ReadFrom(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, Cause(err)
	case int64(len(text)) > most:
		return nil, &TooLarge{Most: most}
	}
	return text, nil
}

// Text returns a text with \n as its line ends and without a byte order mark, so that it is
// the same text whichever editor or git has written it. It returns all else as it is: bytes
// that are no text in UTF-8, and texts with other characters that end lines, or with two
// marks, which are mistakes. Text of a Text changes nothing.
func Text(text []byte) []byte {
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return text
	}
	const mark = "\ufeff"
	if !bytes.HasPrefix(text, []byte(mark+mark)) {
		text = bytes.TrimPrefix(text, []byte(mark))
	}
	if bytes.Contains(text, []byte("\r\r\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// List returns the entries of a folder, sorted by name: at most most of them.
func List(fsys fs.FS, dir string, most int) ([]fs.DirEntry, error) {
	info, err := fs.Stat(fsys, dir)
	if err != nil {
		return nil, Cause(err)
	}
	if !info.IsDir() {
		return nil, errNoFolder
	}
	file, err := fsys.Open(dir)
	if err != nil {
		return nil, Cause(err)
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
			return nil, Cause(err)
		}
	}
}

// Cause returns the reason of an error about a file, without the path and the operation,
// which the caller adds.
func Cause(err error) error {
	for one, two := new(fs.PathError), new(os.LinkError); ; {
		switch {
		case errors.As(err, &one):
			err = one.Err
		case errors.As(err, &two):
			err = two.Err
		default:
			return err
		}
	}
}
