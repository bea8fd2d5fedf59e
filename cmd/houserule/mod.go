package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/modhost"
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
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
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
	cmd.Args = func(_ *cobra.Command, words []string) error {
		if len(words) == 0 {
			return nil
		}
		var known []string
		for _, c := range cmd.Commands() {
			known = append(known, c.Name())
		}
		return &usageError{unknownWord("command", "mod "+words[0], prefixed("mod ", known))}
	}
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
	root, err := os.OpenRoot(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return library.Found{}, &usageError{fmt.Errorf("there is no folder %s", where)}
	case err != nil:
		return library.Found{}, &usageError{fmt.Errorf("%s: %w", where, cause(err))}
	}
	if _, err := fs.Stat(root.FS(), "mod.toml"); err != nil {
		return library.Found{}, &usageError{fmt.Errorf("%s is no mod: it has no mod.toml. Name a mod's folder, or make one with houserule mod new NAME", where)}
	}
	found, err := foundIn(root, where, where)
	if err != nil {
		return found, &usageError{err}
	}
	return found, nil
}

// cause is an error of the file system without the path.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// choose returns all mods that can be named, and those that the words name,
// which are ids or folders.
func choose(words []string) (known, chosen []library.Found, err error) {
	known = available()
	for _, word := range words {
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

func newModCheck(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check [MOD...]",
		Short: "Say everything that is wrong with mods, all of it at once",
		Long: `Load mods, with those that they require, and say everything that is wrong with
their data and scripts, each with file, line and column. MOD is an id or a
folder; without one it is this folder.`,
		Example:           "  houserule mod check\n  houserule mod check goblins/ --set goblins.die=6",
		Args:              arguments(0, -1),
		ValidArgsFunction: completeMods,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return check(cmd.OutOrStdout(), cmd.ErrOrStderr(), args, mods)
		},
	}
}

// check loads the mods that the words name and says what is wrong.
func check(out, errs io.Writer, words []string, mods *modOptions) error {
	known, chosen, err := choose(slices.Concat(words, mods.mods))
	if err != nil {
		return err
	}
	g, err := mods.gameOf(chosen, clue{})
	if err != nil {
		return err
	}
	settings, err := parseSettings(mods.set, nil)
	if err != nil {
		return err
	}
	ids := idsOf(chosen)
	var problems, warnings strict.Problems
	var installed modhost.Scripts
	lib, err := g.read(known, ids, settings)
	switch {
	case err == nil:
		if installed, err = g.scripts.Install(lib, modhost.Stop); err != nil && !errors.As(err, &problems) {
			return err
		}
		problems = append(slices.Clone(problems), g.testProblems(lib, installed, ids)...)
		warnings = lib.Warnings()
	case errors.As(err, &problems):
		problems = append(slices.Clone(problems), g.scriptProblems(required(known, chosen))...)
	default:
		return err
	}
	wrong := len(problems)
	for _, w := range warnings {
		w.Text = "warning: " + w.Text
		problems = append(problems, w)
	}
	problems.Sort()
	for _, p := range problems {
		fmt.Fprintln(errs, p)
	}
	if wrong > 0 {
		return errors.New(count(wrong, "mistake"))
	}
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(out, summary(lib, installed, id))
	}
	return nil
}

