package heroes_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library/heroesdata"
)

// What is passed in every attack fits in registers: Go keeps structs of up
// to four fields there.
func TestSizes(t *testing.T) {
	for _, row := range []struct {
		value       any
		size, parts int
	}{
		{engine.Question{}, 32, 4},
		{engine.Event{}, 16, 4},
		{engine.Score{}, 24, 4},
		{heroes.Blow{}, 24, 4},
	} {
		typ := reflect.TypeOf(row.value)
		if int(typ.Size()) > row.size || typ.NumField() > row.parts {
			t.Errorf("%v: %d bytes in %d fields, want at most %d in %d", typ, typ.Size(), typ.NumField(), row.size, row.parts)
		}
	}
	if n := reflect.TypeFor[engine.Event]().Size(); n != 16 {
		t.Errorf("an event has %d bytes, want 16", n)
	}
	if n := reflect.TypeFor[heroes.Blow]().Size(); n != 24 {
		t.Errorf("a blow has %d bytes, want 24", n)
	}
}

// A battle that was played before is played again, and copied, without an allocation.
func TestNoAllocations(t *testing.T) {
	g, armies := referenceArmies(t)
	crowd := crowdOf(t, g, 100, 20)
	for _, row := range []struct {
		name   string
		battle *heroes.Battle
		seeds  int
	}{
		{"the reference battle", battleOf(t, g, armies, 0), 100},
		{"100 stacks of 20 cards a side", battleOf(t, g, [2]heroes.Army{crowd, crowd}, 0), 3},
	} {
		t.Run(row.name, func(t *testing.T) {
			enginetest.TakesNoMemory(t, row.battle, row.seeds, new(strategy.Reference), new(strategy.Reference))
		})
	}
}

// crowdOf is an army of many stacks, each of a few runs of creatures. The same
// numbers make the same army.
func crowdOf(t testing.TB, g *heroes.Game, stacks, cards int) heroes.Army {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(stacks), uint64(cards)))
	var lines [2][]string
	for i := range stacks {
		var runs []string
		for left := cards; left > 0; {
			n := min(1+r.IntN(cards/2), left)
			runs = append(runs, fmt.Sprint(n, " ", g.Creatures[r.IntN(len(g.Creatures))].ID))
			left -= n
		}
		lines[i%2] = append(lines[i%2], strings.Join(runs, " + "))
	}
	army, err := heroesdata.ReadArmy(strings.Join(lines[0], ", ")+" | "+strings.Join(lines[1], ", "), g.Creature)
	if err != nil {
		t.Fatal(err)
	}
	return army
}

// 1,000 stacks of 1,000 mixed cards a side are loaded and played in less than
// 200 MB.
func TestThousandStacks(t *testing.T) {
	g, _ := referenceArmies(t)
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	sample := func() {
		runtime.ReadMemStats(&now)
		peak = max(peak, now.HeapInuse-min(before.HeapInuse, now.HeapInuse))
	}
	crowd := crowdOf(t, g, 1000, 1000)
	sample()
	b := battleOf(t, g, [2]heroes.Army{crowd, crowd}, 20)
	sample()
	table := engine.NewTable(engine.NewDice(1), new(strategy.Reference), new(strategy.Reference))
	steps, killed := 0, 0
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if e.What == heroes.Killed {
			killed++
		}
	}))
	b.Begin(table)
	for !b.Over() && table.Err() == nil {
		b.Step()
		if steps++; steps%1000 == 0 {
			sample()
		}
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	sample()
	t.Logf("%d steps, %d cards killed, %v, at most %.0f MB", steps, killed, b.Result(), float64(peak)/1e6)
	if peak > 200e6 {
		t.Errorf("the battle took %d MB", peak/1e6)
	}
	if killed == 0 || steps < 20_000 {
		t.Errorf("%d steps, %d cards killed", steps, killed)
	}
}
