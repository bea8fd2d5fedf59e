package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
)

// optionsShown is the number of options in a list without "all".
const optionsShown = 12

// options lists the answers.
func (d *Desk) options(ctx context.Context, size view.Size, words []string) (string, error) {
	q, _ := view.Listed(d.View)
	list := q.Options
	switch over := d.View.Battle().Over(); {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case d.View.Asked().IsDie():
		return "", fmt.Errorf("the question is a die: type a number from 1 to %d", d.View.Asked().Sides)
	case len(list) > 0:
	case d.Replay && !over:
		return "", errors.New("the replay ends here: there is no question to this side")
	case !over:
		return "", errors.New("the battle has stopped: undo goes back, reload loads the mods again")
	default:
		return "", errors.New("the battle is over: there is no question")
	}
	shown := list[:min(len(list), optionsShown)]
	switch {
	case len(words) > 1:
		return "", fmt.Errorf("%q is too much: options takes all, or the first word of an option", words[1])
	case len(words) == 1 && words[0] == "all":
		shown = list
	case len(words) == 1:
		shown = nil
		for _, o := range list {
			if strings.HasPrefix(o.Text, words[0]) {
				shown = append(shown, o)
			}
		}
		if len(shown) == 0 {
			return "", fmt.Errorf("no option begins with %q", words[0])
		}
	}
	var text strings.Builder
	rows, cut := q.Rows(shown), false
	if heads := rows[0]; len(words) == 0 && heads[len(heads)-1] == q.Heads.Note {
		rows, cut = screen.Short(rows, size.Columns)
	}
	screen.Table(&text, size.Columns, rows)
	if q.Method != "" {
		text.WriteString(paragraph(size, "%s", q.Method))
	}
	switch n := len(list) - len(shown); {
	case n > 0 && len(words) == 0:
		fmt.Fprintf(&text, "  ... and %d more: options all\n", n)
	case cut:
		fmt.Fprintln(&text, "  options all shows the whole notes")
	}
	return text.String(), nil
}

func (d *Desk) optionWords() []string {
	words := []string{"all"}
	for _, o := range d.View.Options() {
		if first, _, _ := strings.Cut(o.Text, " "); !slices.Contains(words, first) {
			words = append(words, first)
		}
	}
	return words
}

// odds says how likely things are.
func (d *Desk) odds(ctx context.Context, size view.Size, words []string) (string, error) {
	text, err := d.View.Odds(ctx, words)
	return screen.Folded(text, size.Columns), err
}

// hint advises the seat that is asked.
func (d *Desk) hint(ctx context.Context, size view.Size) (string, error) {
	text, _, err := d.View.Hint(ctx)
	if err != nil {
		return "", err
	}
	return paragraph(size, "%s", text), nil
}

// review separates luck from skill.
func (d *Desk) review(ctx context.Context, size view.Size) (string, error) {
	switch {
	case d.View.Secret():
		return "", errors.New("not possible while the sides decide in secret")
	case d.View.Veils() && !d.View.Battle().Over():
		return "", errors.New("each side sees only its own units here: review the battle when it is over")
	}
	return d.Review(ctx, size.Columns)
}
