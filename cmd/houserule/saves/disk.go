package saves

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// A disk is a set of operations on files. Tests have disks that are full or broken.
type disk interface {
	open(path string, flag int) (file, error)
	rename(from, to string) error
	remove(path string) error
	truncate(path string, size int64) error
	syncFolder(path string) error
}

type file interface {
	io.WriteCloser
	Sync() error
}

type osDisk struct{}

func (osDisk) open(path string, flag int) (file, error) { return os.OpenFile(path, flag, 0o644) }
func (osDisk) remove(path string) error                 { return os.Remove(path) }
func (osDisk) truncate(path string, n int64) error      { return os.Truncate(path, n) }

func (osDisk) rename(from, to string) error {
	err := os.Rename(from, to)
	// On Windows nothing can be renamed over a file while somebody reads it:
	// another program that lists the battles, or a virus scanner.
	for range 20 {
		if err == nil || runtime.GOOS != "windows" {
			break
		}
		time.Sleep(10 * time.Millisecond)
		err = os.Rename(from, to)
	}
	return err
}

// syncFolder makes sure that the names in a folder survive a loss of power.
func (osDisk) syncFolder(path string) error {
	if runtime.GOOS == "windows" { // it has no such thing
		return nil
	}
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) { // a folder may be writable but not readable
		return nil
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) { // of some network file systems
		return nil
	}
	return err
}

// makeFolder makes a folder and its parents, and syncs them.
func makeFolder(d disk, folder string) error {
	var ensure func(path string) error
	ensure = func(path string) error {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return nil
		} else if err == nil {
			return fmt.Errorf("%s is no folder", path)
		}
		above := filepath.Dir(path)
		if above != path {
			if err := ensure(above); err != nil {
				return err
			}
		}
		if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return d.syncFolder(above)
	}
	if err := ensure(folder); err != nil {
		return cannot("make the folder", folder, err)
	}
	return nil
}

// draft writes text to a file beside path, and syncs it. The holder of the lock of
// path is alone with its draft, and may find one that a killed program left.
func draft(d disk, path string, text []byte) error {
	f, err := d.open(path+draftSuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		d.remove(path + draftSuffix) // a full disk needs the room
	}
	return err
}

// commit renames the draft to path.
func commit(d disk, path string) error {
	if err := d.rename(path+draftSuffix, path); err != nil {
		d.remove(path + draftSuffix)
		return err
	}
	return d.syncFolder(filepath.Dir(path))
}

// Replace makes text the contents of a file, all or nothing, and makes its folder.
func Replace(path string, text []byte) error {
	if err := makeFolder(osDisk{}, filepath.Dir(path)); err != nil {
		return err
	}
	if err := replace(osDisk{}, path, text); err != nil {
		return cannot("write", path, err)
	}
	return nil
}

// replace replaces the contents of path by text: all or nothing.
func replace(d disk, path string, text []byte) error {
	if err := draft(d, path, text); err != nil {
		return err
	}
	return commit(d, path)
}
