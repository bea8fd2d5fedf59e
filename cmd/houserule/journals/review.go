package journals

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine/review"
	"houserule/scripting/modhost"
)

// reviewOptions holds the values of the flags of houserule review.
type reviewOptions struct {
	journalOptions
	results.Form
	runner.Valuing
	all bool
}

func newReview(mods *games.Resolver) *cobra.Command {
	o := reviewOptions{Valuing: runner.Valuings}
	cmd := &cobra.Command{
		Use:   "review FILE",
		Short: "Separate luck from skill in a played battle",
		Long: `Separate luck from skill in a played battle. The journal is a file, or the name of a
battle that the prompt has kept or saved. Each question of the battle is analyzed, as
a hint does it: what an answer loses against the best one is skill, and the rest of
what changes a side's chance to win is luck, so for each side

  luck + own answers + answers of others = result - chance at the start

where a draw counts as an equal part of a win for each side. The chances are those of
best play if it can be found within --states; otherwise --nodes says how far each
question is looked into. An answer that is not shown to be worse costs nothing. Ctrl-C
ends the review early, at the answer that it has come to.`,
		Example: `  houserule battle golem-wall --seed 3 --journal wall.journal
  houserule review wall.journal
  houserule review wall.journal --moves --report wall.html`,
		Args:              usage.Arguments(1, 1),
		ValidArgsFunction: completeJournal,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Check(); err != nil {
				return err
			}
			if o.Look.Nodes < 1 || o.Budget.States < 1 {
				return usage.Errorf("--nodes %d, --states %d: give numbers from 1", o.Look.Nodes, o.Budget.States)
			}
			if err := printReview(cmd, args[0], mods, o); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	o.journalOptions.flags(cmd)
	o.Form.Flags(cmd)
	cmd.Flags().IntVar(&o.Look.Nodes, "nodes", o.Look.Nodes, "look at `N` nodes for each question: steps of battles that are played on from its answers")
	cmd.Flags().IntVar(&o.Budget.States, "states", o.Budget.States, "compute best play of the whole battle from at most `N` states")
	cmd.Flags().BoolVar(&o.all, "moves", false, "show every die and every answer")
	return cmd
}

func printReview(cmd *cobra.Command, name string, mods *games.Resolver, o reviewOptions) error {
	journal, err := o.Read(name, mods)
	if err != nil {
		return err
	}
	lib, m := journal.Library, journal.Match
	v, err := journal.View(mods)
	if err != nil {
		return err
	}
	if v.Veils() && journal.Cut {
		return errors.New("each side sees only its own units here: review the battle when it is over")
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "positions")
	r, b, err := o.Review(view.WithProgress(ctx, func(n int) { counter.At(int64(n)) }), lib, m, journal.Entries)
	counter.Clear()
	interrupted := ""
	switch cut := new(review.Cut); {
	case errors.As(err, &cut):
		interrupted = cut.Error()
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: there is no review yet")
		return repl.ErrInterrupted
	case err != nil:
		return err
	}
	if err := journal.CheckEnd(b); err != nil {
		return err
	}
	result := results.NewReview(r, match.Name(lib, m), journal.End, lib, m)
	result.All = o.all
	result.Disabled = slices.Sorted(maps.Keys(modhost.Disabled(b)))
	err = o.Print(cmd.OutOrStdout(), result, results.FactsOf(cmd, lib), interrupted)
	if err == nil && interrupted != "" {
		return repl.ErrInterrupted
	}
	return err
}
