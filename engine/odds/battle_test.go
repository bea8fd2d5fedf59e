package odds_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/explore"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/odds"
	"houserule/engine/players"
)

func reference() engine.Oracle { return new(strategy.Reference) }

// passive passes and holds.
var passive = engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.First(), nil })

// Two single stacks that strike at each other, round by round: who ends it in
// a round does so with the chances a and c; with b = 1-a-c it comes back.
func TestDuels(t *testing.T) {
	for _, c := range []struct {
		name string
		armies
		defender engine.Oracle
		a, c     string
	}{
		// 5 or more hits: 3/5 each of four blows, of which the second and the
		// fourth are retaliations: 3/5 + 2/5*2/5*3/5*(1 + 2/5*...).
		{"foot against dummy, passive", armies{"foot", "dummy"}, passive, "6/10", "0"},
		// Dummies strike with 3 at 6 when their turn comes, and a foot strikes back.
		{"foot against dummy", armies{"foot", "dummy"}, reference(), "6/10 + 4/10*2/10*6/10", "4/10*8/10"},
		{"foot against golem", armies{"foot", "golem"}, reference(), "6/10 + 4/10*2/10*2/10*6/10", "4/10*8/10 + 4/10*2/10*8/10"},
		{"foot against a ghost", armies{"foot", "ghost"}, reference(), "6/10", "4/10*8/10 + 4/10*2/10*8/10"},
		{"ghost against ghost", armies{"ghost", "ghost"}, reference(), "7/10", "3/10*7/10"},
	} {
		for _, limit := range []int{1, 2, 5, 30} {
			p := position{armies: c.armies, limit: limit}
			o := solve(t, p.battle(t), reference(), c.defender)
			a, lost := expression(c.a), expression(c.c)
			b := sub(sub(whole(1), a), lost)
			some := quo(miss(pow(b, limit)), miss(b)) // 1 + b + ... + b^(limit-1)
			near(t, c.name, o.Wins[0].Value, mul(a, some), o.Bound)
			near(t, c.name, o.Wins[1].Value, mul(lost, some), o.Bound)
			near(t, c.name, o.Draws.Value, pow(b, limit), o.Bound)
			near(t, c.name, o.Rounds.Value, some, o.RoundsBound)
			if !(o.Bound < 1e-14) {
				t.Errorf("%s: bound %v", c.name, o.Bound)
			}
		}
	}
}

// expression is a sum of products of fractions.
func expression(text string) *big.Rat {
	sum := new(big.Rat)
	for _, product := range strings.Split(text, " + ") {
		p := whole(1)
		for _, factor := range strings.Split(product, "*") {
			p.Mul(p, rat(factor))
		}
		sum.Add(sum, p)
	}
	return sum
}

// Nobody can hit: the limit draws it, for certain.
func TestNobodyCanHit(t *testing.T) {
	p := position{armies: armies{"dummy", "titan"}, limit: 7}
	o := solve(t, p.battle(t), passive, passive)
	if o.Draws.Value != 1 || o.Rounds.Value != 7 || o.Lengths[7].Value != 1 || o.Bound > 1e-15 {
		t.Errorf("%+v", o)
	}
}

// small are battles of up to three cards a side, with what may touch them.
var small = []struct {
	name   string
	player func() engine.Oracle
	position
}{
	{"plain", reference, position{armies: armies{"2 foot, golem", "golem, foot"}, limit: 12}},
	{"greedy", greedy, position{armies: armies{"2 foot, golem", "golem, archer"}, limit: 8}},
	{"shooters", reference, position{armies: armies{"foot | 2 archer", "golem | archer"}, limit: 10}},
	{"walls", greedy, position{walls: heroes.Intact, armies: armies{"golem, 2 archer", "| ogre, archer"}, limit: 6}},
	{"heads", greedy, position{armies: armies{"hydra, foot", "foot, golem, lancer"}, limit: 8}},
	{"spells", greedy, position{armies: armies{"mage, foot", "ogre, foot"}, limit: 6}},
	{"lots", lots, position{armies: armies{"foot", "golem"}, limit: 3}},
	{"lots that sacrifice", lots, position{armies: armies{"foot, foot", "foot"}, limit: 2}},
	{"a bonus of round 1", reference, position{armies: armies{"charger, foot", "titan, ogre"}, limit: 9}},
	{"a script that counts rounds", reference, position{armies: armies{"2 golem", "2 foot, foot"}, limit: 11, hooks: func(h *heroes.Hooks) {
		h.Attack.Add(func(b *heroes.Battle, _ heroes.Blow, s engine.Score) engine.Score {
			return s.Adjust(b.ReadRound()%3-1, nil)
		})
	}}},
	{"a script that rolls", reference, position{armies: armies{"golem, foot", "2 foot"}, limit: 7, hooks: func(h *heroes.Hooks) {
		h.RoundEnd.Add(func(b *heroes.Battle, _, none engine.None) engine.None {
			if s := b.FirstOn(heroes.Defender, heroes.MeleeLine); s != nil && b.RollStream(0, 3) == 3 {
				b.Remove(nil, s, 1)
			}
			return none
		})
	}}},
}

