package main

import (
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// memory is how much memory a process may take, as a flag; 0 for any.
type memory uint64

func (m *memory) String() string {
	if *m == 0 {
		return ""
	}
	return humanize.Bytes(uint64(*m))
}

func (*memory) Type() string { return "size" }

func (m *memory) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	*m = memory(n)
	return err
}

// thisMemory is what the process may take if nobody says so: what the Go runtime was told, or
// what the container has, or the machine.
func thisMemory() memory {
	if told := debug.SetMemoryLimit(-1); told < math.MaxInt64 {
		return memory(told)
	}
	n, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0 // nothing tells
	}
	return memory(n)
}
