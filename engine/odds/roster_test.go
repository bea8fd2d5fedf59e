package odds_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library/heroesdata"
	"houserule/engine/odds"
)

// The tests' own roster: round numbers, and one ability to a creature, so
// that the closed forms can be checked by hand.

const everyScore = "melee ranged spell"

// bonus is a bonus on the scores that are named.
func bonus(scores string, op engine.Op, n int, of ability.Whose, when ability.Condition) *ability.Bonus {
	b := &ability.Bonus{Op: op, N: n, D: 1, For: of, When: when}
	words := []string{"melee", "ranged", "spell", "defense", "support", "phase", "opportunities"}
	for word := range strings.FieldsSeq(scores) {
		b.Stats = append(b.Stats, ability.Stat(slices.Index(words, word)))
	}
	return b
}

func always() ability.Condition { return ability.Condition{} }

func spells() []*heroes.Spell {
	return []*heroes.Spell{
		{ID: "bolt", Name: "Bolt", Score: 4},
		{ID: "curse", Name: "Curse", Effect: true, Rounds: 2, Bonuses: []*ability.Bonus{bonus("defense", engine.Add, -2, ability.Self, always())}},
		{ID: "bless", Name: "Bless", Effect: true, OnFriend: true, Rounds: 2, Bonuses: []*ability.Bonus{bonus(everyScore, engine.Add, 2, ability.Self, always())}},
	}
}

// able is a creature of level 2, melee 3, ranged 2 and defense 7 with one
// ability.
func able(id string, a ability.Ability) *heroes.Creature {
	a.ID, a.Name = id, id
	return &heroes.Creature{ID: id, Name: id, Level: 2, Melee: 3, Ranged: 2, Defense: 7, Phase: 5, Abilities: []*ability.Ability{&a}}
}

func bonuses(b ...*ability.Bonus) ability.Ability { return ability.Ability{Bonuses: b} }

func creatures(spells []*heroes.Spell) []*heroes.Creature {
	const walls = 1<<heroes.Breached | 1<<heroes.Sacked
	return []*heroes.Creature{
		{ID: "foot", Name: "Foot", Level: 1, Melee: 2, Defense: 6, Phase: 3},
		{ID: "golem", Name: "Golem", Level: 2, Melee: 3, Defense: 7, Phase: 5},
		{ID: "archer", Name: "Archer", Level: 1, Melee: 1, Ranged: 4, Defense: 5, Phase: 4},
		{ID: "ogre", Name: "Ogre", Level: 3, Melee: 5, Defense: 9, Phase: 6},
		{ID: "titan", Name: "Titan", Level: 4, Melee: 7, Ranged: 5, Defense: 13, Phase: 7},
		{ID: "mage", Name: "Mage", Level: 2, Melee: 1, Defense: 6, Phase: 2, Spells: spells},
		{ID: "hydra", Name: "Hydra", Level: 2, Melee: 4, Defense: 8, Phase: 8, Abilities: []*ability.Ability{{ID: "heads", Heads: 2}}},
		able("lancer", ability.Ability{StrikesFirst: true}),
		able("ghost", ability.Ability{Unanswered: true}),
		able("dummy", ability.Ability{Never: true}),
		able("warden", ability.Ability{Always: true}),
		able("winged", ability.Ability{IgnoresWalls: true, Reach: []ability.Reach{{Line: uint8(heroes.RangedLine), Walls: walls}}}),
		able("slayer", bonuses(bonus("melee", engine.Add, 3, ability.Self, ability.Condition{Against: ability.Unit{Level: ability.Range{First: 3, Last: 9}}}))),
		able("avenger", bonuses(bonus("melee", engine.Times, 2, ability.Self, ability.Condition{Retaliating: ability.Yes}))),
		able("charger", bonuses(bonus("melee", engine.Times, 2, ability.Self, ability.Condition{Round: ability.Range{First: 1, Last: 1}}))),
		able("phalanx", bonuses(bonus("defense", engine.Add, 2, ability.Self, ability.Condition{Kinds: 1 << heroes.Melee, Self: ability.Unit{Cards: ability.Range{First: 2, Last: 99}}}))),
		able("shelter", bonuses(bonus("defense", engine.Set, 12, ability.Self, ability.Condition{Kinds: 1 << heroes.Ranged}))),
		able("feeble", bonuses(bonus("melee", engine.Cap, 4, ability.Self, always()))),
		able("lurker", bonuses(bonus("ranged", engine.Add, 3, ability.Self, ability.Condition{Self: ability.Unit{Lines: 1 << heroes.RangedLine}}))),
		able("sapper", bonuses(bonus("melee", engine.Add, 4, ability.Self, ability.Condition{Walls: 1 << heroes.Breached}))),
		able("banner", bonuses(bonus("melee", engine.Add, 2, ability.Friends, always()))),
		able("gloom", bonuses(bonus("defense", engine.Add, -1, ability.Enemies, always()))),
		able("herald", bonuses(bonus("opportunities", engine.Add, 1, ability.Self, always()))),
	}
}

// rules are the published ones, but that lines stay as they are set up.
func rules() heroes.Rules {
	r := heroes.DefaultRules()
	r.LineMinimum, r.WallMinimumBreached, r.WallMinimumSacked = 0, 0, 0
	return r
}

// position is a battle and the way to the moment that is looked at.
type position struct {
	rules func(*heroes.Rules)
	hooks func(*heroes.Hooks)
	walls heroes.Walls
	limit int
	armies
	// moves are typed one after another, with "; " between them; all dice
	// show 1 on the way, and nobody retaliates unless a move says so.
	moves string
}

