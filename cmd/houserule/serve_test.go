package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/fatih/color"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A guest is a client of a server.
type guest struct {
	t    *testing.T
	conn *websocket.Conn
}

// visit connects to a server, and greets it with a key.
func visit(t *testing.T, address, key string) *guest {
	t.Helper()
	g := knock(t, address)
	g.say(`{"type":"ready","protocol":1,"key":%q,"wants":["told","board"]}`, key)
	return g
}

// knock connects to a server.
func knock(t *testing.T, address string) *guest {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	conn, _, err := websocket.Dial(ctx, address+"/battle", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(16 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	return &guest{t, conn}
}

func (g *guest) say(format string, args ...any) error {
	return g.conn.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, format, args...))
}

// hear returns the next message, as text and as its type.
func (g *guest) hear() (text []byte, kind string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if _, text, err = g.conn.Read(ctx); err != nil {
		return nil, "", err
	}
	var m struct{ Type string }
	err = json.Unmarshal(text, &m)
	return text, m.Type, err
}

// until returns the next message of a type.
func (g *guest) until(kind string) string {
	g.t.Helper()
	for {
		text, got, err := g.hear()
		if err != nil {
			g.t.Fatalf("no %s comes: %v", kind, err)
		}
		if got == kind {
			return string(text)
		}
	}
}

// opened returns the room of a scenario with these players, and its server: the key of a seat
// is its name, and that to watch is watch.
func opened(t *testing.T, scenario string, seed uint64, players ...string) (*protocol.Room, *httptest.Server) {
	t.Helper()
	return roomOf(t, hostOf(t, scenario, seed, players...))
}

