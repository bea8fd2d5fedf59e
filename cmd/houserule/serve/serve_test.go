package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/fatih/color"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/servetest"
	"houserule/engine"
)

// What does not belong to a battle is refused, and told why. The battle goes on.
func TestServeRefuses(t *testing.T) {
	_, server := servetest.Open(t, "skirmish", 4, "human", "human")
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

	stranger := servetest.Knock(t, server.URL)
	for _, row := range []struct{ say, want string }{
		{`{"type":"answer","option":0}`, `{"type":"refused","error":"the first request is {\"type\":\"ready\",\"protocol\":1}"}`},
		{`{"type":"ready","protocol":7}`, `{"type":"refused","error":"ready: this is protocol 1, not 7"}`},
		{`{"type":"ready","protocol":1}`, `{"type":"refused","error":"ready: no battle here has this key: copy the whole link, or ask for a new one"}`},
	} {
		stranger.Say("%s", row.say)
		if got := stranger.Until("refused"); got != row.want {
			t.Errorf("%s: %s, want %s", row.say, got, row.want)
		}
	}
	if _, _, err := stranger.Hear(); err == nil {
		t.Error("a stranger without a key stays")
	}

	attacker, defender, watch := servetest.Visit(t, server.URL, "attacker"), servetest.Visit(t, server.URL, "defender"), servetest.Visit(t, server.URL, "watch")
	attacker.Until("asked")
	for _, row := range []struct {
		by        *servetest.Guest
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
		row.by.Say("%s", row.say)
		if got := row.by.Until("refused"); got != row.want {
			t.Errorf("%.60s: %s, want %s", row.say, got, row.want)
		}
	}
	attacker.Conn.Write(t.Context(), websocket.MessageBinary, []byte{1})
	if got, want := attacker.Until("refused"), `{"type":"refused","error":"a request is a text frame with JSON"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	attacker.Say(`{"type":"answer","text":"lose a1"}`)
	if got, want := attacker.Until("taken"), `{"type":"taken","question":1,"text":"lose a1"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	attacker.Say(`{"type":"answer","question":1,"text":"lose a1"}`) // once more
	attacker.Until("refused")
}

// A client that leaves, or whose key is refused, gets a close frame after what was said to it.
func TestServeSaysGoodbye(t *testing.T) {
	_, server := servetest.Open(t, "skirmish", 4, "human", "greedy")
	leaves, refused := servetest.Visit(t, server.URL, "attacker"), servetest.Visit(t, server.URL, "nobody")
	leaves.Until("asked")
	leaves.Say(`{"type":"leave"}`)
	refused.Until("refused")
	for _, g := range []*servetest.Guest{leaves, refused} {
		if _, _, err := g.Hear(); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
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
			room, server := servetest.Open(t, scenario, uint64(i), "human", "human")
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
			again := servetest.Visit(t, server.URL, room.Names()[0])
			var m protocol.Told
			json.Unmarshal([]byte(again.Until("told")), &m)
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
	sent, twice := map[int]bool{}, 0 // the questions that were answered, and the answers to them that may be refused
	g := servetest.Visit(t, address, key)
	for {
		text, kind, err := g.Hear()
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
			g.Say(`{"type":"answer","question":%d,"text":%q}`, m.Question, m.Options[chance.IntN(len(m.Options))].Text)
			if sent[m.Question] { // the answer before the cut may still come, and then this one is too late
				twice++
			}
			sent[m.Question] = true
		case "end":
			g.Say(`{"type":"leave"}`)
			return f
		case "fault", "refused":
			if kind == "refused" && twice > 0 { // perhaps when the next question has been answered, too
				twice--
				continue
			}
			t.Errorf("%s: %s", key, text)
			return f
		}
		if f.cuts < 20 && chance.IntN(4) == 0 {
			f.cuts++
			g.Conn.CloseNow()
			g = servetest.Visit(t, address, key)
		}
	}
}

// Whoever comes for the first time after the end is told the whole battle, which goes on
// after undo. The journal keeps its end.
func TestServeAfterTheEnd(t *testing.T) {
	h := servetest.Host(t, "skirmish", 4, "human", "greedy")
	places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
	var err error
	if h.Kept, err = places.Create("skirmish", h.Library.Header(h.Match)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Kept.Close() })
	_, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, "attacker")
	answers := 0
	for kind := ""; kind != "end"; {
		var text []byte
		if text, kind, err = g.Hear(); err != nil {
			t.Fatal(err)
		}
		if kind == "asked" {
			var m protocol.Asked
			json.Unmarshal(text, &m)
			answers++
			g.Say(`{"type":"answer","option":0}`)
		}
	}
	for range 2 {
		late := servetest.Visit(t, server.URL, "watch")
		if told := late.Until("told"); !strings.Contains(told, "Round 1") {
			t.Errorf("a late visitor is told %s", told)
		}
		late.Until("end")
	}
	g.Say(`{"type":"review"}`)
	if review := g.Until("review"); !strings.Contains(review, "Luck and skill") {
		t.Errorf("the review is %s", review)
	}
	g.Say(`{"type":"undo"}`)
	var m protocol.Asked
	json.Unmarshal([]byte(g.Until("asked")), &m)
	if m.Question != answers {
		t.Errorf("undo leads to question %d of %d", m.Question, answers)
	}
	g.Say(`{"type":"redo"}`)
	g.Until("end")
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
			room, server := servetest.Open(t, row.scenario, 3, "human", "greedy")
			g := servetest.Visit(t, server.URL, room.Names()[0])
			g.Until("asked")
			g.Say(`{"type":"answer","text":%q}`, row.line)
			var got []string
			for kind := ""; kind != "asked" && len(got) < len(row.want); {
				var text []byte
				var err error
				if text, kind, err = g.Hear(); err != nil {
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
	h := servetest.Host(t, "two-valleys", 3, "human", "greedy")
	places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
	var err error
	if h.Kept, err = places.Create("two-valleys", h.Library.Header(h.Match)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Kept.Close() })
	room, server := servetest.Room(t, h)
	g := servetest.Visit(t, server.URL, room.Names()[0])
	g.Until("asked")
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
	g.Say(`{"type":"answer","text":"w1 march 0907"}`)
	g.Until("refused")
	if got := kept(); len(got) > 0 {
		t.Errorf("after a refusal the journal has %q", got)
	}
	g.Say(`{"type":"answer","question":1,"text":"w1 march 0404 all"}`)
	g.Until("asked")
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
			h := servetest.Host(t, row.scenario, row.seed, "human", "human")
			h.Undo = true
			room, server := servetest.Room(t, h)
			var guests []*servetest.Guest
			for _, name := range room.Names() {
				g := servetest.Visit(t, server.URL, name)
				g.Until("board")
				guests = append(guests, g)
			}
			for i, s := range row.says {
				guests[s.seat].Say("%s", s.say)
				if got := guests[s.seat].Until(s.hear); !strings.Contains(got, s.want) {
					t.Fatalf("%d: %s: %s, want %s", i+1, s.say, got, s.want)
				}
			}
		})
	}
}

