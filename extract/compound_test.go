package extract

import (
	"testing"

	"verde/extract/parts"
)

func TestPartLabel(t *testing.T) {
	t.Parallel()
	pattern := parts.Pattern{{Words: []string{"Published"}}, {Words: []string{","}}, {Words: []string{"pages"}}}
	for n, want := range []string{"Published", "pages"} {
		if got := partLabel("Imprint", pattern, n); got != want {
			t.Errorf("part %d is called %q, want %q", n, got, want)
		}
	}
	if got := partLabel("Place", parts.Pattern{{}, {Words: []string{","}}, {}}, 0); got != "Place, part" {
		t.Errorf("called %q", got)
	}
}
