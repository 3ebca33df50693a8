package rules

import (
	"fmt"
	"strings"
	"testing"
)

// TestNested checks that rows within very many rows are none: what they cost is bounded.
func TestNested(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{maxNested / 2, 5 * maxNested} {
		var b strings.Builder
		for k := range depth {
			fmt.Fprintf(&b, "<div class=c><p>Line %d</p><div class=s>Text</div></div><div class=c><p>Line %d</p>", k, k)
		}
		root, err := document("http://deep.example/", b.String()).Parse()
		if err != nil {
			t.Fatal(err)
		}
		c := NewCorpus()
		d := c.Read("http://deep.example/", root)
		beside := 0
		for _, run := range c.runsOf(d) {
			if len(run.rows) > 1 {
				beside++
			}
		}
		if want := min(depth, maxNested); beside < want || beside > 2*want {
			t.Errorf("%d deep: %d times rows are beside others, want %d", depth, beside, want)
		}
	}
}
