package usage

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/engine"
	"houserule/engine/library"
)

// ShowHelp runs a command that only has subcommands.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// CommandsOnly refuses arguments: cobra finds subcommands before it.
func CommandsOnly(cmd *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	_, group, _ := strings.Cut(cmd.CommandPath()+" ", " ")
	var known []string
	for _, c := range cmd.Commands() {
		known = append(known, group+c.Name())
	}
	return &Error{Err: &engine.Unknown{What: "command", Word: group + words[0], Known: known}}
}

// listsKey marks the command that lists all entries of a kind.
const listsKey = "lists"

// Lists marks the command that lists all entries of a kind, such as "creature".
func Lists(cmd *cobra.Command, what string) { cmd.Annotations = map[string]string{listsKey: what} }

// Explain does what [library.Explain] does for an error of a command under root. For an
// unknown entry that is like no other, it also names the command that lists all of them.
func Explain(root *cobra.Command, err error) string {
	text := library.Explain(err)
	if what := library.Unlisted(err); what != "" {
		if command := listing(root, what); command != "" {
			text += ": " + command + " lists them"
		}
	}
	return text
}

// listing returns the path of the command under root that lists all entries of a kind, ""
// for none.
func listing(root *cobra.Command, what string) string {
	if root.Annotations[listsKey] == what {
		return root.CommandPath()
	}
	for _, c := range root.Commands() {
		if path := listing(c, what); path != "" {
			return path
		}
	}
	return ""
}

// isBlank reports whether a text has nothing but blanks.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// Arguments takes from least to most arguments; most is -1 for any number. None of them
// may be empty, as those from a variable of the shell that is not set.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		_, operands, _ := strings.Cut(cmd.Use, " ")
		line := strings.TrimSpace(cmd.CommandPath() + " " + operands)
		switch {
		case len(words) < least:
			return Errorf("something is missing: %s", line)
		case most >= 0 && len(words) > most:
			return Errorf("%q is too much: %s", words[most], line)
		case slices.ContainsFunc(words, isBlank):
			return Errorf("an argument is empty: %s", line)
		}
		return nil
	}
}
