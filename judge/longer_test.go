package judge

import (
	"testing"

	"verde/catalog"
	"verde/evidence/evidencetest"
)

// On a site whose titles are names, pages that have a name within a longer one are about
// something else: that they are no data of it does not make the others prose.
func TestLongerNames(t *testing.T) {
	t.Parallel()
	lines := []string{"Legacy | http://s.example/b/1 | The Holocaust and Its Legacy", "Emma | http://s.example/b/2 | Emma and Her Sisters"}
	for name, test := range map[string]struct {
		more  []string
		prose bool
	}{
		"titles that are names":    {[]string{"Legacy | http://s.example/b/3 | Legacy - Shop", "Emma | http://s.example/b/4 | Emma - Shop"}, false},
		"one title that is a name": {[]string{"Legacy | http://s.example/b/3 | Legacy - Shop"}, true},
		"titles that have names":   {nil, true},
		"prose under names":        {[]string{"Ulysses | http://s.example/b/5 | Ulysses", "Kim | http://s.example/b/6 | Kim"}, true},
	} {
		judged := lines
		if name == "prose under names" {
			judged = append(lines[:2:2], test.more...)
		}
		results := evidencetest.Results(append(lines[:2:2], test.more...)...)
		g := newGroup(results.Groups(results.URLs())[0])
		in := &inspection{results: results, judged: map[string]PageJudgement{}}
		for _, q := range evidencetest.Results(judged...).URLs() {
			in.add(g, PageJudgement{Verdict: catalog.Verdict{URL: q, QueryID: results.QueriesTo(q)[0], Matched: true}})
		}
		if g.isProse() != test.prose {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// Lists that are titled with the name of one of their entities say nothing of the pages of
// entities that have URLs of the same shape.
func TestListsAreNoProse(t *testing.T) {
	t.Parallel()
	for _, listing := range []bool{true, false} {
		results := evidencetest.Results("Emma | http://s.example/b/1 | Emma - Kim", "Ulysses | http://s.example/b/2 | Legacy - Ulysses")
		g := newGroup(results.Groups(results.URLs())[0])
		in := &inspection{results: results, judged: map[string]PageJudgement{}}
		for _, url := range results.URLs() {
			in.add(g, PageJudgement{Verdict: catalog.Verdict{URL: url, QueryID: results.QueriesTo(url)[0], Matched: true}, Listing: listing})
		}
		if g.isProse() == listing {
			t.Errorf("listing %v: prose %v", listing, g.isProse())
		}
	}
}