func greedy() engine.Oracle { return players.Greedy{} }
func lots() engine.Oracle   { return odds.Lots{} }

// Small battles, against a solution that knows neither needs nor states that
// come back: every face of every die, step by step, each state with its round.
func TestSmallBattles(t *testing.T) {
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			b := c.battle(t)
			want := stepByStep(t, c.battle(t), c.player)
			o := solve(t, b, c.player(), c.player())
			t.Logf("aggressor %.12f, defender %.12f, draw %.3g, %.9f rounds; %d states", o.Wins[0].Value, o.Wins[1].Value, o.Draws.Value, o.Rounds.Value, o.States)
			for _, e := range []struct {
				what      string
				got, want float64
			}{{"aggressor", o.Wins[0].Value, want.wins[0]}, {"defender", o.Wins[1].Value, want.wins[1]}, {"draw", o.Draws.Value, want.drawn}, {"rounds", o.Rounds.Value, want.rounds}} {
				if !(math.Abs(e.got-e.want) <= 1e-12*max(1, e.want)) {
					t.Errorf("%s: %.15g, step by step %.15g", e.what, e.got, e.want)
				}
			}
			for n, p := range o.Lengths {
				if math.Abs(p.Value-want.lengths[n]) > 1e-12 {
					t.Errorf("%d rounds: %.15g, step by step %.15g", n, p.Value, want.lengths[n])
				}
			}
		})
	}
}

// An outcome is how a battle ends.
type outcome struct {
	wins    [2]float64
	drawn   float64
	rounds  float64
	lengths map[int]float64
}

func (o *outcome) end(b *heroes.Battle, p float64) {
	if w := b.Winner(); w == engine.Draw {
		o.drawn += p
	} else {
		o.wins[w] += p
	}
	o.rounds += p * float64(b.Round())
	o.lengths[b.Round()] += p
}

// An odometer answers dice and lots with the digits of a number that counts
// up, and multiplies their chances.
type odometer struct {
	digits, ends []int
	at           int
	chance       float64
}

func (o *odometer) digit(n int) int {
	if o.at == len(o.digits) {
		o.digits, o.ends = append(o.digits, 0), append(o.ends, n)
	}
	o.chance /= float64(n)
	o.at++
	return o.digits[o.at-1]
}

// Answer rolls.
func (o *odometer) Answer(q engine.Question) (int, error) { return o.digit(int(q.Sides)) + 1, nil }

func (o *odometer) drawLot(q engine.Question) (int, error) {
	var options []int
	for answer := range q.Choice.Each {
		options = append(options, answer)
	}
	return options[o.digit(len(options))], nil
}

// count goes on to the next number.
func (o *odometer) count() bool {
	for n := len(o.digits) - 1; n >= 0; n-- {
		if o.digits[n]++; o.digits[n] < o.ends[n] {
			o.digits, o.ends = o.digits[:n+1], o.ends[:n+1]
			return true
		}
	}
	o.digits, o.ends = o.digits[:0], o.ends[:0]
	return false
}

// standingAt is a battle that stands somewhere, with the chance that it does.
type standingAt struct {
	battle *heroes.Battle
	chance float64
}

func stepByStep(t *testing.T, b *heroes.Battle, player func() engine.Oracle) outcome {
	t.Helper()
	o, end := new(odometer), outcome{lengths: map[int]float64{}}
	seat := player()
	if _, ok := seat.(odds.Lots); ok {
		seat = engine.OracleFunc(o.drawLot)
	}
	table := engine.NewTable(o, seat, seat)
	var now map[string]*standingAt
	step := func(p float64, play func()) {
		for {
			o.at, o.chance = 0, p
			play()
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
			if b.Over() {
				end.end(b, o.chance)
			} else {
				key := string(append(b.AppendKey(nil), byte(b.Round())))
				if now[key] == nil {
					now[key] = &standingAt{battle: b.Fresh().(*heroes.Battle)}
					now[key].battle.CopyFrom(b)
				}
				now[key].chance += o.chance
			}
			if !o.count() {
				return
			}
		}
	}
	now = map[string]*standingAt{}
	step(1, func() { b.Begin(table) })
	for len(now) > 0 {
		before := now
		now = map[string]*standingAt{}
		for _, s := range before {
			step(s.chance, func() {
				b.CopyFrom(s.battle)
				b.Step()
			})
		}
	}
	return end
}

// Small battles, against seeded ones.
func TestSmallBattlesSampled(t *testing.T) {
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			b := c.battle(t)
			compareSampled(t, b, engine.NewDice(7, "a stream"), c.player, 10_000)
		})
	}
}

