package luagame_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/engine/secrets"
	"houserule/scripting/luagame"
)

// battleOf returns a battle of a scenario.
func battleOf(t *testing.T, lib *library.Library, name string) engine.Story {
	t.Helper()
	s, err := lib.Scenario(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// doubts reports whether a doubt succeeds in a battle: the side that is asked keeps its dice.
func doubts(t *testing.T, lib *library.Library, b engine.Battle, side engine.Side, doubt int) float64 {
	t.Helper()
	scratch := b.Fresh()
	scratch.CopyFrom(b)
	seat := engine.OracleFunc(func(engine.Question) (int, error) { return doubt, nil })
	table := engine.NewTable(lib.Dice(1), seat, seat)
	scratch.Sit(table)
	dice := scratch.Value(side)
	scratch.Step()
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	if scratch.Value(side) == dice {
		return 1
	}
	return 0
}

// A memo remembers what follows from what a side has seen in the present round: its dice, and the
// bids.
type memo[T any] struct {
	known map[string]T
	bids  *string
	b     engine.Story
}

func (m *memo[T]) of(q engine.Question, find func() T) T {
	key := fmt.Sprint(q.Side, m.b.(*luagame.Battle).Board(q.Side), *m.bids)
	found, ok := m.known[key]
	if !ok {
		found = find()
		m.known[key] = found
	}
	return found
}

// The chance that a doubt succeeds is stated as it comes true, against each player: where it
// decides the battle by an analysis, as odds show it, and else by the deals.
func TestDoubtsSucceedAsStated(t *testing.T) {
	if testing.Short() { // with the race detector it takes a minute
		t.Skip("one goroutine")
	}
	lib, _ := liars(t)
	for _, row := range []struct {
		scenario, player string
		battles, long    int
		slip             float64 // by which the habits may be wrong
	}{
		{"last-dice", "greedy", 30, 2000, 0},
		{"last-dice", "careless", 10, 2000, 0.05},
		{"last-dice", "random", 0, 2000, 0},
		{"last-dice", "search:3000", 0, 2000, 0.15},
		{"two-dice", "greedy", 10, 2000, 0},
		{"two-dice", "careless", 0, 300, 0.05},
		{"two-dice", "random", 0, 2000, 0},
		{"two-dice", "search:3000", 0, 300, 0.15},
	} {
		battles := row.battles
		if enginetest.Long {
			battles = row.long
		}
		player, err := lib.Player(row.player, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		bids := ""
		asked, stated, come := 0.0, 0.0, 0.0
		chances, answers := memo[float64]{map[string]float64{}, &bids, nil}, memo[int]{map[string]int{}, &bids, nil}
		for seed := range uint64(battles) {
			b := battleOf(t, lib, row.scenario)
			chances.b, answers.b = b, b
			table := engine.NewTable(nil)
			table.Past().Keep()
			answer := func(q engine.Question, n int, err error) (int, error) {
				if bids += q.Choice.Name(n) + ", "; q.Choice.Name(n) == "doubt" {
					bids = ""
				}
				return n, err
			}
			asks := engine.OracleFunc(func(q engine.Question) (int, error) {
				if doubt, err := q.Choice.Parse("doubt"); err == nil && q.Choice.Legal(doubt) {
					asked++
					come += doubts(t, lib, b, q.Side, doubt)
					stated += chances.of(q, func() float64 { return chanceOfDoubt(t, lib, table, q, doubt, row.player, row.scenario == "last-dice") })
				}
				n, err := players.Greedy{}.Answer(q)
				return answer(q, n, err)
			})
			named := engine.Instead(player, func(q engine.Question) (int, error) {
				if row.player == "random" {
					n, err := player.Answer(q)
					return answer(q, n, err)
				}
				var err error
				n := answers.of(q, func() (n int) {
					n, err = player.Answer(q)
					return n
				})
				return answer(q, n, err)
			})
			var seats [2]engine.Oracle
			seats[seed%2], seats[1-seed%2] = named, asks
			table.Seat(lib.Dice(seed), seats[:]...)
			if err := engine.Play(b, table); err != nil {
				t.Fatal(err)
			}
		}
		if asked == 0 {
			continue
		}
		share := come / asked
		within := row.slip + 2.6*math.Sqrt((share*(1-share)+1/asked)/asked)
		t.Logf("%s, %s: of %.0f doubts %.3f succeed, and %.3f are stated", row.scenario, row.player, asked, share, stated/asked)
		if math.Abs(stated/asked-share) > within {
			t.Errorf("%s, %s: %.3f of the doubts succeed, and %.3f are stated: within %.3f", row.scenario, row.player, share, stated/asked, within)
		}
	}
}

// chanceOfDoubt returns the chance of a doubt, in the first look of a person: the chance to win
// with it, or to lose no die.
func chanceOfDoubt(t *testing.T, lib *library.Library, table *engine.Table, q engine.Question, doubt int, against string, decides bool) (chance float64) {
	t.Helper()
	habits := players.Habits(against, against)
	if decides {
		by := analysis.New()
		by.Habits = habits
		found, err := by.Analyze(context.Background(), q, table, analysis.FirstLook, doubt)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := found.Find(doubt)
		if a.Known != analysis.Dealt || found.Weighed[1-q.Side].Answers == 0 {
			t.Errorf("%+v of %+v", a, found)
		}
		return found.Chance(a)
	}
	deals, _ := secrets.Weigh(table, q.Side, habits, analysis.FirstLook.Nodes/3, &engine.Allowance{Left: 1 << 40, Tries: true})
	if deals == nil {
		t.Fatal("nothing is weighed")
	}
	for _, d := range deals.All {
		if d.Weight > 1e-6 {
			chance += d.Weight * doubts(t, lib, d.Start, q.Side, doubt)
		}
	}
	return chance
}

// What an analysis finds is the same whatever is under the other cup, and each time.
func TestWeighedLooksKeepSecrets(t *testing.T) {
	lib, _ := liars(t)
	for _, row := range []struct {
		scenario    string
		dice, nodes int // of a side; of the analysis
	}{{"last-dice", 1, 1000}, {"five-dice", 5, 12000}} {
		var want *analysis.Analysis
		for n := range 7 {
			luck := lib.Dice(1)
			under := slices.Repeat([]int{n%6 + 1}, row.dice)
			first := engine.OracleFunc(func(q engine.Question) (int, error) {
				if len(under) == 0 {
					return luck.Answer(q)
				}
				die := under[0]
				under = under[1:]
				return die, nil
			})
			table := engine.NewTable(nil)
			table.Past().Keep()
			bids := engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.Parse("bid 1 4") })
			looks := engine.OracleFunc(func(q engine.Question) (int, error) {
				by := analysis.New()
				by.Habits = players.Habits("greedy")
				found, err := by.Analyze(context.Background(), q, table, analysis.Nodes(row.nodes))
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = found
				}
				if found.Weighed[0].Answers != 1 || !reflect.DeepEqual(found, want) {
					t.Errorf("%s: with %d under the other cup something else is found, by %d answers", row.scenario, n%6+1, found.Weighed[0].Answers)
				}
				return 0, errSeen
			})
			table.Seat(first, bids, looks)
			if err := engine.Play(battleOf(t, lib, row.scenario), table); !errors.Is(err, errSeen) {
				t.Fatal(err)
			}
		}
	}
}

