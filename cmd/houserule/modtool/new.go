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

// skeletonFiles holds a working example mod for each game, in a folder of the game's
// name. The folder other is for games that bring their own folder, and own-game for
// new games. NAME stands for the new mod's id, TITLE for its title, GAME for its game,
// and PATH for its folder; next.txt lists the next commands.
//
//go:embed skeletons
var skeletonFiles embed.FS

// nextFile is not written into the mod.
const nextFile = "next.txt"

// The skeletons that have no game's name.
const (
	otherSkeleton   = "other"
	ownGameSkeleton = "own-game"
)

// CheckName returns an error unless a new mod can have the id, which is also the name
// of its folder; taken are the ids of other mods.
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

// NewMod returns the files of a new mod at path, and the next commands. Ours says that
// the game is one of the program's own.
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

// skeletonName returns the folder of the skeleton for a new mod of the game, which may be
// the game itself.
func (g Game) skeletonName(mod string, ours bool) string {
	switch {
	case mod == g.name():
		return ownGameSkeleton
	case ours:
		return g.name()
	}
	return otherSkeleton
}
