package desk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// An Act is what a line says: an answer to the question, or a command with its words.
type Act struct {
	Command *Command // nil: it is an answer
	Words   []string
	Answer  int
	Taken   string // the line in other words, where it is taken for more than was typed; or ""
}

// Do reads a line and carries it out. For a word that is not known it takes the only known word
// that begins so, and tries again: taken is told. Line receives what answers later questions.
func (d *Desk) Do(words []string, line *view.Line, taken func(text string), do func(Act) error) error {
	words, rest := lower(words), *line
	for {
		act, err := d.read(words, line)
		if err == nil {
			if act.Taken != "" {
				taken(act.Taken)
			}
			err = do(act)
		}
		unknown := new(engine.Unknown)
		if !errors.As(err, &unknown) || !d.completes(words[0], unknown) {
			return err
		}
		whole, wrong := completed(words, unknown)
		switch {
		case wrong != nil:
			return wrong
		case whole == nil:
			return err
		}
		if verb, c, _ := d.Resolve(whole[0]); c != nil {
			whole[0] = c.Name
		} else if verb != nil {
			whole[0] = verb.Name
		}
		taken(strings.Join(whole, " "))
		words, *line = whole, rest
	}
}

// completes reports whether a line takes the beginning of a word for the word. The first word
// has had its chance in Resolve, and what save removes is named in full.
func (d *Desk) completes(first string, unknown *engine.Unknown) bool {
	_, c, _ := d.Resolve(first)
	return unknown.What != UnknownCommand && (c == nil || c.Name != "save")
}

// completed replaces the unknown word of an error in a line by the known word that begins so,
// and does the same for other words of the list in which it stands. It returns nil if no known
// word begins so.
func completed(line []string, unknown *engine.Unknown) (whole []string, err error) {
	for i, list := range line {
		words, changes := strings.Split(list, ","), false
		if !slices.Contains(words, unknown.Word) {
			continue
		}
		for j := range words {
			word, err := engine.Beginning(words[j], unknown.Known)
			if err != nil {
				return nil, err
			}
			if word != "" && word != words[j] {
				words[j], changes = word, true
			}
		}
		if changes {
			return strings.Fields(strings.Join(slices.Concat(line[:i], []string{strings.Join(words, ",")}, line[i+1:]), " ")), nil
		}
	}
	return nil, nil
}

// exact are the commands, and their short forms, that take names of files, of saved battles, and
// of Lua.
var exact = []string{"save", "load", "replay", "reload", "lua", "sv", "lo", "rp", "rl", "lu"}

// lower makes capitals small, except in such names.
func lower(words []string) []string {
	words = slices.Clone(words)
	words[0] = strings.ToLower(words[0])
	for i := range words {
		if !slices.Contains(exact, words[0]) {
			words[i] = strings.ToLower(words[i])
		}
	}
	return words
}

// read reads the words of a line, at least one, in small letters.
func (d *Desk) read(words []string, line *view.Line) (Act, error) {
	n, ok, err := view.Bare(d.View, words)
	if ok && d.Replay { // where an option may be called like a command: back
		_, c, _ := d.Resolve(words[0])
		ok = c == nil
	}
	if ok {
		return d.answered(n, err)
	}
	if n, err := strconv.Atoi(words[0]); err == nil && d.View.Asked().IsDie() {
		return d.die(n, words[1:])
	} else if err == nil {
		return d.unnamed(words, d.noNumber(words))
	}
	units, words := view.Leading(d.View, words)
	if len(words) == 0 {
		if _, ok, _ := view.Bare(d.View, units[:1]); ok && len(units) > 1 {
			return d.answered(line.Several(d.View, units, nil))
		}
		_, show, err := d.Resolve("show")
		return Act{Command: show, Words: units}, err
	}
	verb, c, err := d.Resolve(words[0])
	switch {
	case err != nil && len(units) == 0:
		return d.unnamed(words, err)
	case err != nil:
		return Act{}, err
	case c != nil && len(units) > 0:
		return Act{}, fmt.Errorf("%s is nothing that %s can do: write %s", c.Name, view.Join(units), strings.TrimRight(c.Name+" "+c.Usage, " "))
	case c != nil:
		return Act{Command: c, Words: words[1:]}, nil
	case d.Replay:
		return Act{}, fmt.Errorf("this is a replay: take plays on from here, then %s", verb.Name)
	}
	return d.answered(line.Give(d.View, units, *verb, words[1:]))
}