// testProblems are those of the tests of mods, none of which is run. Without
// installed it is their scripts alone.
func (g game) testProblems(lib *library.Library, installed modhost.Scripts, ids []string) (problems strict.Problems) {
	for _, m := range lib.Mods {
		var err error
		switch {
		case m.Test == nil || !slices.Contains(ids, m.Mod.ID):
		case installed != nil:
			_, err = installed.RunTests(m.Mod.ID, "\x00")
		default:
			_, err = scripting.Compile(g.scripts.TestBinding(), []scripting.Source{{Mod: m.Mod.ID, File: m.Test.File, Text: []byte(m.Test.Text)}})
		}
		var found strict.Problems
		if errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	return problems
}

// required are the chosen mods and those that they need.
func required(known, chosen []library.Found) []library.Found {
	all := slices.Clone(chosen)
	for i := 0; i < len(all); i++ {
		for id := range all[i].Mod.Requires {
			named := func(f library.Found) bool { return f.Mod.ID == id }
			if n := slices.IndexFunc(known, named); n >= 0 && !slices.ContainsFunc(all, named) {
				all = append(all, known[n])
			}
		}
	}
	return all
}

// scriptProblems are those of the scripts of mods whose data cannot be loaded.
func (g game) scriptProblems(mods []library.Found) (problems strict.Problems) {
	compile := func(b *scripting.Binding, sources ...scripting.Source) {
		var found strict.Problems
		if _, err := scripting.Compile(b, sources); errors.As(err, &found) {
			problems = append(problems, found...)
		}
	}
	for _, m := range mods {
		compile(g.scripts.Binding(), scriptsOf(m)...)
		if text, err := fs.ReadFile(m.Folder.FS, path.Join(m.Folder.Dir, "test.lua")); err == nil {
			compile(g.scripts.TestBinding(), scripting.Source{Mod: m.Mod.ID, File: m.Folder.Where + "/test.lua", Text: text})
		}
	}
	return problems
}

// scriptsOf are a mod's scripts, as far as they can be read: main.lua, and
// those that an ability or a spell seems to name.
func scriptsOf(m library.Found) (sources []scripting.Source) {
	abilities, spells, unsure := map[string]string{}, map[string]bool{}, false // by script
	var scripts []string
	note := func(sections map[string]any) {
		for section, entries := range sections {
			named, _ := entries.(map[string]any)
			for id, entry := range named {
				table, _ := entry.(map[string]any)
				if set, ok := table["set"].(map[string]any); ok {
					table = set
				}
				script, _ := table["script"].(string)
				switch {
				case script == "":
				case section == "ability":
					abilities[script] = id
				case section == "spell":
					spells[script] = true
				}
			}
		}
	}
	// Whatever cannot be read LoadMods has told of.
	_ = fs.WalkDir(m.Folder.FS, m.Folder.Dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case strings.HasPrefix(d.Name(), ".") && name != m.Folder.Dir:
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.Type().IsRegular():
		case path.Ext(name) == ".lua":
			scripts = append(scripts, name)
		case path.Ext(name) == ".toml" && d.Name() != "mod.toml":
			text, _ := fs.ReadFile(m.Folder.FS, name)
			var sections map[string]any
			if toml.Unmarshal(text, &sections) != nil {
				unsure = true
				return nil
			}
			note(sections)
			if patches, ok := sections["patch"].(map[string]any); ok {
				note(patches)
			}
		}
		return nil
	})
	for _, full := range scripts {
		name := strings.TrimPrefix(full, m.Folder.Dir+"/")
		ability, ok := abilities[name]
		switch {
		case name == "test.lua":
			continue
		case name == "main.lua" || ok || spells[name]:
		case unsure: // what names it may be in the file that cannot be read
			ability = "an ability"
		default:
			continue
		}
		text, err := fs.ReadFile(m.Folder.FS, full)
		if err == nil {
			sources = append(sources, scripting.Source{Mod: m.Mod.ID, File: m.Folder.Where + "/" + name, Text: text, Ability: ability})
		}
	}
	return sources
}

// summary counts what a mod brings: "ok goblins 1.0.0: 1 creature, 2 hooks".
func summary(lib *library.Library, mods modhost.Scripts, id string) string {
	changes := 0
	// own counts the entries of a section that are the mod's.
	own := func(section string, ids []string) (n int) {
		for _, entry := range ids {
			steps, err := lib.Why(section + "." + entry)
			if err != nil {
				continue
			}
			if steps[0].Mod == id {
				n++
			}
			for _, step := range steps[1:] {
				if step.Mod == id {
					changes++
				}
			}
		}
		return n
	}
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, count(n, what))
		}
	}
	for _, s := range lib.System.Sections() {
		add(own(s.Name, lib.IDs(s.Name)), s.Name)
	}
	add(own("scenario", catalog.ScenarioIDs(lib)), "scenario")
	add(own("rule", catalog.Rules().IDs(lib)), "paragraph")
	for _, value := range lib.Values() {
		if steps, err := lib.Why(value); err == nil && strings.HasPrefix(value, "rules.") {
			for _, step := range steps[1:] {
				if step.Mod == id {
					changes++
				}
			}
		}
	}
	add(changes, "changed value")
	var of library.Mod
	for _, m := range lib.Mods {
		if m.Mod.ID == id {
			of = m.Mod
			add(len(m.Settings), "setting")
		}
	}
	if mods.Program() != nil {
		hooks := 0
		binding := gameIn(lib).scripts.Binding()
		for _, e := range binding.Events {
			for _, f := range mods.Program().Funcs(e.Hook) {
				if f.Mod == id {
					hooks++
				}
			}
		}
		add(hooks, "hook")
		for _, r := range binding.Registers {
			n := 0
			for _, d := range mods.Program().Registered(r.Name) {
				if d.Mod == id {
					n++
				}
			}
			add(n, "scripted "+r.Name)
		}
	}
	if parts == nil {
		parts = []string{"nothing yet"}
	}
	return fmt.Sprintf("ok %s: %s", of, strings.Join(parts, ", "))
}

