package modcommands

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/modstore"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
)

func newPack(mods *games.Resolver) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "pack FOLDER",
		Short: "Write a mod into one file, to share it",
		Long: `Check a mod and write it as a zip archive, which houserule mod install takes. The
archive is written beside the mod's folder unless -o names another place. The same
files give the same bytes everywhere, so anyone who receives the archive can compare
its SHA-256 with yours.`,
		Example: "  houserule mod pack goblins/\n  houserule mod pack goblins/ -o goblins-1.2.zip",
		Args:    usage.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return pack(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], output, mods)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the archive into this `file`")
	return cmd
}

// pack writes the archive of the mod in a folder.
func pack(out, errs io.Writer, folder, output string, mods *games.Resolver) error {
	mod, err := mods.Folder(folder)
	if err != nil {
		return err
	}
	if err := checkFound(io.Discard, errs, append([]library.Found{mod}, mods.Available()...), []library.Found{mod}, mods, checkOptions{}); err != nil {
		return err
	}
	all, _, err := mod.Folder.Files()
	if err != nil {
		return err
	}
	archive, err := modpack.Pack(mod.Mod.ID, all)
	if err != nil {
		return fmt.Errorf("%s: %w", mod.Folder.Where, err)
	}
	if output == "" {
		output = filepath.Join(folder, "..", mod.Mod.ID+".zip")
	}
	if err := saves.Replace(output, archive); err != nil {
		return err
	}
	fmt.Fprintf(out, "packed %s into %s: %s, %s\n", mod.Mod, filepath.ToSlash(output), screen.Count(len(all), "file"), screen.Count(len(archive), "byte"))
	fmt.Fprintf(out, "sha256 %s\n", modpack.Sum(archive))
	return nil
}

func newInstall(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "install FILE|FOLDER|URL...",
		Short: "Install mods, and the mods that they require",
		Long: `Install the mods in an archive, in a folder, or in an archive at an https address.
Mods that they require are installed, too: from the same archive, or from ID.zip or
the folder ID beside it. A mod is installed only if it passes houserule mod check.
Nothing of a mod runs before all its files have been checked, and scripts never leave
their sandbox. The file mods.lock, in the folder of your mods, lists all installed
mods.`,
		Example: "  houserule mod install goblins.zip",
		Args:    usage.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return change(func(c *modstore.Change) error {
				in := newInstaller(c, cmd.ErrOrStderr(), mods)
				for _, word := range args {
					source, err := modstore.ParseSource(word)
					if err != nil {
						return &usage.Error{Err: err}
					}
					if err := in.ask(source); err != nil {
						return err
					}
				}
				return in.install(cmd.OutOrStdout())
			})
		},
	}
}

func newUpdate(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "update [MOD...]",
		Short: "Update installed mods",
		Long: `Look for newer versions of installed mods where they came from, and install them.
Without MOD, all installed mods are updated. A mod whose folder is missing is
installed again. A mod whose files you have changed is left alone.`,
		Example:           "  houserule mod update\n  houserule mod update goblins",
		Args:              usage.Arguments(0, -1),
		ValidArgsFunction: completeInstalled,
		RunE: func(cmd *cobra.Command, args []string) error {
			installed, err := games.Store().Installed()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				args = slices.Sorted(maps.Keys(installed))
			}
			failed := 0
			for _, id := range args {
				if err := updateMod(cmd.OutOrStdout(), cmd.ErrOrStderr(), id, mods); err != nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", id, library.Explain(err))
					failed++
				}
			}
			switch {
			case failed > 0:
				return fmt.Errorf("%s could not be updated", screen.Count(failed, "mod"))
			case len(args) == 0:
				fmt.Fprintln(cmd.OutOrStdout(), "no mods are installed")
			}
			return nil
		},
	}
}

