package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/players"
)

// lineupFlag is --players: the players of the sides, in their order. A command that
// plays several line-ups takes the flag once for each.
type lineupFlag struct {
	texts   []string
	several bool
}

// add adds the flag to a command.
func (o *lineupFlag) add(cmd *cobra.Command, mods *games.Resolver) {
	text := "who plays each side: random, careless, reference, greedy, search, search:NODES, best, or a mod's"
	if o.several {
		text += "; give the flag again for another line-up"
	}
	const greedy = "greedy,greedy"
	cmd.Flags().StringArrayVar(&o.texts, "players", []string{greedy}, text+" (`names`)")
	cmd.Flags().Lookup("players").DefValue = greedy
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("players", mods.CompleteFlag(func(_ games.Game, lib *library.Library) []string { return players.Offered(lib.Players) })))
}

// guests returns the programs that flags seat as players. A journal, shard or prompt can
// only name programs of the command line.
func guests(flags *pflag.FlagSet) (all []players.Player, err error) {
	for _, flag := range []string{"players", "seats"} {
		f := flags.Lookup(flag)
		if f == nil {
			continue
		}
		texts := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			texts = list.GetSlice()
		}
		programs, err := protocol.Programs(strings.Split(strings.Join(texts, ","), ","), usage.Version())
		if err != nil {
			return nil, usage.Errorf("--%s: %w", flag, err)
		}
		all = append(all, programs...)
	}
	return all, nil
}

// read returns the players of each line-up, by seat.
func (o *lineupFlag) read(known []players.Player, seats []string) ([][]string, error) {
	if len(o.texts) > 1 && !o.several {
		return nil, usage.Errorf("--players is there %d times: this command plays one line-up; compare, sweep and balance play several", len(o.texts))
	}
	var all [][]string
	for _, text := range o.texts {
		names, err := seatsOf("--players", text, known, seats)
		if err != nil {
			if o.several && strings.Count(text, ",") >= len(seats) {
				err = fmt.Errorf("%w; for several line-ups write --players once for each", err)
			}
			return nil, err
		}
		if slices.ContainsFunc(all, func(other []string) bool { return slices.Equal(other, names) }) {
			return nil, fmt.Errorf("--players: %s stands twice", experiment.LineupName(names))
		}
		all = append(all, names)
	}
	return all, nil
}