// hostOf returns the host of a scenario with these players.
func hostOf(t *testing.T, scenario string, seed uint64, players ...string) *protocol.Host {
	t.Helper()
	r := newResolver()
	lib, err := r.Load(games.Having(games.HasScenario(scenario)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	h := &protocol.Host{Self: "test", System: r.View(lib), Library: lib, Patience: time.Minute}
	h.Match = library.Match{Scenario: scenario, Setup: s.Setup, Seed: seed, Dice: library.Seeded, Players: players}
	return h
}

// roomOf opens the room of a host, and a server for it.
func roomOf(t *testing.T, h *protocol.Host) (*protocol.Room, *httptest.Server) {
	t.Helper()
	room, err := h.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &serve.Server{Self: "test", Page: http.NotFoundHandler()}
	server := httptest.NewServer(s)
	s.Hosts = serve.HostsOf(server.Listener.Addr())
	for side, name := range room.Names() {
		if h.Match.Players[side] == "human" {
			s.Add(name, room, engine.Only(engine.Side(side)))
		}
	}
	s.Add("watch", room, 0)
	var playing sync.WaitGroup
	playing.Go(func() {
		if err := room.Play(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		room.Close()
		playing.Wait()
		server.Close()
	})
	return room, server
}

// What does not belong to a battle is refused, and told why. The battle goes on.
func TestServeRefuses(t *testing.T) {
	_, server := opened(t, "skirmish", 4, "human", "human")
	ask := func(method, path string, header http.Header) (int, string) {
		request, _ := http.NewRequest(method, server.URL+path, nil)
		request.Header = header
		if host := header.Get("Host"); host != "" {
			request.Host = host
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	upgrade := func(more ...string) http.Header {
		h := http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	for _, row := range []struct {
		method, path string
		header       http.Header
		code         int
		text         string
	}{
		{"GET", "/", http.Header{"Host": {"evil.example"}}, 403, `^This houserule answers to 127\.0\.0\.1:\d+, localhost:\d+, \[::1\]:\d+ only\. If it is to be called by another name, start it with --link\.\n$`},
		{"GET", "/battle", upgrade("Host", "evil.example:80"), 403, "answers to"},
		{"GET", "/battle", upgrade("Origin", "http://evil.example"), 403, `^A page of http://evil\.example is not authorized to play here\.\n$`},
		{"GET", "/battle", upgrade("Origin", "http://1:"+port), 403, "not authorized"}, // [::1] is no pattern
		{"GET", "/battle", upgrade("Origin", "http://:"+":"+port), 403, "not authorized"},
		{"GET", "/battle", upgrade("Origin", "null"), 403, "not authorized"},
		{"GET", "/battle", http.Header{}, 426, ""},
		{"POST", "/", http.Header{}, 405, "^Only GET is for this server.\n$"},
		{"DELETE", "/battle", http.Header{}, 405, ""},
		{"GET", "/../../etc/passwd", http.Header{}, 404, ""},
	} {
		code, text := ask(row.method, row.path, row.header)
		if code != row.code || !regexp.MustCompile(row.text).MatchString(text) {
			t.Errorf("%s %s %v: %d %q", row.method, row.path, row.header, code, text)
		}
	}

	stranger := knock(t, server.URL)
	for _, row := range []struct{ say, want string }{
		{`{"type":"answer","option":0}`, `{"type":"refused","error":"the first request is {\"type\":\"ready\",\"protocol\":1}"}`},
		{`{"type":"ready","protocol":7}`, `{"type":"refused","error":"ready: this is protocol 1, not 7"}`},
		{`{"type":"ready","protocol":1}`, `{"type":"refused","error":"ready: no battle here has this key: copy the whole link, or ask for a new one"}`},
	} {
		stranger.say("%s", row.say)
		if got := stranger.until("refused"); got != row.want {
			t.Errorf("%s: %s, want %s", row.say, got, row.want)
		}
	}
	if _, _, err := stranger.hear(); err == nil {
		t.Error("a stranger without a key stays")
	}

	attacker, defender, watch := visit(t, server.URL, "attacker"), visit(t, server.URL, "defender"), visit(t, server.URL, "watch")
	attacker.until("asked")
	for _, row := range []struct {
		by        *guest
		say, want string
	}{
		{defender, `{"type":"answer","option":0}`, `{"type":"refused","error":"answer: the attacker is asked now, not you"}`},
		{defender, `{"type":"undo"}`, `{"type":"refused","error":"undo: other people play, too: serve --undo allows it"}`},
		{defender, `{"type":"hint"}`, `{"type":"refused","error":"there is no question that the computer could answer"}`},
		{watch, `{"type":"answer","option":0}`, `{"type":"refused","error":"answer: you watch, and cannot answer"}`},
		{watch, `{"type":"undo"}`, `{"type":"refused","error":"undo: this is for players, and you watch"}`},
		{watch, `{"type":"odds"}`, `{"type":"refused","error":"odds: this is for players, and you watch"}`},
		{watch, `{"type":"review"}`, `{"type":"refused","error":"review: this is for players, and you watch"}`},
		{attacker, `{"type":"answer","question":9,"option":0}`, `{"type":"refused","error":"answer: question 1 is open, not 9"}`},
		{attacker, `{"type":"answer","text":"dance"}`, `{"type":"refused","error":"unknown answer \"dance\" (known: lose)"}`},
		{attacker, `{"type":"answer","text":" "}`, `{"type":"refused","error":"answer: the text or the option is missing"}`},
		{attacker, `nonsense`, `{"type":"refused","error":"column 2: this is not JSON: invalid character 'o' in literal null (expecting 'u')"}`},
		{attacker, `{"type":"` + strings.Repeat("x", protocol.MaxRequest) + `"}`, `{"type":"refused","error":"the line is too long: a request has at most 65536 bytes"}`},
		{attacker, `{"type":"ready","protocol":1,"key":"defender"}`, `{"type":"refused","error":"ready is said once, before the first battle"}`},
	} {
		row.by.say("%s", row.say)
		if got := row.by.until("refused"); got != row.want {
			t.Errorf("%.60s: %s, want %s", row.say, got, row.want)
		}
	}
	attacker.conn.Write(t.Context(), websocket.MessageBinary, []byte{1})
	if got, want := attacker.until("refused"), `{"type":"refused","error":"a request is a text frame with JSON"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	attacker.say(`{"type":"answer","text":"lose a1"}`)
	if got, want := attacker.until("taken"), `{"type":"taken","question":1,"text":"lose a1"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	attacker.say(`{"type":"answer","question":1,"text":"lose a1"}`) // once more
	attacker.until("refused")
}

// A client that leaves, or whose key is refused, gets a close frame after what was said to it.
func TestServeSaysGoodbye(t *testing.T) {
	_, server := opened(t, "skirmish", 4, "human", "greedy")
	leaves, refused := visit(t, server.URL, "attacker"), visit(t, server.URL, "nobody")
	leaves.until("asked")
	leaves.say(`{"type":"leave"}`)
	refused.until("refused")
	for _, g := range []*guest{leaves, refused} {
		if _, _, err := g.hear(); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the connection ends with %v", err)
		}
	}
	for host, want := range map[string]int{"[::1]": 101, "localhost": 101, "127.0.0.1": 101, "127.0.0.2": 403} { // of pages
		_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
		_, answer, _ := websocket.Dial(t.Context(), server.URL+"/battle", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + host + ":" + port}}})
		if answer == nil || answer.StatusCode != want {
			t.Errorf("a page of %s: %+v, want %d", host, answer, want)
		}
	}
}

// Friends whose connections are cut again and again play to the end: the answers that were
// taken are those of the battle, in their order, and everybody is told the same.
func TestServeFriends(t *testing.T) {
	for i, scenario := range []string{"skirmish", "golem-wall", "two-dice", "burning-city"} {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			room, server := opened(t, scenario, uint64(i), "human", "human")
			var friends sync.WaitGroup
			told := map[string][]string{}
			var mu sync.Mutex
			for side, name := range append(slices.Clone(room.Names()), "watch") {
				friends.Go(func() {
					f := befriend(t, server.URL, name, rand.New(rand.NewPCG(uint64(i), uint64(side))))
					mu.Lock()
					defer mu.Unlock()
					told[name] = f.lines
				})
			}
			friends.Wait()
			if t.Failed() {
				return
			}
			again := visit(t, server.URL, room.Names()[0])
			var m protocol.Told
			json.Unmarshal([]byte(again.until("told")), &m)
			var whole []string
			for _, l := range m.Lines {
				whole = append(whole, l.Text)
			}
			if got := told[room.Names()[0]]; !slices.Equal(got, whole) {
				t.Errorf("with cuts it was told\n%s\nin one go\n%s", strings.Join(got, "\n"), strings.Join(whole, "\n"))
			}
		})
	}
}

// A friend is what a client has seen of a battle.
type friend struct {
	lines []string       // told since the battle last began
	taken map[int]string // the acknowledged answers, by the number of the question
	cuts  int            // of the connection
}

// befriend plays a seat at random to the end, and cuts the connection now and then.
func befriend(t *testing.T, address, key string, chance *rand.Rand) (f friend) {
	f.taken = map[int]string{}
	sent, last := map[int]int{}, 0 // how often a question was answered, and the last one
	g := visit(t, address, key)
	for {
		text, kind, err := g.hear()
		if err != nil {
			t.Errorf("%s: %v", key, err)
			return f
		}
		switch kind {
		case "battle":
			f.lines = nil
		case "told":
			var m protocol.Told
			json.Unmarshal(text, &m)
			for _, l := range m.Lines {
				f.lines = append(f.lines, l.Text)
			}
		case "taken":
			var m protocol.Taken
			json.Unmarshal(text, &m)
			if before, ok := f.taken[m.Question]; ok && before != m.Text {
				t.Errorf("question %d was answered with %s, and then with %s", m.Question, before, m.Text)
			}
			f.taken[m.Question] = m.Text
		case "asked":
			var m protocol.Asked
			json.Unmarshal(text, &m)
			if before, ok := f.taken[m.Question]; ok {
				t.Errorf("question %d is asked again, and was answered with %s", m.Question, before)
			}
			g.say(`{"type":"answer","question":%d,"text":%q}`, m.Question, m.Options[chance.IntN(len(m.Options))].Text)
			last = m.Question
			sent[last]++
		case "end":
			g.say(`{"type":"leave"}`)
			return f
		case "fault", "refused":
			if kind == "refused" && sent[last] > 1 {
				continue // the answer before the cut has come
			}
			t.Errorf("%s: %s", key, text)
			return f
		}
		if f.cuts < 20 && chance.IntN(4) == 0 {
			f.cuts++
			g.conn.CloseNow()
			g = visit(t, address, key)
		}
	}
}

// Whoever comes for the first time after the end is told the whole battle, which goes on
// after undo. The journal keeps its end.
func TestServeAfterTheEnd(t *testing.T) {
	h := hostOf(t, "skirmish", 4, "human", "greedy")
	places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
	var err error
	if h.Kept, err = places.Create("skirmish", h.Library.Header(h.Match)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Kept.Close() })
	_, server := roomOf(t, h)
	g := visit(t, server.URL, "attacker")
	answers := 0
	for kind := ""; kind != "end"; {
		var text []byte
		if text, kind, err = g.hear(); err != nil {
			t.Fatal(err)
		}
		if kind == "asked" {
			var m protocol.Asked
			json.Unmarshal(text, &m)
			answers++
			g.say(`{"type":"answer","option":0}`)
		}
	}
	for range 2 {
		late := visit(t, server.URL, "watch")
		if told := late.until("told"); !strings.Contains(told, "Round 1") {
			t.Errorf("a late visitor is told %s", told)
		}
		late.until("end")
	}
	g.say(`{"type":"review"}`)
	if review := g.until("review"); !strings.Contains(review, "Luck and skill") {
		t.Errorf("the review is %s", review)
	}
	g.say(`{"type":"undo"}`)
	var m protocol.Asked
	json.Unmarshal([]byte(g.until("asked")), &m)
	if m.Question != answers {
		t.Errorf("undo leads to question %d of %d", m.Question, answers)
	}
	g.say(`{"type":"redo"}`)
	g.until("end")
	if found, err := places.Unfinished(); err != nil || len(found) > 0 {
		t.Errorf("%v are not over, %v", found, err)
	}
}

