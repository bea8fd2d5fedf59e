package serve_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/servetest"
	"houserule/engine/board"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// Whatever lies under the other cup, a seat and those who watch are told the same, however
// they ask, until the cups are shown.
func TestServeHidesCups(t *testing.T) {
	game, lib, _ := gamestest.Bundled(t, "liars-dice")
	s, err := lib.Scenario("two-dice")
	if err != nil {
		t.Fatal(err)
	}
	hears := func(own, other [2]int) (first, second, watch string) {
		h := &protocol.Host{Self: "test"}
		h.Frontend, h.Library = game.View, lib
		h.Match = library.Match{Scenario: s.ID, Setup: s.Setup, Dice: library.Scripted, Players: []string{"human", "human"}}
		h.Match.Script = append(own[:], other[:]...)
		room, server := servetest.Room(t, h)
		a, b, w := servetest.Visit(t, server.URL, room.Names()[0]), servetest.Visit(t, server.URL, room.Names()[1]), servetest.Visit(t, server.URL, "watch")
		listen := func(g *servetest.Guest, until string) (said string) {
			for kind := ""; kind != until; {
				text, got, err := g.Hear()
				if err != nil {
					t.Fatalf("no %s: %v", until, err)
				}
				kind, said = got, said+string(text)+"\n"
			}
			return said
		}
		first = listen(a, "asked")
		for _, ask := range []struct{ say, reply string }{
			{`{"type":"options"}`, "options"}, {`{"type":"hint"}`, "hint"}, {`{"type":"odds"}`, "odds"}, {`{"type":"board"}`, "board"},
			{`{"type":"show","unit":"second"}`, "refused"}, {`{"type":"review"}`, "refused"}, {`{"type":"undo"}`, "refused"},
			{`{"type":"answer","text":"bid 9 9"}`, "refused"}, {`{"type":"answer","text":"bid 1 2"}`, "waiting"},
		} {
			a.Say("%s", ask.say)
			first += listen(a, ask.reply)
		}
		second = listen(b, "waiting") + listen(b, "asked")
		b.Say(`{"type":"board"}`)
		second += listen(b, "board")
		b.Say(`{"type":"options"}`)
		second += listen(b, "options")
		b.Say(`{"type":"answer","text":"bid 2 2"}`)
		first += listen(a, "asked")
		watch = listen(w, "waiting") + listen(w, "waiting") + listen(w, "waiting")
		w.Say(`{"type":"board"}`)
		watch += listen(w, "board")
		return first, second, watch
	}
	chance := rand.New(rand.NewPCG(1, 1))
	roll := func() [2]int { return [2]int{1 + chance.IntN(6), 1 + chance.IntN(6)} }
	rounds := 1
	if enginetest.Long {
		rounds = 20
	}
	for range rounds {
		mine, other, third := roll(), roll(), roll()
		first, second, watch := hears(mine, other)
		if f, _, w := hears(mine, third); f != first || w != watch {
			t.Errorf("with %v under the other cup and not %v, the first seat is told\n%s\nnot\n%s\nand who watches\n%s\nnot\n%s", third, other, f, first, w, watch)
		}
		if _, s, w := hears(third, other); s != second || w != watch {
			t.Errorf("with %v under the other cup and not %v, the second seat is told\n%s\nnot\n%s", third, mine, s, second)
		}
		if !strings.Contains(first, fmt.Sprintf("your dice: %d%d", min(mine[0], mine[1]), max(mine[0], mine[1]))) {
			t.Errorf("the first seat does not see its own %v:\n%s", mine, first)
		}
	}
}

// In a campaign no message names a unit of the enemy that the seat has never seen.
func TestServeHidesUnits(t *testing.T) {
	room, server := servetest.Open(t, "two-valleys", 3, "human", "human")
	most := 50
	if enginetest.Long {
		most = 1500
	}
	answered := make(chan bool)
	for side, name := range room.Names() {
		enemy := room.Names()[1-side]
		names := regexp.MustCompile(fmt.Sprintf(`\b%c[0-9]+(-[0-9]+)?\b`, enemy[0]))
		g := servetest.Visit(t, server.URL, name)
		chance := rand.New(rand.NewPCG(7, uint64(side)))
		seen := map[string]bool{}
		told, met := "", false
		check := func(text string) {
			for _, group := range names.FindAllString(text, -1) {
				for _, unit := range unitsOf(group) {
					if !seen[unit] {
						t.Errorf("%s is told of %s, which it has never seen: %.300s", name, unit, text)
					}
				}
			}
		}
		go func() {
			for {
				text, kind, err := g.Hear()
				if err != nil {
					return
				}
				switch kind {
				case "told":
					told = string(text) // the board after it shows who has come into sight
				case "board":
					var m protocol.Board
					json.Unmarshal(text, &m)
					for _, unit := range onBoard(m.Board, enemy) {
						seen[unit] = true
					}
					check(told)
					if !met && len(seen) > 0 {
						t.Errorf("%s sees %v before anything has happened", name, seen)
					}
					told, met = "", true
				case "asked":
					check(string(text))
					var m protocol.Asked
					json.Unmarshal(text, &m)
					if chance.IntN(8) == 0 {
						g.Say(`{"type":"options"}`)
						check(g.Until("options"))
						g.Say(`{"type":"command","text":"stacks"}`)
						check(g.Until("command"))
						g.Say(`{"type":"show","unit":"%c%d"}`, enemy[0], 1+chance.IntN(12))
						if _, kind, _ := g.Hear(); kind != "refused" && kind != "page" {
							t.Errorf("show: %s", kind)
						}
					}
					g.Say(`{"type":"answer","question":%d,"text":%q}`, m.Question, m.Options[chance.IntN(len(m.Options))].Text)
					answered <- true
				case "end": // both seats hear it
					answered <- false
					return
				}
			}
		}()
	}
	for range most {
		if !<-answered {
			break
		}
	}
}

