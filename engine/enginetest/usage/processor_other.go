//go:build !unix

package usage

import "time"

// ProcessorTime returns 0: this system does not report it.
func ProcessorTime() time.Duration { return 0 }
