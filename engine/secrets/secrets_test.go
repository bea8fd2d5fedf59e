package secrets_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"houserule/engine"
	"houserule/engine/secrets"
)

// A cups is a battle of two sides with a die each under a cup. The first hides a coin, too, if
// coins is set. Then it bids, the second answers, the first bids again, and the second is asked
// whether it doubts. A bid is worth most if it is half of the die, and one more with the coin.
type cups struct {
	*engine.Table
	cupsState
	coins bool
}

type cupsState struct {
	step, coin int
	dice       [2]int
	bids       [2]int
}

func (b *cups) Begin(t *engine.Table) {
	b.Sit(t)
	b.BeginStep(nil)
	b.cupsState = cupsState{}
}

func (b *cups) Step() {
	b.BeginStep(b)
	switch b.step++; b.step {
	case 1:
		for side := range b.dice {
			b.dice[side] = b.Roll(6, 0)
			b.ReportTo(engine.Only(engine.Side(side)), engine.Event{N: int32(b.dice[side])})
		}
	case 2:
		if b.coins {
			b.coin = b.Choose(0, word{b, 2, 1})
		}
	case 3, 5:
		b.bids[b.step/2-1] = b.Choose(0, word{b, 5, (b.dice[0]+1)/2 + b.coin})
		b.Report(engine.Event{N: int32(b.bids[b.step/2-1])})
	default:
		b.Choose(1, word{b, 2, 0})
	}
}

func (b *cups) Over() bool                   { return b.step == 6 }
func (b *cups) Winner() engine.Side          { return engine.Draw }
func (b *cups) Round() int                   { return 1 }
func (b *cups) RoundLimit() int              { return 0 }
func (b *cups) TimeUp() engine.Side          { return engine.Draw }
func (b *cups) Timed() bool                  { return false }
func (b *cups) AppendKey(key []byte) []byte  { return fmt.Append(key, b.cupsState) }
func (b *cups) Fresh() engine.Battle         { return &cups{coins: b.coins} }
func (b *cups) CopyFrom(src engine.Battle)   { b.cupsState = src.(*cups).cupsState }
func (b *cups) Sit(t *engine.Table)          { b.Table = t }
func (b *cups) Seats() int                   { return 2 }
func (b *cups) Value(engine.Side) int        { return 1 }
func (b *cups) Veils() bool                  { return true }
func (b *cups) Scene() string                { return "" }
func (b *cups) Describe(engine.Event) string { return "" }
func (b *cups) Outcome() string              { return "" }
func (b *cups) Deal(side engine.Side) {
	if b.step > 0 {
		b.dice[1-side] = b.Roll(6, 0)
	}
	if b.step > 1 && b.coins && side == 1 {
		b.coin = b.Roll(2, 0)
	}
}

// A word is a choice among the words from 0 on, of which one is worth most.
type word struct {
	battle        *cups
	options, best int
}

func (c word) Legal(n int) bool { return n >= 0 && n < c.options }
func (c word) First() int       { return 0 }
func (c word) Each(yield func(int) bool) {
	for n := 0; n < c.options && yield(n); n++ {
	}
}
func (c word) Name(n int) string              { return strconv.Itoa(n) }
func (c word) Parse(text string) (int, error) { return strconv.Atoi(text) }
func (c word) Hides() bool                    { return true }
func (c word) Evaluate(n int) int             { return -max(n-c.best, c.best-n) }

// greedy gives the answer that is worth most.
type greedy struct{}

func (greedy) Answer(q engine.Question) (int, error) { return q.Choice.(word).best, nil }

// weighed returns the weights of the first side's dice, 1 to 6, and of its coin, as the second
// side sees them at its last question, after these dice and answers.
func weighed(t *testing.T, b *cups, strays float64, limit int, answers ...int) (dice [7]float64, coin [2]float64, deals *secrets.Deals) {
	t.Helper()
	next := engine.OracleFunc(func(q engine.Question) (n int, err error) {
		if len(answers) == 0 {
			habits := secrets.Habits{Like: greedy{}, Steps: 6, Strays: []float64{strays}}
			var steps int
			if deals, steps = secrets.Weigh(b.Table, q.Side, []secrets.Habits{habits, habits}, limit, &engine.Allowance{Left: 1 << 40, Tries: true}); steps > limit+limit/4 {
				t.Errorf("%d steps, want about %d", steps, limit)
			}
			return 0, nil
		}
		n, answers = answers[0], answers[1:]
		return n, nil
	})
	table := engine.NewTable(nil)
	table.Past().Keep()
	table.Seat(next, next, next)
	if err := engine.Play(b, table); err != nil {
		t.Fatal(err)
	}
	if deals == nil {
		return
	}
	for _, d := range deals.All {
		of := d.Start.(*cups)
		dice[of.dice[0]] += d.Weight
		coin[of.coin] += d.Weight
		if of.dice[1] != b.dice[1] || of.bids != b.bids {
			t.Errorf("the second side has not seen %v but %v", of.cupsState, b.cupsState)
		}
	}
	return dice, coin, deals
}

// near reports whether numbers differ by no more than that.
func near(a, b []float64, by float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= by })
}

