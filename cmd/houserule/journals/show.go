package journals

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/page"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/usage"
)

// showOptions holds the values of the flags of houserule show.
type showOptions struct {
	journalOptions
	out string
}

func newShow(mods *games.Resolver) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show FILE -o PAGE",
		Short: "Write a web page that plays a battle from its journal",
		Long: `Write a web page that plays a battle from its journal, forwards and backwards, with
every number explained. The journal is a file, or the name of a battle that the prompt
has kept or saved. The page is a single file and needs no network: send it to a friend.

Of a battle that is over, the page shows everything, including what the sides hid from
each other. Of a battle that is not over, it shows only what every person in it sees.`,
		Example: `  houserule battle siege --journal siege.journal
  houserule show siege.journal -o siege.html`,
		Args:              usage.Arguments(1, 1),
		ValidArgsFunction: completeJournal,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.out == "" {
				return usage.Errorf("name the file of the page: -o page.html")
			}
			if err := show(args[0], mods, o); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "write the page to this `file`")
	o.journalOptions.flags(cmd)
	return cmd
}

func show(name string, mods *games.Resolver, o showOptions) error {
	journal, err := o.Read(name, mods)
	if err != nil {
		return err
	}
	var film page.Film
	if err := protocol.Record(journal, mods, film.Add); err != nil {
		return err
	}
	file, err := os.Create(o.out)
	if err == nil {
		err = errors.Join(film.Write(file), file.Close())
	}
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
