//go:build unix

package usage

import (
	"syscall"
	"time"
)

// ProcessorTime returns the time of the processor that this process has taken, in
// which other processes have no part.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
