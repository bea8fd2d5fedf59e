package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// command runs houserule and returns what it prints.
func command(t testing.TB, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := run(args, &out, &errs); code != exitOK {
		t.Fatalf("houserule %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// Results are a function of seed and n, for any number of workers.
func TestSimWorkers(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ scenario, players string }{
		{"reference", "greedy,reference"},
		{"siege", "greedy,reference"},
		{"reference", "random,random"},
	} {
		t.Run(row.scenario+" "+row.players, func(t *testing.T) {
			args := []string{"sim", row.scenario, "--players", row.players, "-n", "1100", "--seed", "9", "--json", "--workers"}
			one := command(t, append(args, "1")...)
			for _, workers := range []string{"2", "7"} {
				if got := command(t, append(args, workers)...); got != one {
					t.Errorf("with %s workers it is\n%s\nwith one\n%s", workers, got, one)
				}
			}
		})
	}
}

// A profile changes no result, and its calls and steps do not depend on the workers.
func TestSimProfile(t *testing.T) {
	args := []string{"sim", "siege", "--mods", "morale,luck", "-n", "40", "--json"}
	plain := command(t, args...)
	times := regexp.MustCompile(`  [0-9.]+[a-zµ]+\n`)
	var first string
	for _, workers := range []string{"1", "3"} {
		var out, errs strings.Builder
		if code := run(append(args, "--profile", "--workers", workers), &out, &errs); code != exitOK || out.String() != plain {
			t.Fatalf("exit code %d, and it prints\n%s%s", code, out.String(), errs.String())
		}
		profile := times.ReplaceAllString(errs.String(), "\n")
		if first = cmp.Or(first, profile); profile != first || !strings.Contains(profile, "\nluck    onDice ") {
			t.Errorf("with %s workers the profile is\n%s\nwith one\n%s", workers, profile, first)
		}
	}
	var errs strings.Builder
	if run([]string{"sim", "siege", "-n", "1", "--profile"}, io.Discard, &errs); errs.String() != "No script was called.\n" {
		t.Errorf("without scripts the profile is %q", errs.String())
	}
}

// duelOf is the shortest of battles.
var duelOf = []string{"--aggressor", "1 orc", "--defender", "1 bandit"}

// Where --until stops does not depend on the workers.
func TestUntilStopsTheSame(t *testing.T) {
	args := slices.Concat([]string{"sim", "--until", "0.4 %", "--json", "--workers"}, []string{"1"}, duelOf)
	one := command(t, args...)
	args[5] = "3"
	if three := command(t, args...); three != one {
		t.Errorf("with three workers it is\n%s\nwith one\n%s", three, one)
	}
	var got experiment.Summary
	if err := json.Unmarshal([]byte(one), &got); err != nil {
		t.Fatal(err)
	}
	// A single look would do with 57,000 battles, the share being one of 0.39: here it is as
	// if it took 3.7 standard errors in place of 1.96.
	if got.N < 190_000 || got.N > 215_000 || got.Until == nil || !got.Until.Reached {
		t.Errorf("it took %d battles, %+v", got.N, got.Until)
	}
}

// The JSON has the keys that its users know.
func TestSimJSON(t *testing.T) {
	text := command(t, "sim", "reference", "-n", "300", "--seed", "5", "--json")
	var got struct {
		N     int64
		Seed  uint64
		Mods  []string
		Wins  struct{ Aggressor, Defender int64 }
		Draws int64
		Rates map[string]struct{ Value, Low, High float64 }

		Rounds struct {
			Mean      float64
			Histogram []struct{ Rounds, Battles int64 }
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.N != 300 || got.Seed != 5 || len(got.Mods) != 1 || got.Wins.Aggressor+got.Wins.Defender+got.Draws != 300 {
		t.Errorf("it is\n%s", text)
	}
	var battles, rounds int64
	for _, l := range got.Rounds.Histogram {
		battles += l.Battles
		rounds += l.Rounds * l.Battles
	}
	if battles != 300 || math.Abs(got.Rounds.Mean-float64(rounds)/300) > 1e-9 {
		t.Errorf("the histogram is of %d battles and %d rounds, the mean is %v", battles, rounds, got.Rounds.Mean)
	}
	want := sim.Wilson(got.Wins.Defender, 300)
	if r := got.Rates["defender"]; math.Abs(r.Value-want.Value)+math.Abs(r.Low-want.Low)+math.Abs(r.High-want.High) > 1e-9 {
		t.Errorf("the defender's rate is %+v, want %+v", r, want)
	}
}

// Battle i has the seed --seed + i.
func TestSimSeeds(t *testing.T) {
	var wins [2]int64
	for seed := 40; seed < 60; seed++ {
		if strings.HasPrefix(command(t, "battle", "golem-wall", "-q", "--seed", fmt.Sprint(seed)), "aggressor wins") {
			wins[0]++
		} else {
			wins[1]++
		}
	}
	var got experiment.Summary
	if err := json.Unmarshal([]byte(command(t, "sim", "golem-wall", "-n", "20", "--seed", "40", "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Wins["aggressor"] != wins[0] || got.Wins["defender"]+got.Draws != wins[1] {
		t.Errorf("together they come to %v, one by one to %v", got.Wins, wins)
	}
}

// interruptedRun runs houserule until a context is done.
func interruptedRun(t *testing.T, after time.Duration, args ...string) (out, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	var stdout, stderr bytes.Buffer
	root := newRoot(&stdout)
	root.SetArgs(args)
	root.SetErr(&stderr)
	if err := root.ExecuteContext(ctx); err != repl.ErrInterrupted {
		t.Fatalf("houserule %s: %v, want ErrInterrupted", strings.Join(args, " "), err)
	}
	return stdout.String(), stderr.String()
}

// A run that is interrupted prints what is known so far, and says so.
func TestSimInterrupted(t *testing.T) {
	for _, after := range []time.Duration{0, 200 * time.Millisecond} {
		args := slices.Concat([]string{"sim", "-n", "1000000000"}, duelOf)
		page := filepath.Join(t.TempDir(), "page.html")
		text, _ := interruptedRun(t, after, append(args, "--json", "--report", page)...)
		var got struct {
			Interrupted bool
			N           int64
			Wins        struct{ Aggressor, Defender int64 }
			Draws       int64
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if !got.Interrupted || got.N >= 1e9 || got.Wins.Aggressor+got.Wins.Defender+got.Draws != got.N {
			t.Errorf("after %v it is\n%s", after, text)
		}
		if html, err := os.ReadFile(page); err != nil || !bytes.Contains(html, []byte("Interrupted after ")) {
			t.Errorf("the report does not say that the run was interrupted (%v)", err)
		}
		if text, _ = interruptedRun(t, after, args...); !strings.Contains(text, "\nInterrupted after ") || !strings.Contains(text, " of 1,000,000,000 battles.\n") {
			t.Errorf("after %v it is\n%s", after, text)
		}
		text, _ = interruptedRun(t, after, append(args, "--csv")...)
		if !strings.Contains(text, "battles\",,,,,\n") {
			t.Errorf("after %v it is\n%s", after, text)
		}
	}
}

// A part is whole, or there is none.
func TestShardInterrupted(t *testing.T) {
	args := slices.Concat([]string{"sim", "-n", "1000000000", "--json", "--shard", "2/4"}, duelOf)
	out, errs := interruptedRun(t, 0, args...)
	if want := "houserule: interrupted after 0 of 250,000,000 battles: no part is written, because a part must be complete\n"; out != "" || errs != want {
		t.Errorf("it prints %q and %q, want %q", out, errs, want)
	}
}

// Of a sweep's many lists of mods only the first are told.
func TestFactsOfManyLists(t *testing.T) {
	p := experiment.Plan{Kind: experiment.KindSweep, Battles: 50, Seed: 3, Trials: []experiment.TrialPlan{{}}}
	for n := range 6 {
		p.Trials[0].Arms = append(p.Trials[0].Arms, experiment.ArmPlan{Battle: []engine.Field{{Key: "mods", Value: fmt.Sprintf("heroes 1.0.0 sha256:01 die=%d", n)}}})
	}
	var lists []string
	for _, f := range results.Facts(p) {
		if f.Name == "mods" {
			lists = append(lists, f.Value)
		}
	}
	if len(lists) != 5 || !strings.HasSuffix(lists[3], "die=3") || lists[4] != "and 2 more lists, in the JSON" {
		t.Errorf("the lists are %q", lists)
	}
}

// Where trials have seeds of their own, the facts say so.
func TestFactsOfSeeds(t *testing.T) {
	p := experiment.Plan{Battles: 50, Seed: 3, Trials: make([]experiment.TrialPlan, 2)}
	for apart, want := range map[bool]string{false: "from 3, one for each battle", true: "from 3; each trial has the next 50"} {
		p.Apart = apart
		if got := results.Facts(p)[2]; got.Name != "seeds" || got.Value != want {
			t.Errorf("apart %v: it is %v, want %s", apart, got, want)
		}
	}
}

// The command of a report plays the same again.
func TestCommandLine(t *testing.T) {
	args := []string{"sim", "reference", "-n", "50", "--set", "heroes.die=12", "--set", "heroes.round_limit=50", "--workers", "2", "--json"}
	first := command(t, args...)
	page := filepath.Join(t.TempDir(), "page.html")
	command(t, append(args, "--report", page)...)
	text := command(t, args[:len(args)-1]...)
	_, line, ok := strings.Cut(text, "  command           houserule ")
	if !ok {
		t.Fatalf("there is no command in\n%s", text)
	}
	line, _, _ = strings.Cut(line, "\n")
	if want := "sim reference -n 50 --seed 1 --set heroes.die=12 --set heroes.round_limit=50"; line != want {
		t.Errorf("the command is %q, want %q", line, want)
	}
	if again := command(t, append(strings.Fields(line), "--json")...); again != first {
		t.Errorf("again it is\n%s\nand was\n%s", again, first)
	}
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"": "''", "siege": "siege", "0.1%": "0.1%", "1 orc": "'1 orc'", "it's": `'it'\''s'`, "$k": "'$k'", "a|b": "'a|b'"} {
		if got := usage.Quoted(word); got != want {
			t.Errorf("%q is %s, want %s", word, got, want)
		}
	}
}

// A kind that nobody knows is refused where it is shown, too.
func TestUnknownKind(t *testing.T) {
	err := newPlanRunner(newResolver()).print(context.Background(), new(strings.Builder), experiment.Plan{Kind: "tea"}, nil, outputOptions{}, "")
	if err == nil || err.Error() != `unknown experiment "tea"` {
		t.Errorf("the error is %v", err)
	}
}

// The plan of a part that could not be read again is refused.
func TestLargePlan(t *testing.T) {
	p := experiment.Plan{Trials: make([]experiment.TrialPlan, 1)}
	if err := checkSize(p); err != nil {
		t.Error(err)
	}
	p.Trials[0].Name = strings.Repeat("x", 16<<20)
	want := "--shard: the plan has 1 trial and 16777303 bytes, and a part can be merged whose plan has at most 16777216: play less at a time"
	if err := checkSize(p); fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
