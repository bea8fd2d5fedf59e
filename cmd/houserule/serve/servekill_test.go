package serve_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/servetest"
	"houserule/engine"
)

// A server that is killed at any moment goes on under the same links, with all answers that
// it has acknowledged.
func TestServeKill(t *testing.T) {
	home := t.TempDir()
	chance := rand.New(rand.NewPCG(*programtest.KillSeed, 11))
	listen := "127.0.0.1:0"
	var taken [2][]string // the answers of each seat, by the number of the question; "": not acknowledged
	resume := false
	for killed := 0; killed < *programtest.Kills; {
		args := []string{"serve", "golem-wall", "--seats", "human,human", "--listen", listen}
		if resume {
			args = []string{"serve", "--resume", "--listen", listen}
		}
		server, address, keys := startServer(t, home, args...)
		listen, resume = strings.TrimPrefix(address, "http://"), true
		a, d := servetest.Visit(t, address, keys[0]), servetest.Visit(t, address, keys[1])
		var over atomic.Bool // as the clients were told
		answers := make(chan acknowledged, 100)
		for seat, g := range []*servetest.Guest{a, d} {
			mine := rand.New(rand.NewPCG(chance.Uint64(), 1))
			go func() {
				for {
					text, kind, err := g.Hear()
					if err != nil {
						answers <- acknowledged{}
						return
					}
					switch kind {
					case "asked":
						var m protocol.Asked
						json.Unmarshal(text, &m)
						g.Say(`{"type":"answer","question":%d,"text":%q}`, m.Question, m.Options[mine.IntN(len(m.Options))].Text)
					case "taken":
						var m protocol.Taken
						json.Unmarshal(text, &m)
						answers <- acknowledged{m, seat}
					case "end":
						over.Store(true)
						answers <- acknowledged{}
						return
					case "fault", "refused":
						t.Errorf("%s", text)
					}
				}
			}()
		}
		wait := time.After(time.Duration(20+chance.IntN(60)) * time.Millisecond)
		kill := func() {
			server.Kill()
			killed++
		}
		for open := 2; open > 0; {
			select {
			case m := <-answers:
				switch {
				case m.Question == 0:
					open--
				default:
					of := &taken[m.seat]
					for len(*of) <= m.Question { // others were kept and not acknowledged
						*of = append(*of, "")
					}
					if before := (*of)[m.Question]; before != "" && before != m.Text {
						t.Fatalf("question %d is answered with %s, and was with %s", m.Question, m.Text, before)
					}
					(*of)[m.Question] = m.Text
				}
			case <-wait:
				wait = nil
				kill()
			}
		}
		if wait != nil {
			kill()
		}
		if ended := agrees(t, home, taken); over.Load() && !ended {
			t.Fatal("the end was told, and is not in the journal")
		} else if ended {
			taken, resume = [2][]string{}, false
			os.RemoveAll(filepath.Join(home, "state"))
		}
	}
}

// An acknowledged is an answer of a seat that the server has acknowledged.
type acknowledged struct {
	protocol.Taken
	seat int
}

// startServer starts a server, and returns its address and the keys that it prints.
func startServer(t *testing.T, home string, args ...string) (server *programtest.Process, address string, keys []string) {
	t.Helper()
	l := programtest.Start(home, args...)
	t.Cleanup(l.Kill)
	if err := l.Await(func(text string) bool { return strings.Contains(text, "Ctrl-C stops") }); err != nil {
		t.Fatalf("houserule %s: %v", strings.Join(args, " "), err)
	}
	for _, m := range regexp.MustCompile(`(http://\S+)/#(\w+)`).FindAllStringSubmatch(l.All(), -1) {
		address, keys = m[1], append(keys, m[2])
	}
	return l, address, keys
}

// agrees compares the journal of the only battle with the answers that were acknowledged, and
// reports whether the battle is over.
func agrees(t *testing.T, home string, taken [2][]string) (over bool) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(home, "state", "houserule", "battles", "*.journal"))
	if len(paths) != 1 {
		t.Fatalf("there are %d journals", len(paths))
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	j, err := engine.ReadJournal(bytes.NewReader(text))
	if err != nil && j == nil {
		t.Fatal(err)
	}
	var kept [2][]string
	for _, e := range j.Entries {
		if !e.Side.IsLuck() {
			kept[e.Side] = append(kept[e.Side], e.Text)
		}
	}
	for seat, kept := range kept {
		for i, text := range taken[seat] {
			if text != "" && (i > len(kept) || kept[i-1] != text) {
				t.Errorf("answer %d of seat %d was taken as %q, and the journal has %q", i, seat+1, text, kept)
			}
		}
	}
	return j.End != ""
}
