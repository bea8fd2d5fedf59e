package viewtest

import (
	"context"
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
)

// commanded is the part of a view that [Command] needs.
type commanded interface {
	view.Adviser
	Show(unit string) (board.Page, error)
	Survivors() []string
}

// Command is what a command of the prompt prints: show, odds, options, hint or
// survivors.
func Command(v commanded, words []string) string {
	var text string
	var err error
	switch words[0] {
	case "show":
		var page board.Page
		if page, err = v.Show(words[1]); err == nil {
			text = view.DrawPage(page, 0)
		}
	case "odds":
		text, err = v.Odds(context.Background(), words[1:])
	case "hint":
		text, _, err = v.Hint(context.Background())
	case "survivors":
		return strings.Join(v.Survivors(), "\n")
	case "options":
		h := v.Heads()
		lines := []string{strings.Join([]string{h.Text, h.Odds, h.Value, h.Note}, " | ")}
		for _, o := range v.Options() {
			lines = append(lines, strings.Join([]string{o.Text, o.Odds, o.Value, o.Note}, " | "))
		}
		return strings.Join(lines, "\n")
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return text
}

// asking is the part of a view that [Session] needs.
type asking interface {
	commanded
	Battle() engine.Story
	Title() string
	Prompt() string
	Asks() string
}

// Session returns the question, and then the output of commands.
func Session(v asking, commands []string) string {
	text := fmt.Sprintf("%s, %s. %s> %s\n", v.Title(), v.Battle().Scene(), v.Prompt(), v.Asks())
	for _, command := range commands {
		text += fmt.Sprintf("> %s\n%s\n", command, Command(v, strings.Fields(command)))
	}
	return text + "\n"
}

// Line is everything in the line of an event.
func Line(v view.Teller, e engine.Event) string {
	line, ok := v.Line(e)
	if !ok {
		return fmt.Sprintf("event %d says nothing\n", e.What)
	}
	text := fmt.Sprintf("%d %s", line.Depth, line.Text)
	if line.Mark != "" {
		text += " [" + line.Mark + "]"
	}
	if line.Faint {
		text += " (faint)"
	}
	if stage := v.EventKind(e); stage != view.Going {
		text += fmt.Sprintf(" (stage %d)", stage)
	}
	text += "\n"
	if course := v.Course(e); course != "" {
		text += "    course: " + course + "\n"
	}
	for _, a := range line.Accounts {
		text += "    " + a.String() + "\n"
	}
	if line.Sum != "" {
		text += "    " + line.Sum + "\n"
	}
	return text
}
