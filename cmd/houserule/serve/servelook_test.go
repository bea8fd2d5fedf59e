package serve_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/servetest"
	"houserule/engine/enginetest"
)

// refusal is the message that refuses a request.
func refusal(text string) string { return fmt.Sprintf(`{"type":"refused","error":%q}`, text) }

// While nothing can be computed, answers are taken. An answer ends the looks of its own
// client; those of others are replied to later, in the order of the requests, and say what
// they are of.
func TestServeLooksBeside(t *testing.T) {
	h := servetest.Host(t, "skirmish", 4, "human", "human")
	h.Looks = make(chan struct{}, 1)
	h.Looks <- struct{}{}
	_, server := servetest.Room(t, h)
	attacker, defender := servetest.Visit(t, server.URL, "attacker"), servetest.Visit(t, server.URL, "defender")
	attacker.Until("asked")
	defender.Until("waiting")

	defender.Say(`{"type":"review"}`)
	defender.Say(`{"type":"show","unit":"a1"}`)
	for range 8 {
		defender.Say(`{"type":"review"}`)
	}
	defender.Say(`nonsense`)
	for _, ask := range []string{"odds", "hint"} {
		attacker.Say(`{"type":%q}`, ask)
	}
	attacker.Say(`{"type":"answer","text":"lose a1"}`)
	for _, want := range []string{refusal("odds: the battle has moved on: ask again"), refusal("hint: the battle has moved on: ask again"), `{"type":"taken","question":1,"text":"lose a1"}`} {
		if text, _, err := attacker.Hear(); err != nil || string(text) != want {
			t.Fatalf("%s, %v, want %s", text, err, want)
		}
	}

	<-h.Looks
	var replies []string
	for len(replies) < 11 {
		text, kind, err := defender.Hear()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains("review page refused", kind) {
			replies = append(replies, string(text))
		}
	}
	for i, want := range []string{
		`{"type":"review","text":"Review: Skirmish at the ford\nThe battle is not over: this is what happened so far, up to `, `{"type":"page"`, `{"type":"review"`, `{"type":"review"`,
		`{"type":"review"`, `{"type":"review"`, `{"type":"review"`, `{"type":"review"`, `{"type":"review"`,
		refusal("review: 8 requests of yours wait for a reply, which is the most: ask again after one of them"), `{"type":"refused","error":"column 2: this is not JSON`,
	} {
		if !strings.HasPrefix(replies[i], want) {
			t.Errorf("reply %d is %.150s, want %s", i+1, replies[i], want)
		}
	}
}

// A review that takes longer than the patience of the server is refused, and the battle goes
// on meanwhile.
func TestServeLooksInTime(t *testing.T) {
	h := servetest.Host(t, "big", 1, "human", "human")
	h.Patience = 200 * time.Millisecond
	_, server := servetest.Room(t, h)
	asked, waits := servetest.Visit(t, server.URL, "defender"), servetest.Visit(t, server.URL, "aggressor") // of the bonds of a hero
	asked.Until("asked")
	waits.Say(`{"type":"review"}`)
	asked.Say(`{"type":"answer","option":0}`)
	asked.Until("taken")
	if got, want := waits.Until("refused"), refusal("review: it takes longer than 200ms: houserule review takes its time"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Beside the battle, on a copy of it, looks find what they find in it: in two
// scenarios, and where HOUSERULE_LONG is set in more.
func TestServeLooksAlike(t *testing.T) {
	looks := []string{`{"type":"options"}`, `{"type":"hint"}`, `{"type":"odds"}`, `{"type":"options"}`, `{"type":"board"}`, `{"type":"command","text":"stacks"}`}
	for i, scenario := range []string{"skirmish", "two-dice", "golem-wall", "two-valleys", "border"} {
		if i > 1 && !enginetest.Long {
			break
		}
		looks := looks
		if scenario != "skirmish" { // odds take long
			looks = slices.DeleteFunc(slices.Clone(looks), func(l string) bool { return strings.Contains(l, "odds") })
		}
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			h := servetest.Host(t, scenario, 3, "human", "greedy")
			h.Patience = 0
			in, requests := io.Pipe()
			messages, out := io.Pipe()
			alone := *h
			go func() { alone.Run(in, out); out.Close() }()
			go fmt.Fprintln(requests, `{"type":"ready","protocol":1,"wants":["told","board"]}`)
			lines := bufio.NewReader(messages)
			room, server := servetest.Room(t, h)
			g := servetest.Visit(t, server.URL, room.Names()[0])
			next := func(kinds string) (beside, within string) {
				for {
					text, kind, err := g.Hear()
					if err != nil {
						t.Fatal(err)
					}
					if strings.Contains(kinds, kind) {
						beside = string(text)
						break
					}
				}
				for {
					line, err := lines.ReadString('\n')
					if err != nil {
						t.Fatal(err)
					}
					var m struct{ Type string }
					json.Unmarshal([]byte(line), &m)
					if strings.Contains(kinds, m.Type) {
						return beside, strings.TrimSuffix(line, "\n")
					}
				}
			}
			say := func(text string) {
				go fmt.Fprintln(requests, text)
				g.Say("%s", text)
			}
			for n := range 6 {
				beside, within := next("asked end fault")
				if beside != within {
					t.Fatalf("the question is %s, not %s", beside, within)
				}
				var m protocol.Asked
				json.Unmarshal([]byte(within), &m)
				if m.Type != "asked" {
					break
				}
				for _, look := range looks {
					if n%2 == 1 {
						break // the copy follows later
					}
					say(look)
					var kind struct{ Type string }
					json.Unmarshal([]byte(look), &kind)
					if beside, within = next(kind.Type + " refused"); beside != within {
						t.Errorf("%s at question %d: beside the battle\n%s\nin it\n%s", look, m.Question, beside, within)
					}
				}
				if n == 3 {
					say(`{"type":"undo"}`)
					if beside, within = next("asked refused"); beside != within {
						t.Fatalf("undo leads to %s, not %s", beside, within)
					}
					json.Unmarshal([]byte(within), &m)
					say(looks[0])
					if beside, within = next("options"); beside != within {
						t.Errorf("after undo: beside the battle\n%s\nin it\n%s", beside, within)
					}
				}
				say(fmt.Sprintf(`{"type":"answer","text":%q}`, m.Options[len(m.Options)/2].Text))
			}
			go fmt.Fprintln(requests, `{"type":"leave"}`)
		})
	}
}
