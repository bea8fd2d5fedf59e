package review_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
	"houserule/engine/review"
)

// A played is a battle that was played, and how to begin it again.
type played struct {
	lib     *library.Library
	setup   engine.Setup
	entries []engine.Entry
}

// Record keeps an answer.
func (p *played) Record(e engine.Entry) error {
	p.entries = append(p.entries, e)
	return nil
}

func (p *played) battle(t testing.TB) engine.Story {
	t.Helper()
	b, err := p.lib.Game.NewBattle(p.setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play plays a scenario with a seed, between these players.
func play(t testing.TB, lib *library.Library, scenario string, seed uint64, names ...string) *played {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	p := &played{lib: lib, setup: s.Setup}
	b := p.battle(t)
	table := engine.NewTable(lib.Dice(seed), seats(t, lib, seed, names...)...)
	table.Record(p)
	for b.Begin(table); !b.Over() && table.Err() == nil; {
		b.Step()
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func seats(t testing.TB, lib *library.Library, seed uint64, names ...string) (all []engine.Oracle) {
	t.Helper()
	for side, name := range names {
		player, err := lib.Player(name, engine.Side(side), seed)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, player)
	}
	return all
}

// byGreedy values the battle by greedy players.
func (p *played) byGreedy(t testing.TB, states int) *review.ByPlayer {
	b := p.battle(t)
	return &review.ByPlayer{
		Battle: b, Players: slices.Repeat([]engine.Oracle{players.Greedy{}}, b.Seats()),
		Dice: p.lib.Dice(0), Budget: explore.Budget{States: states}, Playouts: 50,
	}
}

func (p *played) review(t testing.TB, by review.Valuer) *review.Review {
	t.Helper()
	r, err := review.New(context.Background(), p.battle(t), p.entries, by)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func heroes(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func kings(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(kingsdata.Format(), os.DirFS("../.."), "mods/kings")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// Luck and the answers of all seats add up to the result less the chance at the start.
func checkSums(t *testing.T, r *review.Review) {
	t.Helper()
	all := 0.0
	for seat := range engine.Side(r.Seats) {
		s := r.Sum(seat)
		start, end := r.Start().Chances[seat], r.End().Chances[seat]
		if d := s.Luck + s.Own + s.Others - (end - start); math.Abs(d) > 1e-9 {
			t.Errorf("seat %d: luck %v, own answers %v, others %v: from %v to %v, %.2g too much", seat, s.Luck, s.Own, s.Others, start, end, d)
		}
		all += start
	}
	if math.Abs(all-1) > 1e-9 {
		t.Errorf("the chances at the start add up to %v", all)
	}
}

func TestSums(t *testing.T) {
	for _, c := range []struct {
		lib      *library.Library
		scenario string
		players  []string
	}{
		{heroes(t), "reference", []string{"random", "reference"}},
		{heroes(t), "golem-wall", []string{"random", "greedy"}},
		{kings(t), "skirmish", []string{"random", "random"}},
		{kings(t), "three-kings", []string{"random", "greedy", "random"}},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			p := play(t, c.lib, c.scenario, 3, c.players...)
			r := p.review(t, p.byGreedy(t, 20_000))
			checkSums(t, r)
			t.Logf("exact: %v, within %.2g; %d moves, %d values", r.Exact(), r.Bound(), len(r.Moves), len(r.Values))
		})
	}
}

// retell plays the battle again, and calls at with each question, the position in which it
// is asked, and its answer.
func (p *played) retell(t *testing.T, at func(q engine.Question, in review.Position, answer int)) {
	t.Helper()
	b, in := p.battle(t), review.Position{}
	answers := &engine.Replay{Entries: p.entries}
	all := engine.OracleFunc(func(q engine.Question) (int, error) {
		n, err := answers.Answer(q)
		if err == nil {
			at(q, in, n)
			in.Answers = append(slices.Clip(in.Answers), n)
		}
		return n, err
	})
	table := engine.NewTable(all, slices.Repeat([]engine.Oracle{all}, b.Seats())...)
	for b.Begin(table); !b.Over() && table.Err() == nil; b.Step() {
		in = review.Position{Battle: b.Fresh()}
		in.Battle.CopyFrom(b)
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
}

// Dice are fair: before a die, each side's chance is the mean of its chances after each
// face. And an answer of the valuer leaves it as it is.
func TestDiceAreFair(t *testing.T) {
	for _, c := range []struct {
		lib      *library.Library
		scenario string
	}{{heroes(t), "golem-wall"}, {kings(t), "skirmish"}} {
		t.Run(c.scenario, func(t *testing.T) {
			p := play(t, c.lib, c.scenario, 5, "random", "random")
			by, dice, answers := p.byGreedy(t, 20_000), 0, 0
			p.retell(t, func(q engine.Question, in review.Position, _ int) {
				all := []review.Position{in}
				next := func(n int) {
					all = append(all, review.Position{Battle: in.Battle, Answers: append(slices.Clip(in.Answers), n)})
				}
				if q.IsDie() {
					for face := range int(q.Sides) {
						next(face + 1)
					}
					dice++
				} else {
					n, err := by.Answer(in, q)
					if err != nil {
						t.Fatal(err)
					}
					next(n)
					answers++
				}
				values, err := by.Value(context.Background(), all)
				if err != nil {
					t.Fatal(err)
				}
				for seat := range 2 {
					mean := 0.0
					for _, v := range values[1:] {
						mean += v.Chances[seat] / float64(len(values)-1)
					}
					if d := mean - values[0].Chances[seat]; !values[0].Exact || math.Abs(d) > 1e-9 {
						t.Errorf("after %v: %v, and after the next answer %v", in.Answers, values[0], mean)
					}
				}
			})
			if dice == 0 || answers == 0 {
				t.Errorf("%d dice and %d answers: nothing is tested", dice, answers)
			}
		})
	}
}

// Playouts and exact odds value a position alike, within the bounds, which are of 95 %:
// twice as wide, one in 10,000 is beyond them.
func TestPlayoutsAreUnbiased(t *testing.T) {
	p := play(t, heroes(t), "golem-wall", 7, "random", "random")
	exact := p.review(t, p.byGreedy(t, 20_000))
	by := p.byGreedy(t, 1)
	by.Playouts = 300
	sampled := p.review(t, by)
	checkSums(t, sampled)
	n := 0
	for i, v := range sampled.Values {
		if v.Exact {
			continue
		}
		n++
		if d := v.Chances[0] - exact.Values[i].Chances[0]; math.Abs(d) > 2*v.Bound {
			t.Errorf("value %d: %v by playouts, exactly %v", i, v, exact.Values[i])
		}
	}
	if n < 10 {
		t.Errorf("only %d values are of playouts", n)
	}
}

// Playouts that are interrupted give the review of so many playouts as every position has.
func TestInterrupted(t *testing.T) {
	p := play(t, heroes(t), "golem-wall", 7, "random", "random")
	ctx, cancel := context.WithCancel(context.Background())
	by := p.byGreedy(t, 1)
	by.Playouts = 300
	by.Progress = func(seen int) {
		if seen > 3000 {
			cancel()
		}
	}
	r, err := review.New(ctx, p.battle(t), p.entries, by)
	var cut *review.Cut
	if !errors.As(err, &cut) || !errors.Is(err, context.Canceled) || cut.Played%20 != 0 || cut.Played == 0 || cut.Played >= 300 {
		t.Fatalf("%v", err)
	}
	if want := fmt.Sprintf("interrupted after %d of 300 playouts from each position", cut.Played); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	checkSums(t, r)
	fewer := p.byGreedy(t, 1)
	fewer.Playouts = cut.Played
	if want := p.review(t, fewer); !slices.Equal(r.Values, want.Values) || !slices.Equal(r.Moves, want.Moves) {
		t.Errorf("%v, want %v", r.Values, want.Values)
	}

	by = p.byGreedy(t, 1)
	if r, err := review.New(ctx, p.battle(t), p.entries, by); r != nil || !errors.Is(err, context.Canceled) || errors.As(err, &cut) {
		t.Errorf("before the first playout: %v, %v", r, err)
	}
}

// The valuer's own answers cost nothing, and others are found to: a planted one is the worst.
func TestWorst(t *testing.T) {
	lib := heroes(t)
	p := play(t, lib, "golem-wall", 3, "greedy", "greedy")
	r := p.review(t, p.byGreedy(t, 20_000))
	checkSums(t, r)
	if worst := r.Worst(3); len(worst) > 0 || r.Sum(0).Own != 0 || r.Sum(1).Own != 0 {
		t.Errorf("greedy's own answers: %v, %v", r.Sum(0), worst)
	}
	p = play(t, lib, "golem-wall", 3, "random", "greedy")
	r = p.review(t, p.byGreedy(t, 20_000))
	worst := r.Worst(3)
	if len(worst) != 3 || r.Sum(1).Own != 0 || math.Abs(r.Sum(0).Own+r.Sum(1).Others) > 1e-9 {
		t.Fatalf("random against greedy: %v", worst)
	}
	for i, m := range worst {
		loss := -r.Gain(m, m.Side)
		if loss <= 0 || m.Better == "" || m.Better == m.Text || m.Side != 0 || i > 0 && loss > -r.Gain(worst[i-1], 0) {
			t.Errorf("number %d loses %v: %+v", i, loss, m)
		}
	}
}

// What does not fit is refused, with the errors of a replay; what breaks off is valued so far.
func TestNewRefuses(t *testing.T) {
	p := play(t, kings(t), "skirmish", 5, "random", "random")
	try := func(entries []engine.Entry) (*review.Review, error) {
		return review.New(context.Background(), p.battle(t), entries, p.byGreedy(t, 20_000))
	}
	for _, c := range []struct {
		entries []engine.Entry
		want    string
	}{
		{append(slices.Clone(p.entries), engine.Entry{Side: engine.Luck, Sides: 6, N: 1}), "the journal does not fit this battle: the battle is over, 1 answers are left, from d6 1 on"},
		{append([]engine.Entry{{Side: 1, Text: "dance"}}, p.entries...), ""},
	} {
		_, err := try(c.entries)
		if !errors.Is(err, engine.ErrReplay) || c.want != "" && err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	cut := p.entries[:len(p.entries)/2]
	r, err := try(cut)
	if err != nil {
		t.Fatal(err)
	}
	checkSums(t, r)
	if len(r.Moves) != len(cut) || r.End().Chances[0] == 0 || r.End().Chances[0] == 1 {
		t.Errorf("%d moves of %d, the last value is %v", len(r.Moves), len(cut), r.End())
	}
}
