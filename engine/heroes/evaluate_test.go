package heroes_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// What options are worth does not depend on the battles that the same Battle
// played before, whose tables counted their questions alike.
func TestWorthAtAnotherTable(t *testing.T) {
	lib := shipped(t)
	i := slices.IndexFunc(lib.Scenarios, func(s *library.Scenario) bool { return s.ID == "siege" })
	used, differ := newBattle(t, lib, i), 0
	for asked := range 60 {
		var before []int
		for seed := range uint64(3) {
			got, want := worths(used, seed, asked), worths(newBattle(t, lib, i), seed, asked)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, question %d: the options are worth %v, want %v", seed, asked, got, want)
			}
			if seed > 0 && !slices.Equal(before, want) {
				differ++
			}
			before = want
		}
	}
	if differ < 60 {
		t.Errorf("only %d of 120 questions differ from those before", differ)
	}
}

func newBattle(t *testing.T, lib *library.Library, scenario int) *heroes.Battle {
	b, err := heroes.NewBattle(heroesdata.Game(lib), lib.Scenarios[scenario].Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// worths are what the options of one question of a battle are worth, in which
// both sides answer with what is listed first. Nothing is evaluated at the other
// questions.
func worths(b *heroes.Battle, seed uint64, asked int) (all []int) {
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		answers := slices.Collect(q.Choice.Each)
		if b.Asking() == asked {
			for _, answer := range answers {
				all = append(all, answer, q.Choice.(engine.Evaluator).Evaluate(answer))
			}
		}
		return answers[0], nil
	})
	b.Play(engine.NewTable(engine.NewDice(seed), seat, seat))
	return all
}

// Odds keep the rounds apart where only what options are worth depends on them:
// greedy attacks from round 3 on, and before that nothing changes but the round.
func TestOddsOfWorthByRound(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript("aggressor: 1 p1\ndefender: 1 orc\nlimit: 4\n\n", lib)
	if err != nil {
		t.Fatal(err)
	}
	tr.game.Hooks.Attack.Add(func(_ *heroes.Battle, _ heroes.Blow, s engine.Score) engine.Score { return s.Adjust(50, nil) })
	tr.game.Hooks.Defense.Add(func(b *heroes.Battle, blow heroes.Blow, s engine.Score) engine.Score {
		if blow.By.Side() == heroes.Aggressor && b.ReadRound() < 3 {
			return s.Adjust(100, nil)
		}
		return s
	})
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		t.Fatal(err)
	}
	passive := engine.OracleFunc(func(q engine.Question) (int, error) {
		if _, ok := q.Choice.(*heroes.Act); ok {
			return int(heroes.NewOption(heroes.Pass, 0, 0, 0)), nil
		}
		return 0, nil // neither retaliates nor leaves
	})
	graph := odds.NewGraph(b, players.Greedy{}, passive)
	root := graph.Begin()
	if err := graph.Explore(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := graph.Odds(root)
	if err != nil {
		t.Fatal(err)
	}
	if got.Wins[heroes.Aggressor].Value != 1 || got.Rounds.Value != 3 {
		t.Errorf("the aggressor wins with the chance %v, after %v rounds, want 1 and 3", got.Wins[heroes.Aggressor], got.Rounds)
	}
}

