package serve_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"houserule/cmd/houserule/page"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/session"
	"houserule/engine"
)

// finish answers with the first option until the battle is over, and returns the end.
func finish(t *testing.T, g *servetest.Guest) (end protocol.End) {
	t.Helper()
	for {
		text, kind, err := g.Hear()
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case "asked":
			g.Say(`{"type":"answer","option":0}`)
		case "end":
			if err := json.Unmarshal(text, &end); err != nil {
				t.Fatal(err)
			}
			return end
		}
	}
}

// The answers that name a unit or a hex are listed whole: of a stack in its hex all its marches,
// of any other hex those that lead there, each with its cost and its way.
func TestServeOptionsOf(t *testing.T) {
	_, server := servetest.Open(t, "two-valleys", 3, "human", "greedy")
	west := servetest.Visit(t, server.URL, "west")
	west.Until("asked")
	options := func(of string) (m protocol.Options) {
		t.Helper()
		west.Say(`{"type":"options","of":%q}`, of)
		if err := json.Unmarshal([]byte(west.Until("options")), &m); err != nil || m.Of != of {
			t.Fatalf("the options of %q are of %q: %v", of, m.Of, err)
		}
		return m
	}
	for _, test := range []struct {
		of, text, cost, way string
		most                int
	}{
		{"0203", "w1 march 0302 all", "2 points", "0203 0303 0302", 23},
		{"w1", "w1 march 0302", "2 points", "0203 0303 0302", 71},
		{"0302", "w9 march 0302", "3 points", "0204 0304 0303 0302", 9},
	} {
		m := options(test.of)
		found := false
		for _, o := range m.Options {
			found = found || o.Text == test.text && o.Cost == test.cost && strings.Join(o.Way, " ") == test.way
		}
		if !found || len(m.Options) != test.most {
			t.Errorf("the %d options of %s have not %s, %s, %s: %v", len(m.Options), test.of, test.text, test.cost, test.way, m.Options)
		}
	}
	if m := options("0909"); len(m.Options) != 0 {
		t.Errorf("a hex that is out of reach has %v", m.Options)
	}
}

// A question says whether undo and redo work; so does the end.
func TestServeMoves(t *testing.T) {
	_, server := servetest.Open(t, "skirmish", 4, "human", "greedy")
	g := servetest.Visit(t, server.URL, "attacker")
	moves := func(text string) (m protocol.Moves) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	if got := moves(g.Until("asked")); got != (protocol.Moves{}) {
		t.Errorf("at first: %+v", got)
	}
	g.Say(`{"type":"answer","option":0}`)
	if got := moves(g.Until("asked")); got != (protocol.Moves{Undo: true}) {
		t.Errorf("after an answer: %+v", got)
	}
	g.Say(`{"type":"undo"}`)
	if got := moves(g.Until("asked")); got != (protocol.Moves{Redo: true}) {
		t.Errorf("after undo: %+v", got)
	}
	g.Say(`{"type":"answer","option":0}`)
	if end := finish(t, g); end.Moves != (protocol.Moves{Undo: true}) || end.Others != nil {
		t.Errorf("at the end: %+v, %v", end.Moves, end.Others)
	}
	for ask, want := range map[string]string{
		"again":  "again: only houserule serve begins another battle",
		"replay": "replay: only houserule serve writes it; houserule show writes the same",
	} {
		g.Say(`{"type":%q}`, ask)
		if got := g.Until("refused"); got != refusal(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// After the end, a player begins the next battle once, and all clients are told their keys of it.
func TestServeBeginsAgain(t *testing.T) {
	h := servetest.Host(t, "skirmish", 4, "human", "human")
	var begun []string
	h.Watch = "watch"
	h.NewFilm = func() protocol.Film { return new(page.Film) }
	h.Shelf.Seed = func() uint64 { return 9 }
	h.Lead = func(to session.Start) ([]string, error) {
		begun = append(begun, to.Match.Scenario)
		return []string{"one", "two", "three"}, nil
	}
	_, server := servetest.Room(t, h)
	first, second, watches := servetest.Visit(t, server.URL, "attacker"), servetest.Visit(t, server.URL, "defender"), servetest.Visit(t, server.URL, "watch")
	if text := first.Until("battle"); !strings.Contains(text, `"watch":"watch"`) {
		t.Errorf("a player is not told the key to watch: %s", text)
	}
	if text := watches.Until("battle"); strings.Contains(text, `"watch"`) {
		t.Errorf("a spectator is told %s", text)
	}
	first.Until("asked")
	first.Say(`{"type":"again"}`)
	first.Say(`{"type":"replay"}`)
	for _, want := range []string{"again: the battle is not over", "replay: the battle is not over"} {
		if got := first.Until("refused"); got != refusal(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	first.Say(`{"type":"answer","option":0}`)
	done := make(chan protocol.End)
	go func() { done <- finish(t, second) }()
	end := finish(t, first)
	<-done
	watches.Until("end")
	if len(end.Others) == 0 || end.Others[0].Title == "" {
		t.Errorf("the end lists %v", end.Others)
	}
	watches.Say(`{"type":"again"}`)
	if got, want := watches.Until("refused"), refusal("again: this is for players, and you watch"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	first.Say(`{"type":"again","scenario":"skirmisch"}`)
	if got := first.Until("refused"); !strings.Contains(got, `unknown scenario \"skirmisch\"`) {
		t.Errorf("an unknown scenario: %s", got)
	}
	first.Say(`{"type":"again"}`)
	for _, test := range []struct {
		of   *servetest.Guest
		want string
	}{{first, `{"type":"again","key":"one","you":true}`}, {second, `{"type":"again","key":"two"}`}, {watches, `{"type":"again","key":"three"}`}} {
		if got := test.of.Until("again"); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	second.Say(`{"type":"again"}`)
	if got, want := second.Until("again"), `{"type":"again","key":"two","you":true}`; got != want || len(begun) != 1 {
		t.Errorf("%s, want %s, and %d battles begin", got, want, len(begun))
	}
	late := servetest.Visit(t, server.URL, "defender")
	if got, want := late.Until("again"), `{"type":"again","key":"two"}`; got != want {
		t.Errorf("a client that comes late is told %s, want %s", got, want)
	}
	first.Say(`{"type":"replay"}`)
	if got := first.Until("replay"); !strings.Contains(got, `application/json\" id=\"messages\"`) {
		t.Errorf("the page of the replay is %.200s", got)
	}
}

// The owner's key lists the battles with their links.
func TestServeOwner(t *testing.T) {
	room, _ := servetest.Open(t, "skirmish", 4, "human", "greedy")
	s := &serve.Server{Self: "test", Owner: "owner"}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.Hosts = serve.HostsOf(server.Listener.Addr())
	s.Add("seat", room, engine.Only(0))
	s.Add("eye", room, 0)
	g := servetest.Visit(t, server.URL, "seat")
	g.Until("asked")
	want := `{"type":"battles","battles":[{"title":"Skirmish at the ford","now":"round 1, magic step: attacker is asked","links":[{"seat":"attacker","key":"seat"},{"key":"eye"}]}]}`
	if got := servetest.Visit(t, server.URL, "owner").Until("battles"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
