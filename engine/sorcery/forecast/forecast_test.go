package forecast

import (
	"cmp"
	"errors"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// load loads the base game.
func load() (*library.Library, error) {
	system := sorcerydata.Format()
	return library.LoadMods(system, library.Base(system, os.DirFS("../../..")), nil, nil, nil)
}

// testLibrary is the base game.
func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func parsed(t testing.TB, lib *library.Library, text string) fight.Army {
	t.Helper()
	a, err := sorcerydata.ParseArmy(lib, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// battleOf is a battle of typed armies in a terrain.
func battleOf(t testing.TB, lib *library.Library, attacker, defender, terrain string) *fight.Battle {
	t.Helper()
	return begun(t, lib, fight.Setup{
		Armies: [fight.Seats]fight.Army{parsed(t, lib, attacker), parsed(t, lib, defender)}, Terrain: terrain,
	})
}

// scenario is the battle of a scenario.
func scenario(t testing.TB, lib *library.Library, id string) *fight.Battle {
	t.Helper()
	s, err := lib.Scenario(id)
	if err != nil {
		t.Fatal(err)
	}
	return begun(t, lib, s.Setup)
}

func begun(t testing.TB, lib *library.Library, setup engine.Setup) *fight.Battle {
	t.Helper()
	b, err := sorcerydata.Game(lib).NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*fight.Battle)
}

// nearby is a campaign whose armies stand side by side: east is in a castle, and
// west may besiege it, or is reacted to.
func nearby(t testing.TB, lib *library.Library, west, east string) *fight.Battle {
	t.Helper()
	s, err := lib.Scenario("two-valleys")
	if err != nil {
		t.Fatal(err)
	}
	c := s.Setup.(sorcery.Campaign)
	c.Stacks = []sorcery.Stack{
		{Side: 0, Hex: hexAt(t, c.Map.Grid, "0704"), Army: parsed(t, lib, west)},
		{Side: 1, Hex: hexAt(t, c.Map.Grid, "0804"), Army: parsed(t, lib, east)},
	}
	return begun(t, lib, c)
}

func hexAt(t testing.TB, grid hex.Grid, number string) hex.Hex {
	t.Helper()
	h, err := grid.Parse(number)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// play plays a battle until a player returns [engine.ErrRewind], and tells the
// player of every question. A look changes nothing.
func play(t testing.TB, b *fight.Battle, seed uint64, player func(q engine.Question) (int, error)) {
	t.Helper()
	still := enginetest.NewStill(b)
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		still.Take()
		answer, err := player(q)
		if moved := still.Moved(); moved != nil {
			t.Fatalf("%s: a look has changed the battle: %v", b.Scene(), moved)
		}
		return answer, err
	})
	b.Play(engine.NewTable(engine.NewDice(seed), seat, seat))
	if err := b.Err(); err != nil && !errors.Is(err, engine.ErrRewind) {
		t.Fatal(err)
	}
}

// lookInto looks at a battle, played at random, while choice n is asked for.
func lookInto(t testing.TB, b *fight.Battle, n int, look func(l *Look, q engine.Question)) {
	t.Helper()
	lots := [fight.Seats]*players.Random{players.NewRandom(0, 3), players.NewRandom(1, 3)}
	l := NewLook(b.Reading())
	play(t, b, 1, func(q engine.Question) (int, error) {
		if n--; n < 0 {
			l.Renew(fight.Omniscient)
			look(l, q)
			return 0, engine.ErrRewind
		}
		if d, ok := q.Choice.(*fight.Deciding); ok && d.What != fight.AsWings {
			return d.First(), nil // nobody yields so early
		}
		return lots[q.Side].Answer(q)
	})
}

// greedily is what a greedy player answers.
func greedily(t testing.TB, q engine.Question) int {
	t.Helper()
	answer, err := players.Greedy{}.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// A look that a script fails in has its error, and knows of none when it is renewed;
// the battle knows of none at all.
func TestFailing(t *testing.T) {
	lib, fails := testLibrary(t), false
	sorcerydata.Game(lib).Hooks.Morale.Add(func(b *fight.Battle, _ fight.Check, score engine.Score) engine.Score {
		if fails {
			b.Fail(errors.New("no morale"))
		}
		return score
	})
	b := battleOf(t, lib, "3 spearmen", "2 orc-spears", "clear")
	lookInto(t, b, 0, func(l *Look, q engine.Question) {
		for _, fails = range []bool{true, false, true, false} {
			l.Renew(fight.Omniscient)
			l.Morale(l.battle.Unit(0))
			_, err := l.RoundOdds(t.Context(), q, greedily(t, q), Options{})
			if (l.battle.Err() != nil) != fails || (err != nil) != fails || b.Err() != nil {
				t.Errorf("fails: %t; errors %v, %v, %v", fails, l.battle.Err(), err, b.Err())
			}
		}
	})
}

// Whatever is asked in a look, at every question of a war or battle, the battle stays
// as it is, although hooks roll dice when they are asked.
func TestLooksChangeNothing(t *testing.T) {
	lib := testLibrary(t)
	hooks, war := &sorcerydata.Game(lib).Hooks, &sorcerydata.Game(lib).WarHooks
	rolled := 0
	roll := func(b *fight.Battle, score engine.Score) engine.Score {
		rolled += b.Roll(2, 0)
		return score
	}
	hooks.Strength.Add(func(b *fight.Battle, _ *fight.Unit, score engine.Score) engine.Score { return roll(b, score) })
	hooks.Morale.Add(func(b *fight.Battle, _ fight.Check, score engine.Score) engine.Score { return roll(b, score) })
	hooks.Reaction.Add(func(b *fight.Battle, _ *fight.Unit, score engine.Score) engine.Score { return roll(b, score) })
	war.Breach.Add(func(b *fight.Battle, _ sorcery.Dig, score engine.Score) engine.Score { return roll(b, score) })
	war.BreachDie.Add(func(b *fight.Battle, _ sorcery.Siege, die int) int { rolled += b.Roll(2, 0); return die })
	war.AssaultDie.Add(func(b *fight.Battle, _ *fight.Unit, die int) int { rolled += b.Roll(2, 0); return die })
	asked := map[string]int{}
	for _, s := range lib.Scenarios {
		b := begun(t, lib, s.Setup)
		l, still, left := NewLook(b.Reading()), enginetest.NewStill(b), max(enginetest.Rounds(60), 22)
		lots := [fight.Seats]*players.Random{players.NewRandom(0, 5), players.NewRandom(1, 5)}
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			if left--; left < 0 {
				return 0, engine.ErrRewind
			}
			for _, seat := range []engine.Side{fight.Omniscient, q.Side} {
				if left%3 > 0 {
					break
				}
				still.Take()
				l.Renew(seat)
				lookAround(l, asked)
				if err := cmp.Or(l.battle.Err(), still.Moved()); err != nil {
					t.Fatalf("%s: %s: %v", s.ID, b.Scene(), err)
				}
			}
			return lots[q.Side].Answer(q)
		})
		b.Play(engine.NewTable(engine.NewDice(5), player, player))
		if err := b.Err(); err != nil && !errors.Is(err, engine.ErrRewind) {
			t.Fatalf("%s: %v", s.ID, err)
		}
	}
	if rolled == 0 || len(asked) != 5 {
		t.Errorf("hooks rolled %d, for %v", rolled, asked)
	}
}

// lookAround asks all that a look answers at once, and counts the answers.
func lookAround(l *Look, asked map[string]int) {
	var leaders []*fight.Unit
	for i := range l.battle.Units() {
		u := l.battle.Unit(i)
		if u.Stands() && u.Kind().Role == fight.Troop {
			l.Strength(u)
			l.Morale(u)
			asked["units"]++
		}
		if u.Kind().Role == fight.Character && l.Reading().InWar() && l.War().At(u) >= 0 {
			leaders = append(leaders, u)
		}
	}
	if !l.Reading().InWar() {
		return
	}
	asked["reactions"] += len(l.Reactions(leaders, hex.None))
	for _, s := range l.Storms(hex.None) {
		l.Breach(s)
		l.Assault(s)
	}
	for _, c := range l.War().Camps() {
		l.Supply(c)
		asked["approaches"] += len(l.Approaches(1-c.Side, c.Spot.Hex()))
		asked["camps"]++
	}
	for _, u := range leaders {
		if order, err := l.Form(u); err == nil {
			for to := range l.Reach(order) {
				l.Path(order, []*fight.Unit{u}, to)
				asked["paths"]++
			}
			return // the look is another one now
		}
	}
}
