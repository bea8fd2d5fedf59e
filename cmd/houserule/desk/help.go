package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
)

// Help returns the command that lists the words, in a group of the host.
func (d *Desk) Help(group string) Command {
	of := view.Command{Name: "help", Short: "h", Usage: "[COMMAND]", Text: "this list, or one command with an example", Example: "help " + d.System.Words().Answer}
	return Command{Group: group, Look: view.Look{Command: of, Run: d.help, Words: First(d.helpWords)}}
}

func (d *Desk) help(_ context.Context, size view.Size, words []string) (string, error) {
	switch len(words) {
	case 0:
		return d.list(size), nil
	case 1:
		return d.explain(size, words[0])
	}
	return "", fmt.Errorf("%q is too much: help takes one command", words[1])
}

// list lists all words, by groups.
func (d *Desk) list(size view.Size) string {
	var out strings.Builder
	var rows [][]string
	row := func(c view.Command) {
		rows = append(rows, []string{"  " + c.Short, strings.TrimRight(c.Name+" "+c.Usage, " "), c.Text})
	}
	group := "Answer"
	flush := func(next string) {
		fmt.Fprintln(&out, screen.Heading(group))
		screen.Table(&out, size.Columns, rows)
		group, rows = next, nil
	}
	for _, v := range d.View.Verbs() {
		row(view.Command{Name: v.Name, Short: v.Short, Usage: v.Usage(), Text: v.Text})
	}
	for _, c := range d.Commands() {
		if c.Group != group {
			flush(c.Group)
		}
		row(c.Command)
	}
	flush("")
	manual := "A command can be shortened as long as it is clear. " + d.System.Words().Manual + " Tab completes words. help COMMAND gives an example."
	return out.String() + paragraph(size, "%s", manual)
}

// explain explains a verb, a command, or a name that scripts can use.
func (d *Desk) explain(size view.Size, word string) (string, error) {
	verb, c, err := d.Resolve(word)
	if name := d.scriptName(word); err != nil && name != "" {
		var text strings.Builder
		err := d.Scripts.Docs(&text, name, size.Columns)
		return text.String(), err
	}
	var of view.Command
	switch {
	case err != nil:
		return "", err
	case verb != nil:
		of = view.Command{Name: verb.Name, Short: verb.Short, Usage: verb.Usage(), Text: verb.Text, Example: verb.Example}
	default:
		of = c.Command
	}
	text := paragraph(size, "%s: %s", screen.Heading(strings.TrimRight(of.Name+" "+of.Usage, " ")), of.Text)
	if of.Short != "" {
		text += paragraph(size, "  short: %s", of.Short)
	}
	return text + paragraph(size, "  example: %s", d.View.Example(of.Usage, of.Example)), nil
}

func (d *Desk) helpWords() (words []string) {
	for _, v := range d.View.Verbs() {
		words = append(words, v.Name)
	}
	for _, c := range d.Commands() {
		words = append(words, c.Name)
	}
	return words
}

// scriptName returns the name in scripts that a word means in any case, or "".
func (d *Desk) scriptName(word string) string {
	if d.Scripts.Names == nil {
		return ""
	}
	names := d.Scripts.Names()
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, word) })
	if i < 0 {
		return ""
	}
	return names[i]
}
