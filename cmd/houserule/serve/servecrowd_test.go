package serve_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"houserule/cmd/houserule/servetest"
	"houserule/engine/enginetest"
)

var crowdTime = flag.Duration("crowd", time.Second, "how long TestServeCrowd lets a crowd play")

// Many battles at once, each with two players whose connections are cut again and again, and
// one with many who watch: no answer is lost, and what a battle needs is free again after it.
func TestServeCrowd(t *testing.T) {
	battles, watchers, lasts := 4, 10, *crowdTime
	if enginetest.Long {
		battles, watchers, lasts = 100, 200, 2*lasts
	}
	room, server := servetest.Open(t, "skirmish", 1, "human", "human")
	for range watchers {
		servetest.Visit(t, server.URL, "watch").Until("waiting")
	}
	began := time.Now()
	for _, name := range room.Names() {
		go befriend(t, server.URL, name, rand.New(rand.NewPCG(1, 1)))
	}
	servetest.Visit(t, server.URL, "watch").Until("end")
	t.Logf("%d watch, and the end is told after %v", watchers, time.Since(began).Round(time.Millisecond))

	var answers, cuts atomic.Int64
	played := 0
	var seen []census
	until := time.Now().Add(lasts)
	scenarios := []string{"skirmish", "golem-wall", "two-dice", "duel"}
	for round := uint64(0); round < 2 || time.Now().Before(until); round++ {
		if t.Failed() {
			return
		}
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			var playing sync.WaitGroup
			for i := range battles {
				room, server := servetest.Open(t, scenarios[i%len(scenarios)], round, "human", "human")
				for side, name := range room.Names() {
					playing.Go(func() {
						f := befriend(t, server.URL, name, rand.New(rand.NewPCG(round, uint64(2*i+side))))
						answers.Add(int64(len(f.taken)))
						cuts.Add(int64(f.cuts))
					})
				}
			}
			playing.Wait()
			played += battles
		})
		seen = append(seen, count(began))
	}
	t.Logf("%d battles, %d at once, with %d answers and %d cuts", played, battles, answers.Load(), cuts.Load())
	first, last := seen[0], seen[len(seen)-1]
	for _, c := range []census{first, seen[len(seen)/2], last} {
		t.Logf("after %v: a heap of %.1f MB, %d goroutines", c.at.Round(time.Second), float64(c.heap)/1e6, c.goroutines)
	}
	if last.heap > first.heap*3/2+32<<20 || last.goroutines > first.goroutines+50 {
		t.Errorf("what battles need grows from %+v to %+v", first, last)
	}
}

// A census is what the process holds at a time.
type census struct {
	at         time.Duration
	heap       uint64 // bytes that are in use
	goroutines int
}

// count takes a census, after the garbage is collected.
func count(began time.Time) census {
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	return census{time.Since(began), memory.HeapAlloc, runtime.NumGoroutine()}
}
