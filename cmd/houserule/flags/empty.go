package flags

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errEmpty is an empty text for a flag, as of a variable of the shell that is not set. An
// address or a file without a name would mean something else than what was wanted.
var errEmpty = errors.New("empty")

// RefuseEmpty makes the flags of a command, and of all commands below it, refuse empty
// texts. Numbers refuse them anyway.
func RefuseEmpty(cmd *cobra.Command) {
	refuse := func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case filled, filledList: // of a command above
		case list:
			f.Value = filledList{v}
			if f.DefValue == "[]" { // help would show it, because it does not know this type
				f.DefValue = ""
			}
		default:
			if v.Type() == "string" {
				f.Value = filled{v}
			}
		}
	}
	cmd.Flags().VisitAll(refuse)
	cmd.PersistentFlags().VisitAll(refuse)
	for _, sub := range cmd.Commands() {
		RefuseEmpty(sub)
	}
}

// A list is a flag with several values.
type list interface {
	pflag.Value
	pflag.SliceValue
}

// A filled is a text that is not empty.
type filled struct{ pflag.Value }

// Set sets a text that is not empty.
func (v filled) Set(text string) error { return setFilled(v.Value, text) }

// A filledList is a list of texts that are not empty.
type filledList struct{ list }

// Set adds a text that is not empty.
func (v filledList) Set(text string) error { return setFilled(v.list, text) }

func setFilled(v pflag.Value, text string) error {
	if strings.TrimSpace(text) == "" {
		return errEmpty
	}
	return v.Set(text)
}
