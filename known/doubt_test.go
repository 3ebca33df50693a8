package known

import (
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// A site is a source if its pages that queries led to are named after what these
// asked for. Of too few of these, pages that show many known entities are lists.
func TestRejectReason(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	for i := range 40 {
		e.add(entity{site: "known.example", record: query.Record{Values: map[string][]string{"name": {fmt.Sprintf("Book %d", i)}}}})
	}
	related := []string{"Book 30", "Book 31", "Book 32", "Book 33", "Book 34"}
	for name, test := range map[string]struct {
		h1     func(i int) string // of the page that is found for Book i
		listed []string
		asked  int    // pages that queries led to
		want   string // in the reason
	}{
		"entities":                   {func(i int) string { return fmt.Sprint("Book ", i) }, nil, 3, ""},
		"entities with related ones": {func(i int) string { return fmt.Sprint("Book ", i) }, related, 3, ""},
		"with subtitles":             {func(i int) string { return fmt.Sprintf("Book %d: A novel", i) }, nil, 3, ""},
		"one page is about another":  {func(i int) string { return fmt.Sprint("Book ", max(i, 1)) }, nil, 3, ""},
		"lists":                      {func(i int) string { return fmt.Sprint("Book ", 20+i) }, related, 3, "of 3 of its pages that show what was asked for 0 are named after it"},
		"one of three is":            {func(i int) string { return fmt.Sprint("Book ", 20*min(i%3, 1)+i) }, nil, 3, ""},
		"one of eight is":            {func(i int) string { return fmt.Sprint("Book ", 20*min(i, 1)+i) }, nil, 8, "of 8 of its pages that show what was asked for 1 are named after it"},
		"without any name":           {func(int) string { return "" }, nil, 2, "not about one entity each"},
		"most with one name":         {func(i int) string { return fmt.Sprint("Book ", i/4) }, nil, 0, "not about one entity each"},
		"comparisons":                {func(i int) string { return fmt.Sprintf("Book %d vs Book %d", i, 9-i) }, nil, 3, "named after several"},
		"half of each is known":      {func(i int) string { return fmt.Sprintf("Book %d vs Book %d", 30+2*i, 31+2*i) }, nil, 0, "named after several"},
		"one name twice":             {func(i int) string { return fmt.Sprintf("Book %d, or of Book %d", i, i) }, nil, 3, ""},
		"a name within another":      {func(i int) string { return fmt.Sprintf("Book %d Book %d", i, 9-i) }, nil, 3, ""},
		"few are":                    {func(i int) string { return fmt.Sprintf("Book %d and Book %d", i, 38+i) }, nil, 3, ""},
		"half of them":               {func(i int) string { return fmt.Sprint("Book ", i+i%2) }, nil, 4, ""},
		"few, entities":              {func(i int) string { return fmt.Sprint("Book ", i) }, nil, 1, ""},
		"few, and another":           {func(i int) string { return fmt.Sprint("Book ", 20+i) }, related[:4], 1, ""},
	} {
		src := catalog.Source{Attributes: map[string]string{"h1": "name", "by": "author"}, Parts: &catalog.ScoreParts{Probability: 1}}
		var records []record.Record
		askedFor := map[string]string{"http://s.example/print/1": "book 1"} // not one of the pages that were read
		for i := range 10 {
			url := fmt.Sprint("http://s.example/", i)
			records = append(records, record.FromTexts(url, map[string][]string{"h1": {test.h1(i)}, "see also": test.listed}))
			if i < test.asked {
				askedFor[url] = fmt.Sprint("book ", i)
			}
		}
		if got := e.RejectReason(src, records, askedFor); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q in it", name, got, test.want)
		}
	}
}

