package view

import (
	"context"
	"fmt"
	"strings"
)

// A Look is a command of a game that looks at the battle of a view and changes nothing: where
// a unit can go, what lies in a hex.
type Look struct {
	Command
	// Run returns the output for a screen of that size, in lines that are no wider.
	Run func(ctx context.Context, size Size, words []string) (string, error)
	// Words returns the words that may come next after the words before; nil: none.
	Words func(before []string) []string
}

// TooMuch refuses words of a command that takes none.
func TooMuch(name string, words []string) error {
	if len(words) == 0 {
		return nil
	}
	return fmt.Errorf("%q is too much: %s takes nothing", strings.Join(words, " "), name)
}

// A Size is the size of a screen, or of a part of it, in columns and lines; 0 lines are
// as many as it takes. Whole allows longer lists. Known are rows of a board that were drawn before:
// they are left out first.
type Size struct {
	Columns, Lines int
	Whole          bool
	Known          map[string]bool
}
