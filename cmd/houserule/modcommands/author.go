package modcommands

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/modtrial"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

func newCheck(mods *games.Resolver) *cobra.Command {
	var verbose, noTrial bool
	cmd := &cobra.Command{
		Use:   "check [MOD...]",
		Short: "Report every mistake in mods at once",
		Long: `Load mods, and the mods that they require, and report every mistake in their data and
scripts, with file, line and column. Each of their scenarios is set up, as houserule
battle would do, and the seats and acts that its lessons name must exist. MOD is an id or a folder; without MOD, the current folder is checked.

Then check plays a few hundred battles: of each creature, ability and spell of the mods
and of each scenario, between random and greedy players in both seats. It reports
scripts that fail, with the battle, warns of functions that no battle calls and of slow
ones, and says which side wins. The battles are the same at each check.

With -v, check also lists the functions that the game calls.`,
		Example:           "  houserule mod check\n  houserule mod check goblins/ --set goblins.boldness=2",
		Args:              usage.Arguments(0, -1),
		ValidArgsFunction: mods.CompleteAnyMod,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return check(cmd.OutOrStdout(), cmd.ErrOrStderr(), args, mods, verbose, !noTrial)
		},
	}
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list the functions that the game calls")
	cmd.Flags().BoolVar(&noTrial, "no-trial", false, "play no battles")
	return cmd
}

// check loads the mods that the words name and reports their mistakes.
func check(out, errs io.Writer, words []string, mods *games.Resolver, verbose, trial bool) error {
	known, chosen, err := mods.Choose(slices.Concat(words, mods.Mods))
	if err != nil {
		return err
	}
	return checkFound(out, errs, known, chosen, mods, checkOptions{verbose, trial})
}

// checkOptions says what check does besides reporting mistakes.
type checkOptions struct {
	verbose bool // it lists functions
	trial   bool // it plays battles
}

// checkFound is check for some of the known mods.
func checkFound(out, errs io.Writer, known, chosen []library.Found, mods *games.Resolver, o checkOptions) error {
	g, err := mods.With(chosen, games.Hint{})
	if err != nil {
		return err
	}
	settings, err := mods.Settings()
	if err != nil {
		return err
	}
	ids := games.IDs(chosen)
	var problems, warnings strict.Problems
	var refusal *library.Refusal
	var installed modhost.Scripts
	lib, err := g.Read(known, ids, settings)
	err = mods.Blame(err)
	switch {
	case errors.As(err, new(*usage.Error)):
		return err
	case err == nil:
		if installed, err = g.Scripts.Install(lib, modhost.Stop); err != nil && !errors.As(err, &problems) {
			return err
		}
		if len(problems) == 0 {
			problems = modtool.ScenarioProblems(lib, ids, func(s *library.Scenario) strict.Problems {
				return desk.LessonProblems(g.View, lib, s)
			})
		}
		named := slices.DeleteFunc(slices.Clone(lib.Mods), func(m library.ModInfo) bool { return !slices.Contains(ids, m.Mod.ID) })
		problems = slices.Concat(problems, g.Tools(lib.Own()...).TestProblems(named, installed))
		warnings = lib.Warnings()
	case errors.As(err, &refusal):
		own := engine.Each(refusal.Mods, func(m library.ModInfo) library.Own { return m.Own() })
		tools := g.Tools(own...)
		problems = slices.Concat(refusal.Problems, tools.ScriptProblems(refusal.Mods), tools.TestProblems(refusal.Mods, nil))
	default:
		return err
	}
	for _, f := range chosen {
		problems = append(problems, fileProblems(f)...)
	}
	problems.Sort()
	problems = slices.Compact(problems) // entries that name one script
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
		return errors.New(screen.Count(wrong, "mistake"))
	}
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(out, g.Tools().Summary(lib, installed, id))
		if o.verbose {
			for _, line := range modtool.Functions(installed, id) {
				fmt.Fprintln(out, "  "+line)
			}
		}
	}
	if !o.trial {
		return nil
	}
	rules := games.Ruleset{Mods: engine.Each(chosen, mods.Named), Set: mods.Set}
	return printTrial(out, errs, mods.Under(rules), modtrial.Trial{Library: lib, Scripts: installed, Binding: g.Scripts.Binding(), Frontend: g.View, Mods: slices.Compact(ids)})
}

