package match

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

// Lineups is --players: the players of the sides, in their order. A command that
// plays several line-ups takes the flag once for each.
type Lineups struct {
	Texts   []string
	Several bool
}

// Add adds the flag to a command.
func (o *Lineups) Add(cmd *cobra.Command, mods *games.Resolver) {
	text := "who plays each side: random, careless, reference, greedy, search, search:NODES, best, or a mod's"
	if o.Several {
		text += "; give the flag again for another line-up"
	}
	const greedy = "greedy,greedy"
	cmd.Flags().StringArrayVar(&o.Texts, "players", []string{greedy}, text+" (`names`)")
	cmd.Flags().Lookup("players").DefValue = greedy
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("players", mods.CompleteFlag(func(_ games.Game, lib *library.Library) []string { return players.Offered(lib.Players) })))
}

// Guests returns the programs that flags seat as players. A journal, shard or prompt can
// only name programs of the command line.
func Guests(flags *pflag.FlagSet) (all []players.Player, err error) {
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

// Read returns the players of each line-up, by seat.
func (o *Lineups) Read(known []players.Player, seats []string) ([][]string, error) {
	if len(o.Texts) > 1 && !o.Several {
		return nil, usage.Errorf("--players is there %d times: this command plays one line-up; compare, sweep and balance play several", len(o.Texts))
	}
	var all [][]string
	for _, text := range o.Texts {
		names, err := seatsOf("--players", text, known, seats)
		if err != nil {
			if o.Several && strings.Count(text, ",") >= len(seats) {
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
