package usage

import (
	"errors"
	"io/fs"
	"os"

	"houserule/engine/library/files"
)

// Open opens a file that the command line names. The error does not contain the name.
func Open(name string) (*os.File, error) {
	file, err := files.Open(name)
	return file, OfFile(err)
}

// OfFile turns an error that the name of a file causes into an [Error].
func OfFile(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{Err: err}
	case errors.Is(err, files.ErrFolder):
		return Errorf("%w: name a file in it", err)
	case errors.Is(err, files.ErrSpecial):
		return Errorf("%w: write what it holds to a file, and name that", err)
	}
	return err
}
