package saves

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// errLocked is the error for a lock that another program holds.
var errLocked = errors.New("another program has opened it")

// How long to wait for a lock. A check whether a battle is being played holds its
// lock for a moment; a save holds one as long as the disk takes to sync.
const (
	atOnce  = 0
	aMoment = 100 * time.Millisecond
	aWhile  = time.Second
)

// lock takes the lock of the file at path. The lock is a file beside it, because path
// itself is renamed over. The lock ends with the process.
func lock(path string, wait time.Duration) (*flock.Flock, error) {
	for until := time.Now().Add(wait); ; {
		l := flock.New(path + lockSuffix)
		ok, err := l.TryLock()
		switch {
		case err != nil:
			return nil, err
		case ok && current(l):
			return l, nil
		case ok: // it was removed between opening and locking it
			l.Unlock()
		case !time.Now().Before(until):
			return nil, errLocked
		default:
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// Lock makes the folder of a file and takes the file's lock, which the caller must give
// up by unlock. It waits for another program for a second.
func Lock(path string) (unlockIt func() error, err error) {
	if err := makeFolder(osDisk{}, filepath.Dir(path)); err != nil {
		return nil, err
	}
	l, err := lock(path, aWhile)
	if err != nil {
		return nil, cannot("change", path, err)
	}
	return func() error { return unlock(l) }, nil
}

// current reports whether l is the file that other programs find by its name. If it
// is not, they lock another file.
func current(l *flock.Flock) bool {
	ours, err := l.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.Path())
	return err == nil && os.SameFile(ours, theirs)
}

// unlock gives a lock up and removes its file, which is safe. Windows removes no file
// that another program has open. Elsewhere unlock removes the file while it holds the
// lock, so that a program that has the old file open sees in current that it is gone.
func unlock(l *flock.Flock) error {
	if runtime.GOOS != "windows" {
		os.Remove(l.Path())
		return l.Unlock()
	}
	err := l.Unlock()
	os.Remove(l.Path())
	return err
}

// locked reports whether a program holds the lock of path. It removes a lock file
// that no program holds.
func locked(path string) bool {
	if _, err := os.Stat(path + lockSuffix); err != nil {
		return false
	}
	l, err := lock(path, atOnce)
	if err == nil {
		unlock(l)
	}
	return errors.Is(err, errLocked)
}
