package experiments_test

import (
	"bytes"
	"cmp"
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

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

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
			one := programtest.Command(t, append(args, "1")...)
			for _, workers := range []string{"2", "7"} {
				if got := programtest.Command(t, append(args, workers)...); got != one {
					t.Errorf("with %s workers it is\n%s\nwith one\n%s", workers, got, one)
				}
			}
		})
	}
}

// A profile changes no result, and its calls and steps do not depend on the workers.
func TestSimProfile(t *testing.T) {
	args := []string{"sim", "siege", "--mods", "morale,luck", "-n", "40", "--json"}
	plain := programtest.Command(t, args...)
	times := regexp.MustCompile(`  [0-9.]+[a-zµ]+\n`)
	var first string
	for _, workers := range []string{"1", "3"} {
		var out, errs strings.Builder
		if code := program.Run(append(args, "--profile", "--workers", workers), &out, &errs); code != usage.ExitOK || out.String() != plain {
			t.Fatalf("exit code %d, and it prints\n%s%s", code, out.String(), errs.String())
		}
		profile := times.ReplaceAllString(errs.String(), "\n")
		if first = cmp.Or(first, profile); profile != first || !strings.Contains(profile, "\nluck    onDice ") {
			t.Errorf("with %s workers the profile is\n%s\nwith one\n%s", workers, profile, first)
		}
	}
	var errs strings.Builder
	if program.Run([]string{"sim", "siege", "-n", "1", "--profile"}, io.Discard, &errs); errs.String() != "No script was called.\n" {
		t.Errorf("without scripts the profile is %q", errs.String())
	}
}

// duelOf is the shortest of battles.
var duelOf = []string{"--aggressor", "1 orc", "--defender", "1 bandit"}

// Where --until stops does not depend on the workers.
func TestUntilStopsTheSame(t *testing.T) {
	args := slices.Concat([]string{"sim", "--until", "0.4 %", "--json", "--workers"}, []string{"1"}, duelOf)
	one := programtest.Command(t, args...)
	args[5] = "3"
	if three := programtest.Command(t, args...); three != one {
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
	text := programtest.Command(t, "sim", "reference", "-n", "300", "--seed", "5", "--json")
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
		if strings.HasPrefix(programtest.Command(t, "battle", "golem-wall", "-q", "--seed", fmt.Sprint(seed)), "aggressor wins") {
			wins[0]++
		} else {
			wins[1]++
		}
	}
	var got experiment.Summary
	if err := json.Unmarshal([]byte(programtest.Command(t, "sim", "golem-wall", "-n", "20", "--seed", "40", "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Wins["aggressor"] != wins[0] || got.Wins["defender"]+got.Draws != wins[1] {
		t.Errorf("together they come to %v, one by one to %v", got.Wins, wins)
	}
}

// A run that is interrupted prints what is known so far, and says so.
func TestSimInterrupted(t *testing.T) {
	for _, after := range []time.Duration{0, 200 * time.Millisecond} {
		args := slices.Concat([]string{"sim", "-n", "1000000000"}, duelOf)
		page := filepath.Join(t.TempDir(), "page.html")
		text, _ := programtest.Interrupted(t, after, append(args, "--json", "--report", page)...)
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
		if text, _ = programtest.Interrupted(t, after, args...); !strings.Contains(text, "\nInterrupted after ") || !strings.Contains(text, " of 1,000,000,000 battles.\n") {
			t.Errorf("after %v it is\n%s", after, text)
		}
		text, _ = programtest.Interrupted(t, after, append(args, "--csv")...)
		if !strings.Contains(text, "battles\",,,,,\n") {
			t.Errorf("after %v it is\n%s", after, text)
		}
	}
}

// A part is whole, or there is none.
func TestShardInterrupted(t *testing.T) {
	args := slices.Concat([]string{"sim", "-n", "1000000000", "--json", "--shard", "2/4"}, duelOf)
	out, errs := programtest.Interrupted(t, 0, args...)
	if want := "houserule: interrupted after 0 of 250,000,000 battles: no part is written, because a part must be complete\n"; out != "" || errs != want {
		t.Errorf("it prints %q and %q, want %q", out, errs, want)
	}
}

// The command of a report plays the same again.
func TestCommandLine(t *testing.T) {
	args := []string{"sim", "reference", "-n", "50", "--set", "heroes.die=12", "--set", "heroes.round_limit=50", "--workers", "2", "--json"}
	first := programtest.Command(t, args...)
	page := filepath.Join(t.TempDir(), "page.html")
	programtest.Command(t, append(args, "--report", page)...)
	text := programtest.Command(t, args[:len(args)-1]...)
	_, line, ok := strings.Cut(text, "  command           houserule ")
	if !ok {
		t.Fatalf("there is no command in\n%s", text)
	}
	line, _, _ = strings.Cut(line, "\n")
	if want := "sim reference -n 50 --seed 1 --set heroes.die=12 --set heroes.round_limit=50"; line != want {
		t.Errorf("the command is %q, want %q", line, want)
	}
	if again := programtest.Command(t, append(strings.Fields(line), "--json")...); again != first {
		t.Errorf("again it is\n%s\nand was\n%s", again, first)
	}
}
