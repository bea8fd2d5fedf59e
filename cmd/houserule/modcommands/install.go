package modcommands

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/modstore"
	"houserule/engine"
	"houserule/engine/library"
)

// An installer finds mods with those that they require, checks all of them, and
// installs them.
type installer struct {
	change   *modstore.Change
	errs     io.Writer
	mods     *games.Resolver
	present  []library.Found              // the mods that can be named by their ids
	loaded   map[modstore.Source][]string // ids, by the sources that were looked at
	pool     map[string]candidate         // the mods of these sources
	asked    []string                     // ids
	visited  map[string]bool
	chosen   []candidate // each after those that it requires
	same     []candidate // which are installed already
	hidden   []string    // files that belong to no mod
	isUpdate bool
}

// A candidate is a mod that may be installed.
type candidate struct {
	library.Found
	origin modstore.Origin
	needed string // the id of a mod that requires it; "" for one that was asked for
}

func newInstaller(c *modstore.Change, errs io.Writer, mods *games.Resolver) *installer {
	return &installer{change: c, errs: errs, mods: mods, present: mods.Available(), loaded: map[modstore.Source][]string{}, pool: map[string]candidate{}, visited: map[string]bool{}}
}

// load stages the mods of a source, and returns their ids.
func (in *installer) load(source modstore.Source) (ids []string, err error) {
	if ids, ok := in.loaded[source]; ok {
		return ids, nil
	}
	offers, err := source.Offers()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	for i, offer := range offers {
		if i == 0 { // all of a source have the same
			in.hidden = append(in.hidden, offer.Hidden...)
		}
		folder, err := in.change.Stage(offer.Files, offer.Where)
		if err != nil {
			return nil, err
		}
		found := library.At(folder)
		if found.Err != nil {
			return nil, fmt.Errorf("%s is not installed:\n%w", source, found.Err)
		}
		id := found.Mod.ID
		archive, err := modpack.Pack(id, offer.Files)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		ids = append(ids, id)
		if _, ok := in.pool[id]; !ok {
			in.pool[id] = candidate{Found: found, origin: modstore.Origin{Version: found.Mod.Version, SHA256: modpack.Sum(archive), From: source}}
		}
	}
	in.loaded[source] = ids
	return ids, nil
}

// ask asks for all mods of a source.
func (in *installer) ask(source modstore.Source) error {
	ids, err := in.load(source)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if slices.Contains(in.asked, id) {
			return fmt.Errorf("%s: a mod %s was asked for already: install one of the two", source, id)
		}
		in.asked = append(in.asked, id)
	}
	return nil
}

// askAgain asks for the mod of that id, which was installed from the source: the source
// may have another version now.
func (in *installer) askAgain(source modstore.Source, id string) error {
	ids, err := in.load(source)
	if err == nil && !slices.Contains(ids, id) {
		err = fmt.Errorf("%s: the mod is no longer there: it has %s", source, strings.Join(ids, ", "))
	}
	in.asked, in.isUpdate = []string{id}, true
	return err
}

// install installs the mods that were asked for, and all that they require.
func (in *installer) install(out io.Writer) error {
	for _, id := range in.asked {
		if err := in.choose(id, ""); err != nil {
			return err
		}
	}
	if err := in.check(); err != nil {
		return err
	}
	for _, c := range in.chosen {
		in.change.Install(c.Mod.ID, c.Folder, c.origin)
	}
	if err := in.change.Commit(); err != nil {
		return err
	}
	in.report(out)
	return nil
}

// choose chooses a mod of the pool, after those that it requires.
func (in *installer) choose(id, needed string) error {
	if in.visited[id] {
		return nil
	}
	in.visited[id] = true
	c := in.pool[id]
	c.needed = needed
	if err := in.allow(c); err != nil {
		return err
	}
	if old := in.change.Installed[id]; old.SHA256 == c.origin.SHA256 && games.Store().State(id, old) == modstore.Whole {
		in.same = append(in.same, c)
		return nil
	}
	requires := maps.Clone(c.Mod.Requires)
	if game := c.Mod.Game; game != id && engine.ModNaming.Takes(game) && !slices.Contains(games.Names(in.mods.Games()), game) {
		if requires == nil {
			requires = map[string]string{}
		}
		requires[game] = "*"
	}
	for _, other := range slices.Sorted(maps.Keys(requires)) {
		if err := in.require(c, other, requires[other]); err != nil {
			return err
		}
	}
	in.chosen = append(in.chosen, c)
	return nil
}

// isGiven reports whether a mod was asked for, or is required by one that was.
func (in *installer) isGiven(id string) bool { return in.visited[id] || slices.Contains(in.asked, id) }

