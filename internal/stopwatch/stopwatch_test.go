package stopwatch

import "testing"

// Work takes time of both kinds; the processors' is no more than all of them
// had.
func TestStart(t *testing.T) {
	end := Start()
	x := uint64(1)
	for range 20_000_000 {
		x = x*6364136223846793005 + 1
	}
	if got := end(); got.Wall <= 0 || got.Processor <= 0 || x == 0 {
		t.Errorf("%+v", got)
	}
}
