package screen

import (
	"fmt"
	"io"
	"strings"

	"houserule/engine"
)

// A Line is something that has happened, put into words.
type Line struct {
	To       engine.Seats // the seats that may see it
	Depth    int          // how far it is indented; 0: a heading
	Text     string
	Mark     string    // the end of Text that is colored: good news for the acting side
	Faint    bool      // less important
	Where    string    // "round 2, phase 3"
	Accounts []Account // of the numbers in it, for why
	Sum      string    // the result of the numbers
}

// Seen returns the lines that may be seen.
func Seen(lines []Line, may func(Line) bool) (seen []Line) {
	for _, l := range lines {
		if may(l) {
			seen = append(seen, l)
		}
	}
	return seen
}

// An Account is where a number comes from.
type Account struct {
	What  string
	Total int
	Terms []engine.Term
}

// NewAccount returns the account of a score whose table explains.
func NewAccount(what string, s engine.Score) Account {
	return Account{What: what, Total: s.Total(), Terms: s.Terms()}
}

// String returns the account in a line: "attack 5: 3 Orc, +2 levels of ...".
func (a Account) String() string {
	var terms []string
	for _, t := range a.Terms {
		terms = append(terms, t.String())
	}
	return fmt.Sprintf("%s %d: %s", a.What, a.Total, strings.Join(terms, ", "))
}

// Print prints the line as part of a battle told blow by blow; with why also its
// accounts.
func (l Line) Print(out io.Writer, why bool) {
	text := l.Text
	switch {
	case l.Depth == 0:
		fmt.Fprintf(out, "\n%s\n", Heading(text))
		return
	case l.Mark != "":
		text = strings.TrimSuffix(text, l.Mark) + Good(l.Mark)
	case l.Faint:
		text = Faint(text)
	}
	fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", l.Depth), text)
	for _, a := range l.Accounts {
		if why {
			fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", l.Depth+1), Faint(a.String()))
		}
	}
}

// A Chronicle is a Listener that keeps the events that it hears as lines.
type Chronicle struct {
	// Tell puts an event into words; ok is false for an event without words.
	Tell func(engine.Event) (Line, bool)
	// Apart, if not nil, replaces Tell: it returns a line for each group of seats
	// that see the same.
	Apart func(engine.Event) []Line
	// Told, if not nil, hears each line as it comes.
	Told  func(Line)
	Lines []Line
}

// Hear keeps an event.
func (c *Chronicle) Hear(to engine.Seats, e engine.Event) {
	if c.Apart != nil {
		for _, line := range c.Apart(e) {
			line.To &= to
			c.keep(line)
		}
		return
	}
	if line, ok := c.Tell(e); ok {
		line.To = to
		c.keep(line)
	}
}

func (c *Chronicle) keep(line Line) {
	c.Lines = append(c.Lines, line)
	if c.Told != nil {
		c.Told(line)
	}
}