// onBoard are the names of a seat's units on a board.
func onBoard(b board.Board, seat string) (names []string) {
	add := func(units []board.Unit) {
		for _, u := range units {
			names = append(names, unitsOf(u.Names())...)
		}
	}
	for _, side := range b.Sides {
		if side.Seat == seat {
			add(side.Units)
		}
	}
	if b.Map != nil {
		for _, hex := range b.Map.Hexes {
			for _, stack := range hex.Stacks {
				if stack.Seat == seat {
					add(stack.Units)
				}
			}
		}
	}
	return names
}

// unitsOf are the names in a group: e2-4 is e2, e3, e4.
func unitsOf(group string) (names []string) {
	var first, last int
	if n, _ := fmt.Sscanf(group[1:], "%d-%d", &first, &last); n == 1 {
		last = first
	}
	for i := first; i <= last; i++ {
		names = append(names, fmt.Sprintf("%c%d", group[0], i))
	}
	return names
}

// While a seat decides in secret, the others and those who watch hear the same whatever it
// answers, and however often: units that charge (S3.2), units that join a march (S6), and an army
// that is set up freely (H1.4).
func TestServeHidesAnswers(t *testing.T) {
	looks := []struct{ say, reply string }{
		{`{"type":"board"}`, "board"}, {`{"type":"options"}`, "refused"}, {`{"type":"hint"}`, "refused"}, {`{"type":"review"}`, "refused"},
		{`{"type":"undo"}`, "refused"}, {`{"type":"answer","option":0}`, "refused"},
		{`{"type":"command","text":"log"}`, "command"}, {`{"type":"command","text":"why 1"}`, "refused"}, {`{"type":"command","text":"hint"}`, "refused"},
		{`{"type":"command","text":"undo"}`, "refused"},
	}
	for _, row := range []struct {
		scenario string
		lead     []string // "SEAT: ANSWER", before the secret
		seat     int      // that decides in secret
		few      []string
		many     []string
	}{
		{"long-meadow", []string{"1: lead d1"}, 0, nil, []string{"charge a2", "charge a5"}},
		{"two-valleys", nil, 0, []string{"move w2"}, []string{"move w2", "with w3", "with w4", "alone"}},
		{"free", nil, 0, nil, []string{"place 4 gold-golem melee", "place 3 magi melee", "place 6 halfling melee"}},
	} {
		t.Run(row.scenario, func(t *testing.T) {
			hears := func(secret []string) (others []string) {
				room, server := servetest.Open(t, row.scenario, 5, "human", "human")
				names := append(room.Names(), "watch")
				var guests []*servetest.Guest
				for _, name := range names {
					g := servetest.Visit(t, server.URL, name)
					g.Until("board")
					guests = append(guests, g)
				}
				for _, line := range row.lead {
					var side int
					var text string
					fmt.Sscanf(line, "%d:", &side)
					_, text, _ = strings.Cut(line, ": ")
					guests[side].Answer(text)
				}
				for _, text := range secret {
					guests[row.seat].Answer(text)
				}
				for i, g := range guests {
					if i == row.seat {
						continue
					}
					said := ""
					for _, look := range looks {
						g.Say("%s", look.say)
						for kind := ""; kind != look.reply; {
							text, got, err := g.Hear()
							if err != nil {
								t.Fatalf("no %s: %v", look.reply, err)
							}
							kind, said = got, said+string(text)+"\n"
						}
					}
					others = append(others, said)
				}
				return others
			}
			few, many := hears(row.few), hears(row.many)
			for i := range few {
				if few[i] != many[i] {
					t.Errorf("after %q, others hear\n%s\nafter %q\n%s", row.few, few[i], row.many, many[i])
				}
			}
		})
	}
}
