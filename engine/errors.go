package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrScript is the error of a script with too few, too many or wrong answers.
var ErrScript = errors.New("script")

// ErrRewind is the error with which an Oracle leaves a running battle without ending it: to
// undo, or to save and quit. [Session] handles it.
var ErrRewind = errors.New("rewind")

// ErrSpent is the error of a table whose scripts have spent their [Allowance].
var ErrSpent = errors.New("allowance spent")

// A Scene says where in a battle the table is.
type Scene interface {
	Scene() string // "round 2, phase 3, stack a1"
}

// ErrIllegal is matched by the error of an answer that is none of the options.
var ErrIllegal = errors.New("illegal answer")

// An illegal is such an error, which says why.
type illegal struct{ error }

func (illegal) Is(target error) bool { return target == ErrIllegal }
func (i illegal) Unwrap() error      { return i.error }

// An Error is an error that stopped a battle, with its place.
type Error struct {
	Where string // "" if unknown
	Err   error
}

// Error returns the place and then the error.
func (e *Error) Error() string {
	if e.Where == "" {
		return e.Err.Error()
	}
	return e.Where + ": " + e.Err.Error()
}

// Unwrap returns the error without its place.
func (e *Error) Unwrap() error { return e.Err }

// An Unknown is the error of a word that is none of the known ones. A caller that shows it
// to a person may add the nearest word of Known.
type Unknown struct {
	What  string // "stack", "creature"
	In    string // `creature "orc"` for a key of that creature; may be empty
	Word  string
	Known []string
	Entry bool // the word should name an entry of data files, or a mod
}

// Error names the word, and lists the known words if they are few.
func (u *Unknown) Error() string {
	s := "unknown " + u.What + " " + Quote(u.Word)
	if u.In != "" {
		s += " in " + u.In
	}
	if u.Lists() {
		s += " (known: " + strings.Join(u.Known, ", ") + ")"
	}
	return s
}

// Lists reports whether the error lists the known words.
func (u *Unknown) Lists() bool { return len(u.Known) > 0 && len(u.Known) <= 8 }

// An Ambiguous is the error of a short id that several full ids share: "orc" is short for
// "a:orc" and for "b:orc".
type Ambiguous struct {
	What, ID string
	Full     []string
}

// Error names the full ids.
func (a *Ambiguous) Error() string {
	return fmt.Sprintf("%s %s is ambiguous: write %s", a.What, Quote(a.ID), strings.Join(a.Full, " or "))
}

// Beginning returns the word of a list that another is, or the only word that begins with it,
// without regard to case; "" if there is none. If several begin with it, the error names them.
// A word that ends in a digit begins no other: a2 is not a20.
func Beginning(word string, known []string) (whole string, err error) {
	switch {
	case slices.Contains(known, word):
		return word, nil
	case strings.TrimRight(word, "0123456789") != word || word == "":
		return "", nil
	}
	var found []string
	for _, name := range known {
		if len(name) > len(word) && strings.EqualFold(name[:len(word)], word) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) > 1 {
		return "", CouldBe(word, found)
	}
	return strings.Join(found, ""), nil
}

// CouldBe returns the error of words that can mean several things. It lists the first twelve.
func CouldBe(words string, found []string) error {
	const listed = 12
	if more := len(found) - listed; more > 1 {
		found = append(found[:listed:listed], fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("%q could be %s: name one", words, Either(found))
}

// Index returns the index of a word. The error is an [Unknown].
func Index(what, word string, known []string) (int, error) {
	if i := slices.Index(known, word); i >= 0 {
		return i, nil
	}
	return 0, &Unknown{What: what, Word: word, Known: known}
}

// Find returns the index of the first element whose id is id, or else of the
// only element whose short form is id. Otherwise the error is an [Ambiguous] or
// an [Unknown].
func Find[T any](what, id string, all []T, idOf func(T) string) (int, error) {
	at, ids := 0, make([]string, 0, len(all))
	var full []string
	for i, x := range all {
		known := idOf(x)
		if known == id {
			return i, nil
		}
		ids = append(ids, known)
		if strings.HasSuffix(known, ":"+id) && !slices.Contains(full, known) {
			at, full = i, append(full, known)
		}
	}
	switch len(full) {
	case 0:
		return 0, &Unknown{What: what, Word: id, Known: ids}
	case 1:
		return at, nil
	}
	return 0, &Ambiguous{What: what, ID: id, Full: full}
}

// A Misplaced is a mistake in a text that a person wrote, with its place.
type Misplaced struct {
	Column int // in characters, from 1
	Err    error
}

// Error gives the column first.
func (e *Misplaced) Error() string { return fmt.Sprintf("column %d: %v", e.Column, e.Err) }

// Unwrap returns the error without its place.
func (e *Misplaced) Unwrap() error { return e.Err }

// A Flaw is a mistake in one of the things that a game is made of, or a contradiction
// between several of them.
type Flaw struct {
	Of   []any    // pointers to these things
	Keys []string // the fields that are wrong, by their names in data files
	Err  error
}

// Flaws are all mistakes in the things that a game is made of.
type Flaws []Flaw

// Error returns one flaw a line.
func (f Flaws) Error() string {
	lines := make([]string, len(f))
	for i, flaw := range f {
		lines[i] = flaw.Err.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns f as an error: nil if there are no flaws.
func (f Flaws) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
