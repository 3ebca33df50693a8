package extract

import (
	"testing"

	"verde/extract/parts"
)

func TestPartLabel(t *testing.T) {
	t.Parallel()
	pattern := parts.Pattern{{"Published"}, {","}, {"pages"}}
	for n, want := range []string{"Published", "pages"} {
		if got := partLabel("Imprint", pattern, n); got != want {
			t.Errorf("part %d is called %q, want %q", n, got, want)
		}
	}
	if got := partLabel("Place", parts.Pattern{nil, {","}, nil}, 0); got != "Place, part" {
		t.Errorf("called %q", got)
	}
}
