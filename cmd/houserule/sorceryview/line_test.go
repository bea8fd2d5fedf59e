package sorceryview

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// Every event's line, word by word: the first two of each kind that come up in
// the scenarios, played by who tries everything.
func TestLines(t *testing.T) {
	lib := testLibrary(t)
	game := gameOf(lib)
	game.Joins = true
	game.Hooks.RoundStart.Add(func(b *fight.Battle, _, none engine.None) engine.None {
		if b.Reading().FightRound() == 2 && !b.Reading().InWar() {
			for u := range b.Reading().Line(fight.Attacker) {
				b.Rally(u)
			}
			b.Say("Somebody has gone over.")
			if _, err := b.Join(fight.Attacker, game.Kinds[0]); err != nil {
				b.Fail(err)
			}
		}
		return none
	})
	heard := map[int32][]string{}
	for _, s := range lib.Scenarios {
		for seed := range uint64(6) {
			game.Rules.LossesRound = []string{"exact", "nearest", "up"}[seed%3]
			v := viewOf(t, lib, s.ID, s.Setup)
			v.SetPlayers([]string{"random", "random"})
			seats, left := make([]engine.Oracle, v.battle.Seats()), 600
			for side := range seats {
				player := restless(players.NewRandom(engine.Side(side), seed), seed%2 == 1)
				seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
					if left--; left < 0 {
						return 0, engine.ErrRewind
					}
					return player.Answer(q)
				})
			}
			table := engine.NewTable(engine.NewDice(seed), seats...)
			table.Explain(true)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				if text := viewtest.Line(v, e); len(heard[e.What]) < 2 && !slices.Contains(heard[e.What], text) {
					heard[e.What] = append(heard[e.What], text)
				}
			}))
			if err := engine.Play(v.Battle(), table); err != nil && !errors.Is(err, engine.ErrRewind) {
				t.Fatal(err)
			}
		}
	}
	var out strings.Builder
	for _, what := range slices.Sorted(maps.Keys(heard)) {
		out.WriteString(strings.Join(heard[what], ""))
	}
	for what := fight.RoundBegan; what <= fight.SideWithdrew; what++ {
		if len(heard[what]) == 0 {
			t.Errorf("event %d never happened", what)
		}
	}
	viewtest.Golden(t, "lines.txt", out.String())
}

// A loss is what its accounts come to: the strength of the enemy, times his
// percent.
func TestLossesAreAccountedFor(t *testing.T) {
	lib := testLibrary(t)
	losses := 0
	for _, s := range battles(lib) {
		for seed := range uint64(4) {
			v := viewOf(t, lib, s.ID, s.Setup)
			table := engine.NewTable(engine.NewDice(seed), players.NewRandom(0, seed), players.NewRandom(1, seed))
			table.Explain(true)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				if e.What != fight.Suffers {
					return
				}
				losses++
				line, _ := v.Line(e)
				strength, percent := line.Accounts[0], line.Accounts[1]
				whole := 2
				if strings.Contains(strength.What, "in halves") {
					whole = 1
				}
				for _, a := range line.Accounts {
					if got := engine.Total(a.Terms); got != a.Total {
						t.Errorf("%s: %s: its terms come to %d", s.ID, a, got)
					}
				}
				if strength.Total*whole*percent.Total != int(e.N) {
					t.Errorf("%s: %s: %d x %d is not %d", s.ID, line.Text, strength.Total*whole, percent.Total, e.N)
				}
			}))
			if err := engine.Play(v.Battle(), table); err != nil {
				t.Fatal(err)
			}
		}
	}
	if losses == 0 {
		t.Error("nobody has lost anything")
	}
}

// Who rolls by hand is told for whom, and what the die has to show.
func TestDiceByHand(t *testing.T) {
	lib := testLibrary(t)
	v := viewOf(t, lib, "relief", setupOf(t, lib, "relief"))
	var asks []string
	dice := []int{4, 3, 2, 6, 5, 1, 3, 4}
	luck := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		if text := v.Prompt() + " " + v.Asks(); len(asks) < 40 {
			asks = append(asks, text)
		}
		for line := range strings.Lines(view.Draw(v, view.Size{Columns: 80})) {
			if strings.Contains(line, "> ") && len(asks) < 40 {
				asks = append(asks, strings.TrimSuffix(line, "\n"))
			}
		}
		n := dice[0]
		dice = append(dice[1:], n)
		return n, nil
	})
	caller := engine.OracleFunc(func(q engine.Question) (int, error) {
		if p, ok := q.Choice.(*fight.Picking); ok && (p.What == fight.PickScout || p.What == fight.PickCompany) {
			answer := q.First()
			for n := range p.Each {
				answer = n
			}
			return answer, nil
		}
		return players.Greedy{}.Answer(q)
	})
	table := engine.NewTable(luck, caller, caller)
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	if err := engine.Play(v.Battle(), table); err != nil {
		t.Fatal(err)
	}
	viewtest.Golden(t, "dice.txt", strings.Join(asks, "\n")+"\n")
}

// The loss that a script has a unit inflict is explained by its strength.
func TestInflicted(t *testing.T) {
	lib := testLibrary(t)
	s := battles(lib)[0]
	v := viewOf(t, lib, s.ID, s.Setup)
	gameOf(lib).Hooks.RoundStart.Add(func(b *fight.Battle, _, none engine.None) engine.None {
		if b.Reading().FightRound() == 1 {
			if _, err := b.Attack(b.Unit(0), 25, 6); err != nil {
				b.Fail(err)
			}
		}
		return none
	})
	table, got := engine.NewTable(&engine.Script{}), ""
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if e.What == fight.Inflicted {
			got = viewtest.Line(v, e)
		}
	}))
	v.Battle().(*fight.Battle).Begin(table)
	const want = "2 a1 (Sir Oswin) inflicts 1 1/2 beyond the dice\n    strength 6: 6 strength that a script gives\n"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
