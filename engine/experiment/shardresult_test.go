package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/players"
	"houserule/engine/sim"
)

// Shards are the whole, each battle one time, and cut where they say.
func TestShardRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, MaxBattles).Draw(t, "n")
		of := rapid.Int64Range(1, 300).Draw(t, "of")
		at := int64(0)
		for k := int64(1); k <= of; k++ {
			from, to := Shard{k, of}.Range(n)
			end := new(big.Int).Mul(big.NewInt(n), big.NewInt(k))
			if from != at || to != end.Div(end, big.NewInt(of)).Int64() {
				t.Fatalf("shard %d of %d of %d battles is from %d to %d, and the one before ends at %d", k, of, n, from, to, at)
			}
			at = to
		}
		if at != n {
			t.Fatalf("the shards end at %d of %d", at, n)
		}
	})
	if from, to := (Shard{}).Range(5); from != 0 || to != 5 {
		t.Errorf("all is %d to %d", from, to)
	}
}

// duel are the rules of a battle of heroes in which the arm's players take part.
var duel = RulesFunc(func(arm ArmPlan) (func() (*sim.Match, error), error) {
	wolf := &heroes.Creature{ID: "wolf", Name: "Wolf", Level: 1, Melee: 3, Ranged: 2, Defense: 7, Phase: 3, Cost: 20}
	game := heroes.NewGame(heroes.DefaultRules(), []*heroes.Creature{wolf}, nil, strategy.New)
	side := heroes.SideSetup{Army: heroes.Army{{{{N: 2, Creature: wolf}}, {{N: 1, Creature: wolf}}}, {{{N: 1, Creature: wolf}}}}}
	return func() (*sim.Match, error) {
		b, err := heroes.NewBattle(game, heroes.Setup{Sides: [2]heroes.SideSetup{side, side}})
		var seats []engine.Oracle
		for _, name := range strings.Fields(arm.Header().Get("players")) {
			seats = append(seats, map[string]engine.Oracle{"greedy": players.Greedy{}, "reference": new(strategy.Reference)}[name])
		}
		dice := engine.NewDice(0)
		return &sim.Match{Battle: b, Table: engine.NewTable(dice, seats...), Reseed: func(seed uint64) { dice.Reseed(seed) }}, err
	}, nil
})

// manyTrials is a plan of three trials with two arms: what compare, sweep and
// balance play.
func manyTrials() Plan {
	arm := func(name, player string) ArmPlan {
		return ArmPlan{name, []engine.Field{{Key: "game", Value: "heroes"}, {Key: "mods", Value: "heroes 1.0.0"}, {Key: "players", Value: player + " reference"}}, []string{"aggressor", "defender"}}
	}
	p := Plan{Kind: KindSummary, Battles: 701, Seed: 3}
	for _, name := range []string{"one", "two", "three"} {
		p.Trials = append(p.Trials, TrialPlan{name, []ArmPlan{arm("greedy", "greedy"), arm("reference", "reference")}})
	}
	return p
}

// Before a battle that fails all battles count, of its trial and of those before it, and no
// others, for any number of workers.
func TestBattleFails(t *testing.T) {
	p := manyTrials()
	p.Trials[1].Arms[1].Name = "bad"
	broke := errors.New("it broke")
	rules := RulesFunc(func(arm ArmPlan) (func() (*sim.Match, error), error) {
		newMatch, err := duel(arm)
		return func() (*sim.Match, error) {
			m, err := newMatch()
			if arm.Name != "bad" {
				return m, err
			}
			reseed, last := m.Reseed, uint64(0)
			m.Reseed = func(seed uint64) { last = seed; reseed(seed) }
			m.Play = func(*atomic.Bool) {
				if last == p.SeedOf(1)+300 {
					m.Table.Fail(broke)
				}
				if err := engine.Play(m.Battle, m.Table); err != nil {
					m.Table.Fail(err)
				}
			}
			return m, err
		}, err
	})
	var want string
	for _, workers := range []int{1, 2, 3, 7} {
		results, err := p.Run(context.Background(), rules, Options{Workers: workers})
		if !errors.Is(err, broke) || err.Error() != "2 of 3: bad, seed 303: round 2, phase 3: it broke" {
			t.Fatalf("%d workers: %v", workers, err)
		}
		for i, n := range []int64{701, 300, 0} {
			if got := results[i].Arms[0].Battles; got != n {
				t.Errorf("%d workers, trial %d: %d battles, want %d", workers, i, got, n)
			}
		}
		got := asJSON(t, results)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers: %s, want %s", workers, got, want)
		}
	}
}

