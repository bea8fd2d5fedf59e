package flags_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/usage"
)

// No flag of any command takes an empty text, as of a variable of the shell that is not set.
func TestEmptyFlags(t *testing.T) {
	var flags int
	check := func(cmd *cobra.Command, f *pflag.Flag, value string) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand
		}
		want := name + " takes "
		if slices.Contains([]string{"string", "stringSlice", "stringArray"}, f.Value.Type()) {
			want = name + " is empty: give it a value, or leave it out"
		}
		err := cmd.ParseFlags([]string{"--" + f.Name + "=" + value})
		if err == nil {
			t.Errorf("%s --%s takes %q", cmd.CommandPath(), f.Name, value)
		} else if err = cmd.FlagErrorFunc()(cmd, err); !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s --%s %q: %v, want %s", cmd.CommandPath(), f.Name, value, err, want)
		}
		flags++
	}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			check(cmd, f, "")
			check(cmd, f, " ")
		})
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(program.New(io.Discard))
	if flags < 400 {
		t.Errorf("only %d flags", flags)
	}
}

// The error ends the command, and arguments are refused in the same way.
func TestEmptyArguments(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"play|", "an argument is empty: houserule play [SCENARIO]"},
		{"mod|check|", "an argument is empty: houserule mod check [MOD...]"},
		{"serve|--listen|", "--listen is empty: give it a value, or leave it out"},
		{"serve|--drop|", "--drop is empty: give it a value, or leave it out"},
		{"battle|--mods|morale|--mods|", "--mods is empty: give it a value, or leave it out"},
		{"farm|--slurm|--|sim|--report|", "an argument is empty: houserule farm --slurm -- COMMAND..."},
		{"farm|--slurm|--|sim|--report=", "--report is empty: give it a value, or leave it out"},
	} {
		var errs strings.Builder
		code := program.Run(strings.Split(row.line, "|"), io.Discard, &errs)
		if want := "houserule: " + row.want + "\nSee houserule --help.\n"; code != usage.ExitUsage || errs.String() != want {
			t.Errorf("%s: exit code %d, want %d, and\n%swant\n%s", row.line, code, usage.ExitUsage, errs.String(), want)
		}
	}
}
