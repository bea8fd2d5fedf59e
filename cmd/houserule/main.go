// Command houserule plays fantasy table-top battles by rules that anyone can
// change. Without arguments it opens the prompt. See houserule --help.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/listings"
	"houserule/cmd/houserule/modcommands"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// Exit codes.
const (
	exitOK          = 0
	exitError       = 1   // a mistake in a battle, a journal or data, or a failed output
	exitUsage       = 2   // a mistake on the command line
	exitInterrupted = 130 // Ctrl-C
)

func main() {
	collectLater()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// collectLater lets the heap grow to 16 MB before the first collection. Go begins at 4 MB,
// and a short command spent a third of its time on collections while it read the data.
func collectLater() {
	usual := debug.SetGCPercent(400)
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}

// run runs the program with its arguments and outputs, and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	written := &terminal.Output{To: out}
	outGate, errGate := terminal.NewGate(written), terminal.NewGate(errs)
	errs = terminal.Folded(errGate)
	root := newRoot(terminal.Folded(outGate))
	root.SetArgs(args)
	root.SetErr(errs)
	code := exitOK
	err := usage.CheckArgs(args)
	if err == nil {
		err = root.Execute()
	}
	outGate.Flush()
	switch {
	case err == nil:
	case errors.As(err, new(*usage.Error)):
		fmt.Fprintf(errs, "houserule: %s\nSee houserule --help.\n", usage.Explain(root, err))
		code = exitUsage
	case errors.Is(err, repl.ErrInterrupted):
		code = exitInterrupted
	default:
		fmt.Fprintf(errs, "houserule: %s\n", library.Explain(err))
		code = exitError
	}
	if written.Err != nil {
		fmt.Fprintf(errs, "houserule: cannot write to the standard output: %v\n", files.Cause(written.Err))
		code = cmp.Or(code, exitError)
	}
	errGate.Flush()
	return code
}

// newRoot returns the root command, which writes to out.
func newRoot(out io.Writer) *cobra.Command {
	mods := newResolver()
	root := &cobra.Command{
		Use:   "houserule",
		Short: "Fantasy battles on the table top, by rules that anybody can change",
		Long: `houserule plays fantasy table-top battles, by the book or by your own house
rules. It comes with several games. The scenario, mod or journal that you name
decides which game is played; --game chooses one if you name none of them.

Without arguments houserule opens the prompt, as houserule play does. Without a
terminal and without input it plays one battle between two computer players.

Exit codes:
  0    success
  1    a mistake in a battle, journal, script or data file, or the output could
       not be written
  2    a mistake on the command line
  130  interrupted with Ctrl-C`,
		Example: `  houserule
  houserule play tutorial
  houserule battle golem-wall --players greedy,random --seed 7
  houserule battle --aggressor "3 gold-golem, 2 orc | 4 halfling" --defender "5 bandit"
  houserule play burning-city
  houserule scenarios --game kings
  houserule creatures --alignment chaos
  houserule rule H8.3`,
		Args:          usage.CommandsOnly,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			mods.Warnings = cmd.ErrOrStderr()
			if err := flags.CheckWritten(cmd.Flags(), args); err != nil {
				return err
			}
			if err := saves.Platform().Check(); err != nil {
				return &usage.Error{Err: err}
			}
			var err error
			if mods.Guests, err = guests(cmd.Flags()); err != nil {
				return err
			}
			return mods.Unfold()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return open(cmd.InOrStdin(), cmd.OutOrStdout(), mods)
		},
	}
	root.SetOut(out)
	root.SetFlagErrorFunc(flags.Error)
	root.AddCommand(
		newPlay(mods),
		newBalance(mods),
		newBattle(mods),
		newCompare(mods),
		newFarm(mods),
		newOdds(mods),
		newRegret(mods),
		newReplay(mods),
		newReview(mods),
		newServe(mods),
		newShow(mods),
		newSim(mods),
		newSolve(mods),
		newSweep(mods),
		newTune(mods),
		newJoin(),
		newMerge(mods),
		modcommands.New(mods),
	)
	root.AddCommand(listings.New(mods)...)
	mods.AddFlags(root)
	root.Version = usage.Version()
	root.SetVersionTemplate("{{.Version}}\n")
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	flags.RefuseEmpty(root)
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			cmd.Args, cmd.RunE = usage.CommandsOnly, usage.ShowHelp
			for _, shell := range cmd.Commands() {
				shell.Args = usage.Arguments(0, 0)
			}
		case "help":
			cmd.Args, cmd.Example = helpTopic, "  houserule help battle"
		}
	}
	return root
}

// helpTopic takes the name of a command.
func helpTopic(cmd *cobra.Command, words []string) error {
	topic, rest, err := cmd.Root().Find(words)
	if err != nil {
		return &usage.Error{Err: err}
	}
	return usage.CommandsOnly(topic, rest)
}