// A site that agrees in nothing but names has to line up values as data does, whatever the
// classifier says of its pages and however little the vertical has to check it with.
func TestRejectReasonByForm(t *testing.T) {
	t.Parallel()
	name := map[string]string{"h1": "name"}
	both := map[string]string{"h1": "name", "by": "author"}
	kind := func(of string, i, n int) string { return fmt.Sprintf("%s %c", of, 'a'+i%n) }
	post := func(i int) map[string]string {
		return map[string]string{"h1": "Notes on " + book(i), "posted": fmt.Sprintf("May %d, 2010", i+1), "text": strings.Repeat("Nobody knows who first owned it. ", 5) + book(i)}
	}
	columns := func(n int) func(i int) map[string]string {
		return func(i int) map[string]string {
			out := map[string]string{"h1": book(i)}
			for k := range n {
				out[fmt.Sprintf("column %c", 'a'+k)] = kind(fmt.Sprintf("Wert %c", 'a'+k), i, 3)
			}
			return out
		}
	}
	for _, c := range []struct {
		what       string
		attributes map[string]string
		page       func(i int) map[string]string
		pages      int
		want       string
	}{
		{"no name", nil, columns(formColumns), 6, "no column of its pages repeats"},
		{"columns in another language", name, columns(formColumns), 6, ""},
		{"too few of them", name, columns(formColumns - 1), 6, "not as data"},
		{"posts", name, post, 30, "not as data"},
		{"posts, tried", name, post, 6, "not as data"},
		{"posts that agree in an author", both, post, 30, ""},
	} {
		e := New(query.Profile{Identifier: "name"})
		sure := &catalog.ScoreParts{Probability: 1}
		if got := e.RejectReason(catalog.Source{Attributes: c.attributes, Parts: sure}, pages(c.pages, c.page), nil); got == "" != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", c.what, got, c.want)
		}
	}
}

// The name once more is no second attribute: neither on the site nor where it is known from.
func TestAgreesIn(t *testing.T) {
	t.Parallel()
	e := shelf(10)
	for i := range e.all {
		e.all[i].record.Values["heading"] = []string{book(i) + " - Shelf"}
	}
	site := pages(10, func(i int) map[string]string {
		return map[string]string{"h1": book(i), "title": "Thoughts after " + book(i), "by": fmt.Sprint("Author ", i/2), "story": "Once upon a time"}
	})
	for _, test := range []struct {
		attributes map[string]string
		want       bool
	}{
		{map[string]string{"h1": "name"}, false},
		{map[string]string{"h1": "name", "title": "heading"}, false},
		{map[string]string{"h1": "name", "story": "heading"}, false}, // on the sites known it is the name
		{map[string]string{"h1": "name", "title": "author"}, false},  // on this site it is
		{map[string]string{"h1": "name", "title": "heading", "by": "author"}, true},
	} {
		if got := len(e.agreesIn(catalog.Source{Attributes: test.attributes}, site)) > 0; got != test.want {
			t.Errorf("%v: %v, want %v", test.attributes, got, test.want)
		}
	}
}

// An entity's page may have a link to a comparison with another; a page whose title has both is one.
func TestCompares(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	book := func(i int) string { return fmt.Sprint("Book ", i) }
	for i := range 40 {
		e.add(entity{site: "known.example", record: query.Record{Values: map[string][]string{"name": {book(i)}}}})
	}
	both := func(i int) string { return book(i) + " vs. " + book(39-i) }
	for name, test := range map[string]struct {
		page func(i int) map[string][]string
		want bool
	}{
		"a link to one": {func(i int) map[string][]string {
			return map[string][]string{"title": {book(i)}, "h1": {book(i)}, "more": {both(i)}}
		}, false},
		"titled so": {func(i int) map[string][]string {
			return map[string][]string{"title": {both(i)}, "h1": {book(i)}, "more": {both(i)}}
		}, true},
		"one title for all": {func(i int) map[string][]string {
			return map[string][]string{"title": {"Compare"}, "h1": {book(i)}, "more": {both(i)}}
		}, true},
		"without any title":  {func(i int) map[string][]string { return map[string][]string{"h1": {book(i)}, "more": {both(i)}} }, true},
		"entities and alone": {func(i int) map[string][]string { return map[string][]string{"title": {book(i)}, "h1": {book(i)}} }, false},
	} {
		var records []record.Record
		for i := range 10 {
			records = append(records, record.FromTexts(fmt.Sprint("http://s.example/", i), test.page(i)))
		}
		if got := e.compares(catalog.Source{Attributes: map[string]string{"h1": "name"}}, records); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
