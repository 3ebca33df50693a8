package extract

import (
	"fmt"
	"strings"
	"testing"
)

// TestStriped checks which classes of elements that take turns say nothing of them.
func TestStriped(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body func(n int) string // of so many values
		want string
	}{
		"stripes":              {func(n int) string { return inTurns(n, "<li class='it a'>", "<li class='it b'>") }, "map[a:true b:true]"},
		"labels and values":    {func(n int) string { return inTurns(2*n, "<p class=l>", "<p class=v>") }, "map[]"},
		"marks between values": {func(n int) string { return inTurns(2*n-1, "<i class=v>", "<i class=mark>") }, "map[]"},
		"the first": {func(n int) string {
			return inTurns(1, "<li class=first>", "") + inTurns(n, "<li class=rest>", "<li class=rest>")
		}, "map[]"},
	} {
		a := &alignment{corpus: newCorpus()}
		for i := range 8 {
			p := document(fmt.Sprintf("http://stripes.example/%d", i), "<ul>"+test.body(1+i%4)+"</ul>")
			root, err := p.Parse()
			if err != nil {
				t.Fatal(err)
			}
			a.docs = append(a.docs, a.read(p.URL, root))
		}
		if got := fmt.Sprint(a.findStriped()); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// inTurns are n elements of two kinds in turn.
func inTurns(n int, x, y string) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%sitem %d", []string{x, y}[k%2], k)
	}
	return b.String()
}
