// Package usage measures, for tests, the memory and processor time that this process uses.
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

// PeakHeap records the maximum size of the heap in bytes, until stop is called.
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
