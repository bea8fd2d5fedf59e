package forecast

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// A round, while the attacker is asked who leads: by how much the dice may differ,
// and how many units the defender loses.
func ExampleLook_RoundOdds() {
	lib, err := load()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := lib.Scenario("long-meadow")
	if err != nil {
		fmt.Println(err)
		return
	}
	battle, err := sorcerydata.Game(lib).NewBattle(s.Setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	b := battle.(*fight.Battle)
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		l := NewLook(b.Reading())
		l.Renew(fight.Omniscient)
		r, err := l.RoundOdds(context.Background(), q, q.First(), Options{})
		if err != nil {
			return 0, err
		}
		fmt.Println("equal dice:", r.Swings[0].Chance.RatString())
		few := r.Tolls[fight.Defender].Lost.Where(func(n int) bool { return n < 4 })
		p, _ := few.Float64()
		fmt.Printf("the defender loses fewer than four units: %.3f\n", p)
		return 0, engine.ErrRewind
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	// Output:
	// equal dice: 1/9
	// the defender loses fewer than four units: 0.104
}

// roundsOf are battles in which a round has something of everything.
func roundsOf(t testing.TB) map[string]*fight.Battle {
	lib, hooked := testLibrary(t), testLibrary(t)
	sorcerydata.Game(hooked).Hooks.Morale.Add(func(b *fight.Battle, c fight.Check, score engine.Score) engine.Score {
		for u := range b.Reading().Line(c.Unit.Side()) {
			if u.Demoralized() {
				score = score.Add(-1, nil) // the demoralized unsettle the others
			}
		}
		return score
	})
	return map[string]*fight.Battle{
		"hooked":     battleOf(t, hooked, "2 spearmen, lancers", "2 orc-spears, orc-archers", "clear"),
		"plain":      battleOf(t, lib, "3 spearmen, 2 lancers", "2 orc-spears, 2 orc-archers", "clear"),
		"lent":       battleOf(t, lib, "captain-hob, sir-oswin, 3 spearmen, 2 pikemen", "gash-bonechewer, 3 orc-spears, black-orcs", "clear"),
		"demoralize": battleOf(t, lib, "captain-hob, 2 spearmen*, 2 pikemen", "2 orc-spears*, 2 black-orcs", "rough"),
		"characters": battleOf(t, lib, "sir-oswin, captain-hob", "2 orc-spears, black-orcs", "woods"),
		"monsters":   battleOf(t, lib, "2 killer-penguin", "2 spearmen, captain-hob", "glacier"),
		"bouts":      battleOf(t, lib, "maytwist, 2 killer-penguin", "2 spearmen, pikemen, captain-hob, sir-oswin", "woods"),
		"duel":       battleOf(t, lib, "sir-oswin, killer-penguin", "captain-hob, grud-ironpot, cave-troll", "woods"),
	}
}

// The odds in two parts are those of walking all ways to the end of the round.
func TestRoundInTwoParts(t *testing.T) {
	choices := []int{1}
	if enginetest.Long {
		choices = []int{0, 1, 3}
	}
	for name, b := range roundsOf(t) {
		for _, n := range choices {
			lookInto(t, b, n, func(l *Look, q engine.Question) {
				parts, err := l.RoundOdds(t.Context(), q, greedily(t, q), Options{})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				whole := parts.empty()
				w := newRoundWalk(b.Reading(), whole, Options{})
				w.begin = func() { q.Choice.(engine.Trier).Try(w.battle, parts.Answer) }
				if err := w.whole(t.Context()); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for side := range fight.Seats {
					if !parts.Tolls[side].Lost.Equal(whole.Tolls[side].Lost) || !parts.Tolls[side].Shaken.Equal(whole.Tolls[side].Shaken) {
						t.Errorf("%s, choice %d: in two parts it is\n%v\nin one\n%v", name, n, parts, whole)
					}
				}
				if got, want := swings(parts), swings(whole); got != want {
					t.Errorf("%s, choice %d: in two parts the dice are\n%s\nin one\n%s", name, n, got, want)
				}
				for i, f := range parts.Fates {
					if f.Lost.Cmp(whole.Fates[i].Lost) != 0 || f.Shaken.Cmp(whole.Fates[i].Shaken) != 0 || f.Left.Cmp(whole.Fates[i].Left) != 0 || f.Wounds.Cmp(whole.Fates[i].Wounds) != 0 {
						t.Errorf("%s: %s: %v, want %v", name, b.Reading().Name(b.Unit(i)), f, whole.Fates[i])
					}
				}
			})
		}
	}
}

// All chances add up to 1 exactly. The rounds of two scenarios take as long as those of all
// others together, so only HOUSERULE_LONG=1 adds them up.
func TestRoundsAddUp(t *testing.T) {
	lib := testLibrary(t)
	for _, s := range lib.Scenarios {
		if _, ok := s.Setup.(fight.Setup); !ok || !enginetest.Long && (s.ID == "axes-in-the-pass" || s.ID == "mold-in-the-mire") {
			continue
		}
		lookInto(t, scenario(t, lib, s.ID), 2, func(l *Look, q engine.Question) {
			r, err := l.RoundOdds(t.Context(), q, greedily(t, q), Options{})
			if err != nil {
				if large := new(TooLarge); !errors.As(err, &large) || large.Units > 0 || err.Error() != "the dice of the round fall in more than 60000 ways" {
					t.Errorf("%s: %v", s.ID, err)
				}
				return
			}
			sums := map[string]*big.Rat{}
			for _, swing := range r.Swings {
				add(sums, "dice", swing.Chance)
			}
			for side := range fight.Seats {
				for _, p := range r.Tolls[side].Lost.All() {
					add(sums, fmt.Sprint(side, " lost"), p)
				}
				for _, p := range r.Tolls[side].Shaken.All() {
					add(sums, fmt.Sprint(side, " demoralized"), p)
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

// swings are the differences of the dice in words.
func swings(r *Round) string {
	var out strings.Builder
	for _, above := range slices.Sorted(maps.Keys(r.Swings)) {
		s := r.Swings[above]
		fmt.Fprintf(&out, "%+d: %s, %s, %s\n", above, s.Chance.RatString(), s.Loss(0).RatString(), s.Loss(1).RatString())
	}
	return out.String()
}

func add(sums map[string]*big.Rat, what string, p *big.Rat) {
	if sums[what] == nil {
		sums[what] = new(big.Rat)
	}
	sums[what].Add(sums[what], p)
}

// What is told of a round is what comes of it, played ten thousand times.
func TestRoundsArePlayed(t *testing.T) {
	const times = 10_000
	for name, b := range roundsOf(t) {
		lookInto(t, b, 0, func(l *Look, q engine.Question) {
			r, err := l.RoundOdds(t.Context(), q, greedily(t, q), Options{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			lost := make([]int, len(r.Fates))
			scratch := b.Fresh().(*fight.Battle)
			scratch.Sit(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
			for range times {
				q.Choice.(engine.Trier).Try(scratch, r.Answer)
				for !scratch.Over() && (scratch.Reading().FightRound() < r.Number || scratch.Reading().Phase() < fight.Parting) {
					scratch.Step()
				}
				for i := range lost {
					if gone(scratch.Unit(i)) && !gone(b.Unit(i)) {
						lost[i]++
					}
				}
			}
			for i, n := range lost {
				p, _ := r.Fates[i].Lost.Float64()
				if got := float64(n) / times; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/times)+1e-9 {
					t.Errorf("%s: %s is lost in %.4f of the rounds, foretold were %.4f", name, b.Reading().Name(b.Unit(i)), got, p)
				}
			}
		})
	}
}

// The odds of a round of a usual battle are told at once.
func BenchmarkRound(b *testing.B) {
	lookInto(b, scenario(b, testLibrary(b), "rear-guard"), 0, func(l *Look, q engine.Question) {
		answer := greedily(b, q)
		for b.Loop() {
			if _, err := l.RoundOdds(context.Background(), q, answer, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
