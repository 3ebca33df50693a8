package judge

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/query"
)

// What a page marks up for machines is data if it has the name that the page is titled with, and another value
// that is known; that of another entity, of one in a list, or the name alone is not.
func TestJudgeMarked(t *testing.T) {
	t.Parallel()
	asked := query.Query{ID: "q", Required: []query.Value{{Attribute: "name", Text: "Emma"}}, Optional: []query.Value{{Attribute: "author", Text: "Jane Austen"}, {Attribute: "year", Text: "1815"}}}
	ld := func(s string) string { return `<script type="application/ld+json">` + s + `</script>` }
	for what, test := range map[string]struct {
		page, titles string
		want         bool
	}{
		"JSON-LD":             {ld(`{"@type":"Book","name":"Emma","author":{"name":"jane austen"}}`), "emma", true},
		"microdata":           {`<div itemscope><meta itemprop="name" content="Emma"><meta itemprop="year" content="1815"></div>`, "emma", true},
		"the name alone":      {ld(`{"@type":"Book","name":"Emma","author":{"name":"Fanny Burney"}}`), "emma", false},
		"another entity":      {ld(`{"@type":"Book","name":"Evelina","author":{"name":"Jane Austen"}}`), "emma", false},
		"titled otherwise":    {ld(`{"@type":"Book","name":"Emma","author":{"name":"Jane Austen"}}`), "books", false},
		"in a list":           {ld(`{"name":"Shop","books":[{"name":"Emma","author":"Jane Austen"},{"name":"Evelina","author":"Fanny Burney"}]}`), "emma", false},
		"what scripts set":    {`<script>window.state = {"name":"Emma","author":"Jane Austen"}</script>`, "emma", false},
		"a preview for posts": {`<meta property="og:title" content="Emma"><meta property="og:author" content="Jane Austen">`, "emma", false},
	} {
		doc, err := html.Parse(strings.NewReader("<html><body>" + test.page))
		if err != nil {
			t.Fatal(err)
		}
		var got PageJudgement
		judgeByMarkup(markup(doc), asked, " "+test.titles+" ", &got)
		if got.SemiStructured != test.want || got.Matched != test.want || (got.Probability == 1) != test.want {
			t.Errorf("%s: %+v", what, got.Verdict)
		}
	}
}

// Photos that lead to the entity by its name are no samples where enough pages are data for sure, of one
// shape with these or not.
func TestSamplesBesideOwners(t *testing.T) {
	t.Parallel()
	judged := map[string]PageJudgement{}
	for i, name := range []string{"a", "b", "c", "d"} {
		p := PageJudgement{Entity: name, Shape: "x", Links: 20}
		p.URL, p.Matched, p.Probability = "http://s.example/"+name, true, openQuestion
		if p.SemiStructured = i < 2; !p.SemiStructured {
			p.URL += "-photos"
			p.Owner = "http://s.example/" + name
		}
		judged[p.URL] = p
	}
	src := decide(judged, 2, 3)
	slices.Sort(src.Samples)
	if want := []string{"http://s.example/a", "http://s.example/b"}; !slices.Equal(src.Samples, want) {
		t.Errorf("samples %q, want %q (%s)", src.Samples, want, src.Reason)
	}
}