// A line that answers several questions is taken as at the prompt: whole, or not at all.
func TestServeLines(t *testing.T) {
	for _, row := range []struct {
		scenario, line string
		want           []string
	}{
		{"two-valleys", "w1 march 0404 all", []string{"move w1", "with all", "march 0404", "Which unit of the west moves?"}},
		{"two-valleys", "W1-2 march 0404", []string{"move w1", "with w2", "alone", "march 0404", "Which unit of the west moves?"}},
		{"two-valleys", "w1 march 0907", []string{"w1 march 0907: it is out of reach (S2)"}},
		{"two-valleys", "w1", []string{"move w1", "Which units of the west go along?"}},
		{"two-valleys", "w1 w2", []string{`"w2" is no longer the question after the words before it in the line`}},
		{"siege", "a1", []string{`unknown answer "a1"`}},
		{"siege", "a1 a2", []string{`unknown answer "a1 a2"`}},
		{"long-meadow", "a2 a3 charge", []string{"charge a2", "charge a3", "Which cavalry of the attacker charges?"}},
	} {
		t.Run(row.line, func(t *testing.T) {
			room, server := opened(t, row.scenario, 3, "human", "greedy")
			g := visit(t, server.URL, room.Names()[0])
			g.until("asked")
			g.say(`{"type":"answer","text":%q}`, row.line)
			var got []string
			for kind := ""; kind != "asked" && len(got) < len(row.want); {
				var text []byte
				var err error
				if text, kind, err = g.hear(); err != nil {
					t.Fatal(err)
				}
				var m struct{ Text, Error, Asks string }
				json.Unmarshal(text, &m)
				if s := m.Text + m.Error + m.Asks; s != "" {
					got = append(got, s)
				}
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// A line that is refused leaves nothing in the journal, and its answers can be given again.
func TestServeKeepsWholeLines(t *testing.T) {
	h := hostOf(t, "two-valleys", 3, "human", "greedy")
	places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
	var err error
	if h.Kept, err = places.Create("two-valleys", h.Library.Header(h.Match)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Kept.Close() })
	room, server := roomOf(t, h)
	g := visit(t, server.URL, room.Names()[0])
	g.until("asked")
	kept := func() (texts []string) {
		text, err := os.ReadFile(h.Kept.Path())
		if err != nil {
			t.Fatal(err)
		}
		j, err := engine.ReadJournal(bytes.NewReader(text))
		if j == nil {
			t.Fatal(err)
		}
		return engine.Each(j.Entries, func(e engine.Entry) string { return e.Text })
	}
	g.say(`{"type":"answer","text":"w1 march 0907"}`)
	g.until("refused")
	if got := kept(); len(got) > 0 {
		t.Errorf("after a refusal the journal has %q", got)
	}
	g.say(`{"type":"answer","question":1,"text":"w1 march 0404 all"}`)
	g.until("asked")
	if got, want := kept(), []string{"move w1", "with all", "march 0404"}; !slices.Equal(got, want) {
		t.Errorf("the journal has %q, want %q", got, want)
	}
}

// Where people may take answers back, those that were given in secret stay.
func TestServeUndo(t *testing.T) {
	type said struct {
		seat            int
		say, hear, want string
	}
	undo := `{"type":"undo"}`
	answer := func(text string) string { return fmt.Sprintf(`{"type":"answer","text":%q}`, text) }
	for _, row := range []struct {
		scenario string
		seed     uint64
		says     []said
	}{
		{"skirmish", 4, []said{
			{0, answer("lose a1"), "taken", `{"type":"taken","question":1,"text":"lose a1"}`},
			{0, undo, "battle", `"title":"Skirmish at the ford"`},
		}},
		{"long-meadow", 5, []said{ // S3.2
			{1, answer("lead d1"), "taken", `"question":1,`},
			{1, undo, "asked", `"question":1,`}, // nothing secret was answered yet
			{1, answer("lead d1"), "taken", `"question":1,`},
			{0, answer("charge a2"), "taken", `"question":1,`},
			{0, undo, "refused", `{"type":"refused","error":"undo: it would take back an answer that was given in secret: such answers stay"}`},
			{1, undo, "refused", `such answers stay`},
			{0, answer("charge a3"), "taken", `"question":2,`},
		}},
		{"two-valleys", 3, []said{ // S6
			{0, answer("move w1"), "taken", `"question":1,`},
			{0, undo, "refused", `{"type":"refused","error":"undo: each side sees only its own here, and what an answer has shown cannot be hidden again: answers stay"}`},
		}},
	} {
		t.Run(row.scenario, func(t *testing.T) {
			h := hostOf(t, row.scenario, row.seed, "human", "human")
			h.Undo = true
			room, server := roomOf(t, h)
			var guests []*guest
			for _, name := range room.Names() {
				g := visit(t, server.URL, name)
				g.until("board")
				guests = append(guests, g)
			}
			for i, s := range row.says {
				guests[s.seat].say("%s", s.say)
				if got := guests[s.seat].until(s.hear); !strings.Contains(got, s.want) {
					t.Fatalf("%d: %s: %s, want %s", i+1, s.say, got, s.want)
				}
			}
		})
	}
}

// A question of heroes, which the view words, reaches a client as at the prompt.
func TestServeAsks(t *testing.T) {
	room, server := opened(t, "tutorial", 6, "human", "greedy")
	g := visit(t, server.URL, room.Names()[0])
	text := g.until("asked")
	if want := `"asks":"a3 (2 Squire) may retaliate against d1 (3 Bandit) (needs 2 or more on a d10: 90 %). Retaliate, or hold?"`; !strings.Contains(string(text), want) {
		t.Errorf("%s\nwithout %s", text, want)
	}
}

// A battle that a server has open is not dropped.
func TestServeDropsNoOpenBattle(t *testing.T) {
	places := saves.Places{State: t.TempDir(), Data: t.TempDir(), Keys: []string{"KEY"}}
	kept, err := places.Create("skirmish", engine.Header{Seats: []string{"attacker", "defender"}})
	if err != nil {
		t.Fatal(err)
	}
	err = dropServed(io.Discard, places, kept.Name())
	if want := "battle skirmish.1 is being played elsewhere: stop that program first"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	if err := dropServed(io.Discard, places, kept.Name()); err != nil || len(places.Served()) > 0 {
		t.Errorf("%v is served, %v", places.Served(), err)
	}
}

// A prompt sits down at a battle elsewhere, and has there what a prompt has.
// A server whose terminal shows colors sends texts without them.
func TestServeSendsNoColors(t *testing.T) {
	color.NoColor = false
	defer func() { color.NoColor = true }()
	_, server := opened(t, "two-valleys", 4, "human", "greedy")
	g := visit(t, server.URL, "west")
	g.until("asked")
	for _, request := range []string{`{"type":"rules","of":"S2"}`, `{"type":"command","text":"map large"}`, `{"type":"hint"}`} {
		g.say("%s", request)
		_, kind, _ := strings.Cut(request, `"type":"`)
		kind, _, _ = strings.Cut(kind, `"`)
		if text := g.until(kind); strings.Contains(text, `\u001b`) {
			t.Errorf("%s: %.200s", request, text)
		}
	}
}

// The commands of a game are there for clients elsewhere, too.
func TestJoinLooksAround(t *testing.T) {
	_, server := opened(t, "two-valleys", 4, "human", "greedy")
	link, err := remote.ParseLink(server.URL + "/#west")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := "help\ngoals\nreach W1 all\nsk 0203\npath w1 9999\n"
	p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(lines), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
	err = p.Run(t.Context())
	if want := `line 5: hex "9999": there is no column 99, the last one is 09`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	for _, want := range []string{"path [UNIT [all]] HEX  the way to a hex", "wins at once with 0804 (The Tooth)", "22 hexes in reach", "0203 west: w1 Sir Oswin"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, out.String())
		}
	}
}

func TestJoin(t *testing.T) {
	_, server := opened(t, "skirmish", 4, "human", "greedy")
	link, err := remote.ParseLink(" " + server.URL + "/#attacker\n")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := "options\nwhy\nlog 1\nshow a1\nrule K3.1\nhelp\nodds\nlose a1\nundo\nlose a1\nlose a2\nreview\nboard\nlose a3\nquit\n"
	p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(lines), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
	err = p.Run(t.Context())
	if want := "line 14: the battle is over: review, log, why, board or quit"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	for _, want := range []string{
		"human plays the attacker, greedy plays the defender; you", "d3 (Gypsies) rolls a 1 against 2 and hits",
		"melee    a3   Wild Cat", "The attacker takes 1 hit in the magic step. Who takes it?\nattacker> options\n", "value 2\n    2 Gypsies (K2.1)",
		"4      attacker takes 1 hit", "Green Knight", "K3.1 ", "lose COUNTER", "Luck and skill", "You lose: the defender wins.",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, out.String())
		}
	}
	for _, row := range []struct{ link, want string }{
		{server.URL + "/#nobody", "no battle here has this key: copy the whole link, or ask for a new one"},
		{"http://127.0.0.1:1/#x", "the battle cannot be reached: nothing answers there: is houserule serve running at 127.0.0.1:1?"},
	} {
		if link, err = remote.ParseLink(row.link); err != nil {
			t.Fatal(err)
		}
		p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(""), io.Discard), Out: io.Discard, Size: p.Size}
		if err := p.Run(t.Context()); err == nil || err.Error() != row.want {
			t.Errorf("%s: %v, want %s", row.link, err, row.want)
		}
	}
}

