package evidence

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/query"
)

// Results that went through JSON as leads say of the URLs what they said before.
func TestLeads(t *testing.T) {
	t.Parallel()
	a := asked(
		"Emma | http://s.example/book/1 | EMMA, by Jane Austen", "Dracula | http://s.example/book/1 | EMMA, by Jane Austen",
		"Dracula | http://s.example/book/2 | My week", "Ulysses | http://s.example/list/1 | Ulysses and more",
		"Magnus Carlsen | http://s.example/book/3 | CARLSEN, Magnus - Players", "Emma | http://other.example/1 | Emma",
	)
	urls := []string{"http://s.example/list/1", "http://s.example/book/3", "http://s.example/book/2", "http://s.example/book/1"}
	text, err := json.Marshal(a.Leads(urls))
	if err != nil {
		t.Fatal(err)
	}
	var leads []Lead
	if err := json.Unmarshal(text, &leads); err != nil {
		t.Fatal(err)
	}
	b := FromLeads(append(leads, Lead{URL: "http://s.example/none"}), a.queries)
	if d := cmp.Diff(urls, b.URLs()); d != "" {
		t.Errorf("URLs (-want +got):\n%s", d)
	}
	if d := cmp.Diff(a.Groups(urls), b.Groups(urls)); d != "" {
		t.Errorf("groups (-want +got):\n%s", d)
	}
	for _, url := range urls {
		if !slices.Equal(a.QueriesTo(url), b.QueriesTo(url)) || a.TitledByAny(url) != b.TitledByAny(url) {
			t.Errorf("%s: queries %q, want %q; titled %v", url, b.QueriesTo(url), a.QueriesTo(url), b.TitledByAny(url))
		}
		for _, id := range a.QueriesTo(url) {
			qa, _ := a.Query(id)
			qb, ok := b.Query(id)
			if d := cmp.Diff(qa, qb); d != "" || !ok || a.Titled(url, id) != b.Titled(url, id) || a.Named(url, id) != b.Named(url, id) || a.Entity(id) != b.Entity(id) || !b.Led(id) {
				t.Errorf("%s of query %s: %v, titled %v (-want +got):\n%s", url, id, ok, b.Titled(url, id), d)
			}
		}
	}
	if b.Dropped() != 0 || b.Queries() != 4 {
		t.Errorf("%d queries, %d results dropped", b.Queries(), b.Dropped())
	}
	if c := FromLeads(nil, map[string]query.Query{}); len(c.URLs()) != 0 || len(c.Candidates(nil, 3)) != 0 {
		t.Error("no leads lead somewhere")
	}
}
