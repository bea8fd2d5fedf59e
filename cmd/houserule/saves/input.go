package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"houserule/cmd/houserule/usage"
	"houserule/engine/library/strict"
)

// JournalPath returns the path of a journal: a file, or where there is none the journal
// that was kept or saved under that name.
func JournalPath(name string) string {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return name
	}
	if path, ok := Platform().Find(name); ok {
		return path
	}
	return name
}

// OpenJournal opens a journal. Its error does not contain the name.
func OpenJournal(name string) (*os.File, error) {
	path := JournalPath(name)
	file, err := usage.Open(path)
	if err == nil || path != name {
		return file, err
	}
	if strings.ContainsAny(name, `/\`) || filepath.Ext(name) == ".journal" || !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	text := "there is no such file, and no kept or saved battle of that name"
	if near := strict.Suggest(name, Platform().Names()); near != "" {
		text += fmt.Sprintf(": did you mean %q?", near)
	}
	return nil, &usage.Error{Err: errors.New(text)}
}
