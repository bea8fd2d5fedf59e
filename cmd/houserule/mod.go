package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/engine/library"
	"houserule/engine/library/files"
)

// newMod is the group of commands for those who make mods.
func newMod(mods *modOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Make mods, check them, and see what they do",
		Long: `Make mods, check them, and see what they do. A mod is a folder of TOML files and
Lua scripts: docs/modding.md is the way in.`,
		Example: `  houserule mod new goblins
  houserule mod check goblins/
  houserule mod why creature.orc.melee
  houserule mod docs onAttack`,
		Args: commandsOnly,
		RunE: showHelp,
	}
	cmd.AddCommand(
		newModNew(mods),
		newModCheck(mods),
		newModTest(mods),
		newModList(mods),
		newModWhy(mods),
		newModDocs(mods),
		newModStubs(mods),
		newModSchema(mods),
	)
	return cmd
}

func prefixed(prefix string, words []string) []string {
	var all []string
	for _, word := range words {
		all = append(all, prefix+word)
	}
	return all
}

// folderAt is the mod in a folder, whatever is wrong with it; the error is
// that there is none.
func folderAt(path string) (library.Found, error) {
	where := filepath.ToSlash(filepath.Clean(path))
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() { // to open a pipe would wait for its other end
		return library.Found{}, &usageError{fmt.Errorf("%s is no folder: name the folder that the mod lies in", where)}
	}
	root, err := os.OpenRoot(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return library.Found{}, &usageError{fmt.Errorf("there is no folder %s", where)}
	case err != nil:
		return library.Found{}, &usageError{fmt.Errorf("%s: %w", where, files.Cause(err))}
	}
	if _, err := fs.Stat(root.FS(), "mod.toml"); err != nil {
		return library.Found{}, &usageError{fmt.Errorf("%s is no mod: it has no mod.toml. Name a mod's folder, or make one with houserule mod new NAME", where)}
	}
	return foundIn(root, where)
}

// choose returns all mods that can be named, and those that the words name,
// which are ids or folders.
func choose(words []string) (known, chosen []library.Found, err error) {
	known = available()
	for _, word := range words {
		if strings.TrimSpace(word) == "" {
			return nil, nil, errNoName
		}
		i := slices.IndexFunc(known, func(f library.Found) bool { return f.Mod.ID == word })
		if i >= 0 && !isPath(word) {
			chosen = append(chosen, known[i])
			continue
		}
		if _, missing := os.Stat(word); missing != nil && !isPath(word) {
			return nil, nil, &usageError{unknownWord("mod", word, idsOf(known))}
		}
		found, err := folderAt(word)
		if err != nil {
			return nil, nil, err
		}
		known = append([]library.Found{found}, known...)
		chosen = append(chosen, found)
	}
	return known, chosen, nil
}

// completeMods offers the ids of mods, and folders.
func completeMods(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return idsOf(available()), cobra.ShellCompDirectiveDefault
}
