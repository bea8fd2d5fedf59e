package protocol_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// A client that answers at random, asks for everything, takes answers back, and says
// nonsense, gets only messages of the schema, and comes to the end of the battle, in every
// scenario that takes not too long; unless HOUSERULE_LONG is set, in the first of each game. What
// it is told in the end is what a battle without detours tells.
func TestProtocolEverywhere(t *testing.T) {
	text, err := os.ReadFile("../../../docs/schema/protocol.json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Resolved{}
	for _, kind := range protocol.Messages {
		of := jsonschema.Schema{Schema: s.Schema, Defs: s.CloneSchemas().Defs, Ref: "#/$defs/message-" + kind.Type}
		if schemas[kind.Type], err = of.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range bundled.Resolver().Games() {
		r := bundled.Resolver()
		r.Game = g.Name()
		lib, err := r.Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		for i, scenario := range lib.Scenarios {
			if i > 0 && !enginetest.Long {
				continue
			}
			t.Run(g.Name()+"/"+scenario.ID, func(t *testing.T) {
				t.Parallel()
				detours := converse(t, r, lib, scenario, schemas, rand.New(rand.NewPCG(1, uint64(i))))
				straight := converse(t, r, lib, scenario, schemas, nil)
				if !slices.Equal(detours, straight) {
					t.Errorf("with detours the last battle is told as\n%s\nwithout as\n%s", strings.Join(detours, "\n"), strings.Join(straight, "\n"))
				}
			})
		}
	}
}

// converse plays a battle with a client, who makes detours if it has chance, and returns
// what it was told since the battle last began.
func converse(t *testing.T, r *games.Resolver, lib *library.Library, scenario *library.Scenario, schemas map[string]*jsonschema.Resolved, chance *rand.Rand) (told []string) {
	m := library.Match{Scenario: scenario.ID, Setup: scenario.Setup, Seed: 5, Dice: library.Seeded}
	for range m.Setup.SeatNames() {
		m.Players = append(m.Players, "human")
	}
	h := protocol.Host{Self: "test", Start: session.Start{Ground: session.Ground{Game: session.Game{Frontend: r.View(lib), Library: lib}, Match: m}}}
	in, requests := io.Pipe()
	messages, out := io.Pipe()
	done := make(chan error)
	go func() {
		err := h.Run(in, out)
		out.Close()
		done <- err
	}()
	say := func(format string, args ...any) { fmt.Fprintf(requests, format+"\n", args...) }
	go say(`{"type":"ready","protocol":1,"wants":["told","board","worth"]}`)
	var answer string // to the question that is open
	asked, most, detours := 0, 50, 0
	if enginetest.Long {
		most = 500
	}
	lines := bufio.NewReader(messages)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Errorf("it ends: %v, %v", err, <-done)
			return told
		}
		var raw any
		var m struct {
			protocol.Asked
			Lines []protocol.Line
			Error string
		}
		json.Unmarshal(line, &raw)
		json.Unmarshal(line, &m)
		if err := schemas[m.Type].Validate(raw); err != nil {
			t.Fatalf("%.300s: %v", line, err)
		}
		switch m.Type {
		case "battle":
			told = nil
		case "told":
			for _, l := range m.Lines {
				told = append(told, l.Text)
			}
		case "fault":
			t.Errorf("%s", m.Error)
		case "asked":
			// The answer follows from the question, so that the same ones are given after a
			// detour.
			hash := fnv.New32a()
			io.WriteString(hash, m.Asks)
			answer = fmt.Sprintf(`{"type":"answer","question":%d,"text":%q}`, m.Question, m.Options[int(hash.Sum32()>>8)%len(m.Options)].Text)
			if asked++; chance != nil && detours < 30 && chance.IntN(3) == 0 {
				detours++
				ways := []string{
					`{"type":"hint"}`, `{"type":"options"}`, `{"type":"undo"}`, `{"type":"redo"}`, `{"type":"show","unit":"a1"}`,
					`nonsense`, `{"type":"answer","option":-1}`, `{"type":"answer","text":"dance"}`, `{"type":"answer","question":-7,"option":0}`,
				}
				go say("%s", ways[chance.IntN(len(ways))])
				continue
			}
			go say("%s", answer)
		case "hint", "options", "page", "refused":
			if chance == nil {
				t.Errorf("%s", line)
			}
			go say("%s", answer)
		case "end":
			go say(`{"type":"leave"}`)
			if err := <-done; err != nil {
				t.Error(err)
			}
			return told
		}
		if asked == most { // a campaign that takes too long here
			go say(`{"type":"leave"}`)
			go io.Copy(io.Discard, messages)
			if err := <-done; err != nil {
				t.Error(err)
			}
			return nil
		}
	}
}

// The bots of docs/bots play, where their languages are. The one in Python plays as greedy.
func TestBots(t *testing.T) {
	for _, row := range []struct{ language, bot, like string }{
		{"python3", "bot.py", "greedy"},
		{"node", "bot.js", ""},
	} {
		t.Run(row.bot, func(t *testing.T) {
			if _, err := exec.LookPath(row.language); err != nil {
				t.Skipf("there is no %s here", row.language)
			}
			ends := func(player string) string {
				var out, errs strings.Builder
				if code := program.Run([]string{"battle", "border", "--players", player + ",greedy", "--seed", "3"}, &out, &errs); code != usage.ExitOK {
					t.Fatalf("exit code %d: %s", code, errs.String())
				}
				_, told, _ := strings.Cut(out.String(), "\n")
				return strings.ReplaceAll(told, player, "X")
			}
			bot := "run:" + row.language + " ../../../docs/bots/" + row.bot
			if got := ends(bot); row.like != "" && got != ends(row.like) {
				t.Errorf("%s plays\n%s\nand not as %s", row.bot, got, row.like)
			} else if got != ends(bot) {
				t.Errorf("%s plays differently the second time", row.bot)
			}
		})
	}
}
