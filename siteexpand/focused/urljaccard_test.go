package focused

import (
	"testing"
)

// The greatest of the Jaccard coefficients of the URLs' terms, host and number
// of tokens included.
func TestURLJaccard(t *testing.T) {
	t.Parallel()
	k := newURLJaccard([]string{"http://e.org/a/b-1", "http://e.org/c/1"})
	for _, test := range []struct {
		url  string
		want float64
	}{
		{"http://e.org/a/b-1", 1},
		{"http://e.org/a/b-2", 5. / 7}, // pos1_e pos1_org pos2_a pos3_b size_3 of those and pos3_1 pos3_2
		{"http://e.org/c/2", 4. / 6},   // pos1_e pos1_org pos2_c size_3 of those and pos3_1 pos3_2
		{"ftp://other.com", 0},
	} {
		if got := k.max(test.url); got != test.want {
			t.Errorf("%s: %v, want %v", test.url, got, test.want)
		}
	}
	if got := newURLJaccard(nil).max("http://e.org/"); got != 0 {
		t.Errorf("with none %v, want 0", got)
	}
}
