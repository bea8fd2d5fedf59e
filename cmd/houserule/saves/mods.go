package saves

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library/files"
)

// mods is the file with the folders of a battle's mods, one on each line, as
// messages show them: quoted where they have a line break.
func (p Places) mods(name string) string { return filepath.Join(p.battles(), name+modsSuffix) }

// keepMods writes where the mods of a battle lie, whose lock is held.
func (p Places) keepMods(name string) error {
	path := p.mods(name)
	if len(p.Mods) == 0 {
		if err := p.disk().remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannot("write", path, err)
		}
		return nil
	}
	var text strings.Builder
	for _, folder := range p.Mods {
		text.WriteString(engine.Shown(folder) + "\n")
	}
	if err := replace(p.disk(), path, []byte(text.String())); err != nil {
		return cannot("write", path, err)
	}
	return nil
}

// modsOf returns the folders of a battle's mods. It ignores a file that cannot be
// read, because the mods can be named again.
func (p Places) modsOf(name string) (folders []string) {
	text, err := files.ReadPath(p.mods(name), files.MaxPaths)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		folder := strings.TrimRight(line, "\n")
		if whole, err := strconv.Unquote(folder); err == nil {
			folder = whole
		}
		folders = append(folders, folder)
	}
	return folders
}
