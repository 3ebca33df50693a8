package leaves

import (
	"strings"
	"testing"
)

// A label has letters, and 48 of them at most.
func TestNamelike(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Pages": true, "ISBN-13": true, "": false, "12/2003": false, "—": false,
		strings.Repeat("ä", MaxLabel): true, strings.Repeat("ä", MaxLabel+1): false,
	} {
		if Namelike(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}
