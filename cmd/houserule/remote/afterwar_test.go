package remote_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// waged returns the answers of a war that greedy players play in the seats of a host, the
// number of them before a question to the west by which it has been told of a hidden roll,
// and that line of the log with its number among those that the west sees.
func waged(t *testing.T, h *protocol.Host) (entries []engine.Entry, cut int, line screen.Line, number int) {
	t.Helper()
	on := h.Ground
	on.Match.Players = []string{players.Human, "greedy"}
	greedy, err := on.Library.Player("greedy", 0, on.Match.Seed)
	if err != nil {
		t.Fatal(err)
	}
	var b *session.Battle
	log := screen.Chronicle{}
	b, err = session.New(on, engine.OracleFunc(func(q engine.Question) (int, error) {
		at := slices.IndexFunc(log.Lines, func(l screen.Line) bool { return l.Sum != "" && len(l.Accounts) == 0 })
		if at >= 0 && cut == 0 {
			cut, line = len(b.Entries()), log.Lines[at]
			number = len(screen.Seen(log.Lines[:at+1], func(l screen.Line) bool { return l.To.Has(0) }))
		}
		return greedy.Answer(q)
	}))
	if err != nil {
		t.Fatal(err)
	}
	v := b.View(b.Story)
	log.Tell, log.Apart = v.Line, v.Veil.Lines
	b.Starts = func() engine.Listener { return &log }
	if err := b.Run(b.Table); err != nil {
		t.Fatal(err)
	}
	if cut == 0 {
		t.Fatal("nothing was rolled in secret")
	}
	return b.Entries(), cut, line, number
}

// typesAt returns what join prints at the seat of the west in a battle of a host, and its
// error.
func typesAt(t *testing.T, h *protocol.Host, lines string) (string, error) {
	t.Helper()
	_, server := servetest.Room(t, h)
	link, err := remote.ParseLink(server.URL + "/#west")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(lines), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
	err = p.Run(t.Context())
	return out.String(), err
}

// During a war why says of a hidden roll that it depends on hidden units. After the war the
// log hides nothing, for those who have joined as at the prompt of this machine.
func TestJoinAfterAWar(t *testing.T) {
	h := servetest.Host(t, "two-valleys", 3, "human", "greedy")
	entries, cut, hidden, number := waged(t, h)

	h.Entries = entries[:cut]
	_, err := typesAt(t, h, fmt.Sprintf("why %d\n", number))
	if want := fmt.Sprintf("line 1: line %d: %s: the numbers depend on units that you do not see (S6)", number, hidden.Text); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}

	h = servetest.Host(t, "two-valleys", 3, "human", "greedy")
	h.Entries = entries
	whole, err := h.Unveiled(entries)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for i, l := range whole {
		if fmt.Fprintf(&want, "%5d  %s%s\n", i+1, strings.Repeat("  ", l.Depth), l.Text); strings.Contains(l.Text, "a stack of east") {
			t.Errorf("%q hides what moves", l.Text)
		}
	}
	number = 1 + slices.IndexFunc(whole, func(l screen.Line) bool { return strings.HasPrefix(l.Where, hidden.Where) && len(l.Accounts) > 0 })
	said, err := typesAt(t, h, fmt.Sprintf("log 9999\nwhy %d\n", number))
	if err != nil {
		t.Fatal(err)
	}
	if in := func(text string) string { return strings.Join(strings.Fields(text), " ") }; !strings.Contains(in(said), in(want.String())) {
		t.Errorf("there is no log of all in\n%s\nwant\n%s", said[strings.LastIndex(said, "    1  "):], want.String())
	}
	if roll := whole[number-1]; !strings.Contains(strings.Join(strings.Fields(said), " "), fmt.Sprintf("%s (line %d, %s) %s %d", roll.Text, number, roll.Where, roll.Accounts[0].What, roll.Accounts[0].Total)) {
		t.Errorf("why %d does not explain %q:\n%s", number, roll.Text, said[strings.LastIndex(said, "why"):])
	}
}