// count is "1 hook", "2 abilities".
func count(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "y"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func newModList(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the mods that there are, and which of them --mods enables",
		Example: "  houserule mod list\n  houserule mod list --mods goblins",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listMods(cmd.OutOrStdout(), mods)
		},
	}
}

// listMods prints a row for each mod.
func listMods(out io.Writer, mods *modOptions) error {
	lib, err := mods.load(clue{})
	if err != nil {
		return err
	}
	known, _, err := choose(mods.mods)
	if err != nil {
		return err
	}
	slices.SortStableFunc(known, func(a, b library.Found) int { return strings.Compare(a.Mod.ID, b.Mod.ID) })
	loaded := func(f library.Found) string {
		if _, isGame := gameNamed(f.Mod.ID); isGame && f.Mod.ID != lib.Mod.ID {
			return "another game"
		}
		for i, m := range lib.Mods {
			switch {
			case i == 0 && f.Mod.ID == m.Mod.ID:
				return "the base game"
			case f.Mod.ID != m.Mod.ID || f.Folder.Where != m.Folder.Where:
			case m.Needed:
				return "required"
			default:
				return "enabled"
			}
		}
		return ""
	}
	rows := [][]string{{"mod", "version", "game", "title", "state", "where"}}
	for _, f := range known {
		state := loaded(f)
		where := []string{f.Folder.Where}
		for _, h := range f.Hides {
			where = append(where, "hides "+h.Where)
		}
		if f.Err != nil {
			state = "broken"
		}
		rows = append(rows, []string{f.Mod.ID, f.Mod.Version, f.Mod.Game, f.Mod.Title, state, strings.Join(where, ", ")})
	}
	screen.Table(out, listWidth(out), rows)
	for _, f := range known {
		if f.Err != nil {
			fmt.Fprintf(out, "%s is broken:\n%v\n", f.Mod.ID, f.Err)
		}
	}
	fmt.Fprintf(out, "Mods of your own are found in %s; others are named by their folders.\n", userMods())
	return nil
}

func newModWhy(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "why VALUE",
		Short: "Say where a value comes from: who set it, and where",
		Long: `Say where a value comes from: what it was first, and each change of it, in the
order in which the mods load. VALUE is one value, as in creature.orc.melee,
rules.die or setting.goblins.die, or an entry with all changes of it.`,
		Example: `  houserule mod why rules.die
  houserule mod why orc.melee --mods goblins`,
		Args: arguments(1, 1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			values, directive := mods.complete(func(_ game, lib *library.Library) []string { return lib.Values() })(cmd, args, word)
			return slices.DeleteFunc(values, func(v string) bool { return !strings.HasPrefix(v, word) }), directive
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := mods.load(having(hasValue(args[0])))
			if err != nil {
				return err
			}
			steps, err := lib.Why(args[0])
			if err != nil {
				return &usageError{err}
			}
			var rows [][]string
			for _, s := range steps {
				if s.Mod == "" && s.Place == "" && strings.HasPrefix(s.Text, "set to ") {
					s.Place = "--set"
				}
				rows = append(rows, []string{orDash(s.Mod), orDash(s.Place), s.Text})
			}
			out := cmd.OutOrStdout()
			screen.Table(out, listWidth(out), rows)
			return nil
		},
	}
}

// hasValue tells whether a game has a value that can be asked for.
func hasValue(name string) func(game) bool {
	return baseHas(func(lib *library.Library) bool {
		_, err := lib.Why(name)
		return err == nil
	})
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
