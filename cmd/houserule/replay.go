package main

import (
	"errors"
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
	"houserule/engine/library"
)

// journalOptions holds the values of the flags of commands that play a journal again.
type journalOptions struct{ partial, anyway bool }

func (o *journalOptions) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.partial, "partial", false, "play a journal that was cut off, or whose battle is not over, as far as it goes")
	cmd.Flags().BoolVar(&o.anyway, "anyway", false, "play with the present data even if the journal was written with other data")
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

// A replayed battle is a journal, with the match and the data to play it again.
type replayed struct {
	*engine.Journal
	lib   *library.Library
	match library.Match
	cut   bool // it was cut off
}

// read reads a journal and loads its rules. Its errors do not contain the name.
func (o *journalOptions) read(name string, mods *games.Resolver) (*replayed, error) {
	file, err := saves.OpenJournal(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	journal, err := engine.ReadJournal(file)
	cut := errors.Is(err, engine.ErrCutOff) && journal != nil
	switch {
	case cut && o.partial:
	case cut && saves.JournalPath(name) != name: // it is played at the prompt
		return nil, errors.New("the battle is not over (--partial shows it so far)")
	case cut:
		return nil, fmt.Errorf("%w (--partial plays the %d answers that are left)", err, len(journal.Entries))
	case err != nil:
		return nil, err
	}
	if err := journal.CheckTexts(); err != nil {
		return nil, err
	}
	if waiting, err := saves.Platform().Waiting(name); err == nil {
		mods.Resumed = waiting.Mods
	}
	lib, err := mods.LoadFor(journal.Header)
	if err != nil {
		return nil, err
	}
	m, err := lib.Match(journal.Header)
	switch {
	case errors.Is(err, library.ErrOtherMods) && o.anyway:
	case errors.Is(err, library.ErrOtherMods):
		return nil, fmt.Errorf("%w (--anyway plays it nevertheless)", err)
	case err != nil:
		return nil, err
	}
	return &replayed{journal, lib, m, cut}, journal.Restream(lib.Streams)
}

// view returns the view of its battle, at the beginning.
func (r *replayed) view(mods *games.Resolver) (view.View, error) {
	b, err := r.lib.Game.NewBattle(r.match.Setup)
	if err != nil {
		return nil, err
	}
	return mods.View(r.lib).New(r.lib, r.match, b), nil
}

// play plays its battle at a table that takes these answers. whole is false for one that
// was cut off.
func (r *replayed) play(b engine.Story, table *engine.Table, answers *engine.Replay) (whole bool, err error) {
	if err := engine.Play(b, table); err != nil {
		if r.cut && answers.Used() == len(r.Entries) {
			return false, nil
		}
		return false, err
	}
	if err := answers.Done(); err != nil {
		return false, err
	}
	return true, r.ended(b)
}

// ended returns an error if the battle has ended in another way than the journal says.
func (r *replayed) ended(b engine.Story) error {
	if !r.cut && b.Outcome() != r.End {
		return fmt.Errorf("%w: it ended %q, now it ends %q", engine.ErrReplay, r.End, b.Outcome())
	}
	return nil
}

func replay(out io.Writer, name string, mods *games.Resolver, o replayOptions) error {
	journal, err := o.read(name, mods)
	if err != nil {
		return err
	}
	v, err := journal.view(mods)
	if err != nil {
		return err
	}
	if veiled, ok := v.(view.Veiled); ok { // an unfinished war keeps its secrets
		veiled.Unveil(journal.End != "")
	}
	answers := &engine.Replay{Entries: journal.Entries}
	table := engine.NewTable(answers, slices.Repeat([]engine.Oracle{answers}, len(v.Seats()))...)
	view.Narrate(out, table, v, journal.match, o.why)
	whole, err := journal.play(v.Battle(), table, answers)
	if err == nil && !whole {
		choices := slices.DeleteFunc(slices.Clone(journal.Entries), func(e engine.Entry) bool { return e.Side.IsLuck() })
		fmt.Fprintf(out, "The journal ends here, after %s.\n", screen.Count(len(choices), "answer"))
	}
	return err
}
