// Package usage measures, for tests, what this process takes of the machine.
package usage

import (
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Heap returns the size of the heap in bytes.
func Heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// PeakHeap keeps the greatest size of the heap in bytes, until it is stopped.
func PeakHeap() (peak *atomic.Uint64, stop func()) {
	peak = &atomic.Uint64{}
	done, gone := make(chan bool), make(chan bool)
	go func() {
		defer close(gone)
		for {
			peak.Store(max(peak.Load(), Heap()))
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return peak, func() { close(done); <-gone }
}