// updateMod installs a mod again if there is another version where it came from.
func updateMod(out, errs io.Writer, id string, mods *games.Resolver) error {
	return change(func(c *modstore.Change) error {
		origin, ok := c.Installed[id]
		if !ok {
			return &engine.Unknown{What: "installed mod", Word: id, Known: slices.Sorted(maps.Keys(c.Installed))}
		}
		source, err := modstore.ParseSource(string(origin.From))
		if err != nil {
			return err
		}
		in := newInstaller(c, errs, mods)
		if err := in.askAgain(source, id); err != nil {
			return err
		}
		return in.install(out)
	})
}

func newRemove(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "remove MOD|@SET...",
		Short: "Remove installed mods and saved sets of mods",
		Long: `Remove mods that houserule mod install has installed, and sets of mods that houserule
mod save has saved. Your own mods are never removed.`,
		Example: "  houserule mod remove goblins\n  houserule mod remove @evening",
		Args:    usage.Arguments(1, -1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			names, directive := completeInstalled(cmd, args, word)
			for _, name := range games.Sets() {
				names = append(names, "@"+name)
			}
			return names, directive
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return change(func(c *modstore.Change) error { return removeMods(cmd.OutOrStdout(), c, args, mods) })
		},
	}
}

// removeMods removes mods and sets.
func removeMods(out io.Writer, c *modstore.Change, words []string, mods *games.Resolver) error {
	var sets []string
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, "@"); ok {
			sets = append(sets, name)
			continue
		}
		if _, ok := c.Installed[word]; !ok {
			for _, f := range mods.Available() {
				if f.Mod.ID == word {
					return usage.Errorf("%s was not installed by houserule mod install: it lies in %s", word, f.Folder.Where)
				}
			}
			return &usage.Error{Err: &engine.Unknown{What: "installed mod", Word: word, Known: slices.Sorted(maps.Keys(c.Installed))}}
		}
		for _, f := range mods.Available() {
			if _, ok := f.Mod.Requires[word]; ok && games.Store().Has(f) && !slices.Contains(words, f.Mod.ID) {
				return fmt.Errorf("%s requires %s: remove both, or keep both", f.Mod.ID, word)
			}
		}
		c.Remove(word)
	}
	for _, name := range sets {
		if err := games.RemoveSet(name); err != nil {
			return err
		}
	}
	if err := c.Commit(); err != nil {
		return err
	}
	for _, word := range words {
		fmt.Fprintf(out, "removed %s\n", word)
	}
	for _, name := range games.Sets() {
		set, err := games.Set(name)
		if err != nil {
			continue // mod list says what is wrong with it
		}
		for _, word := range words {
			if slices.Contains(set.Mods, word) {
				fmt.Fprintf(out, "@%s still has %s: install it again, or remove the set with houserule mod remove @%[1]s\n", name, word)
			}
		}
	}
	return nil
}

func newSave(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "save NAME",
		Short: "Save mods and settings as a set, for --mods @NAME",
		Long: `Save the mods and settings of --mods and --set as a set with a name. Every command
takes the set as --mods @NAME, alone or with other mods. A --set beside it overrides
the settings of the set.`,
		Example: `  houserule mod save evening --mods morale,luck --set luck.lucky=3
  houserule mod save late --mods @evening,grimoire`,
		Args: usage.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(mods.Mods)+len(mods.Set) == 0 {
				return usage.Errorf("the set is empty: name its contents with --mods and --set")
			}
			if _, err := mods.Load(games.Hint{}); err != nil {
				return err
			}
			name := strings.TrimPrefix(args[0], "@")
			if err := games.SaveSet(name, mods.Ruleset); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "saved @%s: %s\n", name, strings.Join(mods.Words(), " "))
			return nil
		},
	}
}

// change lets do change the store of the user's mods.
func change(do func(*modstore.Change) error) error {
	c, err := games.Store().Begin()
	if err != nil {
		return err
	}
	return errors.Join(do(c), c.Close())
}

// completeInstalled offers the installed mods.
func completeInstalled(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	installed, _ := games.Store().Installed() // of a file that cannot be read nothing is offered
	return slices.Sorted(maps.Keys(installed)), cobra.ShellCompDirectiveNoFileComp
}
