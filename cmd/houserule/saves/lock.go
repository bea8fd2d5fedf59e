package saves

import (
	"errors"
	"os"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// errLocked is a lock that somebody else holds.
var errLocked = errors.New("another program has it open")

// How long to wait for a lock. Whoever looks whether a battle is being played
// holds its lock for a moment, a save holds one as long as the disk takes to sync.
const (
	atOnce  = 0
	aMoment = 100 * time.Millisecond
	aWhile  = time.Second
)

// lock takes the lock of the file at path, which is a file beside it: path
// itself is renamed over. It dies with the process.
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

// current reports whether l is the file that others find by its name. If it is
// not, they lock another.
func current(l *flock.Flock) bool {
	ours, err := l.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.Path())
	return err == nil && os.SameFile(ours, theirs)
}

// unlock gives a lock up and removes its file. That is safe: elsewhere
// because it is still held then, so that who has the old file open sees in
// current that it is gone; on Windows because nobody can remove a file that
// somebody has open.
func unlock(l *flock.Flock) error {
	if runtime.GOOS != "windows" {
		os.Remove(l.Path())
		return l.Unlock()
	}
	err := l.Unlock()
	os.Remove(l.Path())
	return err
}

// locked reports whether somebody holds the lock of path. It removes a lock
// that nobody holds.
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
