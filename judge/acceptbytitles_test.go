package judge

import (
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/evidence/evidencetest"
	"verde/pageeval"
)

// A site with many pages named after what was asked for is an open question, whatever the first few look like,
// and doubtful where pages like them were read in vain.
func TestOpenByTitles(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		pages, titles int // pages, and names that they are titled with in turn
		title         string
		state         string
	}{
		"many, each named":     {minTitledEntities, minTitledEntities, "%s - The club", catalog.Accepted},
		"a few":                {minTitledEntities - 1, minTitledEntities - 1, "%s - The club", catalog.Refused},
		"of a few":             {2 * minTitledEntities, minTitledEntities / 2, "%s - The club", catalog.Refused},
		"named with more":      {minTitledEntities, minTitledEntities, "What %s is like", catalog.Refused},
		"titled with the club": {minTitledEntities, minTitledEntities, "%.0sThe club", catalog.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			for i := range test.pages {
				title := fmt.Sprintf("play%c%c", 'a'+i%test.titles/10, 'a'+i%test.titles%10)
				lines = append(lines, fmt.Sprintf("%s | http://s.example/blog/%s?n=%d | "+test.title, title, title, i, title))
			}
			results := evidencetest.Results(lines...)
			j := Judge{Pages: shelves{}, Classifier: classifier}
			judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 9, URLs: results.URLs()}, results, History{})
			if err != nil {
				t.Fatal(err)
			}
			s := judged.Source
			if s.State != test.state || s.SemiStructured != 0 || (len(s.Samples) > 0) != (s.State == catalog.Accepted) {
				t.Fatalf("%s (%s), %d data, samples %q", s.State, s.Reason, s.SemiStructured, s.Samples)
			}
			want := map[string]string{catalog.Accepted: catalog.Doubtful, catalog.Refused: catalog.Refused}[test.state]
			if again := decideAgain(t, j, judged, results); again.State != want {
				t.Errorf("read in vain, %s, want %s", again.State, want)
			}
		})
	}
}

// Titles that list many names name one entity a page at most: two pages are no reason to read a site.
func TestTitlesThatList(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for page := range 2 {
		var names []string
		for i := range minTitledEntities/2 + 2 {
			names = append(names, fmt.Sprintf("play%c%c", 'a'+page, 'a'+i))
		}
		for _, name := range names {
			lines = append(lines, fmt.Sprintf("%s | http://s.example/best/%d | %s", name, page, strings.Join(names, " - ")))
		}
	}
	results := evidencetest.Results(lines...)
	j := Judge{Pages: shelves{}, Classifier: classifier}
	judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 9, URLs: results.URLs()}, results, History{})
	if err != nil {
		t.Fatal(err)
	}
	if s := judged.Source; s.State != catalog.Refused {
		t.Errorf("%s (%s), samples %q", s.State, s.Reason, s.Samples)
	}
}

// decideAgain judges a site again after it was read in vain.
func decideAgain(t *testing.T, j Judge, judged Judgement, results *evidence.Results) catalog.Source {
	t.Helper()
	judged.Source.Reason = "prose"
	again, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 9, URLs: results.URLs()}, results, judged.History.Reject(judged.Source, 0))
	if err != nil {
		t.Fatal(err)
	}
	return again.Source
}
