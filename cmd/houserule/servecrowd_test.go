package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
)

var crowdTime = flag.Duration("crowd", 2*time.Second, "how long TestServeCrowd lets a crowd play")

// Many battles at once, each with two players whose connections are cut again and again, and
// one with many who watch: no answer is lost, and what a battle needs is free again after it.
func TestServeCrowd(t *testing.T) {
	battles, watchers := 4, 10
	if long {
		battles, watchers = 100, 200
	}
	room, server := opened(t, "skirmish", 1, "human", "human")
	for range watchers {
		visit(t, server.URL, "watch").until("waiting")
	}
	began := time.Now()
	for _, name := range room.Names() {
		go befriend(t, server.URL, name, rand.New(rand.NewPCG(1, 1)))
	}
	visit(t, server.URL, "watch").until("end")
	t.Logf("%d watch, and the end is told after %v", watchers, time.Since(began).Round(time.Millisecond))

	var before, after runtime.MemStats
	var played int
	until := time.Now().Add(*crowdTime)
	scenarios := []string{"skirmish", "golem-wall", "two-dice", "duel"}
	for round := uint64(0); round < 2 || time.Now().Before(until); round++ {
		if t.Failed() {
			return
		}
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			var playing sync.WaitGroup
			for i := range battles {
				room, server := opened(t, scenarios[i%len(scenarios)], round, "human", "human")
				for side, name := range room.Names() {
					playing.Go(func() { befriend(t, server.URL, name, rand.New(rand.NewPCG(round, uint64(2*i+side)))) })
				}
			}
			playing.Wait()
			played += battles
		})
		runtime.GC()
		runtime.ReadMemStats(&after)
		if round == 0 {
			before = after
		}
	}
	t.Logf("%d battles, %d at once: the heap has %d MB after the first round and %d MB after the last", played, battles, before.HeapAlloc>>20, after.HeapAlloc>>20)
	if most := before.HeapAlloc + before.HeapAlloc/2 + 32<<20; after.HeapAlloc > most {
		t.Errorf("the heap grows from %d to %d MB", before.HeapAlloc>>20, after.HeapAlloc>>20)
	}
}
