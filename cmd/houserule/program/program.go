// Package program puts all commands together: it reads a command line, runs it, and reports
// what went wrong, with an exit code.
package program

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/battles"
	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/exact"
	"houserule/cmd/houserule/experiments"
	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/journals"
	"houserule/cmd/houserule/listings"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/modcommands"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// Main runs the program and ends it.
func Main() {
	CollectLater()
	os.Exit(Run(os.Args[1:], os.Stdout, os.Stderr))
}

// CollectLater lets the heap grow to 16 MB before the first collection. Go begins at 4 MB,
// and a short command spent a third of its time on collections while it read the data.
func CollectLater() {
	usual := debug.SetGCPercent(400)
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}

// Run runs the program with its arguments and outputs, and returns the exit code.
func Run(args []string, out, errs io.Writer) int {
	written := &terminal.Output{To: out}
	outGate, errGate := terminal.NewGate(written), terminal.NewGate(errs)
	errs = terminal.Folded(errGate)
	root := New(terminal.Folded(outGate))
	root.SetErr(errs)
	code := usage.ExitOK
	err := usage.CheckArgs(args)
	if err == nil {
		root.SetArgs(Played(root, args))
		err = root.Execute()
	}
	outGate.Flush()
	switch {
	case err == nil:
	case errors.As(err, new(*usage.Error)):
		fmt.Fprintf(errs, "houserule: %s\nSee houserule --help.\n", usage.Explain(root, err))
		code = usage.ExitUsage
	case errors.Is(err, repl.ErrInterrupted):
		code = usage.ExitInterrupted
	default:
		fmt.Fprintf(errs, "houserule: %s\n", library.Explain(err))
		code = usage.ExitError
	}
	if written.Err != nil {
		fmt.Fprintf(errs, "houserule: cannot write to the standard output: %v\n", files.Cause(written.Err))
		code = cmp.Or(code, usage.ExitError)
	}
	errGate.Flush()
	return code
}

// Played puts play before arguments whose first word is no command, but a scenario or a game.
// Only flags of all commands may stand before the word.
func Played(root *cobra.Command, args []string) []string {
	if cmd, _, err := root.Find(args); err != nil || cmd != root {
		return args
	}
	for i := 0; i < len(args); i++ {
		name, flag := strings.CutPrefix(args[i], "--")
		name, _, whole := strings.Cut(name, "=")
		switch {
		case flag && root.PersistentFlags().Lookup(name) == nil:
			return args
		case flag && !whole:
			i++ // its value
		case flag:
		case args[i] != "" && slices.ContainsFunc(bundled.Resolver().Games(), games.HasScenario(args[i])):
			return append([]string{"play"}, args...)
		default:
			return args
		}
	}
	return args
}

// New returns the root command, which writes to out.
func New(out io.Writer) *cobra.Command {
	mods := bundled.Resolver()
	root := &cobra.Command{
		Use:   "houserule",
		Short: "Fantasy battles on the table top, by rules that anybody can change",
		Long: `houserule plays fantasy table-top battles, by the book or by your own house
rules. It comes with several games. The scenario, mod or journal that you name
decides which game is played; --game chooses one if you name none of them.

Without arguments houserule opens the prompt, as houserule play does. The first
time it offers a battle that is explained as you play. Without a terminal and
without input it plays one battle between two computer players. The name of a
game, or of a scenario that comes with one, in place of a command plays it.

Exit codes:
  0    success
  1    a mistake in a battle, journal, script or data file, or the output could
       not be written
  2    a mistake on the command line
  130  interrupted with Ctrl-C`,
		Example: `  houserule
  houserule tutorial
  houserule kings
  houserule battle golem-wall --players greedy,random --seed 7
  houserule battle --aggressor "3 gold-golem, 2 orc | 4 halfling" --defender "5 bandit"
  houserule play burning-city
  houserule scenarios --game kings
  houserule creatures --alignment chaos
  houserule rule H8.3`,
		Args:          commandsOnly(mods),
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
			if mods.Guests, err = match.Guests(cmd.Flags()); err != nil {
				return err
			}
			return mods.Unfold()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return battles.Open(cmd.InOrStdin(), cmd.OutOrStdout(), mods)
		},
	}
	root.SetOut(out)
	root.SetFlagErrorFunc(flags.Error)
	for _, commands := range [][]*cobra.Command{
		battles.New(mods), journals.New(mods), exact.New(mods), experiments.New(mods), listings.New(mods), {modcommands.New(mods)},
	} {
		root.AddCommand(commands...)
	}
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

// commandsOnly refuses arguments. Its error suggests commands, scenarios and games.
func commandsOnly(mods *games.Resolver) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		err := usage.CommandsOnly(cmd, words)
		if unknown := new(engine.Unknown); errors.As(err, &unknown) {
			for _, g := range mods.Games() {
				unknown.Known = append(append(unknown.Known, g.Name()), g.Scenarios()...)
			}
		}
		return err
	}
}

// helpTopic takes the name of a command.
func helpTopic(cmd *cobra.Command, words []string) error {
	topic, rest, err := cmd.Root().Find(words)
	if err != nil {
		return &usage.Error{Err: err}
	}
	return usage.CommandsOnly(topic, rest)
}