// unnamed reads words that name no verb and no command as an answer. Unknown is the error if
// they are none.
func (d *Desk) unnamed(words []string, unknown error) (Act, error) {
	n, text, err := view.Unnamed(d.View, words, unknown)
	act, err := d.answered(n, err)
	act.Taken = text
	return act, err
}

func (d *Desk) answered(n int, err error) (Act, error) {
	if err == nil && d.Replay {
		err = errors.New("this is a replay: take plays on from here")
	}
	return Act{Answer: n}, err
}

// die answers with a die that a person rolled.
func (d *Desk) die(n int, rest []string) (Act, error) {
	sides := d.View.Asked().Sides
	if len(rest) > 0 || n < 1 || n > int(sides) {
		return Act{}, fmt.Errorf("a d%d shows 1 to %d: type one number", sides, sides)
	}
	return d.answered(n, nil)
}

// noNumber returns the error of words that begin with a number, where no die is asked for.
func (d *Desk) noNumber(words []string) error {
	if d.View.Asked().Choice == nil {
		return errors.New("no die is asked for")
	}
	return fmt.Errorf("%s is not an answer to this question. %s", strings.Join(words, " "), d.View.Asks())
}

// familiar are words of other programs for commands. The verbs of a game and the options of a
// script come before them.
var familiar = map[string]string{
	"?": "help", "exit": "quit", "bye": "quit", ":q": "quit", "look": "board", "status": "board", "play": "new", "restart": "new",
}

// also reports whether a word is another one for a command: familiar, or the plural of what it
// shows.
func (d *Desk) also(c Command, word string) bool {
	return familiar[word] == c.Name || slices.ContainsFunc(d.books(), func(k catalog.Kind) bool { return k.Plural == word && k.Name == c.Name })
}

// UnknownCommand is the kind of word in the error for an unknown first word.
const UnknownCommand = "command"

// Resolve finds the verb or the command that a word means: by its name, its short form, or an
// unambiguous beginning of its name. Verbs that answer the present question come before the
// rest.
func (d *Desk) Resolve(word string) (*engine.Verb, *Command, error) {
	word = strings.ToLower(word)
	verbs, others := d.View.Verbs(), d.Commands()
	for i, v := range verbs {
		if word == v.Name || word == v.Short {
			return &verbs[i], nil, nil
		}
	}
	for i, c := range others {
		if word == c.Name || word == c.Short {
			return nil, &others[i], nil
		}
	}
	if i := slices.IndexFunc(others, func(c Command) bool { return d.also(c, word) }); i >= 0 {
		return nil, &others[i], nil
	}
	if word == "resign" {
		return nil, nil, errors.New("no side resigns here: quit leaves and keeps the battle, new starts another")
	}
	var names, fit, known []string
	for _, v := range verbs {
		known = append(known, v.Name)
		if strings.HasPrefix(v.Name, word) {
			names = append(names, v.Name)
			if view.Fits(d.View, v) {
				fit = append(fit, v.Name)
			}
		}
	}
	for _, c := range others {
		known = append(known, c.Name)
		if strings.HasPrefix(c.Name, word) {
			names = append(names, c.Name)
		}
	}
	switch {
	case len(fit) == 1:
		return d.Resolve(fit[0])
	case len(names) == 1:
		return d.Resolve(names[0])
	case len(names) > 1:
		return nil, nil, fmt.Errorf("%q could be %s", word, strings.Join(names, " or "))
	}
	return nil, nil, &engine.Unknown{What: UnknownCommand, Word: word, Known: known}
}

// Explain returns the error of a line in words, with what to do.
func (d *Desk) Explain(err error) string {
	text := library.Explain(err)
	if u := new(engine.Unknown); errors.As(err, &u) && u.What == UnknownCommand {
		if !strings.HasSuffix(text, "?") {
			text += ":"
		}
		return text + " help lists the commands"
	}
	what := library.Unlisted(err)
	if slices.ContainsFunc(d.books(), func(k catalog.Kind) bool { return k.Name == what }) {
		text += ": " + what + " lists them"
	}
	return text
}
