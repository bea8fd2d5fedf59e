package battles

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
)

func newJoin() *cobra.Command {
	return &cobra.Command{
		Use:   "join LINK",
		Short: "Join a battle of houserule serve at the prompt",
		Long: `Join a battle of houserule serve at the prompt of this machine. LINK is the link that
houserule serve printed for the seat. Only the serving machine needs the mods. If the
connection is cut, join connects again, and nothing is lost. The same link also leads
back to the battle later.`,
		Example: `  houserule join http://127.0.0.1:7360/#KEY`,
		Args:    usage.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			link, err := remote.ParseLink(args[0])
			if err != nil {
				return &usage.Error{Err: err}
			}
			cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
				if f.Changed && f.Name != "help" && err == nil {
					err = usage.Errorf("--%s does not go with join: the battle has the data of its server", f.Name)
				}
			})
			if err != nil {
				return err
			}
			in, out := cmd.InOrStdin(), cmd.OutOrStdout()
			lines := newLines(in, out, saves.Platform())
			defer lines.Close()
			if lines.Interactive() {
				out = terminal.Unfolded(out)
			}
			ctx, stop := usage.Interruptible(cmd)
			defer stop()
			p := remote.Prompt{Link: link, Lines: lines, Out: out, Size: terminalSize}
			return p.Run(ctx)
		},
	}
}

// terminalSize returns the room for a board above a question and a prompt.
func terminalSize() view.Size {
	const below = 5
	return view.Size{Columns: terminal.Width(), Lines: max(terminal.Height()-below, screen.Lines/2)}
}
