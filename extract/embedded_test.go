package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"verde/page"
)

func TestReadEmbedded(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 20) + `"x"` + strings.Repeat("}", 20)
	for name, tt := range map[string]struct {
		page string
		want map[string][]string
	}{
		"json-ld": {
			`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Book","name":"Emma","author":[{"@type":"Person","name":"Jane  Austen"},{"name":"Other"}],"offers":{"price":9.50,"sold":true}}</script>`,
			map[string][]string{"json-ld:name": {"Emma"}, "json-ld:author.name": {"Jane Austen", "Other"}, "json-ld:offers.price": {"9.50"}},
		},
		"graph":      {`<script type="Application/LD+JSON">{"@graph":[{"name":"A"},{"sku":1}]}</script>`, map[string][]string{"json-ld:name": {"A"}, "json-ld:sku": {"1"}}},
		"two values": {`<script type="application/ld+json">{"name":"A"}{"name":"B"}</script>`, map[string][]string{"json-ld:name": {"A", "B"}}},
		"broken":     {`<script type="application/ld+json">{"name":"A"</script>`, map[string][]string{}},
		"too deep":   {`<script type="application/ld+json">` + deep + `</script>`, map[string][]string{}},
		"too long":   {`<script type="application/ld+json">{"a":"` + strings.Repeat("x", maxEmbedded) + `"}</script>`, map[string][]string{}},
		"meta":       {`<meta property="og:title" content=" Emma "><meta name="author" content="Jane"><span itemprop="price" content="9.50">about 10</span><meta charset=utf-8>`, map[string][]string{"meta:og:title": {"Emma"}, "meta:author": {"Jane"}, "meta:price": {"9.50"}}},
		"two names":  {`<meta itemprop="image" property="og:image" content="a"><meta property="og:image" itemprop="image" content="b"><meta name="x" property="y" content="c">`, map[string][]string{"meta:image": {"a", "b"}, "meta:y": {"c"}}},
		"script":     {`<script>{"name":"A"}</script>`, map[string][]string{}},
	} {
		root, err := html.Parse(strings.NewReader(tt.page))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, readEmbedded(root).texts()); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

// texts are the values by key.
func (m embedded) texts() map[string][]string {
	out := make(map[string][]string)
	for key, list := range m {
		for _, v := range list {
			out[key] = append(out[key], v.Text)
		}
	}
	return out
}

func bookPage(i int) *page.Page {
	return &page.Page{URL: fmt.Sprintf("http://books.example/%d", i), Body: fmt.Appendf(nil, `<html><head><script type="application/ld+json">
{"@type":"Book","isbn":"978-%d","publisher":"House","copies":%d}</script></head><body><h1>Book %d</h1><div><p>978-%d</p></div><p>Good night</p></body></html>`, i*1111, i*3, i, i*1111)}
}

// TestEmbedded checks that embedded data has columns of its own, on learned
// and on other pages, that a shown value gets its name, and that what all pages
// say is left out.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	w, table, err := Learn([]*page.Page{bookPage(1), bookPage(2), bookPage(3)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Extract(bookPage(7))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), r) {
		n := i + 1
		if i == 3 {
			n = 7
		}
		want := map[string][]string{"isbn": {fmt.Sprintf("978-%d", n*1111)}, "json-ld:isbn": {fmt.Sprintf("978-%d", n*1111)}, "json-ld:copies": {fmt.Sprint(n * 3)}, "h1": {fmt.Sprintf("Book %d", n)}}
		if d := cmp.Diff(want, r.ByLabel()); d != "" {
			t.Errorf("%s (-want +got)\n%s", r.URL, d)
		}
		if !slices.Contains(r.Labels(), "json-ld:isbn") {
			t.Errorf("labels %q", r.Labels())
		}
	}
}
