//go:build !unix

package usage

import "time"

// ProcessorTime returns 0: on this system it is not known.
func ProcessorTime() time.Duration { return 0 }