// fileProblems returns the problems of a mod's files for which houserule mod pack would
// refuse it.
func fileProblems(mod library.Found) (problems strict.Problems) {
	all, _, err := mod.Folder.Files()
	errors.As(err, &problems)
	for _, err := range modpack.CheckNames(mod.Mod.ID, slices.Sorted(maps.Keys(all))) {
		problems = append(problems, strict.Problem{File: mod.Folder.Where, Text: err.Error()})
	}
	return problems
}

func newNew(mods *games.Resolver) *cobra.Command {
	var dir string
	var ownGame bool
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Create a mod that works, as a starting point",
		Long: `Create the folder of a mod that works, as a starting point. It contains an example of
everything that mods of the game usually have, and the files with which editors
complete names. NAME is the mod's id: lower-case letters, digits and -. With
--own-game the mod is a game of its own, written entirely in Lua.`,
		Example: "  houserule mod new goblins\n  houserule mod new barbarians --game kings\n  houserule mod new race --own-game",
		Args:    usage.Arguments(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if ownGame {
				if mods.Game != "" {
					return usage.Errorf("--own-game makes a new game, and --game names an existing one: leave one of them out")
				}
				return newModOf(cmd.OutOrStdout(), games.Lua(luagame.New(library.Found{Mod: library.Mod{ID: args[0]}})), dir, args[0], mods.ModIDs())
			}
			g, err := mods.Resolve(games.Hint{})
			if err != nil {
				return err
			}
			return newModOf(cmd.OutOrStdout(), g, dir, args[0], mods.ModIDs())
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "create the mod's folder in this `folder`")
	cmd.Flags().BoolVar(&ownGame, "own-game", false, "create a game of its own, in Lua")
	return cmd
}

// newModOf makes the folder of a new mod of a game; taken are the ids of other mods.
func newModOf(out io.Writer, g games.Game, dir, name string, taken []string) error {
	if err := modtool.CheckName(name, taken); err != nil {
		return &usage.Error{Err: err}
	}
	if _, err := os.Stat(filepath.Join(dir, "mod.toml")); err == nil {
		return &usage.Error{Err: fmt.Errorf("%s is the folder of a mod, and a mod cannot contain another: make the new one beside it, with --dir %s",
			filepath.ToSlash(dir), filepath.ToSlash(filepath.Join(dir, "..")))}
	}
	folder := filepath.Join(dir, name)
	path := filepath.ToSlash(folder)
	if !filepath.IsAbs(folder) && !strings.HasPrefix(path, "../") {
		path = "./" + path
	}
	files, next, err := g.Tools().NewMod(name, path, !g.IsLua())
	if err != nil {
		return err
	}
	switch err := os.Mkdir(folder, 0o755); {
	case errors.Is(err, os.ErrExist):
		return usage.Errorf("%s already exists: choose another name, or another place with --dir", filepath.ToSlash(folder))
	case errors.Is(err, os.ErrNotExist):
		return usage.Errorf("--dir: there is no folder %s", filepath.ToSlash(dir))
	case err != nil:
		return err
	}
	if err := modtool.WriteFiles(out, folder, files); err != nil {
		return err
	}
	fmt.Fprintf(out, "Next:\n  houserule mod check %s\n  houserule mod test %s\n", path, path)
	for line := range strings.Lines(next) {
		fmt.Fprintf(out, "  %s", line)
	}
	return nil
}

