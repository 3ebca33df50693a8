// Package stopwatch measures what a step takes: on the clock, and of the
// processors, which others that use the machine disturb less.
package stopwatch

import (
	"syscall"
	"time"
)

// Spent is time in seconds.
type Spent struct {
	Wall      float64
	Processor float64 // of all processors together; 0 where the system does not tell
}

// Start begins to measure, and returns what ends it.
func Start() func() Spent {
	start, before := time.Now(), processor()
	return func() Spent { return Spent{time.Since(start).Seconds(), processor() - before} }
}

func processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
