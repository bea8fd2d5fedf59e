package remote_test

import (
	"io"
	"strings"
	"testing"

	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/view"
)

// A screened person types lines at a terminal, and keeps what it shows.
type screened struct {
	repl.Lines // a script without lines
	strings.Builder
	types []string
}

func (p *screened) Interactive() bool { return true }

func (p *screened) Next(prompt string) (string, error) {
	if len(p.types) == 0 {
		return "", io.EOF
	}
	line := p.types[0]
	p.types = p.types[1:]
	p.WriteString(prompt + line + "\n")
	return line, nil
}

// What was wrong with a line, be it of one answer or of several that are taken back, stands
// right below it: nothing is drawn again that would push it off a small screen.
func TestJoinMistakeStaysOnTheScreen(t *testing.T) {
	_, server := servetest.Open(t, "two-valleys", 4, "human", "greedy")
	link, err := remote.ParseLink(server.URL + "/#west")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ line, want string }{
		{"w1 march 99", `w1 march 99: hex "99": want 4 digits, from 0101 to 0907`},
		{"w1 march 0303 all w99", `w1 march 0303 all w99: unexpected "w99" after "march 0303 all"`},
		{"w1 blub", `unknown command "blub": help lists the commands`},
	} {
		// The answer to goals comes after all that the server says of the line.
		person := &screened{Lines: repl.NewScript(strings.NewReader(""), io.Discard), types: []string{test.line, "goals"}}
		p := remote.Prompt{Link: link, Lines: person, Out: person, Size: func() view.Size { return view.Size{Columns: 80, Lines: 24} }}
		if err := p.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if shown := person.String(); !strings.Contains(shown, "west> "+test.line+"\n"+test.want+"\nwest> goals\n") || strings.Count(shown, "turn 1 of west") != 1 {
			t.Errorf("%s: on the screen is\n%s", test.line, shown[strings.Index(shown, "west> "):])
		}
	}
}
