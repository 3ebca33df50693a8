package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/extract/align"
	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/page"
)

// listPage is a page with a table of so many rows.
func listPage(number, rows int) *page.Page {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>List %d</h1><table>", number)
	for k := range rows {
		fmt.Fprintf(&b, "<tr><td>name %d %d</td><td>%d</td></tr>", number, k, 7*k)
	}
	return document(fmt.Sprintf("http://lists.example/%d", number), b.String()+"</table><p>All rights reserved</p>")
}

func numberOfValues(r *Record) int {
	n := 0
	for _, values := range r.ByLabel() {
		n += len(values)
	}
	return n
}

// TestManyRows checks that all of a page is read, however much it is.
func TestManyRows(t *testing.T) {
	t.Parallel()
	rows := []int{5, 12_000, 7, 8}
	var pages []*page.Page
	for i, n := range rows {
		pages = append(pages, listPage(i, n))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages)...) {
		if n := rows[i%len(rows)]; numberOfValues(&r) < 2*n || r.Partial != "" {
			t.Errorf("%s: %d values of %d rows, partial %q", r.URL, numberOfValues(&r), n, r.Partial)
		}
	}
}

// TestManyColumns checks that a page is read whole where the texts behind a
// landmark are too many for the best match with as many columns.
func TestManyColumns(t *testing.T) {
	t.Parallel()
	const n = 1500
	if n*n <= align.MaxMatrix {
		t.Fatal("too few")
	}
	var pages []*page.Page
	for i := range 3 {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, "<div class=c%d>text %d %d</div>", k%50, i, k)
		}
		pages = append(pages, document(fmt.Sprintf("http://lists.example/%d", i), b.String()))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range append(table.Records(), readAll(t, w, pages)...) {
		if got := numberOfValues(&r); got != n {
			t.Errorf("%s: %d values of %d texts", r.URL, got, n)
		}
	}
}

// TestDropLargest checks that of too many texts for one alignment the largest
// pages are left out, by name, but never so many that nothing is to compare.
func TestDropLargest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sizes      []int
		kept, told string
	}{
		{[]int{3, 3, 4}, "0 1 2", ""},
		{[]int{3, 9, 4}, "0 2", "http://lists.example/1: it has 9 texts, and at most 10 of all pages are aligned at once"},
		{[]int{30, 90, 40}, "0 2", "http://lists.example/1: it has 90 texts, and at most 10 of all pages are aligned at once"},
	} {
		a, table, pages := &learning{Alignment: align.Alignment{Set: rules.Set{Corpus: rules.NewCorpus()}}, most: 10}, new(Table), []*page.Page(nil)
		for i, n := range tt.sizes {
			a.Docs = append(a.Docs, &rules.Doc{Doc: &leaves.Doc{Leaves: make([]leaves.Leaf, n)}})
			pages = append(pages, &page.Page{URL: fmt.Sprintf("http://lists.example/%d", i)})
		}
		var kept, told []string
		for _, p := range a.dropLargest(table, pages) {
			kept = append(kept, strings.TrimPrefix(p.URL, "http://lists.example/"))
		}
		for _, s := range table.Skipped {
			told = append(told, s.URL+": "+s.Reason)
		}
		if got := strings.Join(kept, " "); got != tt.kept || strings.Join(told, "\n") != tt.told || len(a.Docs) != len(kept) {
			t.Errorf("%v: kept %s, told %q; want %s, %q", tt.sizes, got, told, tt.kept, tt.told)
		}
	}
}

// TestPartial checks that a page of which only the beginning is read says so.
func TestPartial(t *testing.T) {
	t.Parallel()
	if got := partly(&page.Page{Body: []byte("<p>a</p>")}); got != "" {
		t.Errorf("a whole page: %q", got)
	}
	if got := partly(&page.Page{Body: []byte("<p>a</p>"), Cut: true}); !strings.Contains(got, "beginning") {
		t.Errorf("a page that was cut: %q", got)
	}
}