// The weights are those of Bayes' rule. With 5 bids and 3 arbitrary ones in 10, a bid of 2 has
// the probability 0.7 + 0.06 after a die of 3 or 4, and else 0.06.
func TestWeights(t *testing.T) {
	dice, _, _ := weighed(t, &cups{}, 0.3, 1000, 3, 5, 2, 0, 2)
	yes, no := 0.76*0.76, 0.06*0.06
	sum := 2*yes + 4*no
	if want := []float64{0, no / sum, no / sum, yes / sum, yes / sum, no / sum, no / sum}; !near(dice[:], want, 1e-12) {
		t.Errorf("%v, want %v", dice, want)
	}
	var shares [7]float64
	_, _, deals := weighed(t, &cups{}, 0.3, 1000, 3, 5, 2, 0, 2)
	for n := range uint64(1000) {
		shares[deals.All[deals.Pick(n)].Start.(*cups).dice[0]] += 0.001
	}
	if !near(shares[:], dice[:], 0.004) || deals.By[0].Answers != 2 {
		t.Errorf("the shares of the deals are %v, want %v; %d answers were weighed", shares, dice, deals.By[0].Answers)
	}
	dice, _, _ = weighed(t, &cups{}, 0.3, 1000, 3, 5, 2, 0, 3)
	yes, no = 0.76*0.06, 0.06*0.06
	sum = 4*yes + 2*no
	if want := []float64{0, no / sum, no / sum, yes / sum, yes / sum, yes / sum, yes / sum}; !near(dice[:], want, 1e-12) {
		t.Errorf("after two bids that differ: %v, want %v", dice, want)
	}
}

// An answer that is hidden is dealt anew, as often as the player would give it: the coin is 1 for
// 0.7 + 0.15 of such players. So a bid of 2 comes from a die of 1 or 2 with the coin, or of 3 or
// 4 without it, or is arbitrary.
func TestHiddenAnswers(t *testing.T) {
	dice, coin, deals := weighed(t, &cups{coins: true}, 0.3, 20000, 3, 5, 1, 2, 0, 2)
	yes, no := 0.76*0.76, 0.06*0.06
	sum := 2*(0.85*yes+0.15*no) + 2*(0.15*yes+0.85*no) + 2*no
	low, middle, high := (0.85*yes+0.15*no)/sum, (0.15*yes+0.85*no)/sum, no/sum
	if want := []float64{0, low, low, middle, middle, high, high}; !near(dice[:], want, 0.08) {
		t.Errorf("%v, want %v", dice, want)
	}
	if want := 2 * (0.85*yes + 0.85*no + 0.85*no) / sum; math.Abs(coin[1]-want) > 0.08 {
		t.Errorf("the coin is %v, want %v", coin, want)
	}
	if len(deals.All) < 200 {
		t.Errorf("%d deals", len(deals.All))
	}
}

// Where the table has not kept the battle from its beginning, nothing is weighed.
func TestUnknownHistory(t *testing.T) {
	b := &cups{}
	next := engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side == 1 {
			habits := secrets.Habits{Like: greedy{}, Strays: []float64{0}}
			if deals, steps := secrets.Weigh(b.Table, q.Side, []secrets.Habits{habits, habits}, 1000, &engine.Allowance{Left: 1 << 40, Tries: true}); deals != nil || steps > 0 {
				t.Errorf("%v after %d steps", deals, steps)
			}
		}
		return q.First(), nil
	})
	if err := engine.Play(b, engine.NewTable(next, next, next)); err != nil {
		t.Fatal(err)
	}
	begun := engine.NewTable(nil)
	begun.Past().Keep()
	begun.Seat(next, next, next)
	moved := &cups{}
	moved.Begin(begun)
	moved.Step()
	b = &cups{}
	begun = engine.NewTable(nil)
	begun.Past().Keep()
	begun.Seat(next, next, next)
	for b.CopyFrom(moved); !b.Over(); { // it did not begin at this table
		b.Sit(begun)
		b.Step()
	}
	if err := begun.Err(); err != nil {
		t.Fatal(err)
	}
}

// What is found is the same whatever is hidden, and each time.
func TestNothingHiddenIsSeen(t *testing.T) {
	for _, limit := range []int{100, 300, 1000, 20000} {
		for _, coins := range []bool{false, true} {
			var want []byte
			for die := 1; die <= 6; die++ {
				for coin := range 2 {
					answers := []int{die, 5, 2, 0, 3}
					if coins {
						answers = slices.Insert(answers, 2, coin)
					}
					var got []byte
					if _, _, deals := weighed(t, &cups{coins: coins}, 0.1, limit, answers...); deals != nil {
						for n := range uint64(1000) {
							got = fmt.Append(got, deals.All[deals.Pick(n)].Start.(*cups).cupsState)
						}
						got = binary.AppendVarint(got, int64(deals.By[0].Answers))
					}
					if want == nil {
						want = append([]byte{}, got...)
					} else if string(got) != string(want) {
						t.Errorf("%d steps, coins %v: with the die %d and the coin %d other deals", limit, coins, die, coin)
					}
				}
			}
		}
	}
}
