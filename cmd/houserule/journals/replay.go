// Package journals has the commands that play a battle again from its journal: as text, as a
// page, and as a review of luck and skill.
package journals

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// journalOptions holds the values of the flags of commands that play a journal again.
type journalOptions struct{ games.Replaying }

func (o *journalOptions) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.Partial, "partial", false, "play a journal that was cut off, or whose battle is not over, as far as it goes")
	cmd.Flags().BoolVar(&o.Anyway, "anyway", false, "play with the present data even if the journal was written with other data")
}

// completeJournal offers the battles that are kept or saved.
func completeJournal(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return saves.Platform().Names(), cobra.ShellCompDirectiveDefault
}

// replayOptions holds the values of the flags of houserule replay.
type replayOptions struct {
	journalOptions
	why bool
}

func newReplay(mods *games.Resolver) *cobra.Command {
	var o replayOptions
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a battle again from its journal",
		Long: `Play a battle again from its journal: a file, or the name of a battle that the prompt
has kept or saved. A journal is refused if it was cut off, changed by hand, written by
a newer program, or written with other data.

If people play a campaign that is not over, replay shows what one of them sees. Of a
campaign that is over it shows everything.`,
		Example: `  houserule battle siege --journal siege.journal
  houserule replay siege.journal --why`,
		Args:              usage.Arguments(1, 1),
		ValidArgsFunction: completeJournal,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := replay(cmd.OutOrStdout(), args[0], mods, o); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&o.why, "why", false, "explain every score term by term")
	o.journalOptions.flags(cmd)
	return cmd
}

func replay(out io.Writer, name string, mods *games.Resolver, o replayOptions) error {
	journal, err := o.Read(name, mods)
	if err != nil {
		return err
	}
	v, err := journal.View(mods)
	if err != nil {
		return err
	}
	if v.Veil != nil { // an unfinished war keeps its secrets
		v.Veil.Unveil(journal.End != "")
	}
	answers := &engine.Replay{Entries: journal.Entries}
	table := answers.Table(len(v.Seats()))
	view.Narrate(out, table, v, journal.Match, o.why)
	whole, err := journal.Play(v.Battle(), table, answers)
	if err == nil && !whole {
		choices := slices.DeleteFunc(slices.Clone(journal.Entries), func(e engine.Entry) bool { return e.Side.IsLuck() })
		fmt.Fprintf(out, "The journal ends here, after %s.\n", screen.Count(len(choices), "answer"))
	}
	return err
}

// New returns the commands that read the journal of a battle.
func New(mods *games.Resolver) []*cobra.Command {
	return []*cobra.Command{newReplay(mods), newReview(mods), newShow(mods)}
}
