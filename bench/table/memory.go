package table

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// PeakMemory is the largest resident set of a process ("self" or its number) so
// far, in MB; 0 if it is gone, or the system does not tell.
func PeakMemory(process string) float64 {
	status, err := os.ReadFile(filepath.Join("/proc", process, "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kB, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		return 0
	}
	return kB / 1e3
}
