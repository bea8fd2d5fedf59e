package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule"
	"houserule/cmd/houserule/saves"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// modOptions is what the flags say of mods, for every command.
type modOptions struct {
	game    string
	mods    []string
	set     []string
	onError string
	kept    []string  // mod folders of the battle being resumed
	errs    io.Writer // where warnings go; nil: nowhere
}

// flags adds the flags to the program.
func (o *modOptions) flags(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringVar(&o.game, "game", "", "the `game`: "+strings.Join(gameNames(games()), ", ")+"; without it that of the mods, the journal or the scenario, else "+games()[0].name())
	f.StringSliceVar(&o.mods, "mods", nil, "play with these mods: their ids, or the paths of their folders")
	f.StringArrayVar(&o.set, "set", nil, "set a mod's setting, as in morale.die=6, or a rule of a game, as in heroes.die=12")
	f.StringVar(&o.onError, "on-error", "stop", "when a script fails: stop the battle, or disable the mod for the rest of it")
	cobra.CheckErr(root.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(gameNames(games()), cobra.ShellCompDirectiveNoFileComp)))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("mods", o.completeMods))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("set", o.completeSettings))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("on-error", cobra.FixedCompletions([]string{"stop", "disable"}, cobra.ShellCompDirectiveNoFileComp)))
}

// bundled are the mods that ship with the program, userMods those of the user,
// which take precedence.
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

// find returns all mods that can be named, and those that --mods names.
func (o *modOptions) find() (known, named []library.Found, err error) {
	known = append(o.remembered(), available()...)
	for _, name := range o.mods {
		if strings.TrimSpace(name) == "" {
			return nil, nil, errNoName
		}
		if isPath(name) {
			found, err := at(name)
			if err != nil {
				return nil, nil, err
			}
			known = append([]library.Found{found}, known...)
			named = append(named, found)
			continue
		}
		i := slices.IndexFunc(known, func(f library.Found) bool { return f.Mod.ID == name })
		if i < 0 {
			return nil, nil, &usageError{unknownWord("mod", name, idsOf(known))}
		}
		named = append(named, known[i])
	}
	return known, named, nil
}

// errNoName is a mod's name that is empty, as the second of "morale,".
var errNoName = &usageError{errors.New("the name of a mod is empty: write its id or the path of its folder, and a comma only between two")}

// remembered are the mods in the folders with which a battle was begun. A missing
// folder is reported where its mod is needed.
func (o *modOptions) remembered() (mods []library.Found) {
	for _, path := range o.kept {
		if found, err := at(path); err == nil {
			mods = append(mods, found)
		}
	}
	return mods
}

// at is the mod in a folder that --mods names.
func at(path string) (library.Found, error) {
	found, err := folderAt(path)
	if err != nil {
		return found, fmt.Errorf("--mods: %w", err)
	}
	return found, found.Err
}

// foundIn returns the mod in an open folder, even if the mod has errors. Its own
// error means that the mod takes a base game's place.
func foundIn(root *os.Root, where string) (library.Found, error) {
	found := library.At(library.Folder{FS: root.FS(), Dir: ".", Where: where})
	if found.Err != nil {
		return found, nil
	}
	if luaGame(found).isOwn() {
		return found, fmt.Errorf("%s: its id is %q, which is the base game's: give it one of its own", where, found.Mod.ID)
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

// load reads the data of the game that is played and of the mods, and attaches
// their scripts.
func (o *modOptions) load(c clue) (*library.Library, error) {
	lib, _, err := o.loadScripts(c)
	return lib, err
}

// loadFor loads the mods and settings of a journal, unless the flags name others.
func (o *modOptions) loadFor(h engine.Header) (*library.Library, error) {
	return o.load(clue{journal: h})
}

// of returns the mods and settings of a journal, unless the flags name others.
func (o *modOptions) of(h engine.Header) (enabled []string, settings map[string]map[string]string) {
	enabled, settings, err := library.ModsOf(h)
	if err != nil || len(o.mods) > 0 || len(o.set) > 0 {
		return nil, nil
	}
	return enabled, settings
}

// loadScripts is load, but also returns the scripts.
func (o *modOptions) loadScripts(c clue) (*library.Library, modhost.Scripts, error) {
	policy, err := o.policy()
	if err != nil {
		return nil, nil, &usageError{err}
	}
	known, named, err := o.find()
	if err != nil {
		return nil, nil, err
	}
	g, err := o.gameOf(named, c)
	if err != nil {
		return nil, nil, err
	}
	enabled, settings := o.of(c.journal)
	if settings, err = parseSettings(o.set, settings); err != nil {
		return nil, nil, err
	}
	lib, scripts, err := g.load(known, append(enabled, idsOf(named)...), settings, policy)
	if err != nil {
		return nil, nil, o.blame(c.missing(err, enabled))
	}
	o.warn(lib)
	return lib, scripts, nil
}

// policy is what --on-error wants.
func (o *modOptions) policy() (modhost.Policy, error) {
	switch o.onError {
	case "", "stop":
		return modhost.Stop, nil
	case "disable":
		return modhost.Disable, nil
	}
	return 0, fmt.Errorf("--on-error: %w", unknownWord("policy", o.onError, []string{"stop", "disable"}))
}

// warn prints the warnings of a library.
func (o *modOptions) warn(lib *library.Library) {
	if o.errs == nil {
		return
	}
	for _, w := range lib.Warnings() {
		fmt.Fprintf(o.errs, "houserule: warning: %v\n", w)
	}
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

// blame turns an error into a usage error if only --set causes it.
func (o *modOptions) blame(err error) error {
	var problems strict.Problems
	if len(o.set) > 0 && errors.As(err, &problems) && !slices.ContainsFunc(problems, func(p strict.Problem) bool { return !library.OfSetting(p) }) {
		return &usageError{err}
	}
	return err
}

// folders are those of the mods that were named by their paths, now or when the
// battle was begun.
func (o *modOptions) folders() (paths []string) {
	for _, name := range o.mods {
		if isPath(name) {
			paths = append(paths, name)
		}
	}
	if paths == nil {
		return o.kept
	}
	return paths
}

// absolute returns the absolute paths of folders.
func absolute(folders []string) (paths []string) {
	for _, folder := range folders {
		if path, err := filepath.Abs(folder); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

func isPath(name string) bool { return strings.ContainsAny(name, `/\`) || name == "." || name == ".." }
