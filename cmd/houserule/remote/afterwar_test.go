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
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// waged returns the answers of a war that greedy players play in the seats of a host, the
// number of them before a question to the west by which it has been told of a hidden roll,
// and that line of the log with its number among those that the west sees.
func waged(t *testing.T, h *protocol.Host) (entries []engine.Entry, cut int, line screen.Line, number int) {
	t.Helper()
	b, err := h.Library.Game.NewBattle(h.Match.Setup)
	if err != nil {
		t.Fatal(err)
	}
	v := h.System.New(h.Library, h.Match, b)
	log := screen.Chronicle{Tell: v.Line, Apart: v.Veil.Lines}
	table := engine.NewTable(nil)
	played, greedy := h.Match, slices.Repeat([]string{"greedy"}, 2)
	played.Players = greedy
	cast := view.Cast{System: h.System, Library: h.Library, Battle: b, Table: table, Hears: &log}
	var session engine.Session
	session.Play = func(t *engine.Table) error { return engine.Play(b, t) }
	session.Seat = func() (engine.Oracle, []engine.Oracle) {
		seats := cast.Seats(played, nil)
		west := seats[0]
		seats[0] = engine.OracleFunc(func(q engine.Question) (int, error) {
			at := slices.IndexFunc(log.Lines, func(l screen.Line) bool { return l.Sum != "" && len(l.Accounts) == 0 })
			if at >= 0 && cut == 0 {
				cut, line = len(session.Entries()), log.Lines[at]
				number = len(screen.Seen(log.Lines[:at+1], func(l screen.Line) bool { return l.To.Has(0) }))
			}
			return west.Answer(q)
		})
		return engine.NewDice(h.Match.Seed), seats
	}
	if err := session.Run(table); err != nil {
		t.Fatal(err)
	}
	if cut == 0 {
		t.Fatal("nothing was rolled in secret")
	}
	return session.Entries(), cut, line, number
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
	whole, err := view.Unveiled(h.System, h.Library, h.Match, entries)
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