// compareSampled compares exact odds with n seeded battles, a quarter of them unless
// HOUSERULE_LONG is set: what they may differ by follows from their number.
func compareSampled(t *testing.T, b *heroes.Battle, dice *engine.Dice, player func() engine.Oracle, n int) {
	t.Helper()
	if !enginetest.Long {
		n /= 4
	}
	o := solve(t, b, player(), player())
	seats := []engine.Oracle{player(), player()}
	for i := range seats {
		if _, ok := seats[i].(odds.Lots); ok {
			seats[i] = players.NewRandom(engine.Side(i), 7)
		}
	}
	table := engine.NewTable(dice, seats...)
	var wins [2]int
	sum, squares := 0, 0
	for range n {
		r := b.Play(table)
		if r.Winner != engine.Draw {
			wins[r.Winner]++
		}
		sum += r.Rounds
		squares += r.Rounds * r.Rounds
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	mean := float64(sum) / float64(n)
	t.Logf("aggressor %.5f exactly, %.5f of %d; %.4f rounds, %.4f", o.Wins[0].Value, float64(wins[0])/float64(n), n, o.Rounds.Value, mean)
	for side, count := range wins {
		p := o.Wins[side].Value
		within(t, heroes.SideName(engine.Side(side)), p, float64(count)/float64(n), p*(1-p), n)
	}
	variance := 0.0
	for rounds, p := range o.Lengths {
		variance += p.Value * (float64(rounds) - o.Rounds.Value) * (float64(rounds) - o.Rounds.Value)
	}
	within(t, "rounds", o.Rounds.Value, mean, variance, n)
}

// tooSlow are the players with whom the exploration of a scenario takes longer
// than a test may, or ends with too many states.
var tooSlow = map[string]string{
	"siege": "greedy", "breach": "greedy", "flyers": "reference", "big": "reference greedy", "free": "greedy", "tutorial": "greedy", "casters": "greedy",
}

// Every scenario that is small enough, against seeded battles.
func TestScenariosSampled(t *testing.T) {
	lib := shipped(t)
	for _, s := range lib.Scenarios {
		for _, name := range []string{"reference", "greedy"} {
			if strings.Contains(tooSlow[s.ID], name) || s.ID != "golem-wall" && name == "greedy" && !enginetest.Long {
				continue
			}
			t.Run(s.ID+" "+name, func(t *testing.T) {
				b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
				if err != nil {
					t.Fatal(err)
				}
				n := 20_000
				if name == "greedy" {
					n = 1_500 // each takes its time
				}
				compareSampled(t, b, engine.NewDice(11), func() engine.Oracle {
					player, err := lib.Player(name, 0, 0)
					if err != nil {
						t.Fatal(err)
					}
					return player
				}, n)
			})
		}
	}
}

func shipped(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// A scenario that is too large for what is allowed.
func TestTooLarge(t *testing.T) {
	lib := shipped(t)
	s, err := lib.Scenario("reference")
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	g := odds.NewGraph(b, reference(), reference())
	g.States = 100
	g.Begin()
	err = g.Explore(context.Background())
	want := "the battle has more than 100 states: 39 of them, from round 1 on, were still to be looked at"
	if large := new(explore.TooLarge); !errors.As(err, &large) || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// A script's error ends the exploration.
func TestScriptErrors(t *testing.T) {
	bad := errors.New("a script fails")
	p := position{armies: armies{"foot", "golem"}, hooks: func(h *heroes.Hooks) {
		h.Miss.Add(func(b *heroes.Battle, _ heroes.Blow, none engine.None) engine.None {
			b.Fail(bad)
			return none
		})
	}}
	if _, err := trySolve(p.battle(t), reference(), reference()); !errors.Is(err, bad) {
		t.Errorf("error %v, want %v", err, bad)
	}
}

// An exploration ends in the midst of a piece whose dice go very many ways, even
// where all of them are cut off.
func TestGraphCanceledInAPiece(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rolls := 0
	p := position{armies: armies{"foot", "golem"}, hooks: func(h *heroes.Hooks) {
		h.Rolled.Add(func(b *heroes.Battle, _ heroes.Blow, die int) int {
			for range 20 {
				b.RollStream(0, 100)
			}
			if rolls++; rolls == 1000 {
				cancel()
			}
			return die
		})
	}}
	g := odds.NewGraph(p.battle(t), reference(), reference())
	g.Begin()
	if err := g.Explore(ctx); !errors.Is(err, context.Canceled) || rolls > 2000 {
		t.Errorf("after %d strikes: %v", rolls, err)
	}
}

// What is cut off is missing from the ends, and in the bound.
func TestGraphCuts(t *testing.T) {
	// What is rolled once more with a thousandth is cut at 10^-15, in the end.
	p := position{armies: armies{"foot", "dummy"}, limit: 1, hooks: func(h *heroes.Hooks) {
		h.Rolled.Add(func(b *heroes.Battle, _ heroes.Blow, die int) int {
			for b.RollStream(0, 1000) == 1 && b.Err() == nil {
				die++
			}
			return die
		})
	}}
	o := solve(t, p.battle(t), reference(), passive)
	// 5 needed: 6/10, and 1/10 more for each thousandth that follows a lower die.
	want := rat("6/10")
	for n := 1; n <= 4; n++ {
		want.Add(want, mul(rat("1/10"), pow(rat("1/1000"), n)))
	}
	near(t, "win", o.Wins[0].Value, want, o.Bound)
	if !(o.Bound > 1e-13 && o.Bound < 1e-11) {
		t.Errorf("the bound is %v", o.Bound)
	}
}
