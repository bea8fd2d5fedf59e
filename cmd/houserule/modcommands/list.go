package modcommands

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modstore"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
)

func newList(mods *games.Resolver) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List all mods, which ones --mods enables, and where they came from",
		Example: "  houserule mod list\n  houserule mod list --mods goblins",
		Args:    usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listMods(cmd.OutOrStdout(), mods)
		},
	}
	usage.Lists(cmd, "mod")
	return cmd
}

// listMods prints a row for each mod.
func listMods(out io.Writer, mods *games.Resolver) error {
	lib, err := mods.Load(games.Hint{})
	if err != nil {
		return err
	}
	known, _, err := mods.Choose(mods.Mods)
	if err != nil {
		return err
	}
	slices.SortStableFunc(known, func(a, b library.Found) int { return strings.Compare(a.Mod.ID, b.Mod.ID) })
	all := mods.Games(known...)
	loaded := func(f library.Found) string {
		if slices.Contains(games.Names(all), f.Mod.ID) && f.Mod.ID != lib.Mod.ID {
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
	screen.Table(out, terminal.ListWidth(out), rows)
	for _, f := range known {
		if f.Err != nil {
			fmt.Fprintf(out, "%s is broken:\n%v\n", f.Mod.ID, f.Err)
		}
	}
	fmt.Fprintf(out, "Your own mods are found in %s; others are named by their folders.\n", games.Store().Dir)
	return listShared(out)
}

// listShared prints where installed mods came from, and the saved sets of mods.
func listShared(out io.Writer) error {
	installed, err := games.Store().Installed()
	if err != nil {
		return err
	}
	rows := [][]string{{"installed", "version", "sha256", "from"}}
	for _, id := range slices.Sorted(maps.Keys(installed)) {
		origin := installed[id]
		from := string(origin.From)
		if state := games.Store().State(id, origin); state != modstore.Whole {
			from += ": " + string(state)
		}
		rows = append(rows, []string{id, origin.Version, fmt.Sprintf("%.16s", origin.SHA256), from})
	}
	if len(rows) > 1 {
		screen.Table(out, terminal.ListWidth(out), rows)
	}
	for _, name := range games.Sets() {
		rules, err := games.Set(name)
		if err != nil {
			fmt.Fprintf(out, "@%s is broken:\n%v\n", name, err)
			continue
		}
		fmt.Fprintf(out, "@%s is %s\n", name, strings.Join(rules.Words(), " "))
	}
	return nil
}
