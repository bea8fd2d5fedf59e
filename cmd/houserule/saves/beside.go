package saves

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library/files"
)

// What a battle keeps in files beside its journal.
const (
	modsSuffix  = ".mods"  // Places.Mods
	linksSuffix = ".links" // Places.Keys
)

func (p Places) beside(name, suffix string) string { return filepath.Join(p.battles(), name+suffix) }

// ownerOf returns the file whose lock protects a file: the journal of a battle for what
// lies beside it.
func ownerOf(path string) string {
	for _, suffix := range []string{modsSuffix, linksSuffix} {
		if battle, ok := strings.CutSuffix(path, suffix); ok {
			return battle + journalSuffix
		}
	}
	return path
}

// keepBeside writes the files beside the journal of a battle, whose lock is held.
func (p Places) keepBeside(name string) error {
	return errors.Join(p.keepLines(p.beside(name, modsSuffix), p.Mods), p.keepLines(p.beside(name, linksSuffix), p.Keys))
}

// keepLines writes a file of lines, as messages show them: quoted where they have a line
// break. Without lines there is no file.
func (p Places) keepLines(path string, lines []string) error {
	if len(lines) == 0 {
		if err := p.disk().remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannot("write", path, err)
		}
		return nil
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(engine.Shown(line) + "\n")
	}
	if err := replace(p.disk(), path, []byte(text.String())); err != nil {
		return cannot("write", path, err)
	}
	return nil
}

// modsOf returns the folders of a battle's mods.
func (p Places) modsOf(name string) []string { return linesOf(p.beside(name, modsSuffix)) }

// KeysOf returns the keys of a battle's links, nil for a battle that was not served.
func (p Places) KeysOf(name string) []string { return linesOf(p.beside(name, linksSuffix)) }

// Served returns the names of the battles that have links.
func (p Places) Served() (names []string) {
	files, _ := os.ReadDir(p.battles())
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), linksSuffix); ok {
			names = append(names, name)
		}
	}
	return names
}

// Drop removes the links of a battle that no program has open. Its journal stays.
func (p Places) Drop(name string) error {
	if served := p.Served(); !slices.Contains(served, name) {
		return &engine.Unknown{What: "served battle", Word: name, Known: served}
	}
	b, err := p.claim(name, aMoment)
	if err != nil {
		return err
	}
	if err = p.disk().remove(p.beside(name, linksSuffix)); err != nil {
		err = cannot("remove", p.beside(name, linksSuffix), err)
	}
	return errors.Join(err, b.Close())
}

// linesOf reads a file of lines. It ignores one that cannot be read, because what is in
// it can be named again.
func linesOf(path string) (lines []string) {
	text, err := files.ReadPath(path, files.MaxPaths)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(files.Text(text))) {
		line := strings.TrimRight(line, "\n")
		if whole, err := strconv.Unquote(line); err == nil {
			line = whole
		}
		lines = append(lines, line)
	}
	return lines
}

// removeBeside removes the files beside the journal of a battle. Most battles have none.
func (p Places) removeBeside(name string) {
	p.disk().remove(p.beside(name, modsSuffix))
	p.disk().remove(p.beside(name, linksSuffix))
}
