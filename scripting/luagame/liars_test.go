package luagame_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// liars is the game in mods/liars-dice.
func liars(t testing.TB) (*library.Library, modhost.Scripts) {
	t.Helper()
	return bundled(t, "liars-dice")
}

// cupOf is the owner of a side's secrets in the memory of a battle.
func cupOf(side engine.Side) int32 { return int32(side) + 1 + engine.MaxSeats }

// shown is all that a side is shown of a battle when it is asked, and what the computer
// would answer for it.
func shown(t testing.TB, b *luagame.Battle, q engine.Question) string {
	t.Helper()
	var s strings.Builder
	fmt.Fprintln(&s, b.Scene(), b.Board(q.Side), b.Value(0), b.Value(1), q.Choice.(engine.Prompter).Prompt())
	for answer := range q.Choice.Each {
		fmt.Fprintln(&s, q.Choice.Name(answer), q.Choice.(engine.Evaluator).Evaluate(answer))
	}
	for _, player := range []engine.Oracle{players.Greedy{}, players.NewSearch(150)} {
		answer, err := player.Answer(q)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintln(&s, q.Choice.Name(answer))
	}
	return s.String()
}

// What a side is shown, and what the computer answers for it, does not depend on the dice
// under the other cup, in random positions; and it does depend on its own.
func TestLiarsKeepSecrets(t *testing.T) {
	lib, _ := liars(t)
	own := 0
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		var b *luagame.Battle
		told := [2][]string{}
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			before := shown(t, b, q)
			for side := range engine.Side(2) {
				cup := b.Memory().Get(cupOf(side), "liars-dice", "cup")
				other := []byte(cup.Text)
				for i := range other {
					other[i] = byte('1' + random.IntN(6))
				}
				slices.Sort(other)
				if err := b.Memory().Set(cupOf(side), "liars-dice", "cup", engine.Datum{Kind: engine.Text, Text: string(other)}); err != nil {
					return 0, err
				}
				switch after := shown(t, b, q); {
				case side != q.Side && after != before:
					t.Errorf("seed %d: with %s under the other cup, not %s, it is\n%snot\n%s", seed, other, cup.Text, after, before)
				case side == q.Side && after != before:
					own++
				}
				if err := b.Memory().Set(cupOf(side), "liars-dice", "cup", cup); err != nil {
					return 0, err
				}
			}
			answers := slices.Collect(q.Choice.Each)
			if q.Choice.Legal(len(answers)-1) && random.IntN(3) == 0 {
				return len(answers) - 1, nil // doubt
			}
			return answers[random.IntN(min(len(answers), 5))], nil
		})
		story, err := lib.Game.NewBattle(lib.Scenarios[1].Setup)
		if err != nil {
			t.Fatal(err)
		}
		b = story.(*luagame.Battle)
		table := engine.NewTable(lib.Dice(seed), player, player)
		table.Listen(engine.ListenerFunc(func(to engine.Seats, e engine.Event) {
			if text := b.Describe(e); strings.HasPrefix(text, "your dice") {
				for side := range told {
					if to.Has(engine.Side(side)) {
						told[side] = append(told[side], text)
					}
				}
			}
		}))
		for b.Begin(table); !b.Over() && table.Err() == nil; {
			b.Step()
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		for side, texts := range told {
			if len(texts) != b.Round() {
				t.Errorf("seed %d: side %d has heard of its dice %d times in %d rounds: %v", seed, side, len(texts), b.Round(), texts)
			}
		}
	}
	if own == 0 {
		t.Error("nothing depends on a side's own dice either")
	}
}

