package modhosttest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// Steps runs each property and each function that scripts have in a loop, until a
// call's steps are spent, and reports what a step takes, in nanoseconds on a quiet
// machine: 100 are 2 s in a battle. The hook of the look has to be one that acts.
// It needs HOUSERULE_LONG=1.
func (k Kit) Steps(b *testing.B, l Look) {
	enginetest.OnlyLong(b, "the search takes minutes")
	binding := k.Scripts.Binding()
	calls := l.calls(binding)
	for _, kind := range binding.Kinds {
		for _, f := range kind.Fields {
			calls[kind.Name+"."+f.Name] = l.Objects[kind.Name] + "." + f.Name
		}
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		call := calls[name]
		b.Run(name, func(b *testing.B) {
			lib, _ := k.Modded(b, map[string]string{"main.lua": fmt.Sprintf("function %s(%s)\n\twhile true do local result = %s end\nend\n", l.Hook, l.Event, call)}, modhost.Stop)
			plain, _ := k.Modded(b, map[string]string{"main.lua": fmt.Sprintf("function %s(%s)\n\terror(\"enough\")\nend\n", l.Hook, l.Event)}, modhost.Stop)
			told, took, least := "", time.Duration(0), time.Duration(1<<62)
			for range 5 {
				_, without := l.timed(plain)
				if told, took = l.timed(lib); took-without < least {
					least = took - without
				}
			}
			if !strings.Contains(told, "spent its 100000 steps") {
				b.Skipf("%.200s", told[max(0, len(told)-200):])
			}
			b.ReportMetric(float64(least)/100_000, "ns/step")
		})
	}
}

func (l Look) timed(lib *library.Library) (told string, took time.Duration) {
	start := time.Now()
	told = l.Play(lib)
	return told, time.Since(start)
}