// A typist is a person at a terminal, who types what a test sends.
type typist struct {
	repl.Lines // a script without lines
	types      chan string
}

func (p *typist) Interactive() bool { return true }

func (p *typist) Next(string) (string, error) {
	line, ok := <-p.types
	if !ok {
		return "", io.EOF
	}
	return line, nil
}

// A cable leads to a server. It can be cut.
type cable struct {
	net.Listener
	to    string
	mu    sync.Mutex
	conns []net.Conn
}

func (c *cable) carry() {
	for {
		from, err := c.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", c.to)
		if err != nil {
			from.Close()
			continue
		}
		c.mu.Lock()
		c.conns = append(c.conns, from, to)
		c.mu.Unlock()
		go io.Copy(to, from)
		go io.Copy(from, to)
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

// A line that is typed while the connection is cut waits until the battle goes on. Where another
// question is open by then, it is refused, and join plays on.
func TestJoinTypesWhileCut(t *testing.T) {
	for _, row := range []struct{ name, meanwhile, line, want string }{
		{"same question", "", "lose a1", "a1 (Green Knight) is eliminated"},
		{"another question", `{"type":"answer","text":"lose a2"}`, "lose a1", "the connection was cut, and another question is open now: answer that one"},
		{"a command", "", "log 1", "4      attacker takes 1 hit"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			h := hostOf(t, "skirmish", 4, "human", "greedy")
			room, err := h.Open()
			if err != nil {
				t.Fatal(err)
			}
			s := &serve.Server{Self: "test", Page: http.NotFoundHandler()}
			server := httptest.NewServer(s)
			defer server.Close()
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			s.Hosts = append(serve.HostsOf(listener.Addr()), serve.HostsOf(server.Listener.Addr())...)
			s.Add("attacker", room, engine.Only(0))
			go room.Play()
			defer room.Close()
			c := &cable{Listener: listener, to: server.Listener.Addr().String()}
			go c.carry()

			link, err := remote.ParseLink("http://" + listener.Addr().String() + "/#attacker")
			if err != nil {
				t.Fatal(err)
			}
			person := &typist{repl.NewScript(strings.NewReader(""), io.Discard), make(chan string)}
			shows := make(chan string, 10_000)
			p := remote.Prompt{Link: link, Lines: person, Out: tellTo(shows), Size: func() view.Size { return view.Size{Columns: 120, Lines: 30} }}
			left := make(chan error, 1)
			go func() { left <- p.Run(t.Context()) }()
			until := func(text string) {
				t.Helper()
				var all strings.Builder
				for late := time.After(patience); !strings.Contains(all.String(), text); {
					select {
					case s := <-shows:
						all.WriteString(s)
					case err := <-left:
						t.Fatalf("join has ended (%v) before %q:\n%s", err, text, &all)
					case <-late:
						t.Fatalf("there is no %q in\n%s", text, &all)
					}
				}
			}
			until("Who takes it?")
			c.cut()
			until("The connection is cut.")
			person.types <- row.line
			if row.meanwhile != "" {
				g := visit(t, server.URL, "attacker")
				g.say("%s", row.meanwhile)
				g.until("taken")
			}
			until(row.want)
			close(person.types)
			if err := <-left; err != nil {
				t.Error(err)
			}
		})
	}
}

// A tellTo sends what is written.
type tellTo chan string

func (w tellTo) Write(text []byte) (int, error) {
	w <- string(text)
	return len(text), nil
}

// A scenario that teaches has the same dice in a browser as at the prompt, unless two
// people play: one of them could look them up.
func TestServeSeed(t *testing.T) {
	for _, test := range []struct {
		scenario, seats string
		taught          bool
	}{
		{"tutorial", "human,greedy", true},
		{"tutorial", "human,human", false},
		{"golem-wall", "human,greedy", false},
	} {
		t.Run(test.scenario+" "+test.seats, func(t *testing.T) {
			places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
			o := serveOptions{battles: 1}
			o.mods, o.seats, o.command = newResolver(), test.seats, "serve"
			all, err := o.load(places, test.scenario)
			if err != nil {
				t.Fatal(err)
			}
			if seed := all[0].Match.Seed; seed == 6 != test.taught {
				t.Errorf("the seed is %d", seed)
			}
		})
	}
}
