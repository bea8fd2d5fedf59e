package remote_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// The commands of a game are there for clients elsewhere, too.
func TestJoinLooksAround(t *testing.T) {
	_, server := servetest.Open(t, "two-valleys", 4, "human", "greedy")
	link, err := remote.ParseLink(server.URL + "/#west")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := "help all\ngoals\nreach W1 all\nsk 0203\npath w1 9999\n"
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
	_, server := servetest.Open(t, "skirmish", 4, "human", "greedy")
	link, err := remote.ParseLink(" " + server.URL + "/#attacker\n")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := "options\nwhy\nlog 1\nshow a1\nrule K3.1\nhelp\nodds\nlose a1\nundo\nlose a1\nlose a2\nreview\nboard\nlose a3\nquit\n"
	p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(lines), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
	err = p.Run(t.Context())
	if want := "line 14: the battle is over: review, log, why and board look back"; err == nil || err.Error() != want {
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
	deaf  atomic.Bool // it loses what is said to the server
	lost  atomic.Int64
}

// A hearing is the end of a cable at the server.
type hearing struct {
	net.Conn
	of *cable
}

func (h hearing) Write(b []byte) (int, error) {
	if h.of.deaf.Load() {
		h.of.lost.Add(int64(len(b)))
		return len(b), nil
	}
	return h.Conn.Write(b)
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
		go io.Copy(hearing{to, c}, from)
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
// question is open by then, it is refused, and join plays on. A line that the cut has lost is
// sent again.
func TestJoinTypesWhileCut(t *testing.T) {
	for _, row := range []struct{ name, rival, before, meanwhile, line, then, want string }{
		{name: "same question", rival: "greedy", line: "lose a1", want: "a1 (Green Knight) is eliminated"},
		{name: "another question", rival: "greedy", meanwhile: "lose a2", line: "lose a1", want: "The connection was cut, and another question is open now: answer that one."},
		{name: "a command", rival: "greedy", line: "log 1", want: "4      attacker takes 1 hit"},
		{name: "sent and lost", rival: "greedy", before: "lose a1", want: "a1 (Green Knight) is eliminated"},
		{name: "another seat's turn", rival: "human", meanwhile: "lose a2,lose a3", line: "lose a1", then: "lose d2,lose d1", want: "the battle is over: review, log, why and board look back"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			h := servetest.Host(t, "skirmish", 4, "human", row.rival)
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
			s.Add("defender", room, engine.Only(1))
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
				for late := time.After(programtest.Patience); !strings.Contains(all.String(), text); {
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
			if row.before != "" {
				c.deaf.Store(true)
				person.types <- row.before
				for c.lost.Load() == 0 {
					time.Sleep(time.Millisecond)
				}
				c.deaf.Store(false)
			}
			c.cut()
			until("The connection is cut.")
			if row.line != "" {
				person.types <- row.line
			}
			if row.meanwhile != "" {
				g := servetest.Visit(t, server.URL, "attacker")
				for _, answer := range strings.Split(row.meanwhile, ",") {
					g.Answer(answer)
				}
			}
			if row.then != "" {
				until("Waiting for the defender.")
				g := servetest.Visit(t, server.URL, "defender")
				for _, answer := range strings.Split(row.then, ",") {
					g.Answer(answer)
				}
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
