package modtool

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"houserule/cmd/houserule/saves"
	"houserule/engine"
)

// skeletonFiles holds a mod for each game, in a folder of the game's name, that
// works and shows what there is; a game that brings its own folder has the one
// called other, and a new game is made of own-game. NAME stands for the new mod's
// id, TITLE for its title, GAME for its game, and PATH for where it lies; next.txt
// are the commands to go on with.
//
//go:embed skeletons
var skeletonFiles embed.FS

// nextFile is no file of the mod.
const nextFile = "next.txt"

// The skeletons that are of no game that there is.
const (
	otherSkeleton   = "other"
	ownGameSkeleton = "own-game"
)

// CheckName returns an error unless a new mod can have the id, which is the name
// of its folder, too; taken are the ids that others have.
func CheckName(name string, taken []string) error {
	var plain strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z', plain.Len() > 0 && ('0' <= r && r <= '9' || r == '-'):
			plain.WriteRune(r)
		case plain.Len() > 0 && (r == ' ' || r == '_' || r == '.'):
			plain.WriteRune('-')
		}
	}
	if near := strings.Trim(plain.String(), "-"); near != name || name == "" {
		if near == "" {
			near = "goblins"
		}
		return fmt.Errorf("%q is no name for a mod: it must be made of lower-case letters, digits and -, a letter first, as in %q", name, near)
	}
	if err := cmp.Or(engine.ModNaming.Check("the mod", name), saves.CheckReserved(name)); err != nil {
		return err
	}
	if slices.Contains(taken, name) {
		return fmt.Errorf("there is a mod %q already, and a name stands for one mod only: pick another", name)
	}
	return nil
}

// titleOf makes "marsh-folk" a title: "Marsh Folk".
func titleOf(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// NewMod is the files of a new mod, which lies at path, and the commands to go on
// with. Ours says that the game is one of the program's own.
func (g Game) NewMod(name, path string, ours bool) (files []File, next string, err error) {
	fill := strings.NewReplacer("NAME", name, "TITLE", titleOf(name), "GAME", g.name(), "PATH", path).Replace
	folder, err := fs.Sub(skeletonFiles, "skeletons/"+g.skeletonName(name, ours))
	if err != nil {
		return nil, "", err
	}
	err = fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		if name == nextFile {
			next = fill(string(text))
		} else {
			files = append(files, File{Name: name, Text: fill(string(text))})
		}
		return err
	})
	if err != nil {
		return nil, "", err
	}
	schemas, err := g.SchemaFiles()
	return slices.Concat(files, g.StubFiles(), schemas), next, err
}

// skeletonName is the folder of the skeleton of a new mod of the game, which may
// be the game itself.
func (g Game) skeletonName(mod string, ours bool) string {
	switch {
	case mod == g.name():
		return ownGameSkeleton
	case ours:
		return g.name()
	}
	return otherSkeleton
}
