package loop

import (
	"fmt"
	"testing"

	"verde/record"
)

// A column is true by its label or by its values; reviewers and breadcrumbs are not.
func TestIsTrue(t *testing.T) {
	t.Parallel()
	g := grading{shown: map[string]map[string][]string{}, labels: map[string]string{"title": "Name of it", "salary": "Pay rate", "date": "Posted:", "company": "Employer", "place": "Where"}}
	for i := range 4 {
		url := fmt.Sprint("http://s.example/", i)
		g.shown[url] = map[string][]string{"company": {fmt.Sprint("Firm ", i)}, "date": {fmt.Sprintf("2010-05-0%d", i+1)}, "place": {fmt.Sprint("Town ", i)}}
		g.records = append(g.records, record.FromTexts(url, map[string][]string{
			"c20": {fmt.Sprintf("FIRM %d", i)}, "day": {fmt.Sprintf("May %d, 2010", i+1)}, "talk": {fmt.Sprint("Reviewer ", i)},
			"half": {fmt.Sprint("Firm ", i%2)}, "pay rate 2": {"$5"},
			"Where": {fmt.Sprint("Town ", i)}, "All jobs": {fmt.Sprint("Town ", i)},
		}))
	}
	g.records = append(g.records, record.FromTexts("http://s.example/review", map[string][]string{"c20": {"Ann Lee"}})) // no entity page
	for column, want := range map[string]bool{"c20": true, "day": true, "Pay rate": true, "pay rate 2": true, "talk": false, "half": false, "none": false, "Where": true, "All jobs": false} {
		if got := g.isTrue(column); got != want {
			t.Errorf("%s: %v, want %v", column, got, want)
		}
	}
}
