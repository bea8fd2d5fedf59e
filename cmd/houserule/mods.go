package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"houserule"
	"houserule/cmd/houserule/saves"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// modOptions is what the flags say of mods, for every command.
type modOptions struct {
	mods    []string
	set     []string
	onError string
	errs    io.Writer // where warnings go; nil: nowhere
}

// flags adds the flags to the program.
func (o *modOptions) flags(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringSliceVar(&o.mods, "mods", nil, "play with these mods: their ids, or the paths of their folders")
	f.StringArrayVar(&o.set, "set", nil, "set a mod's setting, as in morale.die=6, or a rule of the game, as in heroes.die=12")
	f.StringVar(&o.onError, "on-error", "stop", "when a script fails: stop the battle, or disable the mod for the rest of it")
	cobra.CheckErr(root.RegisterFlagCompletionFunc("mods", completeMods))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("on-error", cobra.FixedCompletions([]string{"stop", "disable"}, cobra.ShellCompDirectiveNoFileComp)))
}

// bundled are the mods that ship with the program, userMods those of this
// user, who has the last word.
func bundled() library.Folder { return library.Folder{FS: houserule.Data, Dir: "mods", Where: "mods"} }

func userMods() string { return filepath.Join(saves.Platform().Data, "mods") }

// available are the mods that can be named by their ids.
func available() []library.Found {
	roots := []library.Folder{bundled()}
	if root, err := os.OpenRoot(userMods()); err == nil {
		roots = append([]library.Folder{{FS: root.FS(), Dir: ".", Where: userMods()}}, roots...)
	}
	return library.Find(roots...)
}

// at is the mod in a folder anywhere.
func at(path string) (library.Found, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return library.Found{}, fmt.Errorf("--mods: %s: %w", path, errors.Unwrap(err))
	}
	found, err := foundIn(root, filepath.ToSlash(filepath.Clean(path)), path)
	return found, cmp.Or(err, found.Err)
}

// foundIn is the mod in an open folder, whatever is wrong with it. The error
// is that it takes the base game's place; it calls the folder as it was typed.
func foundIn(root *os.Root, where, typed string) (library.Found, error) {
	found := library.At(library.Folder{FS: root.FS(), Dir: ".", Where: where})
	if found.Err == nil && found.Mod.ID == baseID {
		return found, fmt.Errorf("%s: its id is %q, which is the base game's: give it one of its own", typed, baseID)
	}
	return found, nil
}

// idsOf are the ids of mods.
func idsOf(mods []library.Found) (ids []string) {
	for _, f := range mods {
		ids = append(ids, f.Mod.ID)
	}
	return ids
}

// baseID is the mod that is always there.
const baseID = "heroes"

// load reads the data of the base game and of the mods, and hangs their
// scripts on it.
func (o *modOptions) load() (*library.Library, error) {
	lib, _, err := o.loadWith(nil, nil)
	return lib, err
}

// loadFor loads what a journal was written under, unless the flags say
// otherwise.
func (o *modOptions) loadFor(h engine.Header) (*library.Library, error) {
	lib, _, err := o.loadWith(o.of(h))
	return lib, err
}

// of is what a journal was written under, unless the flags say otherwise.
func (o *modOptions) of(h engine.Header) (enabled []string, settings map[string]map[string]string) {
	enabled, settings, err := library.ModsOf(h)
	if err != nil || len(o.mods) > 0 || len(o.set) > 0 {
		return nil, nil
	}
	return enabled, settings
}

func (o *modOptions) loadWith(enabled []string, settings map[string]map[string]string) (*library.Library, modhost.Scripts, error) {
	policy := modhost.Stop
	switch o.onError {
	case "", "stop":
	case "disable":
		policy = modhost.Disable
	default:
		return nil, nil, &usageError{fmt.Errorf("--on-error: %w", unknownWord("policy", o.onError, []string{"stop", "disable"}))}
	}
	known := available()
	for _, name := range o.mods {
		if isPath(name) {
			found, err := at(name)
			if err != nil {
				return nil, nil, &usageError{err}
			}
			known = append([]library.Found{found}, known...)
			name = found.Mod.ID
		}
		enabled = append(enabled, name)
	}
	settings, err := parseSettings(o.set, settings)
	if err != nil {
		return nil, nil, err
	}
	lib, err := library.LoadMods(heroesdata.System(), library.Base(heroesdata.System(), houserule.Data), known, enabled, settings)
	if err != nil {
		return nil, nil, err
	}
	mods, err := heroesmods.System.Install(lib, policy)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range lib.Warnings() {
		if o.errs != nil {
			fmt.Fprintf(o.errs, "houserule: warning: %v\n", w)
		}
	}
	return lib, mods, nil
}

// parseSettings adds what --set sets to settings, which may be nil.
func parseSettings(set []string, settings map[string]map[string]string) (map[string]map[string]string, error) {
	if settings == nil {
		settings = map[string]map[string]string{}
	}
	for _, text := range set {
		if err := library.ParseSetting(text, settings); err != nil {
			return nil, &usageError{fmt.Errorf("--set: %w", err)}
		}
	}
	return settings, nil
}

// folders are those of the mods that were named by their paths.
func (o *modOptions) folders() (paths []string) {
	for _, name := range o.mods {
		if isPath(name) {
			paths = append(paths, name)
		}
	}
	return paths
}

func isPath(name string) bool { return strings.ContainsAny(name, `/\`) || name == "." || name == ".." }
