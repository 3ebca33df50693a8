package simulation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sites have the sizes that the archive's have, cut at the bound that a run has.
func TestPagesOf(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	var all []float64
	sum := 0.
	for range 100_000 {
		n := pagesOf(r)
		all, sum = append(all, n), sum+n
	}
	slices.Sort(all)
	if median := all[len(all)/2]; math.Abs(median-medianPages) > 5 || math.Abs(sum/1e5-meanPages) > 30 || all[0] < 1 || all[len(all)-1] != mostPages {
		t.Errorf("median %v, mean %v, from %v to %v", median, sum/1e5, all[0], all[len(all)-1])
	}
}

// A database that costs nothing leaves what politeness asks for; one that is too small for
// what comes is full, its heartbeats are late, and workers lose their leases.
func TestRun(t *testing.T) {
	t.Parallel()
	w := world{Workers: 10, Slots: 8, Sites: 5000, Processors: 1, Delay: 1, Lease: 15, Seed: 1}
	free := w.run()
	if free.Hours < free.Least || free.Hours > 1.5*free.Least || free.Busy != 0 || free.Lost != 0 || free.processed != 5000 {
		t.Errorf("free: %+v", free)
	}
	if again := w.run(); again != free {
		t.Errorf("again: %+v", again)
	}
	w.Lookup = .1 // ten pages a second, of the 80 that could be asked for
	slow := w.run()
	if slow.Hours < 4*free.Hours || slow.Busy < .9 || slow.Pages > 10 {
		t.Errorf("with look-ups that fill it: %+v", slow)
	}
}
