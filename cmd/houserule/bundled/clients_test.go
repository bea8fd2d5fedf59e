package bundled_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
)

// typist returns lines that a person types at random in a battle against the computer: answers, undo
// and redo; and the answers and dice that they lead to.
func typist(t *testing.T, on session.Ground, most int, chance *rand.Rand) (lines []string, entries []engine.Entry) {
	t.Helper()
	var b *session.Battle
	var v *view.View
	b, err := session.New(on, engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		types := func(line string) { lines = append(lines, line) }
		switch n := chance.IntN(20); {
		case len(lines) >= most:
			b.Quit()
			return 0, engine.ErrRewind
		case n < 2 && b.Back(1, b.ByPerson):
			types("undo")
			return 0, engine.ErrRewind
		case n == 2 && b.Forth(1, b.ByPerson):
			types("redo")
			return 0, engine.ErrRewind
		}
		options := v.Options()
		for {
			var line view.Line
			text := options[chance.IntN(len(options))].Text
			if answer, err := line.Read(v, strings.Fields(strings.ToLower(text))); err == nil && line.Empty() {
				types(text)
				return answer, nil
			}
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	v = b.View(b.Story)
	if err := b.Run(b.Table); err != nil && !errors.Is(err, engine.ErrRewind) {
		t.Fatal(err)
	}
	return lines, b.Entries()
}

// The same lines lead to the same battle in all clients: at the prompt, at join, by the lines of the
// page, and by the messages of a program. Unless HOUSERULE_LONG is set, they are fewer.
func TestClientsAgree(t *testing.T) {
	for i, id := range []string{"siege", "skirmish", "first-muster", "two-valleys", "gold-rush", "last-dice"} {
		t.Run(id, func(t *testing.T) {
			_, s, _ := gamestest.Having(t, id)
			players := slices.Repeat([]string{"greedy"}, len(s.Setup.SeatNames()))
			players[0] = "human"
			rounds, most := enginetest.Rounds(20), 100
			if !enginetest.Long {
				most = 30
			}
			if id == "two-valleys" { // which takes ten times as long
				rounds = enginetest.Rounds(4)
			}
			for n := range rounds {
				h := servetest.Host(t, id, uint64(n+1), players...)
				lines, want := typist(t, h.Ground, most, rand.New(rand.NewPCG(uint64(i), uint64(n))))
				end := append(lines, "save end")
				places := func() saves.Places { return saves.Places{State: t.TempDir(), Data: t.TempDir()} }
				agrees := func(client string, found []engine.Entry) {
					t.Helper()
					if text := fmt.Sprint(found); text != fmt.Sprint(want) {
						t.Fatalf("seed %d: %s leads to\n%s\nnot to\n%s\nafter\n%s", n+1, client, text, fmt.Sprint(want), strings.Join(lines, "\n"))
					}
				}

				var out strings.Builder
				p := repl.New(repl.Config{
					Game: h.Game, Shelf: session.Shelf{Places: places()},
					Lines: repl.NewScript(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out), Out: &out, Width: func() int { return 80 },
				})
				if err := p.Start(h.Match); err != nil {
					t.Fatalf("%v\n%s", err, &out)
				}
				agrees("the prompt", p.Entries())

				room := func(client string, visit func(address, key string)) {
					t.Helper()
					h := servetest.Host(t, id, uint64(n+1), players...)
					h.Shelf.Places, h.Saves = places(), true
					room, server := servetest.Room(t, h)
					visit(server.URL, room.Names()[0])
					j, _, err := h.Shelf.Places.Load("end")
					if err != nil {
						t.Fatalf("%s: %v", client, err)
					}
					agrees(client, j.Entries)
				}
				room("join", func(address, key string) {
					link, err := remote.ParseLink(address + "/#" + key)
					if err != nil {
						t.Fatal(err)
					}
					var out strings.Builder
					p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(strings.Join(end, "\n")+"\n"), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
					if err := p.Run(t.Context()); err != nil {
						t.Fatalf("join: %v\n%s", err, &out)
					}
				})
				for client, message := range map[string]func(line string) any{
					"the page":  func(line string) any { return protocol.AskCommand{Type: "command", Text: line} },
					"a program": func(line string) any { return programs(line) },
				} {
					room(client, func(address, key string) { converse(t, servetest.Visit(t, address, key), end, message) })
				}
			}
		})
	}
}

// programs returns the message for a line of a program.
func programs(line string) any {
	switch {
	case line == "undo", line == "redo":
		return protocol.Move{Type: line}
	case strings.HasPrefix(line, "save "):
		return protocol.AskCommand{Type: "command", Text: line}
	}
	return protocol.Answer{Type: "answer", Text: line}
}

// converse sends each line when something is asked, or after the end.
func converse(t *testing.T, g *servetest.Guest, lines []string, message func(line string) any) {
	t.Helper()
	for {
		text, kind, err := g.Hear()
		switch {
		case err != nil:
			t.Fatal(err)
		case kind == "refused":
			t.Fatalf("%s\nbefore %q", text, lines)
		case kind == "command":
			return
		case kind == "asked", kind == "end":
			g.Say("%s", inJSON(t, message(lines[0])))
			lines = lines[1:]
		}
	}
}

func inJSON(t *testing.T, message any) string {
	t.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