// allow returns an error for a mod that would take the place of another which is not
// its earlier version.
func (in *installer) allow(c candidate) error {
	id := c.Mod.ID
	if slices.ContainsFunc(library.Find(in.mods.Bundled()), func(f library.Found) bool { return f.Mod.ID == id }) {
		return fmt.Errorf("%s: its id is %q, as that of a mod that comes with houserule: it needs one of its own", c.origin.From, id)
	}
	old, isInstalled := in.change.Installed[id]
	for _, f := range in.present {
		if f.Mod.ID == id && !isInstalled {
			return fmt.Errorf("%s: you have a mod %s of your own in %s: move one of them elsewhere, or give it another id", c.origin.From, id, f.Folder.Where)
		}
		if text, ok := f.Mod.Requires[id]; ok && games.Store().Has(f) && !fits(c.Mod.Version, text) && !in.isGiven(f.Mod.ID) {
			return fmt.Errorf("%s requires %s %q, and %s has %s: update or remove %s first", f.Mod, id, text, c.origin.From, c.Mod.Version, f.Mod.ID)
		}
	}
	switch {
	case isInstalled && games.Store().State(id, old) == modstore.Changed:
		return fmt.Errorf("the files of %s changed since it was installed, and the changes would be lost: copy them from %s, then houserule mod remove %s", id, filepath.Join(games.Store().Dir, id), id)
	case isInstalled && in.isUpdate && c.needed == "" && isOlder(c.Mod.Version, old.Version):
		return fmt.Errorf("%s has %s, which is older than %s: houserule mod install %s installs it nevertheless", c.origin.From, c.Mod.Version, old.Version, c.origin.From)
	}
	return nil
}

// require chooses the mod that another requires, unless one that fits is there.
func (in *installer) require(by candidate, id, text string) error {
	here := ""
	for _, f := range in.present {
		switch {
		case f.Mod.ID != id || in.isGiven(id):
		case f.Err == nil && fits(f.Mod.Version, text):
			return nil
		default:
			here = fmt.Sprintf(" (%s has %s)", f.Folder.Where, f.Mod.Version)
		}
	}
	var looked []string
	for _, source := range append([]modstore.Source{by.origin.From}, by.origin.From.Beside(id)...) {
		why := in.lookFor(id, text, source)
		if why == "" {
			return in.choose(id, by.Mod.ID)
		}
		looked = append(looked, why)
	}
	return fmt.Errorf("%s requires %s %q, which is not installed%s, and not found in any of these places:\n  %s\ninstall it first, with houserule mod install FILE|FOLDER|URL",
		by.Mod.ID, id, text, here, strings.Join(slices.Compact(looked), "\n  "))
}

// lookFor looks for a version of a mod in a source, unless the pool has one. It returns
// why there is none, "" if there is one.
func (in *installer) lookFor(id, text string, source modstore.Source) string {
	if _, ok := in.pool[id]; !ok {
		if _, err := in.load(source); err != nil {
			return err.Error()
		}
	}
	switch c, ok := in.pool[id]; {
	case !ok:
		return fmt.Sprintf("%s: it has %s", source, strings.Join(in.loaded[source], ", "))
	case !fits(c.Mod.Version, text):
		return fmt.Sprintf("%s: it has %s", c.origin.From, c.Mod)
	}
	return ""
}

// fits reports whether a version is in a range. A range that makes no sense is reported
// when the mod is checked.
func fits(version, text string) bool {
	v, err := semver.NewVersion(version)
	c, err2 := semver.NewConstraint(text)
	if err != nil || err2 != nil {
		return true
	}
	c.IncludePrerelease = true
	return c.Check(v)
}

// isOlder reports whether a version comes before another.
func isOlder(version, other string) bool {
	v, err := semver.NewVersion(version)
	w, err2 := semver.NewVersion(other)
	return err == nil && err2 == nil && v.LessThan(w)
}

// check loads each chosen mod as houserule mod check does.
func (in *installer) check() error {
	known := engine.Each(in.chosen, func(c candidate) library.Found { return c.Found })
	for _, c := range in.chosen {
		mods := []library.Found{c.Found}
		if game := in.pool[c.Mod.Game]; game.Mod.ID != "" && c.Mod.Game != c.Mod.ID {
			mods = append(mods, game.Found)
		}
		if err := checkFound(io.Discard, in.errs, slices.Concat(known, in.present), mods, in.mods, checkOptions{}); err != nil {
			return fmt.Errorf("%s is not installed: %w", c.Mod.ID, err)
		}
	}
	return nil
}

// report prints the installed mods.
func (in *installer) report(out io.Writer) {
	for _, c := range in.chosen {
		fmt.Fprintf(out, "installed %s", c.Mod)
		switch old, ok := in.change.Installed[c.Mod.ID]; {
		case !ok:
		case old.Version == c.Mod.Version:
			fmt.Fprint(out, " again")
		default:
			fmt.Fprintf(out, " in place of %s", old.Version)
		}
		if c.needed != "" {
			fmt.Fprintf(out, ", which %s requires", c.needed)
		}
		fmt.Fprintln(out)
	}
	for _, c := range in.same {
		fmt.Fprintf(out, "%s is installed already\n", c.Mod)
	}
	if len(in.hidden) > 0 {
		fmt.Fprintf(out, "left out, as names that begin with a dot belong to no mod: %s\n", strings.Join(engine.Each(in.hidden, engine.Shown), ", "))
	}
}
