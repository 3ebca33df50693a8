package estimate

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
		of := NewRecapture(results, urls, nil, func(url, _ string) bool { return slices.Contains(urls[:c.found], url) })
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

// Entities on pages that a site was read from count neither as read nor as missing, also where such a page could not be had or was left out.
func TestCount(t *testing.T) {
	t.Parallel()
	var urls, lines []string
	for i := range 12 {
		name := fmt.Sprintf("Mill of %cvon", 'A'+i)
		urls = append(urls, fmt.Sprintf("http://mills.example/mill/%d.html", i))
		lines = append(lines, name+" | "+urls[i]+" | "+name)
	}
	results := evidencetest.Results(lines...)
	for what, c := range map[string]struct {
		samples, read []string
		want          EntityCount
	}{
		"all were read":            {urls[:2], urls, EntityCount{10, 0}},
		"no sample could be had":   {urls[:2], urls[2:], EntityCount{10, 0}},
		"the samples alone":        {urls[:2], urls[:2], EntityCount{10, 10}},
		"nothing but missing ones": {urls, nil, EntityCount{}},
	} {
		of := NewRecapture(results, urls, c.samples, func(url, _ string) bool { return slices.Contains(c.read, url) })
		if got := of.Count(c.samples); got != c.want {
			t.Errorf("%s: %+v, want %+v", what, got, c.want)
		}
	}
	of := NewRecapture(results, urls, urls[:2], func(url, _ string) bool { return slices.Contains(urls[:2], url) })
	of.RemoveShown(urls[:8], func(url, _ string) bool { return slices.Contains(urls[:6], url) }) // read again from six others, of which four were found
	if got, want := of.Count(urls[:8]), (EntityCount{4, 4}); got != want {
		t.Errorf("read again: %+v, want %+v", got, want)
	}
}