// Where a stack that moves back leaves a gap, whoever tries out which stack
// fills it has a battle in which both stand on their lines.
func TestTryWhileOneMoves(t *testing.T) {
	lib := shipped(t)
	const army = "orc, orc, orc | halfling, halfling, halfling"
	b := heroestest.Battle(t, heroesdata.Game(lib), 3, army, army)
	tried := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if p, ok := q.Choice.(*heroes.Pick); ok && p.Forward() && tried == 0 {
			tried++
			scratch := p.Scratch().(*heroes.Battle)
			scratch.Sit(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
			p.Try(scratch, p.First())
			if front, back := scratch.Count(q.Side, heroes.MeleeLine), scratch.Count(q.Side, heroes.RangedLine); front != 3 || back != 3 {
				t.Errorf("%d stacks in front and %d behind, want 3 and 3", front, back)
			}
			for !scratch.Over() && scratch.Err() == nil {
				scratch.Step()
			}
			if err := scratch.Err(); err != nil {
				t.Error(err)
			}
		}
		if q.Choice.Legal(int(heroes.Move)) {
			return int(heroes.Move), nil
		}
		return q.Choice.First(), nil
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	if err := b.Err(); err != nil || tried == 0 {
		t.Errorf("%d tries: %v", tried, err)
	}
}

// What evaluations keep between questions and battles changes no value: under any
// rules, abilities and hooks, options have the values that they have without it, and
// read the round where they do without it.
func TestKeptValues(t *testing.T) {
	lib := shipped(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := anyGame(rt, heroesdata.Game(lib))
		if rapid.Bool().Draw(rt, "hooked") {
			hooks := reflect.ValueOf(&g.Hooks).Elem()
			i := rapid.IntRange(0, hooks.NumField()-1).Draw(rt, "hook")
			attach(hooks.Type().Field(i).Name, hooks.Field(i).Addr())
			g.Begin = func(b, _ *heroes.Battle) { *b.Hosted() = new(strings.Builder) }
		}
		setup := anySetup(rt, g.Creatures)
		setup.Free = false
		b, err := heroes.NewBattle(g, setup)
		if err != nil {
			rt.Fatal(err)
		}
		will := engine.NewDice(1)
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			answers := slices.Collect(q.Choice.Each)
			var kept, fresh []int
			evaluate := func(to *[]int) func() {
				return func() {
					for _, answer := range answers {
						*to = append(*to, q.Choice.(engine.Evaluator).Evaluate(answer))
					}
				}
			}
			timed := b.Reads(evaluate(&kept))
			if want := b.Afresh(evaluate(&fresh)); !slices.Equal(kept, fresh) || timed != want {
				rt.Fatalf("%s: the options %v have the values %v (reads the round: %v), want %v (%v)", b.Scene(), answers, kept, timed, fresh, want)
			}
			return answers[will.Roll(len(answers))-1], nil
		})
		for seed := range uint64(enginetest.Rounds(8)) {
			b.Play(engine.NewTable(engine.NewDice(seed), seat, seat))
			if err := b.Err(); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// Formulas know every hook that does not make greedy play an option (strategy.OnSteps): whatever
// the hook changes, the option has the value that it has as it is played.
func TestFormulasKnowTheOtherHooks(t *testing.T) {
	computed, played := heroesdata.Game(shipped(t)), heroesdata.Game(shipped(t))
	hooks := reflect.TypeFor[heroes.Hooks]()
	for i := range hooks.NumField() {
		name, compared := hooks.Field(i).Name, 0
		if slices.Contains([]string{"Dice", "Rolled", "Hit"}, name) { // the chance to hit, which formulas take from the scores
			continue
		}
		for seed := range uint64(6) {
			var all [2][]int
			for n, g := range []*heroes.Game{computed, played} {
				g.Hooks = heroes.Hooks{}
				attach(name, reflect.ValueOf(&g.Hooks).Elem().Field(i).Addr())
				g.Begin = func(b, _ *heroes.Battle) { *b.Hosted() = new(strings.Builder) }
				if n == 1 {
					g.Hooks.Acted.Add(func(_ *heroes.Battle, _ heroes.Offer, none engine.None) engine.None { return none })
				}
				all[n] = plainWorths(t, g, seed)
			}
			for j, want := range all[0] {
				if got := all[1][j]; max(got-want, want-got) > 5+max(want, -want)/1000 {
					t.Errorf("%s, seed %d: value %d is %d as it is played, and %d by the formula", name, seed, j, got, want)
				}
				compared++
			}
		}
		if compared < 30 {
			t.Errorf("%s: only %d values", name, compared)
		}
	}
}

// plainWorths returns the values of the options of all stacks in a battle of random armies without
// casters.
func plainWorths(t *testing.T, g *heroes.Game, seed uint64) (all []int) {
	dice := rand.New(rand.NewPCG(seed, 7))
	setup := heroes.Setup{RoundLimit: 3}
	for side := range setup.Sides {
		var army heroes.Army
		for len(army[heroes.MeleeLine]) < 3 {
			if c := g.Creatures[dice.IntN(len(g.Creatures))]; len(c.Spells) == 0 && !slices.ContainsFunc(c.Abilities, func(a *ability.Ability) bool { return a.StrikesFirst }) {
				army[heroes.MeleeLine] = append(army[heroes.MeleeLine], heroes.Pile{{N: 1 + dice.IntN(3), Creature: c}})
			}
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	b, err := heroes.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		first, last := -1, 0
		for answer := range q.Choice.Each {
			if act, ok := q.Choice.(*heroes.Act); ok {
				all = append(all, act.Evaluate(answer))
			}
			if last = answer; first < 0 {
				first = answer
			}
		}
		if b.Asking()%3 == 0 {
			return last, nil
		}
		return first, nil
	})
	table := engine.NewTable(engine.NewDice(seed), seat, seat)
	b.Play(table)
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// A stack that is leaving its ranged line cannot come forward from it at the same time.
func TestMovingStackIsNoPick(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript("aggressor: 1 orc | 1 p1, 1 p1, 1 p1, 1 p1\ndefender: 1 orc\nrules: line_minimum=1\n\n", lib)
	if err != nil {
		t.Fatal(err)
	}
	tr.game.Hooks.Fill.Add(func(b *heroes.Battle, side engine.Side, n int) int {
		if b.Acting() != nil && side == heroes.Aggressor {
			return 3
		}
		return n
	})
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		switch c := q.Choice.(type) {
		case *heroes.Act:
			if c.By().Line() == heroes.RangedLine && c.Legal(int(heroes.Move)) {
				return int(heroes.Move), nil
			}
			return int(heroes.Pass), nil
		case *heroes.Pick:
			if c.Forward() && b.Acting() != nil {
				asked++
				if moving := b.Acting().ID(); c.Legal(moving) || c.Refuse(moving) == nil {
					t.Errorf("stack %d moves and may come forward", moving)
				}
			}
		}
		return q.Choice.First(), nil
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	if err := b.Err(); err != nil || asked == 0 {
		t.Errorf("%d questions: %v", asked, err)
	}
}
