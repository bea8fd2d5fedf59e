package runner_test

import (
	"context"
	"io"
	"slices"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// BenchmarkSim simulates the reference battle and plays it by hand, in turn.
func BenchmarkSim(b *testing.B) {
	lib, err := gamestest.Load()
	if err != nil {
		b.Fatal(err)
	}
	s, err := lib.Scenario("reference")
	if err != nil {
		b.Fatal(err)
	}
	m := library.Match{Setup: s.Setup, Seed: 1, Players: []string{"reference", "reference"}}
	const battles = 4000
	trial := sim.Trial{Arms: []sim.Arm{{New: func() (*sim.Match, error) { return runner.NewMatch(bundled.Resolver().View(lib), lib, m, nil) }}}, Seed: 1, From: 100_000, To: 100_000 + battles}
	// Few at a time, as by hand: of long stretches none is undisturbed.
	var hand byHand
	var simulated, byHand fastest
	for b.Loop() {
		simulated.block(1, func(uint64) {
			if _, err := trial.Run(context.Background()); err != nil {
				b.Fatal(err)
			}
		})
		byHand.block(battles, func(seed uint64) { hand.play(seed) })
	}
	b.ReportMetric(float64(simulated)/battles, "ns/battle")
	b.ReportMetric(float64(byHand)/float64(simulated), "ratio")
}

// BenchmarkWalks simulates battles of several scenarios: it learns and walks their chains.
func BenchmarkWalks(b *testing.B) {
	for b.Loop() {
		for _, args := range [][]string{
			{"reference", "--players", "reference"}, {"reference"}, {"casters"}, {"duel", "--game", "heroes"}, {"golem-wall"},
			{"siege", "-n", "100000"},
		} {
			if code := program.Run(slices.Concat([]string{"sim", "-n", "300000", "--workers", "1", "--json"}, args), io.Discard, io.Discard); code != usage.ExitOK {
				b.Fatal(args, code)
			}
		}
	}
}
