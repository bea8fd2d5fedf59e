package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/saves"
	"houserule/engine"
	"houserule/engine/library"
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

func newModNew(mods *modOptions) *cobra.Command {
	var dir string
	var ownGame bool
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a mod that works, to start from",
		Long: `Make the folder of a mod that works, to start from: something of everything that
mods of the game are made of, and the files by which editors complete all that.
NAME is the mod's id: lower-case letters, digits and -. With --own-game it is a
game of its own, written wholly in Lua.`,
		Example: "  houserule mod new goblins\n  houserule mod new barbarians --game kings\n  houserule mod new race --own-game",
		Args:    arguments(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if ownGame {
				if mods.game != "" {
					return &usageError{errors.New("--own-game makes a new game, and --game names one that there is: leave one of them out")}
				}
				return luaGame(library.Found{Mod: library.Mod{ID: args[0]}}).newMod(cmd.OutOrStdout(), dir, args[0])
			}
			g, err := mods.decide(clue{})
			if err != nil {
				return err
			}
			return g.newMod(cmd.OutOrStdout(), dir, args[0])
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the `folder` in which the mod's own is made")
	cmd.Flags().BoolVar(&ownGame, "own-game", false, "make a game of its own, in Lua")
	return cmd
}

// newMod makes the folder of a new mod of the game.
func (g game) newMod(out io.Writer, dir, name string) error {
	if err := checkName(name); err != nil {
		return &usageError{err}
	}
	if _, err := os.Stat(filepath.Join(dir, "mod.toml")); err == nil {
		return &usageError{fmt.Errorf("%s is a mod's folder, and no mod holds another: make the new one beside it, with --dir %s",
			filepath.ToSlash(dir), filepath.ToSlash(filepath.Join(dir, "..")))}
	}
	folder := filepath.Join(dir, name)
	path := filepath.ToSlash(folder)
	if !filepath.IsAbs(folder) && !strings.HasPrefix(path, "../") {
		path = "./" + path
	}
	files, next, err := g.skeleton(name, path)
	if err != nil {
		return err
	}
	switch err := os.Mkdir(folder, 0o755); {
	case errors.Is(err, os.ErrExist):
		return &usageError{fmt.Errorf("%s is there already: pick another name, or another place with --dir", filepath.ToSlash(folder))}
	case errors.Is(err, os.ErrNotExist):
		return &usageError{fmt.Errorf("--dir: there is no folder %s", filepath.ToSlash(dir))}
	case err != nil:
		return err
	}
	if err := writeFiles(out, folder, files); err != nil {
		return err
	}
	fmt.Fprintf(out, "Next:\n  houserule mod check %s\n  houserule mod test %s\n", path, path)
	for line := range strings.Lines(next) {
		fmt.Fprintf(out, "  %s", line)
	}
	return nil
}

// checkName tells whether a new mod can have the id, which is the name of its
// folder, too.
func checkName(name string) error {
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
	if slices.ContainsFunc(available(), func(f library.Found) bool { return f.Mod.ID == name }) {
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

// skeleton is the files of a new mod, and what to do next with it.
func (g game) skeleton(name, path string) (files []generated, next string, err error) {
	fill := strings.NewReplacer("NAME", name, "TITLE", titleOf(name), "GAME", g.name(), "PATH", path).Replace
	folder, err := fs.Sub(skeletonFiles, "skeletons/"+g.skeletonName(name))
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
			files = append(files, generated{name: name, text: fill(string(text))})
		}
		return err
	})
	if err != nil {
		return nil, "", err
	}
	schemas, err := g.schemaFiles()
	return slices.Concat(files, g.stubFiles(), schemas), next, err
}

// skeletonName is the folder of the skeleton of a new mod of the game, which may
// be the game itself.
func (g game) skeletonName(mod string) string {
	switch {
	case mod == g.name():
		return ownGameSkeleton
	case g.isOwn():
		return g.name()
	}
	return otherSkeleton
}