func newDocs(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "docs [NAME|WORDS]",
		Short: "Explain what a mod can contain, or find how to do what you want",
		Long: `Explain what a mod can contain. NAME is a hook, an object, a function, a declaration,
a TOML section, or a field of one of them: onAttack, onAttack.bonus, stack,
battle:kill, creature, rules.die.

Any other words are looked for in a table of wishes, effects that modders want and how
a mod makes them, and in the texts of all names: houserule mod docs life drain.

The game is the one that --game names, or that of the mod in whose folder you are.
Otherwise it is the first game that has NAME.

docs/wishes.md is the whole table, docs/mod-reference.md the whole reference for
heroes, docs/mod-reference-kings.md for kings, and docs/mod-reference-sorcery.md for
sorcery.`,
		Example: "  houserule mod docs\n  houserule mod docs onAttack\n  houserule mod docs creature.phase\n  houserule mod docs life drain\n  houserule mod docs thing --game kings",
		Args:    usage.Arguments(0, -1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			names, directive := mods.Complete(func(g games.Game, _ *library.Library) []string { return g.Tools().DocNames() })(cmd, args, word)
			return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, word) }), directive
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			here, words := mods.Here(), strings.Join(args, " ")
			knows := func(g games.Game) bool {
				return words == "" || slices.Contains(here.Tools(g).DocNames(), words)
			}
			tells := func(g games.Game) bool { return here.Tools(g).Search(io.Discard, words, 0) }
			g, err := here.Resolve(games.Having(knows, tells))
			if err != nil {
				return err
			}
			out, tools := cmd.OutOrStdout(), here.Tools(g)
			if words == "" {
				tools.DocList(out, terminal.ListWidth(out))
				return nil
			}
			err = tools.DocOf(out, words, terminal.ListWidth(out))
			if err == nil {
				return nil
			}
			switch {
			case slices.ContainsFunc(mods.Games(), knows):
				return &usage.Error{Err: mods.Elsewhere(err, g, knows)}
			case tools.Search(out, words, terminal.ListWidth(out)):
				return nil
			case tools.NearName(words) != "":
				return &usage.Error{Err: err}
			}
			return usage.Errorf("nothing in the reference of %s fits %q; houserule mod docs lists all names", g.Name(), words)
		},
	}
}

// newFiles returns a command that writes files for an editor into the folder of a mod,
// which says which game they are for and may be no mod yet.
func newFiles(mods *games.Resolver, cmd *cobra.Command, files func(modtool.Game) ([]modtool.File, error)) *cobra.Command {
	cmd.Args = usage.Arguments(0, 1)
	cmd.Long += "\n\nFOLDER is the mod's folder; without it, the files are written into the current folder."
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := append(args, ".")[0]
		var found []library.Found
		if mod, err := mods.Folder(dir); err == nil {
			found = append(found, mod)
		}
		g, err := mods.With(found, games.Hint{})
		if err != nil {
			return err
		}
		all, err := files(mods.Tools(g, found...))
		if err != nil {
			return err
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return usage.Errorf("there is no folder %s", dir)
		}
		return modtool.WriteFiles(cmd.OutOrStdout(), dir, all)
	}
	return cmd
}

func newStubs(mods *games.Resolver) *cobra.Command {
	return newFiles(mods, &cobra.Command{
		Use:   "stubs [FOLDER]",
		Short: "Write files with which an editor completes and checks Lua scripts",
		Long: `Write files with which an editor that has a Lua language server completes and checks
scripts: the folder .stubs with the types of everything that scripts can use, and
.luarc.json, the settings of the server. Neither is part of the mod.`,
		Example: "  houserule mod stubs goblins",
	}, func(g modtool.Game) ([]modtool.File, error) { return g.StubFiles(), nil })
}

func newSchema(mods *games.Resolver) *cobra.Command {
	return newFiles(mods, &cobra.Command{
		Use:   "schema [FOLDER]",
		Short: "Write files with which an editor completes and checks TOML files",
		Long: `Write files with which an editor completes and checks TOML files: the folder .schema
with a JSON schema for mod.toml and one for data files. The first line of a TOML file
names its schema:

  #:schema .schema/mod.json     in mod.toml
  #:schema .schema/data.json    in all other files`,
		Example: "  houserule mod schema goblins",
	}, modtool.Game.SchemaFiles)
}
