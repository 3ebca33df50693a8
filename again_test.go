package verde

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/evidence/evidencetest"
)

// A site's results name twelve mills on their pages, and two of them in reports: how many of the mills' pages
// were found tells whether the site was read in part.
func TestReadInPart(t *testing.T) {
	t.Parallel()
	var urls, lines []string
	add := func(i int, url string) {
		name := fmt.Sprintf("Mill of %cvon", 'A'+i)
		urls, lines = append(urls, url), append(lines, name+" | "+url+" | "+name)
	}
	for i := range 12 {
		add(i, fmt.Sprintf("http://mills.example/mill/%d.html", i))
	}
	add(0, "http://mills.example/reports/2019/the-first-one/index.php")
	add(1, "http://mills.example/reports/2019/another/index.php")
	results := evidencetest.Results(lines...)
	for _, c := range []struct {
		found  int // of the mills
		doubts bool
	}{{12, false}, {11, false}, {10, false}, {9, true}, {3, true}} {
		of := recapture(results, urls, func(url, _ string) bool { return slices.Contains(urls[:c.found], url) })
		d := of.doubt(c.found)
		if (d != nil) != c.doubts {
			t.Fatalf("%d of 12 found: %+v", c.found, d)
		}
		if d == nil {
			continue
		}
		if want := fmt.Sprintf("%d of 12 entities", 12-c.found); !strings.Contains(d.Detail, want) || !strings.Contains(d.Detail, urls[c.found]) {
			t.Errorf("%q does not say %q, with an example", d.Detail, want)
		}
		if want := float64(12-c.found) / 12; d.Missing != want {
			t.Errorf("%d of 12 found: a share of %v is missing, want %v", c.found, d.Missing, want)
		}
	}
}
