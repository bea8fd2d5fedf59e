package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/library"
	"houserule/engine/sim"
)

// Shards are the whole, each battle one time, and cut where they say.
func TestShardStretch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, maxBattles).Draw(t, "n")
		of := rapid.Int64Range(1, 300).Draw(t, "of")
		at := int64(0)
		for k := int64(1); k <= of; k++ {
			s := shard{k, of}.stretch(n)
			end := new(big.Int).Mul(big.NewInt(n), big.NewInt(k))
			if s.From != at || s.To != end.Div(end, big.NewInt(of)).Int64() {
				t.Fatalf("shard %d of %d of %d battles is from %d to %d, and the one before ends at %d", k, of, n, s.From, s.To, at)
			}
			at = s.To
		}
		if at != n {
			t.Fatalf("the shards end at %d of %d", at, n)
		}
	})
	if s := (shard{}).stretch(5); s != (stretch{0, 5}) {
		t.Errorf("without a shard it is %v", s)
	}
}

// manyTrials is a plan of three trials with two arms: what compare, sweep and
// balance play.
func manyTrials(t *testing.T) (*lab, plan) {
	t.Helper()
	mods := new(modOptions)
	lib, err := mods.load(clue{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(mods)
	l.keep(lib)
	arm := func(name, player string) armPlan {
		s, err := lib.Scenario("reference")
		if err != nil {
			t.Fatal(err)
		}
		return newArm(lib, name, library.Match{Scenario: "reference", Setup: s.Setup, Seed: 3, Dice: library.Seeded, Players: []string{player, "reference"}})
	}
	p := plan{Kind: "sim", Battles: 701, Seed: 3}
	for _, name := range []string{"one", "two", "three"} {
		p.Trials = append(p.Trials, trialPlan{name, []armPlan{arm("greedy", "greedy"), arm("reference", "reference")}})
	}
	return l, p
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
func writtenPart(t *testing.T, l *lab, p plan, s shard, file string) *part {
	t.Helper()
	results, err := l.run(context.Background(), p, s.stretch(p.Battles), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := newPart(p, s, results).write(&text); err != nil {
		t.Fatal(err)
	}
	read, err := readPart(file, text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// Parts of any kind of plan come to the whole, in any order.
func TestMergeManyTrials(t *testing.T) {
	l, p := manyTrials(t)
	whole, err := l.run(context.Background(), p, stretch{0, p.Battles}, nil)
	if err != nil {
		t.Fatal(err)
	}
	parts := []*part{
		writtenPart(t, l, p, shard{2, 3}, "b"), writtenPart(t, l, p, shard{3, 3}, "c"), writtenPart(t, l, p, shard{1, 3}, "a"),
	}
	_, got, err := merged(parts)
	if err != nil {
		t.Fatal(err)
	}
	if asJSON(t, got) != asJSON(t, whole) {
		t.Errorf("the parts come to\n%s\nthe whole is\n%s", asJSON(t, got), asJSON(t, whole))
	}
}

// More shards than battles: some have none.
func TestMergeEmptyShards(t *testing.T) {
	l, p := manyTrials(t)
	p.Battles = 2
	var parts []*part
	for k := range int64(5) {
		parts = append(parts, writtenPart(t, l, p, shard{k + 1, 5}, string(rune('a'+k))))
	}
	if _, got, err := merged(parts); err != nil || played(got) != 6 {
		t.Errorf("%d battles, %v", played(got), err)
	}
}

// Workers are used up: trials side by side, or one after the other on all, and
// progress never goes back.
func TestRunAll(t *testing.T) {
	l, p := manyTrials(t)
	var before string
	for _, workers := range []int{1, 2, 3, 4, 9} {
		var bar progress
		last := make(chan int64, 1000)
		l.workers = workers
		results, err := l.run(context.Background(), p, stretch{0, p.Battles}, func(done int64) { bar.at(done); last <- done })
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
	l, p := manyTrials(t)
	p.Battles = 6
	for _, row := range []struct {
		name   string
		damage func(*part)
		want   string
	}{
		{"texts", func(p *part) { p.Plan.Command = "sim\n\u202e" }, `a.json is damaged: the text "sim\n\u202e" has the line break`},
		{"shard", func(p *part) { p.Shard = 4 }, "a.json is damaged: shard 4 of 3"},
		{"of", func(p *part) { p.Of = 0 }, "a.json is damaged: shard 1 of 0"},
		{"n", func(p *part) { p.Plan.Battles = 0 }, "a.json is damaged: 0 battles"},
		{"results", func(p *part) { p.Results = p.Results[1:] }, "a.json is damaged: 2 results of 3 trials"},
		{"null", func(p *part) { p.Results[1] = nil }, "a.json is damaged: result 2 has not the arms of its trial"},
		{"pairs", func(p *part) { p.Results[0].Pairs = nil }, "a.json is damaged: result 1 has not the arms of its trial"},
		{"battles", func(p *part) { p.Results[0].Arms[1].Battles++ }, "a.json is damaged: result 1, arm 2: 3 battles, where 2 were to be played"},
		{"draws", func(p *part) { p.Results[0].Arms[0].Draws += 2 }, "a.json is damaged: result 1, arm 1: 4 battles, where 2 were to be played"},
		{"joint", func(p *part) { p.Results[0].Pairs[0].Joint[0][1]++ }, "a.json is damaged: result 1, arm 2: 3 pairs of battles, where 2 were to be played"},
		{"rows", func(p *part) {
			p.Results[0].Arms[0].Tables = []sim.Table{{Name: "kills", Columns: []string{"n"}, Rows: map[string][]int64{"orc": {1, 2}}}}
		}, "a.json is damaged: result 1, arm 1: table kills: orc has 2 numbers for 1 columns"},
		{"kind", func(p *part) { p.Plan.Kind = "tea" }, `a.json is of the experiment "tea", which this program does not know`},
	} {
		t.Run(row.name, func(t *testing.T) {
			damaged := writtenPart(t, l, p, shard{1, 3}, "a.json")
			row.damage(damaged)
			var text bytes.Buffer
			if err := damaged.write(&text); err != nil {
				t.Fatal(err)
			}
			if _, err := readPart("a.json", text.Bytes()); err == nil || err.Error() != row.want {
				t.Errorf("the error is %v, want %s", err, row.want)
			}
		})
	}
}

// A part that would take much more memory than its text is refused, and so is the
// plan of one that could not be read again.
func TestLargeParts(t *testing.T) {
	head := `{"format":"houserule part","version":1,`
	for _, row := range []struct{ text, want string }{
		{head + `"results":[{"pairs":[` + strings.Repeat("{},", maxPartObjects) + `{}]}]}`, "a.json is damaged: it has more than 600000 objects"},
		{head + `"results":[{"arms":[{"rounds":[` + strings.Repeat("1,", maxPartValues) + `1]}]}]}`, "a.json is damaged: it has more than 3000000 values"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readPart("a.json", []byte(row.text))
		runtime.ReadMemStats(&after)
		if fmt.Sprint(err) != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
		if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 100 {
			t.Errorf("it took %d MB", grown)
		}
	}

	p := plan{Trials: make([]trialPlan, 1)}
	if err := p.checkSize(); err != nil {
		t.Error(err)
	}
	p.Trials[0].Name = strings.Repeat("x", 16<<20)
	want := "--shard: the plan has 1 trial and 16777303 bytes, and a part can be merged whose plan has at most 16777216: play less at a time"
	if err := p.checkSize(); fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Wherever a file breaks off, it is no part, and whatever is changed in it.
func TestBrokenParts(t *testing.T) {
	l, p := manyTrials(t)
	p.Battles = 3
	results, err := l.run(context.Background(), p, stretch{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := newPart(p, shard{1, 3}, results).write(&text); err != nil {
		t.Fatal(err)
	}
	whole := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	for end := 1; end < len(whole); end += 97 {
		if _, err := readPart("x.json", whole[:end]); err == nil || err.Error() != "x.json breaks off: it was not written, or not copied, to its end" {
			t.Fatalf("cut off after %d bytes: %v", end, err)
		}
	}
	for i := 0; i < len(whole); i += 41 {
		changed := bytes.Clone(whole)
		if changed[i] >= '0' && changed[i] <= '8' {
			changed[i]++
			if _, err := readPart("x.json", changed); err == nil {
				t.Fatalf("byte %d is another, and nobody notices:\n%s", i, changed)
			}
		}
	}
}

// Parts of different runs are told apart by what differs first.
func TestDiffer(t *testing.T) {
	l, p := manyTrials(t)
	p.Battles = 6
	for _, row := range []struct {
		name   string
		change func(*plan)
		want   string
	}{
		{"program", func(p *plan) { p.Program = "houserule v9" }, `program is "" in the first and "houserule v9" in the second`},
		{"trials", func(p *plan) { p.Trials = p.Trials[:2] }, `number of trials is "3" in the first and "2" in the second`},
		{"trial", func(p *plan) { p.Trials[1].Name = "zwei" }, `trial 2: name is "two" in the first and "zwei" in the second`},
		{"arm", func(p *plan) { p.Trials[1].Arms[1] = p.Trials[1].Arms[0] }, `trial 2: arm 2: name is "reference" in the first and "greedy" in the second`},
		{"fields", func(p *plan) { p.Trials[0].Arms[0].Battle = p.Trials[0].Arms[0].Battle[1:] }, "the first says trial 1: arm 1: game where the second says trial 1: arm 1: mods"},
		{"detail", func(p *plan) { p.Detail = json.RawMessage(`{"x":1}`) }, `detail is "" in the first and "{\"x\":1}" in the second`},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := writtenPart(t, l, p, shard{1, 2}, "a.json")
			b := *a
			b.file, b.Shard = "b.json", 2
			b.Plan.Trials = nil
			for _, trial := range a.Plan.Trials {
				b.Plan.Trials = append(b.Plan.Trials, trialPlan{trial.Name, append([]armPlan(nil), trial.Arms...)})
			}
			row.change(&b.Plan)
			err := differ(a, &b)
			if want := "a.json and b.json are parts of different runs: " + row.want; err == nil || err.Error() != want {
				t.Errorf("the error is %v, want %s", err, want)
			}
		})
	}
	a := writtenPart(t, l, p, shard{1, 2}, "a.json")
	b := *a
	if b.Plan.Command = "typed otherwise"; differ(a, &b) != nil {
		t.Error("how the command was typed makes another run")
	}
}

// A kind that nobody knows is refused where it is shown, too.
func TestUnknownKind(t *testing.T) {
	err := newLab(new(modOptions)).print(context.Background(), new(strings.Builder), plan{Kind: "tea"}, nil, outputOptions{}, "")
	if err == nil || err.Error() != `unknown experiment "tea"` {
		t.Errorf("the error is %v", err)
	}
}
