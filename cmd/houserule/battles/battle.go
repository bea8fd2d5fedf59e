package battles

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/scripting/modhost"
)

// battleOptions holds the values of the flags of houserule battle.
type battleOptions struct {
	match.Options
	journal   string
	why       bool
	resultsOn bool // print the result only
}

func newBattle(mods *games.Resolver) *cobra.Command {
	o := battleOptions{Options: match.Options{Mods: mods}}
	cmd := &cobra.Command{
		Use:   "battle [SCENARIO]",
		Short: "Play a battle between computer players and print it blow by blow",
		Long: `Play a battle between computer players and print it blow by blow.

The armies are those of the scenario, or those that you type, with commas between
units. In heroes, plus signs separate the cards of a stack (the top card first), and a
bar separates the melee line from the ranged line. The same seed gives the same battle
on every machine.`,
		Example: `  houserule battle siege --seed 3 --why
  houserule battle golem-wall --players reference,greedy --journal wall.journal
  houserule battle burning-city
  houserule battle duel --game kings --set kings.die=8
  houserule battle red-ford --seed 3 --why
  houserule battle --aggressor "3 gold-golem, 2 orc + 1 bandit | 4 halfling" --defender "2 hydra"
  houserule battle --aggressor "1 bandit" --defender "3 gold-golem" --players reference,reference --dice 7,3`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Of(args); err != nil {
				return err
			}
			return playBattle(cmd.OutOrStdout(), o)
		},
	}
	o.Flags(cmd)
	f := cmd.Flags()
	o.Players.Add(cmd, mods)
	f.StringVar(&o.Dice, "dice", "", "use these dice instead of seeded ones, such as 7,3,10; too few or too many are an error")
	f.StringVar(&o.journal, "journal", "", "write the battle to this `file`, which houserule replay plays again")
	f.BoolVar(&o.why, "why", false, "explain every score term by term")
	f.BoolVarP(&o.resultsOn, "quiet", "q", false, "print only the result")
	return cmd
}

func playBattle(out io.Writer, o battleOptions) error {
	lib, m, err := o.Trial()
	if err != nil {
		return err
	}
	luck, done, err := o.Luck(lib, &m)
	if err != nil {
		return &usage.Error{Err: err}
	}
	b, solved, err := view.Begin(lib, m)
	if err != nil {
		return err
	}
	table, seats, err := view.Seat(o.Mods.View(lib), lib, m, b, luck, solved)
	if err != nil {
		return err
	}
	defer view.Leave(seats)
	var journal *journalFile
	if o.journal != "" {
		if journal, err = createJournal(o.journal, lib.Header(m)); err != nil {
			return err
		}
		defer journal.file.Close()
		table.Record(journal.writer)
	}
	v := o.Mods.View(lib).New(lib, m, b)
	if !o.resultsOn {
		view.Narrate(out, table, v, m, o.why)
	}
	if err := engine.Play(v.Battle(), table); err != nil {
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	if journal != nil {
		if err := journal.close(v.Battle().Outcome()); err != nil {
			return err
		}
	}
	if o.resultsOn {
		fmt.Fprintln(out, v.Battle().Outcome())
		disabled := modhost.Disabled(v.Battle())
		for _, id := range slices.Sorted(maps.Keys(disabled)) {
			fmt.Fprintf(out, "  mod %s was disabled from then on: %v\n", id, disabled[id])
		}
	}
	return done()
}

// journalFile is a journal that is being written.
type journalFile struct {
	file   *os.File
	writer *engine.JournalWriter
}

// createJournal makes a new file; it never writes over one.
func createJournal(name string, h engine.Header) (*journalFile, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, usage.Errorf("--journal: %s already exists: name another file, or remove it", name)
	}
	if err != nil {
		return nil, fmt.Errorf("--journal: %w", err)
	}
	writer, err := engine.NewJournalWriter(file, h)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &journalFile{file, writer}, nil
}

func (j *journalFile) close(end string) error {
	if err := j.writer.Close(end); err != nil {
		return err
	}
	return j.file.Close()
}
