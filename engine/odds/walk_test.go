package odds_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"houserule/engine"
	"houserule/engine/odds"
)

// ways plays a piece in all ways and says behind each what came.
func ways(t *testing.T, w *odds.Walk, play func() string) dist {
	t.Helper()
	d, what := dist{}, ""
	err := w.Each(func() { what = play() }, func(p odds.Number) error {
		exact := w.Rat()
		d.add(what, exact)
		if v, _ := exact.Float64(); math.Abs(v-p.Value) > p.Error()+1e-17 {
			t.Errorf("%s: %v within %.3g, %s exactly", what, p.Value, p.Error(), exact)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d dist) is(t *testing.T, want map[string]string) {
	t.Helper()
	if !d.equal(rats(want)) {
		t.Errorf("%s, want %s", d, rats(want))
	}
}

// A die that has to reach a need goes two ways at most; one that shows its
// face goes one to a side.
func TestWalkRolls(t *testing.T) {
	for _, c := range []struct {
		sides, need int
		want        map[string]string
	}{
		{10, 4, map[string]string{"false": "3/10", "true": "7/10"}},
		{10, 2, map[string]string{"false": "1/10", "true": "9/10"}},
		{10, 10, map[string]string{"false": "9/10", "true": "1/10"}},
		{6, 3, map[string]string{"false": "1/3", "true": "2/3"}},
		{10, 1, map[string]string{"true": "1"}},
		{10, -7, map[string]string{"true": "1"}},
		{10, 11, map[string]string{"false": "1"}},
		{10, 30, map[string]string{"false": "1"}},
		{1, 1, map[string]string{"true": "1"}},
		{1, 2, map[string]string{"false": "1"}},
	} {
		t.Run(fmt.Sprintf("%d of %d", c.need, c.sides), func(t *testing.T) {
			w := odds.NewWalk()
			ways(t, w, func() string { return fmt.Sprint(w.Table.Roll(c.sides, c.need) >= c.need) }).is(t, c.want)
		})
	}
}

func TestWalkFaces(t *testing.T) {
	w := odds.NewWalk()
	ways(t, w, func() string { return fmt.Sprint(w.Table.Roll(3, 0)) }).is(t, map[string]string{"1": "1/3", "2": "1/3", "3": "1/3"})
	ways(t, w, func() string { return fmt.Sprint(w.Table.Roll(1, 0)) }).is(t, map[string]string{"1": "1"})
	// Dice of streams are dice like others, each for itself.
	ways(t, w, func() string { return fmt.Sprint(w.Table.RollStream(1, 2) + 10*w.Table.RollStream(0, 2)) }).is(t,
		map[string]string{"11": "1/4", "12": "1/4", "21": "1/4", "22": "1/4"})
	// Two dice, the second of which depends on the first.
	ways(t, w, func() string {
		n := w.Table.Roll(2, 0)
		return fmt.Sprint(n, w.Table.Roll(n+1, 0))
	}).is(t, map[string]string{"1 1": "1/4", "1 2": "1/4", "2 1": "1/6", "2 2": "1/6", "2 3": "1/6"})
	// No die at all.
	ways(t, w, func() string { return "still" }).is(t, map[string]string{"still": "1"})
}

// A menu is a choice of some answers.
type menu []int

func (m menu) Legal(answer int) bool {
	for _, n := range m {
		if n == answer {
			return true
		}
	}
	return false
}

func (m menu) First() int { return m[0] }

func (m menu) Each(yield func(int) bool) {
	for _, n := range m {
		if !yield(n) {
			return
		}
	}
}

func (m menu) Name(answer int) string         { return fmt.Sprint(answer) }
func (m menu) Parse(text string) (int, error) { return 0, errors.New("nobody types here") }

// closed is a choice without options, whose first answer stands.
type closed struct{ menu }

func (closed) Each(func(int) bool) {}

// Lots have the same chance, each; the other seat's player is asked as ever.
func TestWalkLots(t *testing.T) {
	last := engine.OracleFunc(func(q engine.Question) (n int, _ error) {
		for n = range q.Choice.Each {
		}
		return n, nil
	})
	w := odds.NewWalk(odds.Lots{}, last)
	ways(t, w, func() string {
		return fmt.Sprint(w.Table.Choose(0, menu{5, 7, 9}), w.Table.Choose(1, menu{1, 2}))
	}).is(t, map[string]string{"5 2": "1/3", "7 2": "1/3", "9 2": "1/3"})
	ways(t, w, func() string {
		n := w.Table.Choose(0, menu{1, 2})
		if n == 1 {
			return "1"
		}
		return fmt.Sprint(n, w.Table.Choose(0, menu{3, 4, 5}), w.Table.Roll(10, 4) >= 4)
	}).is(t, map[string]string{
		"1": "1/2", "2 3 false": "1/20", "2 4 false": "1/20", "2 5 false": "1/20",
		"2 3 true": "7/60", "2 4 true": "7/60", "2 5 true": "7/60",
	})
	ways(t, w, func() string { return fmt.Sprint(w.Table.Choose(0, closed{menu{8}})) }).is(t, map[string]string{"8": "1"})

	if _, err := (odds.Lots{}).Answer(engine.Question{}); err == nil || err.Error() != "lots are drawn by a walk through all of them" {
		t.Errorf("lots outside of a walk: %v", err)
	}
	if _, err := w.Answer(engine.Question{Choice: menu{1}}); err == nil || err.Error() != "dice cannot answer a choice" {
		t.Errorf("a choice for the dice: %v", err)
	}
}

const otherWay = "the battle goes another way though nothing has changed: a player or a script is no function of the position"

// A piece that asks something else when it is played again has no odds.
func TestWalkNeedsTheSameQuestions(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(table *engine.Table, again int)
	}{
		{"another die", func(table *engine.Table, again int) { table.Roll(6+again, 0) }},
		{"another need", func(table *engine.Table, again int) { table.Roll(6, 3+again) }},
		{"a die of a stream", func(table *engine.Table, again int) {
			if again == 0 {
				table.Roll(6, 0)
			} else {
				table.RollStream(0, 6)
			}
		}},
		{"other options", func(table *engine.Table, again int) { table.Choose(0, menu{1, 2 + again, 3 + again}) }},
		{"fewer options", func(table *engine.Table, again int) { table.Choose(0, menu{1, 2, 3, 4}[:4-again]) }},
		{"another seat", func(table *engine.Table, again int) { table.Choose(engine.Side(again%2), menu{1, 2}) }},
		{"fewer dice", func(table *engine.Table, again int) {
			for range 3 - again {
				table.Roll(2, 0)
			}
		}},
		{"none", func(table *engine.Table, again int) {
			if again == 0 {
				table.Roll(2, 0)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := odds.NewWalk(odds.Lots{}, odds.Lots{})
			again := -1
			err := w.Each(func() {
				again++
				c.play(w.Table, again)
			}, func(odds.Number) error { return nil })
			if err == nil || err.Error() != otherWay {
				t.Errorf("error %v, want %q", err, otherWay)
			}
			ways(t, w, func() string { return fmt.Sprint(w.Table.Roll(2, 0)) }).is(t, map[string]string{"1": "1/2", "2": "1/2"})
		})
	}
}

// An error of the table, or of who looks at the ways, ends a walk; the next
// one is as good as new.
func TestWalkErrors(t *testing.T) {
	bad := errors.New("a script fails")
	w := odds.NewWalk(odds.Lots{})
	seen := 0
	err := w.Each(func() {
		if w.Table.Roll(4, 0) == 3 {
			w.Table.Fail(bad)
		}
	}, func(odds.Number) error { seen++; return nil })
	if !errors.Is(err, bad) || seen != 2 || w.Table.Err() != nil {
		t.Errorf("error %v after %d ways, the table's is %v; want %v after 2", err, seen, w.Table.Err(), bad)
	}
	half := map[string]string{"1": "1/2", "2": "1/2"}
	ways(t, w, func() string { return fmt.Sprint(w.Table.Roll(2, 0)) }).is(t, half)

	seen = 0
	err = w.Each(func() { w.Table.Roll(4, 0) }, func(odds.Number) error {
		if seen++; seen == 2 {
			return bad
		}
		return nil
	})
	if err != bad || seen != 2 {
		t.Errorf("error %v after %d ways, want %v after 2", err, seen, bad)
	}
	ways(t, w, func() string { return fmt.Sprint(w.Table.Choose(0, menu{1, 2})) }).is(t, half)
}

// Dice that explode have no last: ways with less than Least are cut, and what
// was cut adds up to what is missing.
func TestWalkCuts(t *testing.T) {
	for _, least := range []float64{odds.DefaultLeast, 1e-4, 0.01, 0.1, 0.5} {
		w := odds.NewWalk()
		if w.Least != odds.DefaultLeast {
			t.Fatalf("the least is %v", w.Least)
		}
		w.Least = least
		sum, ways := new(big.Rat), 0
		err := w.Each(func() {
			for w.Table.Roll(10, 0) == 10 {
			}
		}, func(odds.Number) error {
			ways++
			sum.Add(sum, w.Rat())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		// n tens in a row have 10^-n, and so have the ten ways of the die
		// behind n-1 of them: 9 end there.
		followed := int(math.Floor(-math.Log10(least) + 1e-9))
		if ways != 9*followed {
			t.Errorf("least %g: %d ways, want %d", least, ways, 9*followed)
		}
		f, _ := sum.Float64()
		if off := math.Abs(f + w.Cut.Value - 1); off > w.Cut.Error()+2e-16 {
			t.Errorf("least %g: the ways sum to %v and %v are cut, which is %.3g away from 1", least, f, w.Cut.Value, off)
		}
		if want := math.Pow(10, -float64(followed)); math.Abs(w.Cut.Value-want) > 1e-12*want {
			t.Errorf("least %g: %v are cut, want %v", least, w.Cut.Value, want)
		}
	}
}

// One of several dice has the chances that it has where they are rolled one by
// one; of a hundred they add up to 1, and its walk is as short as that of one.
func TestWalkPool(t *testing.T) {
	for sides := 1; sides <= 5; sides++ {
		for dice := 1; dice <= 4; dice++ {
			for _, lowest := range []bool{false, true} {
				w := odds.NewWalk()
				rolled := ways(t, w, func() string {
					counts := w.Table.Roll(sides, 0)
					for range dice - 1 {
						if lowest {
							counts = min(counts, w.Table.Roll(sides, 0))
						} else {
							counts = max(counts, w.Table.Roll(sides, 0))
						}
					}
					return fmt.Sprint(counts)
				})
				if got := ways(t, w, func() string { return fmt.Sprint(w.Table.RollPool(sides, dice, 0, lowest)) }); !got.equal(rolled) {
					t.Errorf("%d dice of %d sides, lowest %v: %s, want %s", dice, sides, lowest, got, rolled)
				}
			}
		}
	}
	w, sum, n := odds.NewWalk(), new(big.Rat), 0
	w.Least = 0
	err := w.Each(func() { w.Table.RollPool(10, 100, 0, true) }, func(odds.Number) error {
		sum.Add(sum, w.Rat())
		n++
		return nil
	})
	if err != nil || n != 10 || sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("a hundred dice go %d ways with %s in all, %v", n, sum.RatString(), err)
	}
}

// A pool that has to reach a need goes two ways, with the chances of its faces.
func TestWalkPoolNeed(t *testing.T) {
	for dice := 1; dice <= 3; dice++ {
		for need := -1; need <= 8; need++ {
			for _, lowest := range []bool{false, true} {
				reach := func(given int) dist {
					w := odds.NewWalk()
					d := ways(t, w, func() string { return fmt.Sprint(w.Table.RollPool(6, dice, given, lowest) >= need) })
					if given != 0 && w.Walked() > 2 {
						t.Errorf("%d dice, need %d: %d ways", dice, need, w.Walked())
					}
					return d
				}
				if got, want := reach(need), reach(0); !got.equal(want) {
					t.Errorf("%d dice, need %d, lowest %v: %s, want %s", dice, need, lowest, got, want)
				}
			}
		}
	}
}

// A piece goes as many ways as its walk allows, those that are cut off included,
// and no more.
func TestWalkWays(t *testing.T) {
	for _, c := range []struct {
		ways, dice int
		least      float64
		want       string
	}{
		{100, 2, 0, ""},
		{99, 2, 0, "the dice fall in more than 99 ways"},
		{9, 2, 0.5, "the dice fall in more than 9 ways"},
		{10, 2, 0.5, ""},
	} {
		w, played := odds.NewWalk(), 0
		w.Ways, w.Least = c.ways, c.least
		err := w.Each(func() {
			played++
			for range c.dice {
				w.Table.Roll(10, 0)
			}
		}, func(odds.Number) error { return nil })
		if got := fmt.Sprint(err); err != nil && got != c.want || err == nil && c.want != "" {
			t.Errorf("%+v: %v", c, err)
		}
		if played > c.ways {
			t.Errorf("%+v: %d ways were played", c, played)
		}
	}
}