type armies struct{ aggressor, defender string }

func (p *position) battle(t testing.TB) *heroes.Battle {
	t.Helper()
	r, spells := rules(), spells()
	if p.rules != nil {
		p.rules(&r)
	}
	game := heroes.NewGame(r, creatures(spells), spells, strategy.New)
	if p.hooks != nil {
		p.hooks(&game.Hooks)
	}
	setup := heroes.Setup{Walls: p.walls, RoundLimit: p.limit}
	for side, text := range []string{p.aggressor, p.defender} {
		army, err := heroesdata.ReadArmy(text, game.Creature)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	b, err := heroes.NewBattle(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// look plays the moves and then looks at the battle while the next turn is
// asked for.
func (p *position) look(t testing.TB, look func(*heroes.Battle)) {
	t.Helper()
	b, moves := p.battle(t), strings.Split(p.moves, "; ")
	if p.moves == "" {
		moves = nil
	}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if reply, ok := q.Choice.(*heroes.Reply); ok && !(len(moves) > 0 && strings.HasSuffix(moves[0], " retaliate")) {
			return reply.First(), nil
		}
		if len(moves) == 0 {
			look(b)
			return 0, engine.ErrRewind
		}
		answer, err := engine.ParseLegal(q.Choice, moves[0])
		if err != nil {
			return 0, fmt.Errorf("%q: %w", moves[0], err)
		}
		moves = moves[1:]
		return answer, nil
	})
	ones := engine.OracleFunc(func(engine.Question) (int, error) { return 1, nil })
	table := engine.NewTable(ones, player, player)
	b.Play(table)
	if !errors.Is(table.Err(), engine.ErrRewind) {
		t.Fatalf("the position is not reached: %v", table.Err())
	}
}

// fighter answers in the middle of attacks: each head bites the first stack
// that it may, and who may strike back does, at so many cards.
func fighter(cards int) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if reply, ok := q.Choice.(*heroes.Reply); ok {
			return min(cards, reply.Most()), nil
		}
		for answer := range q.Choice.Each {
			return answer, nil
		}
		return q.Choice.First(), nil
	})
}

// A dist is what may come of something, with its chances.
type dist map[string]*big.Rat

func (d dist) add(what string, p *big.Rat) {
	if p.Sign() == 0 {
		return
	}
	if d[what] == nil {
		d[what] = new(big.Rat)
	}
	d[what].Add(d[what], p)
}

func (d dist) equal(other dist) bool {
	if len(d) != len(other) {
		return false
	}
	for what, p := range d {
		if q := other[what]; q == nil || p.Cmp(q) != 0 {
			return false
		}
	}
	return true
}

func (d dist) String() string {
	var words []string
	for what, p := range d {
		words = append(words, fmt.Sprintf("%s: %s", what, p.RatString()))
	}
	slices.Sort(words)
	return strings.Join(words, "; ")
}

// losses says what is otherwise in after: "a1-1 d1-2 breached".
func losses(before, after *heroes.Battle) string {
	var words []string
	was, is := before.Stacks(), after.Stacks()
	for i := range was {
		if n := cards(&was[i]) - cards(&is[i]); n != 0 {
			words = append(words, fmt.Sprintf("%s-%d", before.Name(&was[i]), n))
		}
	}
	if after.Walls() != before.Walls() {
		words = append(words, after.Walls().String())
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " ")
}

// standing is a number that tells apart what losses does, for battles of a
// few small stacks.
func standing(b *heroes.Battle) uint64 {
	code := uint64(b.Walls())
	stacks := b.Stacks()
	for i := range stacks {
		code = code<<4 | uint64(cards(&stacks[i]))
	}
	return code
}

func cards(s *heroes.Stack) int {
	if s.Top() == nil {
		return 0
	}
	return s.Top().Count()
}

// enumerate is the exact distribution of what play makes of a battle like b.
// Its chances must sum to 1, exactly.
func enumerate(t testing.TB, b *heroes.Battle, player engine.Oracle, play func(scratch *heroes.Battle)) dist {
	t.Helper()
	walk := odds.NewWalk(player, player)
	scratch := b.Fresh().(*heroes.Battle)
	scratch.Sit(walk.Table)
	d, sum := dist{}, new(big.Rat)
	err := walk.Each(func() { play(scratch) }, func(p odds.Number) error {
		exact := walk.Rat()
		d.add(losses(b, scratch), exact)
		sum.Add(sum, exact)
		if v, _ := exact.Float64(); v < p.Value-p.Error() || v > p.Value+p.Error() {
			t.Errorf("a chance is %v, within %v, and %s exactly", p.Value, p.Error(), exact)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the chances sum to %s", sum)
	}
	return d
}

// sampled plays with seeded dice, n times, and compares with the exact
// chances.
func sampled(t testing.TB, exact dist, n int, b *heroes.Battle, player engine.Oracle, play func(scratch *heroes.Battle)) {
	t.Helper()
	scratch := b.Fresh().(*heroes.Battle)
	scratch.Sit(engine.NewTable(engine.NewDice(20261), player, player))
	counts, words := map[string]int{}, map[uint64]string{}
	for range n {
		play(scratch)
		code := standing(scratch)
		if words[code] == "" {
			words[code] = losses(b, scratch)
		}
		counts[words[code]]++
	}
	for what, count := range counts {
		if exact[what] == nil {
			t.Errorf("%q came %d times and has no chance", what, count)
		}
	}
	for what, p := range exact {
		chance, _ := p.Float64()
		within(t, what, chance, float64(counts[what])/float64(n), chance*(1-chance), n)
	}
}
