package rules

import "testing"

// TestSectionTally checks that sections are told by their lines whatever the order of the
// pages, one of which has nothing but rows there.
func TestSectionTally(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines []int // by page
		want  bool
	}{{[]int{3, 3, 3}, false}, {[]int{3, 0, 3}, true}, {[]int{0, 3, 3}, true}, {[]int{3, 3, 0}, true}, {[]int{1, 1}, true}} {
		tally := sectionTally{here: make(map[int]int)}
		for i, n := range tt.lines {
			tally.here[i] = n
			tally.lines, tally.flow, tally.words = tally.lines+n, tally.flow+n, tally.words+2*n
		}
		if got := tally.flows(nil); got != tt.want {
			t.Errorf("short lines %d: running text is %v", tt.lines, got)
		}
	}
}
