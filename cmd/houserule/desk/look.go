package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// board draws the board as a whole.
func (d *Desk) board(_ context.Context, size view.Size) (string, error) {
	size.Whole = true
	return view.Draw(d.View, size), nil
}

// show shows everything about units, or what else the game shows.
func (d *Desk) show(_ context.Context, size view.Size, words []string) (string, error) {
	named := words
	if units, rest := view.Leading(d.View, words); len(rest) == 0 {
		named = units
	} else if len(words) != 1 {
		named = nil
	}
	if len(named) == 0 {
		if usage, ok := d.View.ShowUsage(); ok {
			return "", errors.New("show takes " + usage)
		}
		of := d.System.Words()
		return "", fmt.Errorf("show takes the name of %s, as in %s", Article(of.Unit), d.View.Example("UNIT", "show "+of.UnitExample))
	}
	var text strings.Builder
	for _, name := range named {
		page, err := d.View.Show(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&text, view.DrawPage(page, size.Columns))
	}
	return text.String(), nil
}

// log lists the last events.
func (d *Desk) log(_ context.Context, size view.Size, words []string) (string, error) {
	n, err := Count("log", words, 20)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	log := d.Log()
	first := max(len(log)-n, 0)
	for i, l := range log[first:] {
		fmt.Fprintf(&text, "%5d  %s%s\n", first+i+1, strings.Repeat("  ", l.Depth), l.Text)
	}
	if len(log) == 0 {
		return "Nothing has happened yet.", nil
	}
	return screen.Folded(text.String(), size.Columns), nil
}

// why explains the numbers of a line of the log.
func (d *Desk) why(_ context.Context, size view.Size, words []string) (string, error) {
	n, err := Count("why", words, math.MaxInt)
	if err != nil {
		return "", err
	}
	log := d.Log()
	explained := func(l screen.Line) bool { return len(l.Accounts) > 0 }
	i := len(log) - 1
	if n == math.MaxInt {
		for i >= 0 && !explained(log[i]) {
			i--
		}
		if i < 0 && slices.ContainsFunc(d.Entries(), func(e engine.Entry) bool { return e.Side.IsLuck() }) {
			return "", errors.New("the rolls of this battle have no explanation: log shows what was rolled")
		}
		if i < 0 {
			return "", errors.New("nothing has been rolled yet: options and odds show chances beforehand")
		}
	} else if n > i+1 {
		return "", fmt.Errorf("the log has %s: there is no line %d", screen.Count(i+1, "line"), n)
	} else if i = n - 1; !explained(log[i]) && log[i].Sum != "" {
		return "", fmt.Errorf("line %d: %s: %s", n, log[i].Text, log[i].Sum)
	} else if !explained(log[i]) {
		return "", fmt.Errorf("line %d is no roll: %s", n, log[i].Text)
	}
	l := log[i]
	return paragraph(size, "%s (line %d, %s)", l.Text, i+1, l.Where) + view.Accounts(l.Accounts) + paragraph(size, "  %s", l.Sum), nil
}

// lookUp returns the runner that shows an entry of a kind, or lists them all.
func (d *Desk) lookUp(k catalog.Kind) runner {
	return func(_ context.Context, size view.Size, words []string) (string, error) {
		var text strings.Builder
		if len(words) == 0 {
			err := k.Print(&text, d.Library, nil, "", size.Columns)
			return text.String(), err
		}
		id, n := k.Spelled(d.Library, words)
		if n < len(words) && k.Show(io.Discard, d.Library, id) != nil {
			id = strings.Join(words, " ")
		} else if n < len(words) {
			return "", fmt.Errorf("%q is too much: %s takes the name of one %s", strings.Join(words[n:], " "), k.Name, k.Name)
		}
		if err := k.Show(&text, d.Library, id); err != nil {
			if found := d.found(size, k, strings.Join(words, " "), err); found != "" {
				return found, nil
			}
			return "", err
		}
		return screen.Folded(strings.TrimSuffix(text.String(), "\n"), size.Columns), nil
	}
}

// found returns what a search for words finds in a kind, if the words are unknown and no
// beginning of a name: Do completes that.
func (d *Desk) found(size view.Size, k catalog.Kind, words string, err error) string {
	unknown := new(engine.Unknown)
	if !errors.As(err, &unknown) {
		return ""
	}
	if whole, several := engine.Beginning(words, unknown.Known); whole != "" || several != nil {
		return ""
	}
	return d.searchIn(size, words, k)
}

// entries returns the words that complete the command of a kind.
func (d *Desk) entries(k catalog.Kind) func(before []string) []string {
	return First(func() []string { return k.IDs(d.Library) })
}
