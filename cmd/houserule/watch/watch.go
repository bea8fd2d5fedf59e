// Package watch tells when files of folders are saved.
package watch

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// calm is how long no event must come before a change is told: to save a file makes several.
const calm = 50 * time.Millisecond

// Folders calls changed after each change of a file in the folders, or in folders within them,
// until it is stopped. Changed is called by a goroutine of its own, once at a time.
func Folders(folders []string, changed func()) (stop func(), err error) {
	on, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			return on.Add(path)
		})
		if err != nil {
			on.Close()
			return nil, fmt.Errorf("%s cannot be watched: %w", folder, err)
		}
	}
	go func() {
		for event := range on.Events {
			if event.Has(fsnotify.Chmod) {
				continue
			}
			for settled := false; !settled; {
				select {
				case _, more := <-on.Events:
					settled = !more
				case <-time.After(calm):
					settled = true
				}
			}
			changed()
		}
	}()
	return func() { on.Close() }, nil
}
