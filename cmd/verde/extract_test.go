package main

import (
	"fmt"
	"strings"
	"testing"

	"verde/record"
)

// TestTellDoubt checks that doubtful labels are named, those of most fields first, with the page that shows one, and how many are not.
func TestTellDoubt(t *testing.T) {
	t.Parallel()
	d := record.Doubt{Fields: 100, Doubtful: 17, Labels: []record.DoubtfulLabel{{Label: "Age", Page: "http://a.example/1", Fields: 2}, {Label: "Size\x1b[2J", Page: "http://a.example/2", Fields: 4}}}
	for k := range toldLabels {
		d.Labels = append(d.Labels, record.DoubtfulLabel{Label: fmt.Sprint("c", k), Page: "http://a.example/3", Fields: 1})
	}
	var b strings.Builder
	tellDoubt(&b, &d)
	lines := strings.Split(b.String(), "\n")
	if got, want := strings.Join(lines[:3], "\n"), "  17 of 100 fields are likelier wrong than right:\n    "+printable("Size\x1b[2J")+" (4), as on http://a.example/2\n    Age (2), as on http://a.example/1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(lines) != toldLabels+3 || lines[toldLabels+1] != "    and 2 more" {
		t.Errorf("%q", lines)
	}
	b.Reset()
	if tellDoubt(&b, new(record.Doubt)); b.Len() > 0 {
		t.Errorf("no doubt is told: %q", b.String())
	}
}
