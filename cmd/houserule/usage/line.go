package usage

import (
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Version returns the version of this program, as far as the build recorded it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "houserule (devel)"
	}
	return "houserule " + info.Main.Version
}

// elsewhere are the flags that change how an experiment is played and shown, but
// not its result.
var elsewhere = []string{"json", "csv", "report", "shard", "workers", "direct", "profile"}

// CommandLine returns the command that plays the same again: all that was typed, and
// always the seed and the number of battles, unless it is 0.
func CommandLine(cmd *cobra.Command) string {
	words := append(strings.Fields(cmd.CommandPath()), cmd.Flags().Args()...)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		always := f.Name == "seed" || f.Name == "battles" && f.Value.String() != "0"
		if !f.Changed && !always || slices.Contains(elsewhere, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, flagWords(f, value)...)
		}
	})
	return Shell(words)
}

func flagWords(f *pflag.Flag, value string) []string {
	switch {
	case f.NoOptDefVal != "":
		return []string{"--" + f.Name + "=" + value}
	case f.Shorthand != "":
		return []string{"-" + f.Shorthand, value}
	}
	return []string{"--" + f.Name, value}
}

// Shell joins words to a command line as a shell takes it.
func Shell(words []string) string {
	for i, word := range words {
		words[i] = Quoted(word)
	}
	return strings.Join(words, " ")
}

// Quoted returns a word as a shell takes it.
func Quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:=+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