var errSeen = errors.New("the question was seen")

// Search that weighs what is hidden beats the same player that does not, with the same number of
// nodes.
func TestWeighingPays(t *testing.T) {
	if testing.Short() { // with the race detector it takes a minute
		t.Skip("one goroutine")
	}
	lib, _ := liars(t)
	for _, row := range []struct {
		scenario      string
		battles, long int // in each seat
		nodes         int
		least         float64
	}{
		{"last-dice", 20, 300, 3000, 0.65},
		{"two-dice", 0, 150, 3000, 0.55},
	} {
		battles := row.battles
		if enginetest.Long {
			battles = row.long
		}
		wins := 0
		for n := range 2 * battles {
			b := battleOf(t, lib, row.scenario)
			with, without := players.NewSearch(row.nodes), players.NewSearch(row.nodes)
			seats := []engine.Oracle{with, engine.OracleFunc(without.Answer)} // the second follows no table
			if n%2 == 1 {
				seats[0], seats[1] = seats[1], seats[0]
			}
			table := engine.NewTable(nil)
			table.Past().Keep()
			table.Seat(lib.Dice(uint64(n/2)), seats...)
			if err := engine.Play(b, table); err != nil {
				t.Fatal(err)
			}
			if b.Winner() == engine.Side(n%2) {
				wins++
			}
		}
		if battles == 0 {
			continue
		}
		share := float64(wins) / float64(2*battles)
		t.Logf("%s: search:%d wins %.3f of %d battles against itself without weights", row.scenario, row.nodes, share, 2*battles)
		if share < row.least {
			t.Errorf("%s: search wins %.3f of %d battles against itself without weights, want %.2f", row.scenario, share, 2*battles, row.least)
		}
	}
}
