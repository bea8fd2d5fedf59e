package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// Help returns the command that explains the words.
func (d *Desk) Help() Command {
	of := view.Command{Name: "help", Short: "h", Usage: "[WORD|GROUP|all]", Example: "help " + d.System.Words().Answer,
		Text: "what can be answered, and the groups of commands; with a word: the command, the rule or the entry that is called so, or those that speak of it; with a group, as in help look: its commands; all: all commands"}
	return Command{Group: GroupBattle, Look: view.Look{Command: of, Run: d.help, Words: First(d.helpWords)}}
}

func (d *Desk) help(_ context.Context, size view.Size, words []string) (string, error) {
	word := strings.Join(words, " ")
	switch {
	case word == "":
		return d.present(size), nil
	case word == "all":
		var text string
		for _, group := range d.groups() {
			text += d.list(size, group)
		}
		return text + d.manual(size), nil
	}
	if of, ok := d.exactly(word); ok {
		text := d.explain(size, of) + d.seeAlso(size, of.Name)
		if d.isGroup(word) {
			text += d.list(size, word)
		}
		return text, nil
	}
	switch {
	case word == strings.ToLower(GroupAnswer):
		return d.list(size, word) + d.manual(size), nil
	case d.isGroup(word):
		return d.list(size, word), nil
	}
	return d.lookFor(size, word)
}

// lookFor explains a word that is no whole command: an entry of the game, the beginning of a
// command, what speaks of it, or a name that scripts can use. If the person has a mod, that
// name comes before what speaks of it.
func (d *Desk) lookFor(size view.Size, word string) (string, error) {
	for _, k := range d.books() {
		if id, n := k.Spelled(d.Library, strings.Fields(word)); n == len(strings.Fields(word)) {
			if text, err := k.Text(d.Library, id); err == nil {
				return screen.Folded(strings.TrimSuffix(text, "\n"), size.Columns), nil
			}
		}
	}
	of, unknown := d.resolved(word)
	if unknown == nil {
		return d.explain(size, of), nil
	}
	script := d.scriptName(word)
	if script == "" || !d.Scripts.Own {
		if text := d.search(size, word); text != "" {
			return text, nil
		}
	}
	if script == "" {
		return "", unknown
	}
	var text strings.Builder
	err := d.Scripts.Docs(&text, script, size.Columns)
	return text.String(), err
}

// present lists the answers to the question, and the names of the commands.
func (d *Desk) present(size view.Size) string {
	var out strings.Builder
	if asks := d.View.Asks(); asks != "" && !d.Replay {
		out.WriteString(paragraph(size, "%s", asks))
	}
	var rows [][]string
	for _, v := range d.View.Verbs() {
		if view.Fits(d.View, v) && !d.Replay {
			rows = append(rows, row(verbCommand(v)))
		}
	}
	screen.Table(&out, size.Columns, rows)
	rows = nil
	for _, group := range d.groups() {
		var names []string
		for _, c := range d.in(group) {
			names = append(names, c.Name)
		}
		if group != GroupAnswer && (group != GroupReplay || d.Replay) {
			rows = append(rows, []string{screen.Heading(group), strings.Join(names, ", ")})
		}
	}
	screen.Table(&out, size.Columns, rows)
	return out.String() + paragraph(size, "help look explains the commands of a group, help answer all answers and the board, help all everything. help WORD explains a command, or finds a word of the rules and of the game.")
}

// list lists the words of a group.
func (d *Desk) list(size view.Size, group string) string {
	var out strings.Builder
	var rows [][]string
	for _, c := range d.in(group) {
		rows = append(rows, row(c))
		group = c.Group
	}
	fmt.Fprintln(&out, screen.Heading(group))
	screen.Table(&out, size.Columns, rows)
	return out.String()
}

// row returns the row of a word in a list.
func row(c Command) []string {
	return []string{"  " + c.Short, strings.TrimRight(c.Name+" "+c.Usage, " "), c.Text}
}

// manual says how words are typed, and what the game's own are.
func (d *Desk) manual(size view.Size) string {
	return paragraph(size, "A command can be shortened as long as it is clear. %s Tab completes words. help COMMAND gives an example.", d.System.Words().Manual)
}

// groups returns the groups of the words, in the order of help.
func (d *Desk) groups() (groups []string) {
	for _, c := range d.words() {
		if !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	return groups
}

// words returns all words: those that answer, and the commands.
func (d *Desk) words() (all []Command) {
	for _, v := range d.View.Verbs() {
		all = append(all, verbCommand(v))
	}
	return append(all, d.Commands()...)
}

// in returns the words of a group, whose name may be written small.
func (d *Desk) in(group string) []Command {
	return slices.DeleteFunc(d.words(), func(c Command) bool { return !strings.EqualFold(c.Group, group) })
}

func (d *Desk) isGroup(word string) bool { return len(d.in(word)) > 0 }

// verbCommand returns a verb as a row of help.
func verbCommand(v engine.Verb) Command {
	return Command{Group: GroupAnswer, Look: view.Look{Command: view.Command{Name: v.Name, Short: v.Short, Usage: v.Usage(), Text: v.Text, Example: v.Example}}}
}

// resolved returns the verb or command that a word means, or its beginning.
func (d *Desk) resolved(word string) (of Command, err error) {
	verb, c, err := d.Resolve(word)
	switch {
	case err != nil:
		return of, err
	case verb != nil:
		return verbCommand(*verb), nil
	}
	return *c, nil
}

// exactly returns the verb or command that a word is, or stands for unless it is a group.
func (d *Desk) exactly(word string) (of Command, ok bool) {
	of, err := d.resolved(word)
	return of, err == nil && (word == of.Name || word == of.Short || !strings.HasPrefix(of.Name, word) && !d.isGroup(word))
}

// explain explains a verb or a command.
func (d *Desk) explain(size view.Size, of Command) string {
	text := paragraph(size, "%s: %s", screen.Heading(strings.TrimRight(of.Name+" "+of.Usage, " ")), of.Text)
	if of.Short != "" {
		text += paragraph(size, "  short: %s", of.Short)
	}
	return text + paragraph(size, "  example: %s", d.View.Example(of.Usage, of.Example))
}

func (d *Desk) helpWords() (words []string) {
	for _, c := range d.words() {
		words = append(words, c.Name)
	}
	for _, group := range append(d.groups(), "all") {
		words = append(words, strings.ToLower(group))
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
