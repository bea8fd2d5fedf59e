package sorceryview

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery"
)

// roundsOf are views of battles in which a round has something of everything.
func roundsOf(t testing.TB) map[string]*View {
	lib, hooked := testLibrary(t), testLibrary(t)
	gameOf(hooked).Hooks.Morale.Add(func(b *sorcery.Battle, c sorcery.Check, score engine.Score) engine.Score {
		for u := range b.Line(c.Unit.Side()) {
			if u.Demoralized() {
				score = score.Add(-1, nil) // the demoralised unsettle the others
			}
		}
		return score
	})
	return map[string]*View{
		"hooked":     battleOf(t, hooked, "2 spearmen, lancers", "2 orc-spears, orc-archers", "clear"),
		"plain":      battleOf(t, lib, "3 spearmen, 2 lancers", "2 orc-spears, 2 orc-archers", "clear"),
		"lent":       battleOf(t, lib, "captain-hob, sir-oswin, 3 spearmen, 2 pikemen", "gash-bonechewer, 3 orc-spears, black-orcs", "clear"),
		"demoralise": battleOf(t, lib, "captain-hob, 2 spearmen*, 2 pikemen", "2 orc-spears*, 2 black-orcs", "rough"),
		"characters": battleOf(t, lib, "sir-oswin, captain-hob", "2 orc-spears, black-orcs", "woods"),
		"monsters":   battleOf(t, lib, "2 killer-penguin", "2 spearmen, captain-hob", "glacier"),
		"bouts":      battleOf(t, lib, "maytwist, 2 killer-penguin", "2 spearmen, pikemen, captain-hob, sir-oswin", "woods"),
		"duel":       battleOf(t, lib, "sir-oswin, killer-penguin", "captain-hob, grud-ironpot, cave-troll", "woods"),
	}
}

// The odds in two parts are those of walking all ways to the end of the round.
func TestRoundInTwoParts(t *testing.T) {
	for name, v := range roundsOf(t) {
		for _, n := range []int{0, 1, 3} {
			lookInto(t, v, n, func(v *View) {
				if v.Over() {
					return
				}
				parts, err := v.roundOdds(context.Background(), unanswered)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				whole := parts.copy()
				w := newRoundWalk(v.battle, whole)
				w.begin = func() { v.Asked().Choice.(engine.Trier).Try(w.battle, parts.answer) }
				if err := w.whole(context.Background()); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if got, want := v.roundText(parts), v.roundText(whole); got != want {
					t.Errorf("%s, choice %d: in two parts it is\n%s\nin one\n%s", name, n, got, want)
				}
				for i, f := range parts.fates {
					if f.lost.Cmp(whole.fates[i].lost) != 0 || f.shaken.Cmp(whole.fates[i].shaken) != 0 || f.left.Cmp(whole.fates[i].left) != 0 || f.wounds.Cmp(whole.fates[i].wounds) != 0 {
						t.Errorf("%s: %s: %v, want %v", name, v.battle.Name(v.battle.Unit(i)), f, whole.fates[i])
					}
				}
			})
		}
	}
}

// All chances add up to 1 exactly.
func TestRoundsAddUp(t *testing.T) {
	lib := testLibrary(t)
	for _, s := range battles(lib) {
		lookAt(t, lib, s.ID, 2, func(v *View) {
			if v.Over() {
				return
			}
			r, err := v.roundOdds(context.Background(), unanswered)
			if err != nil {
				if !strings.Contains(err.Error(), "fall in more than") {
					t.Errorf("%s: %v", s.ID, err)
				}
				return
			}
			sums := map[string]*big.Rat{}
			for _, swing := range r.swings {
				add(sums, "dice", swing.chance)
			}
			for side := range sorcery.Seats {
				for _, p := range r.lost[side] {
					add(sums, v.seat(side)+" lost", p)
				}
				for _, p := range r.shaken[side] {
					add(sums, v.seat(side)+" demoralised", p)
				}
			}
			for what, sum := range sums {
				if sum.Cmp(one) != 0 {
					t.Errorf("%s: %s adds up to %s", s.ID, what, sum.RatString())
				}
			}
		})
	}
}

var one = big.NewRat(1, 1)

