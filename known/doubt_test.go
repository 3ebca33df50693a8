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
func TestNotNamed(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	for i := range 40 {
		e.add(entity{record: query.Record{Values: map[string][]string{"name": {fmt.Sprintf("Book %d", i)}}}})
	}
	related := []string{"Book 30", "Book 31", "Book 32", "Book 33", "Book 34"}
	for name, test := range map[string]struct {
		h1     func(i int) string // of the page that is found for Book i
		listed []string
		asked  int    // pages that queries led to
		want   string // in the reason
	}{
		"entities":                          {func(i int) string { return fmt.Sprint("Book ", i) }, nil, 3, ""},
		"entities with related ones":        {func(i int) string { return fmt.Sprint("Book ", i) }, related, 3, ""},
		"with subtitles":                    {func(i int) string { return fmt.Sprintf("Book %d: A novel", i) }, nil, 3, ""},
		"one page is about another":         {func(i int) string { return fmt.Sprint("Book ", max(i, 1)) }, nil, 3, ""},
		"lists":                             {func(i int) string { return fmt.Sprint("Book ", 20+i) }, related, 3, "of 3 of its pages that show what was asked for 0 are named after it"},
		"without any name":                  {func(int) string { return "" }, nil, 2, "not about one entity each"},
		"most with one name":                {func(i int) string { return fmt.Sprint("Book ", i/4) }, nil, 0, "not about one entity each"},
		"comparisons":                       {func(i int) string { return fmt.Sprintf("Book %d vs Book %d", i, 9-i) }, nil, 3, "named after several"},
		"half of each is known":             {func(i int) string { return fmt.Sprintf("Book %d vs Book %d", 30+2*i, 31+2*i) }, nil, 0, "named after several"},
		"one name twice":                    {func(i int) string { return fmt.Sprintf("Book %d, or of Book %d", i, i) }, nil, 3, ""},
		"a name within another":             {func(i int) string { return fmt.Sprintf("Book %d Book %d", i, 9-i) }, nil, 3, ""},
		"few are":                           {func(i int) string { return fmt.Sprintf("Book %d and Book %d", i, 38+i) }, nil, 3, ""},
		"half of them":                      {func(i int) string { return fmt.Sprint("Book ", i+i%2) }, nil, 4, ""},
		"few, entities":                     {func(i int) string { return fmt.Sprint("Book ", i) }, nil, 1, ""},
		"few, and another":                  {func(i int) string { return fmt.Sprint("Book ", 20+i) }, related[:4], 1, "10 of its 10 pages show several known entities each"},
		"few, with some related":            {func(i int) string { return fmt.Sprint("Book ", i) }, related[:3], 0, ""},
		"few, with one that comes often":    {func(i int) string { return fmt.Sprint("Book ", i) }, []string{"Book 30", "Book 30", "Book 30", "Book 30"}, 0, ""},
		"few, with others that are unknown": {func(i int) string { return fmt.Sprint("Book ", i) }, []string{"Book 91", "Book 92", "Book 93", "Book 94"}, 0, ""},
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
		if got := e.notNamed(src, records, askedFor); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q in it", name, got, test.want)
		}
	}
}
