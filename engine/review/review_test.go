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
	"houserule/engine/analysis"
	"houserule/engine/best"
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

// analyst returns an analyst of the battle: with its solved game, if solved.
func (p *played) analyst(t testing.TB, solved bool) *analysis.Analyst {
	t.Helper()
	b := p.battle(t)
	by := analysis.New()
	if !solved {
		return by
	}
	g, err := best.New(b)
	if err == nil {
		err = g.Solve(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	by.Solved = g
	return by
}

func (p *played) review(t testing.TB, by *analysis.Analyst, nodes int) *review.Review {
	t.Helper()
	r, err := review.New(context.Background(), p.battle(t), p.entries, by, analysis.Nodes(nodes))
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
		solved   bool
	}{
		{heroes(t), "reference", []string{"random", "reference"}, false},
		{heroes(t), "golem-wall", []string{"random", "greedy"}, false},
		{kings(t), "skirmish", []string{"random", "random"}, true},
		{kings(t), "three-kings", []string{"random", "greedy", "random"}, false},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			p := play(t, c.lib, c.scenario, 3, c.players...)
			r := p.review(t, p.analyst(t, c.solved), 500)
			checkSums(t, r)
			if r.Exact() != c.solved {
				t.Errorf("exact: %v", r.Exact())
			}
			for i, m := range r.Moves {
				if before, after := r.Values[m.Before].Chances, r.Values[m.After].Chances; m.Better != "" && before[m.Side] <= after[m.Side] {
					t.Errorf("move %d, %v, loses nothing: %v, then %v", i, m, before, after)
				}
			}
			t.Logf("within %.2g; %d moves, %d values", r.Bound(), len(r.Moves), len(r.Values))
		})
	}
}

// A review is the same each time, and the answers that its analysis puts first cost nothing.
func TestOwnAnswersCostNothing(t *testing.T) {
	const nodes = 300
	lib := heroes(t)
	s, err := lib.Scenario("golem-wall")
	if err != nil {
		t.Fatal(err)
	}
	p := &played{lib: lib, setup: s.Setup}
	table := engine.NewTable(lib.Dice(4), players.NewSearch(nodes), players.NewSearch(nodes))
	table.Record(p)
	if err := engine.Play(p.battle(t), table); err != nil {
		t.Fatal(err)
	}
	r := p.review(t, p.analyst(t, false), nodes)
	for seat := range engine.Side(2) {
		if s := r.Sum(seat); s.Own != 0 || len(r.Worst(3)) > 0 {
			t.Errorf("seat %d: %+v, %v", seat, s, r.Worst(3))
		}
	}
	if again := p.review(t, p.analyst(t, false), nodes); !slices.Equal(again.Values, r.Values) || !slices.Equal(again.Moves, r.Moves) {
		t.Error("the second review differs")
	}
}

// A review that is interrupted is one of the battle so far.
func TestInterrupted(t *testing.T) {
	p := play(t, heroes(t), "golem-wall", 7, "random", "random")
	whole := p.review(t, p.analyst(t, false), 100)
	ctx := &after{Context: context.Background(), left: 100}
	r, err := review.New(ctx, p.battle(t), p.entries, p.analyst(t, false), analysis.Nodes(100))
	cut := new(review.Cut)
	if !errors.As(err, &cut) || cut.Seen == 0 || cut.Seen >= len(p.entries) || len(r.Moves) != cut.Seen {
		t.Fatalf("%v", err)
	}
	if want := fmt.Sprintf("interrupted after %d of %d dice and answers", cut.Seen, len(p.entries)); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	for i, m := range r.Moves {
		if m.Text != whole.Moves[i].Text || m.Better != whole.Moves[i].Better {
			t.Errorf("move %d is %v, want %v", i, m, whole.Moves[i])
		}
	}
	if r, err := review.New(&after{Context: context.Background()}, p.battle(t), p.entries, p.analyst(t, false), analysis.Nodes(100)); r != nil || !errors.Is(err, context.Canceled) || errors.As(err, &cut) {
		t.Errorf("before the first question: %v, %v", r, err)
	}
}

// An after is a context that ends after it was asked so many times.
type after struct {
	context.Context
	left int
}

func (a *after) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// Answers that lose much are found: those of random cost more than those of best play, which
// cost nothing.
func TestWorst(t *testing.T) {
	p := play(t, kings(t), "skirmish", 3, "random", "random")
	r := p.review(t, p.analyst(t, true), 1)
	worst := r.Worst(3)
	if len(worst) == 0 {
		t.Fatal("random has made no mistake")
	}
	for i, m := range worst {
		loss := -r.Gain(m, m.Side)
		if loss <= 0 || m.Better == "" || m.Better == m.Text || i > 0 && loss > -r.Gain(worst[i-1], worst[i-1].Side) {
			t.Errorf("number %d loses %v: %+v", i, loss, m)
		}
	}
}

// What does not fit is refused, with the errors of a replay; what breaks off is valued so far.
func TestNewRefuses(t *testing.T) {
	p := play(t, kings(t), "skirmish", 5, "random", "random")
	try := func(entries []engine.Entry) (*review.Review, error) {
		return review.New(context.Background(), p.battle(t), entries, p.analyst(t, false), analysis.Nodes(500))
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