func add(sums map[string]*big.Rat, what string, p *big.Rat) {
	if sums[what] == nil {
		sums[what] = new(big.Rat)
	}
	sums[what].Add(sums[what], p)
}

// What is told of a round is what comes of it, played ten thousand times.
func TestRoundsArePlayed(t *testing.T) {
	const times = 10_000
	for name, v := range roundsOf(t) {
		lookInto(t, v, 0, func(v *View) {
			r, err := v.roundOdds(context.Background(), unanswered)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			lost := make([]int, len(r.fates))
			b := v.battle.Fresh().(*sorcery.Battle)
			b.Sit(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
			for range times {
				v.Asked().Choice.(engine.Trier).Try(b, r.answer)
				for !b.Over() && (b.FightRound() < r.round || b.Phase() < sorcery.Parting) {
					b.Step()
				}
				for i := range lost {
					if gone(b.Unit(i)) && !gone(v.battle.Unit(i)) {
						lost[i]++
					}
				}
			}
			for i, n := range lost {
				p, _ := r.fates[i].lost.Float64()
				if got := float64(n) / times; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/times)+1e-9 {
					t.Errorf("%s: %s is lost in %.4f of the rounds, foretold were %.4f", name, v.battle.Name(v.battle.Unit(i)), got, p)
				}
			}
		})
	}
}

// To ask for odds changes nothing, and an answer that is no answer is refused.
func TestOddsOfRounds(t *testing.T) {
	lib := testLibrary(t)
	until(t, viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow")), sorcery.FormCharge, func(v *View) {
		before := string(v.battle.AppendKey(nil))
		for typed, want := range map[string]string{
			"odds round charge a10": "error: only cavalry charges (S3.2)",
			"odds round a10":        "error: only cavalry charges (S3.2)",
			"odds round lend 1":     "error: lend answers nothing now. ",
			"odds round twice":      `error: "twice" answers nothing: odds round takes an answer to what is asked, or nothing`,
			"odds a99":              `error: unknown unit "a99"`,
			"odds melee":            `error: unknown unit or word "melee"`,
			"odds a2 a3":            `error: "a3" is too much: odds takes round, or a unit`,
			"odds a1":               "error: a1 (Sir Oswin) does not fight itself as long as both sides have an army (S7)",
			"odds round done":       "Round 1, which goes on with done, and is answered by greedy for both sides:",
			"odds round a2":         "Round 1, which goes on with charge a2, and is answered by greedy for both sides:",
			"odds a2":               "a2 (Heavy Horse) in round 1, when greedy answers for both sides: eliminated ",
		} {
			if got := viewtest.Command(v, strings.Fields(typed)); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, want %s", typed, got, want)
			}
		}
		if string(v.battle.AppendKey(nil)) != before {
			t.Error("the battle has changed")
		}
		for _, word := range v.OddsWords([]string{theRound}) {
			if word != "charge" && word != "done" {
				t.Errorf("%s is offered", word)
			}
		}
	})
}

// The odds of a round of a usual battle are told at once.
func BenchmarkRound(b *testing.B) {
	lookAt(b, testLibrary(b), "rear-guard", 0, func(v *View) {
		for b.Loop() {
			if _, err := v.roundOdds(context.Background(), unanswered); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The odds of a round bound what scripts remember in its positions.
func TestRoundsAreBoundedInBytes(t *testing.T) {
	lib := testLibrary(t)
	gameOf(lib).Hooks.Rolled.Add(func(b *sorcery.Battle, _ sorcery.Roll, die int) int {
		n := b.Table.Roll(1000, 0)
		for i := range 40 {
			b.Memory().Set(0, "hoard", fmt.Sprint(i), engine.Datum{Kind: engine.Text, Text: strings.Repeat("x", 1000) + fmt.Sprint(n)})
		}
		return die
	})
	until(t, battleOf(t, lib, "captain-hob, sir-oswin, 3 spearmen", "2 orc-spears", "clear"), toLead, func(v *View) {
		const want = "the positions of the round, with what scripts remember there, take more than 64 MB. That is too much for the prompt: houserule sim samples"
		if _, err := v.roundOdds(context.Background(), unanswered); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}
