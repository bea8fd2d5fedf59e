package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"houserule/engine"
	"houserule/engine/library"
)

// replayOptions is what the flags of houserule replay say.
type replayOptions struct {
	why, partial, anyway bool
}

func newReplay(mods *modOptions) *cobra.Command {
	var o replayOptions
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a battle again from its journal",
		Long: `Play a battle again from its journal. A journal that was cut off, changed by
hand, or written by a newer program or under other data is refused.`,
		Example: `  houserule battle siege --journal siege.journal
  houserule replay siege.journal --why`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := replay(cmd.OutOrStdout(), args[0], mods, o); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.why, "why", false, "print every score term by term")
	f.BoolVar(&o.partial, "partial", false, "play what there is of a journal that was cut off")
	f.BoolVar(&o.anyway, "anyway", false, "play under the present data although the journal was written under other")
	return cmd
}

func replay(out io.Writer, name string, mods *modOptions, o replayOptions) error {
	file, err := os.Open(name)
	if err != nil {
		return errors.Unwrap(err) // the name stands before it
	}
	defer file.Close()
	journal, err := engine.ReadJournal(file)
	cut := errors.Is(err, engine.ErrCutOff) && journal != nil
	switch {
	case cut && o.partial:
	case cut:
		return fmt.Errorf("%w (--partial plays the %d answers that are left)", err, len(journal.Entries))
	case err != nil:
		return err
	}
	lib, err := mods.loadFor(journal.Header)
	if err != nil {
		return err
	}
	m, err := lib.Match(journal.Header)
	switch {
	case errors.Is(err, library.ErrOtherMods) && o.anyway:
	case errors.Is(err, library.ErrOtherMods):
		return fmt.Errorf("%w (--anyway plays it all the same)", err)
	case err != nil:
		return err
	}
	if err := journal.Restream(lib.Streams); err != nil {
		return err
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	answers := &engine.Replay{Entries: journal.Entries}
	v := systemOf(lib).New(lib, m, b)
	seats := make([]engine.Oracle, len(v.Seats()))
	for i := range seats {
		seats[i] = answers
	}
	table := engine.NewTable(answers, seats...)
	narrate(out, table, v, m, o.why)
	if err := v.Play(table); err != nil {
		if cut && answers.Used() == len(journal.Entries) {
			fmt.Fprintf(out, "The journal ends here, after %d answers.\n", answers.Used())
			return nil
		}
		return err
	}
	if err := answers.Done(); err != nil {
		return err
	}
	if !cut && v.Result() != journal.End {
		return fmt.Errorf("%w: it ended %q, now it ends %q", engine.ErrReplay, journal.End, v.Result())
	}
	return nil
}