// A question of heroes, which the view words, reaches a client as at the prompt.
func TestServeAsks(t *testing.T) {
	room, server := servetest.Open(t, "tutorial", 6, "human", "greedy")
	g := servetest.Visit(t, server.URL, room.Names()[0])
	text := g.Until("asked")
	if want := `"asks":"a2 (1 Paladin) may retaliate against d1 (3 Bandit) (any d10 hits: 100 %). Retaliate, or hold?"`; !strings.Contains(string(text), want) {
		t.Errorf("%s\nwithout %s", text, want)
	}
}

// A prompt sits down at a battle elsewhere, and has there what a prompt has.
// A server whose terminal shows colors sends texts without them.
func TestServeSendsNoColors(t *testing.T) {
	color.NoColor = false
	defer func() { color.NoColor = true }()
	_, server := servetest.Open(t, "two-valleys", 4, "human", "greedy")
	g := servetest.Visit(t, server.URL, "west")
	g.Until("asked")
	for _, request := range []string{`{"type":"rules","of":"S2"}`, `{"type":"command","text":"map large"}`, `{"type":"hint"}`} {
		g.Say("%s", request)
		_, kind, _ := strings.Cut(request, `"type":"`)
		kind, _, _ = strings.Cut(kind, `"`)
		if text := g.Until(kind); strings.Contains(text, `\u001b`) {
			t.Errorf("%s: %.200s", request, text)
		}
	}
}
