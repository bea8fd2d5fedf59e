package fair_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
)

// The file of chances is that of two thousand battles of each scenario that ships. Without
// HOUSERULE_LONG a few battles must not contradict it. -update writes it, which takes minutes.
func TestChances(t *testing.T) {
	t.Parallel()
	const many, few = 2000, 30
	long := enginetest.Long || *enginetest.Update
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	var lines []*string
	for _, g := range bundled.Resolver().Games() {
		for i := range gamestest.Base(t, g).Scenarios {
			line := new(string)
			lines = append(lines, line)
			all.Go(func() {
				free <- struct{}{}
				defer func() { <-free }()
				lib, err := gamestest.Of(g.Name()).Load(games.Hint{})
				if err != nil {
					t.Error(err)
					return
				}
				s, n := lib.Scenarios[i], few
				if long {
					n = many
				}
				c, err := fair.Play(g.View, lib, s.Setup, n, nil)
				if err != nil {
					t.Errorf("%s %s: %v", g.Name(), s.ID, err)
				}
				*line = g.Name() + " " + s.ID
				for side := range s.Setup.SeatNames() {
					*line += fmt.Sprintf(" %.2f", 100*c.Wins[side])
				}
				if known := fair.Shipped(lib, s); !long && !(known.Known() && agree(known.Wins, c.Wins, n)) {
					t.Errorf("%s, by %d battles, and in the file %.4f: run the test with -update", *line, n, known.Wins)
				}
			})
		}
	}
	all.Wait()
	if long {
		var text strings.Builder
		for _, line := range lines {
			fmt.Fprintln(&text, *line)
		}
		gamestest.Golden(t, "chances.txt", text.String())
	}
}

// agree reports whether n battles do not contradict chances, by five standard errors.
func agree(known, seen analysis.Chances, n int) bool {
	for side, p := range known {
		if p = min(max(p, 0.01), 0.99); math.Abs(seen[side]-p) > 5*math.Sqrt(p*(1-p)/float64(n)) {
			return false
		}
	}
	return true
}