// What a game with secrets may not do, and what its scripts see.
func TestSecrets(t *testing.T) {
	const game = `
event{ name = "weighed", takes = {"side: side", "worth: integer"}, changes = "worth", read_only = true }
on{ event = "toy.weighed", run = function(side, worth) return side.next:secret("card") and -worth end }
game{ seats = {"red", "blue"},
	start = function() for i, side in ipairs(battle.sides) do side:conceal("card", i * 10) end end,
	turn = function() %s end,
	play = function(side, option) log("seen " .. tostring(side.next:secret("card"))) battle:win(side) end,
	appraise = function(side, option) return raise("weighed", side, (side:secret("card") or -1) * 1000 + (side.next:secret("card") or -1)) end,
	worth = function(side) return side:secret("card") or 7 end,
	board = function(side) return { tostring(battle.sides[1]:secret("card")), tostring(battle.sides[2]:secret("card")) } end,
	%s
}
player{ name = "peeker", answer = function(side, options, worths) return side.next:secret("card") and 2 or side:secret("card") == 10 and 1 or 3 end }`
	const ask, deal = `battle:ask(battle.sides[1], "Which?", {"this", "that"})`, `deal = function(side) side.next:conceal("card", roll(6)) end,`
	for _, row := range []struct{ name, turn, deal, want string }{
		{"no deal", ask, "", "a game with secrets needs the function deal, by which players try options out without knowing them"},
		{"asks by a secret", `if battle.sides[2]:secret("card") > 1 then ` + ask + ` end`, deal, "game.turn of mod toy: it has read a secret that red, who is asked, may not know"},
		{"asks by its own", `if battle.sides[1]:secret("card") > 1 then ` + ask + ` end`, deal, ""},
		{"asks by what a listener has read", ask + ` raise("weighed", battle.sides[1], 1)`, deal, "game.turn of mod toy: it has read a secret that red, who is asked, may not know"},
		{"changes one", ask + ` battle.sides[1]:conceal("card", 3)`, deal, "this function is read-only"},
	} {
		var b *luagame.Battle
		var table *engine.Table
		var lib *library.Library
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			if got := q.Choice.(engine.Evaluator).Evaluate(0); got != 9999 {
				t.Errorf("%s: an option is appraised at %d", row.name, got)
			}
			if got := fmt.Sprint(b.Board(0), b.Board(1), b.Board(-1), b.Value(0), b.Value(1)); got != "[10 nil] [nil 20] [10 20] 7 7" {
				t.Errorf("%s: it shows %s", row.name, got)
			}
			if h := q.Choice.(engine.Hider); !h.Hides() {
				t.Errorf("%s: the choice hides nothing", row.name)
			}
			peeker, err := lib.Player("peeker", 0, 1)
			if err != nil {
				return 0, err
			}
			n, err := peeker.Answer(q)
			if n != 0 {
				t.Errorf("%s: the player has seen the other card", row.name)
			}
			return n, err
		})
		b, table, lib = begin(t, fmt.Sprintf(game, row.turn, row.deal), player, player)
		if table.Err() == nil {
			b.Step()
		}
		if err := table.Err(); row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// Players who evaluate pick the word of choose that is worth most.
func TestChooseWorths(t *testing.T) {
	const game = `
game{ seats = {"red", "blue"},
	start = function() end,
	turn = function() battle:ask(battle.sides[1], "Go?", {"go"}) end,
	play = function(side, option)
		log("picked " .. choose(side, "Which?", {"low", "high", "middle"}%s))
		battle:win(side)
	end,
}`
	for worths, want := range map[string]string{
		"":                  "picked low",
		", {}":              "picked low",
		", {-1, 0.5, 0.25}": "picked high",
		", {1, 2}":          "it takes a worth for each of 3 options, not 2",
		", {1, 1e7, 2}":     "the worth 10000000 must be a number from -1000000 to 1000000",
	} {
		b, table, _ := begin(t, fmt.Sprintf(game, worths), players.Greedy{}, players.Greedy{})
		var log []string
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { log = append(log, b.Describe(e)) }))
		b.Step()
		if err := table.Err(); err != nil {
			log = append(log, err.Error())
		}
		if text := strings.Join(log, "\n"); !strings.Contains(text, want) {
			t.Errorf("with worths%s it is %q, want %q", worths, text, want)
		}
	}
}