func asJSON(t *testing.T, results []*sim.Result) string {
	t.Helper()
	text, err := json.Marshal(results)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writtenPart plays a shard, writes its part and reads it again.
func writtenPart(t *testing.T, p Plan, s Shard, file string) *ShardResult {
	t.Helper()
	results, err := p.Run(context.Background(), duel, Options{Shard: s})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := NewShardResult(p, s, results).Write(&text); err != nil {
		t.Fatal(err)
	}
	read, err := ReadShard(file, text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// Parts of any kind of plan come to the whole, in any order.
func TestMergeManyTrials(t *testing.T) {
	p := manyTrials()
	whole, err := p.Run(context.Background(), duel, Options{})
	if err != nil {
		t.Fatal(err)
	}
	parts := []*ShardResult{
		writtenPart(t, p, Shard{2, 3}, "b"), writtenPart(t, p, Shard{3, 3}, "c"), writtenPart(t, p, Shard{1, 3}, "a"),
	}
	_, got, err := Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	if asJSON(t, got) != asJSON(t, whole) {
		t.Errorf("the parts come to\n%s\nthe whole is\n%s", asJSON(t, got), asJSON(t, whole))
	}
}

// Shards of different sizes come to the battles that they have, from the first one on.
func TestMergeFirst(t *testing.T) {
	p := manyTrials()
	whole, err := p.Run(context.Background(), duel, Options{})
	if err != nil {
		t.Fatal(err)
	}
	half, quarter, first := writtenPart(t, p, Shard{2, 2}, "half"), writtenPart(t, p, Shard{2, 4}, "quarter"), writtenPart(t, p, Shard{1, 4}, "first")
	if _, got, err := MergeFirst([]*ShardResult{half, first, quarter}); err != nil || asJSON(t, got) != asJSON(t, whole) {
		t.Errorf("%v: the shards come to\n%s\nthe whole is\n%s", err, asJSON(t, got), asJSON(t, whole))
	}
	if plan, got, err := MergeFirst([]*ShardResult{quarter, first}); err != nil || Played(got) != 3*350 || plan.Battles != 701 {
		t.Errorf("%d of %d battles, %v", Played(got), plan.Battles, err)
	}
	for want, parts := range map[string][]*ShardResult{
		"half begins with battle 350, and the parts before it end at battle 175":    {first, half},
		"quarter begins with battle 175, and the parts before it end at battle 0":   {quarter, half},
		"quarter begins with battle 175, and the parts before it end at battle 350": {quarter, quarter, first},
	} {
		if _, _, err := MergeFirst(parts); err == nil || err.Error() != want {
			t.Errorf("the error is %q, want %q", err, want)
		}
	}
}

// More shards than battles: some have none.
func TestMergeEmptyShards(t *testing.T) {
	p := manyTrials()
	p.Battles = 2
	var parts []*ShardResult
	for k := range int64(5) {
		parts = append(parts, writtenPart(t, p, Shard{k + 1, 5}, string(rune('a'+k))))
	}
	if _, got, err := Merge(parts); err != nil || Played(got) != 6 {
		t.Errorf("%d battles, %v", Played(got), err)
	}
}

// Workers are used up: trials side by side, or one after the other on all, and
// progress never goes back.
func TestRun(t *testing.T) {
	p := manyTrials()
	var before string
	for _, workers := range []int{1, 2, 3, 4, 9} {
		last := make(chan int64, 1000)
		results, err := p.Run(context.Background(), duel, Options{Workers: workers, Progress: func(done int64) { last <- done }})
		if err != nil {
			t.Fatal(err)
		}
		close(last)
		most := int64(0)
		for n := range last {
			most = max(most, n)
		}
		if want := 3 * p.Battles; most != want {
			t.Errorf("%d workers: the last progress is %d, want %d", workers, most, want)
		}
		if text := asJSON(t, results); before != "" && text != before {
			t.Errorf("%d workers come to something else:\n%s", workers, text)
		} else {
			before = text
		}
	}
}

// What no shard writes cannot be merged, whatever its check says.
func TestDamagedParts(t *testing.T) {
	p := manyTrials()
	p.Battles = 6
	for _, row := range []struct {
		name   string
		damage func(*ShardResult)
		want   string
	}{
		{"texts", func(p *ShardResult) { p.Plan.Command = "sim\n\u202e" }, `a.json is damaged: the text "sim\n\u202e" has the line break`},
		{"shard", func(p *ShardResult) { p.Shard = 4 }, "a.json is damaged: shard 4 of 3"},
		{"of", func(p *ShardResult) { p.Of = 0 }, "a.json is damaged: shard 1 of 0"},
		{"n", func(p *ShardResult) { p.Plan.Battles = 0 }, "a.json is damaged: 0 battles"},
		{"results", func(p *ShardResult) { p.Results = p.Results[1:] }, "a.json is damaged: 2 results of 3 trials"},
		{"null", func(p *ShardResult) { p.Results[1] = nil }, "a.json is damaged: result 2 has not the arms of its trial"},
		{"pairs", func(p *ShardResult) { p.Results[0].Pairs = nil }, "a.json is damaged: result 1 has not the arms of its trial"},
		{"battles", func(p *ShardResult) { p.Results[0].Arms[1].Battles++ }, "a.json is damaged: result 1, arm 2: 3 battles, where 2 were to be played"},
		{"draws", func(p *ShardResult) { p.Results[0].Arms[0].Draws += 2 }, "a.json is damaged: result 1, arm 1: 4 battles, where 2 were to be played"},
		{"lengths", func(p *ShardResult) { p.Results[0].Arms[0].Finishes = nil }, "a.json is damaged: result 1, arm 1: finishes of 0 lengths, where there are 4"},
		{"finishes", func(p *ShardResult) { p.Results[0].Arms[0].Finishes[1].Wins[0] += 5 }, "a.json is damaged: result 1, arm 1: [6 1 0 0] wins by length, where there are [1 1 0 0]"},
		{"joint", func(p *ShardResult) { p.Results[0].Pairs[0].Joint[0][1]++ }, "a.json is damaged: result 1, arm 2: 3 pairs of battles, where 2 were to be played"},
		{"rows", func(p *ShardResult) {
			p.Results[0].Arms[0].Tables = []sim.Table{{Name: "kills", Columns: []string{"n"}, Rows: map[string][]int64{"orc": {1, 2}}}}
		}, "a.json is damaged: result 1, arm 1: table kills: orc has 2 numbers for 1 columns"},
		{"line-ups", func(p *ShardResult) { p.Plan.Lineups = 2 }, "a.json is damaged: 3 trials of 2 line-ups"},
		{"no line-ups", func(p *ShardResult) { p.Plan.Lineups = -1 }, "a.json is damaged: 3 trials of -1 line-ups"},
		{"kind", func(p *ShardResult) { p.Plan.Kind = "tea" }, `a.json is of the experiment "tea", which this program does not know`},
	} {
		t.Run(row.name, func(t *testing.T) {
			damaged := writtenPart(t, p, Shard{1, 3}, "a.json")
			row.damage(damaged)
			var text bytes.Buffer
			if err := damaged.Write(&text); err != nil {
				t.Fatal(err)
			}
			if _, err := ReadShard("a.json", text.Bytes()); err == nil || err.Error() != row.want {
				t.Errorf("the error is %v, want %s", err, row.want)
			}
		})
	}
}

// A part that would take much more memory than its text is refused.
func TestLargeParts(t *testing.T) {
	head := `{"format":"houserule part","version":3,`
	for _, row := range []struct{ text, want string }{
		{head + `"results":[{"pairs":[` + strings.Repeat("{},", maxPartObjects) + `{}]}]}`, "a.json is damaged: it has more than 600000 objects"},
		{head + `"results":[{"arms":[{"rounds":[` + strings.Repeat("1,", maxPartValues) + `1]}]}]}`, "a.json is damaged: it has more than 3000000 values"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadShard("a.json", []byte(row.text))
		runtime.ReadMemStats(&after)
		if fmt.Sprint(err) != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
		if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 100 {
			t.Errorf("it took %d MB", grown)
		}
	}
}

// Wherever a file breaks off, it is no part, and whatever is changed in it.
func TestBrokenParts(t *testing.T) {
	p := manyTrials()
	p.Battles = 3
	results, err := p.Run(context.Background(), duel, Options{Shard: Shard{1, 3}})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := NewShardResult(p, Shard{1, 3}, results).Write(&text); err != nil {
		t.Fatal(err)
	}
	whole := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	for end := 1; end < len(whole); end += 97 {
		if _, err := ReadShard("x.json", whole[:end]); err == nil || err.Error() != "x.json breaks off: it was not written, or not copied, to its end" {
			t.Fatalf("cut off after %d bytes: %v", end, err)
		}
	}
	for i := 0; i < len(whole); i += 41 {
		changed := bytes.Clone(whole)
		if changed[i] >= '0' && changed[i] <= '8' {
			changed[i]++
			if _, err := ReadShard("x.json", changed); err == nil {
				t.Fatalf("byte %d is another, and nobody notices:\n%s", i, changed)
			}
		}
	}
}

// Parts of different runs are told apart by what differs first.
func TestDiffer(t *testing.T) {
	p := manyTrials()
	p.Battles = 6
	for _, row := range []struct {
		name   string
		change func(*Plan)
		want   string
	}{
		{"program", func(p *Plan) { p.Program = "houserule v9" }, `program is "" in the first and "houserule v9" in the second`},
		{"trials", func(p *Plan) { p.Trials = p.Trials[:2] }, `number of trials is "3" in the first and "2" in the second`},
		{"line-ups", func(p *Plan) { p.Lineups = 3 }, `number of line-ups is "1" in the first and "3" in the second`},
		{"trial", func(p *Plan) { p.Trials[1].Name = "zwei" }, `trial 2: name is "two" in the first and "zwei" in the second`},
		{"arm", func(p *Plan) { p.Trials[1].Arms[1] = p.Trials[1].Arms[0] }, `trial 2: arm 2: name is "reference" in the first and "greedy" in the second`},
		{"fields", func(p *Plan) { p.Trials[0].Arms[0].Battle = p.Trials[0].Arms[0].Battle[1:] }, "the first says trial 1: arm 1: game where the second says trial 1: arm 1: mods"},
		{"detail", func(p *Plan) { p.Detail = json.RawMessage(`{"x":1}`) }, `detail is "" in the first and "{\"x\":1}" in the second`},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := writtenPart(t, p, Shard{1, 2}, "a.json")
			b := *a
			b.file, b.Shard = "b.json", 2
			b.Plan.Trials = nil
			for _, trial := range a.Plan.Trials {
				b.Plan.Trials = append(b.Plan.Trials, TrialPlan{trial.Name, append([]ArmPlan(nil), trial.Arms...)})
			}
			row.change(&b.Plan)
			err := differ(a, &b)
			if want := "a.json and b.json are parts of different runs: " + row.want; err == nil || err.Error() != want {
				t.Errorf("the error is %v, want %s", err, want)
			}
		})
	}
	a := writtenPart(t, p, Shard{1, 2}, "a.json")
	b := *a
	if b.Plan.Command = "typed otherwise"; differ(a, &b) != nil {
		t.Error("how the command was typed makes another run")
	}
}
