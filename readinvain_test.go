package verde

import (
	"testing"

	"verde/catalog"
	"verde/known"
)

// What is read in vain is named where it may be a source all the same.
func TestReadInVain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data, of int
		why      string
		tried    bool
		want     string
	}{
		{3, 3, known.NamesAlone, false, catalog.Doubtful}, // in another language
		{2, 12, known.NamesAlone, false, catalog.Refused}, // a forum
		{1, 1, known.NamesAlone, false, catalog.Refused},
		{0, 6, "lists", false, catalog.Doubtful},
		{0, 6, "lists", true, catalog.Refused},
	} {
		if got := readInVain(catalog.Source{SemiStructured: c.data, Evaluated: c.of}, c.why, c.tried); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
