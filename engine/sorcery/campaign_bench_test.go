package sorcery_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// plains is a campaign of any size: two armies in stacks of five and a
// leader, each in its half of a mixed country with castles and towns.
func plains(t testing.TB, columns, rows, units int) *fight.Battle {
	t.Helper()
	g := newGame(t, sorcery.DefaultRules())
	r := rand.New(rand.NewPCG(1, uint64(columns)))
	var text strings.Builder
	for range rows {
		for range columns {
			text.WriteString(string("cccccccffmsw"[r.IntN(12)]) + " ")
		}
		text.WriteByte('\n')
	}
	grid, terrain, err := g.ParseMap(text.String())
	if err != nil {
		t.Fatal(err)
	}
	c := sorcery.Campaign{Names: [2]string{"west", "east"}, Turns: 6, Favors: -1, Map: sorcery.Map{Grid: grid, Terrain: terrain}}
	taken := map[hex.Hex]bool{}
	spot := func(side int) hex.Hex {
		for {
			column := 1 + r.IntN(columns/2) + side*(columns-columns/2)
			h := grid.At(column, 1+r.IntN(rows))
			if !taken[h] && terrain[h] == "clear" {
				taken[h] = true
				return h
			}
		}
	}
	for side := range fight.Seats {
		for i := range 4 {
			h := spot(int(side))
			place := sorcery.Place{Hex: h, Feature: [...]string{"castle", "city"}[i%2], Owner: side}
			if i%2 == 0 {
				place.Militia = army(t, g, "foot-1")
			}
			c.Map.Places = append(c.Map.Places, place)
			c.Goals = append(c.Goals, sorcery.Goal{Side: 1 - side, Points: 5 + 5*i, Hold: h})
		}
		c.Goals = append(c.Goals, sorcery.Goal{Side: side, Points: 1, Per: 5, Hold: hex.None})
		for n := units; n > 0; n -= 5 {
			c.Stacks = append(c.Stacks, sorcery.Stack{Side: side, Hex: spot(int(side)),
				Army: army(t, g, [...]string{"3 foot-4, 2 bow-3, captain", "3 horse-4, 2 foot-4, king", "4 blade-4, bow-3, elf-lord"}[n%3])})
		}
	}
	b, err := sorcery.NewCampaign(g, c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sizes are maps and the units of a side: the first is what people play; the
// others have more hexes, more units, and more of both.
var sizes = []struct{ columns, rows, units int }{
	{30, 20, 40}, {60, 40, 40}, {100, 100, 40},
	{30, 20, 80}, {30, 20, 160},
	{60, 40, 160}, {100, 100, 200},
}

// A game turn of both sides, of greedy players, and how many choices they have
// in it.
func BenchmarkCampaignTurn(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dx%d/%d", size.columns, size.rows, size.units), func(b *testing.B) {
			war := plains(b, size.columns, size.rows, size.units)
			dice := engine.NewDice(1)
			west, east := newKeen(), newKeen()
			table := engine.NewTable(dice, west, east)
			turns := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				dice.Reseed(uint64(i))
				turns += war.Play(table).Rounds
			}
			if err := table.Err(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(turns)/1e6, "ms/turn")
			b.ReportMetric(float64(turns)/float64(b.N), "turns/op")
			b.ReportMetric(float64(west.choices+east.choices)/float64(turns), "choices/turn")
		})
	}
}

// A campaign takes no memory when the players do not either, nor does a copy
// of it.
func TestCampaignsTakeNoMemory(t *testing.T) {
	enginetest.TakesNoMemory(t, plains(t, 30, 20, 40), 10, newKeen(), newKeen())
}

// A keen player is a greedy one that takes no memory for its loop.
type keen struct {
	choice        engine.Choice
	best, most, n int
	choices       int
	visit         func(answer int) bool
}

func newKeen() *keen {
	k := &keen{}
	k.visit = func(answer int) bool {
		if worth := k.choice.(engine.Evaluator).Evaluate(answer); k.n == 0 || worth > k.most {
			k.best, k.most = answer, worth
		}
		k.n++
		return true
	}
	return k
}

func (k *keen) Answer(q engine.Question) (int, error) {
	k.choice, k.best, k.n = q.Choice, q.Choice.First(), 0
	k.choices++
	q.Choice.Each(k.visit)
	return k.best, nil
}
