package main

import (
	"errors"
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
	tellDoubt(&b, &d, 0)
	lines := strings.Split(b.String(), "\n")
	if got, want := strings.Join(lines[:3], "\n"), "  17 of 100 fields are likelier wrong than right:\n    "+printable("Size\x1b[2J")+" (4), as on http://a.example/2\n    Age (2), as on http://a.example/1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(lines) != toldLabels+3 || lines[toldLabels+1] != "    and 2 more" {
		t.Errorf("%q", lines)
	}
	b.Reset()
	if tellDoubt(&b, new(record.Doubt), 0); b.Len() > 0 {
		t.Errorf("no doubt is told: %q", b.String())
	}
}

// TestShortcomings checks that none of what is lacking hides another.
func TestShortcomings(t *testing.T) {
	t.Parallel()
	right, doubtful := &record.Doubt{Fields: 100, Doubtful: 6}, &record.Doubt{Fields: 100, Doubtful: 7}
	for _, x := range []struct {
		drifted                         bool
		learnt, skipped, untaught, kept int
		doubt                           *record.Doubt
		leftover                        bool
		want                            string
	}{
		{false, 30, 0, 0, 9, right, false, ""},
		{false, 1, 0, 0, 9, right, false, "learned on one page, which does not tell what its template says from what it says of its entity: give more pages"},
		{false, 30, 0, 0, 0, new(record.Doubt), false, "no field in any record"},
		{false, 30, 0, 0, 0, right, false, "no field is as likely as 0.9 to be about the entity: ask for less with --about"},
		{false, 30, 0, 0, 9, right, true, "values hold as much of the template as there are labels: the pages are read badly"},
		{false, 30, 0, 0, 9, doubtful, false, "more than 6 % of the fields are doubtful"},
		{false, 30, 0, 2, 9, doubtful, false, "2 examples without a column; more than 6 % of the fields are doubtful"},
		{true, 30, 3, 0, 9, right, false, "the template has changed since the wrapper was learned; 3 pages skipped"},
	} {
		err, got := (&extractFlags{untaught: x.untaught, about: .9}).shortcomings(x.drifted, x.learnt, x.skipped, x.kept, x.doubt, x.leftover), ""
		if incomplete := new(incompleteError); errors.As(err, &incomplete) {
			got = incomplete.what
		}
		if got != x.want || (err == nil) != (x.want == "") {
			t.Errorf("%+v: %v, want %q", x, err, x.want)
		}
	}
}
