package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/players"
)

func shipped(t *testing.T) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// counted returns the shipped game, and where to look into evaluations.
func counted(t *testing.T) (*heroes.Game, *strategy.Counter) {
	t.Helper()
	g := heroesdata.Game(shipped(t))
	c, strategy := strategy.Counted()
	return heroes.NewGame(g.Rules, g.Creatures, g.Spells, strategy), c
}

// Stacks that are alike are evaluated once, and each by itself where a script
// looks at blows: with a script that changes nothing, options are worth the same, whether it may
// read support or not.
func TestAlike(t *testing.T) {
	for _, apart := range []bool{false, true} {
		plain := heroesdata.Game(shipped(t))
		each := heroesdata.Game(shipped(t))
		each.Hooks.Attack.Add(func(_ *heroes.Battle, _ heroes.Blow, score engine.Score) engine.Score { return score })
		each.SupportApart = apart
		testSameWorth(t, plain, each)
	}
}

// Conditions on whether a stack has acted tell stacks apart.
func TestAlikeActed(t *testing.T) {
	var games [2]*heroes.Game
	for i := range games {
		g := heroesdata.Game(shipped(t))
		for j, c := range g.Creatures {
			c.Abilities = append(c.Abilities, &ability.Ability{ID: "late", Bonuses: []*ability.Bonus{{
				Stats: []ability.Stat{ability.MeleeScore, ability.DefenseScore}, N: 2, D: 1, For: []ability.Whose{ability.Self, ability.Opponent}[j%2],
				When: ability.Condition{Not: &ability.Condition{Against: ability.Unit{Acted: ability.No}}},
			}}})
		}
		games[i] = heroes.NewGame(g.Rules, g.Creatures, g.Spells, strategy.New)
	}
	games[1].Hooks.Attack.Add(func(_ *heroes.Battle, _ heroes.Blow, score engine.Score) engine.Score { return score })
	testSameWorth(t, games[0], games[1])
}

// A hook that does not read support changes a score by the same with support and without.
func TestSupportApart(t *testing.T) {
	var games [2]*heroes.Game
	for i := range games {
		games[i] = heroesdata.Game(shipped(t))
		games[i].SupportApart = i == 1
		games[i].Hooks.Attack.Add(func(b *heroes.Battle, blow heroes.Blow, score engine.Score) engine.Score {
			if blow.At != nil && int(blow.N)+blow.At.ID()+b.ReadRound()%2 > 5 {
				return score.Add(blow.By.ID()%3, nil).Times(3, 2, nil)
			}
			return score
		})
		games[i].Hooks.Defense.Add(func(_ *heroes.Battle, blow heroes.Blow, score engine.Score) engine.Score {
			return score.Adjust(blow.By.ID()%2, nil)
		})
		games[i].Hooks.Retaliations.Add(func(_ *heroes.Battle, s *heroes.Stack, n int) int { return n + s.ID()%2 })
	}
	testSameWorth(t, games[0], games[1])
}

// testSameWorth checks that options are worth the same by the rules of both games.
func testSameWorth(t *testing.T, plain, each *heroes.Game) {
	t.Helper()
	questions := 0
	for seed := range uint64(4) {
		dice := rand.New(rand.NewPCG(seed, 1))
		var setups [2]heroes.Setup
		setups[0].RoundLimit, setups[1].RoundLimit = 3, 3
		walls := heroes.Walls(dice.IntN(4))
		kinds := make([]int, 3+dice.IntN(12))
		for i := range kinds {
			kinds[i] = dice.IntN(len(plain.Creatures))
		}
		for side := range 2 {
			var armies [2]heroes.Army
			for range 12 + dice.IntN(8) {
				line := dice.IntN(4) / 3
				n, top, under := 1+dice.IntN(4), kinds[dice.IntN(len(kinds))], kinds[dice.IntN(len(kinds))]
				for i, g := range []*heroes.Game{plain, each} {
					pile := heroes.Pile{{N: n, Creature: g.Creatures[top]}}
					if n == 2 {
						pile = append(pile, heroes.Run{N: 1, Creature: g.Creatures[under]})
					}
					armies[i][line] = append(armies[i][line], pile)
				}
			}
			for i := range setups {
				setups[i].Sides[side] = heroes.SideSetup{Army: armies[i], Town: heroes.NoTownNear}
				setups[i].Walls = walls
			}
		}
		first, want := evaluations(t, plain, setups[0], seed), evaluations(t, each, setups[1], seed)
		if len(first) != len(want) {
			t.Fatalf("seed %d: %d worths, want %d", seed, len(first), len(want))
		}
		for i := range first {
			if first[i] != want[i] {
				t.Fatalf("seed %d: worth %d is %v, want %v", seed, i, first[i], want[i])
			}
		}
		questions += len(first)
	}
	if questions < 4_000 {
		t.Errorf("only %d options were compared", questions)
	}
}

// evaluations are what all options of a battle of greedy players are worth.
func evaluations(t *testing.T, g *heroes.Game, setup heroes.Setup, seed uint64) (all [][2]int) {
	t.Helper()
	b, err := heroes.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		if c, ok := q.Choice.(engine.Evaluator); ok {
			for answer := range q.Choice.Each {
				all = append(all, [2]int{answer, c.Evaluate(answer)})
			}
		}
		return players.Greedy{}.Answer(q)
	})
	table := engine.NewTable(engine.NewDice(seed), seat, seat)
	b.Play(table)
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// In armies of few kinds of stacks the blows that greedy players have evaluated
// grow with the square of the stacks, not with the cube.
func TestGrowthOfGreedy(t *testing.T) {
	game, counter := counted(t)
	blows := func(n int) int {
		var army heroes.Army
		for i := range n {
			line := 0
			if i >= n*9/10 {
				line = 1
			}
			c, err := game.Creature([]string{"gold-golem", "orc", "bandit", "cyclops", "halfling"}[i%5])
			if err != nil {
				t.Fatal(err)
			}
			army[line] = append(army[line], heroes.Pile{{N: 2, Creature: c}})
		}
		side := heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
		b, err := heroes.NewBattle(game, heroes.Setup{RoundLimit: 1, Sides: [2]heroes.SideSetup{side, side}})
		if err != nil {
			t.Fatal(err)
		}
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		b.Play(table)
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		return counter.Blows()
	}
	few, many := blows(50), blows(200)
	if many > 20*few {
		t.Errorf("50 stacks a side need %d blows, 200 need %d: more than 20 times as many", few, many)
	}
}

// Each of n cards can be the last of a swat: greedy players have about n cards
// added up, not the square of it.
func TestGrowthOfSwats(t *testing.T) {
	game, counter := counted(t)
	swatted := func(cards int) int {
		b := heroestest.Battle(t, game, 1, fmt.Sprint(cards, " orc"), fmt.Sprint(cards, " bandit"))
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		b.Play(table)
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		return counter.Swatted()
	}
	few, many := swatted(1000), swatted(10_000)
	if few < 1000 || many > 12*few {
		t.Errorf("1,000 cards have %d added up, 10,000 have %d: more than 12 times as many", few, many)
	}
}
