package indesit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

func TestINDESIT(t *testing.T) {
	t.Parallel()
	testShop(t, INDESIT{}, []shopTest{
		{"default", siteexpand.Options{}, "/product/2b", products, 5},
		{"no recursion", siteexpand.Options{Height: 1}, "/product/2b", products[4:8], 1},
		{"neither", siteexpand.Options{}, "/help", []string{"/help"}, 5},
	})
}

// The pages of INDESIT 2004, Figure 1: p1 and p2 are a cluster, p3 is another.
func TestClustersFig1(t *testing.T) {
	t.Parallel()
	cells := func(of ...string) (html string) {
		for _, x := range of {
			html += `<td><a href="/` + x + `">` + x + `</a></td>`
		}
		return "<table><tr>" + html + "</tr></table>"
	}
	pages := map[string]string{
		"/p1": cells("X", "Y") + "<ul><li><a href=/E>E</a><li><a href=/F>F</a></ul>",
		"/p2": cells("X", "Y") + "<ul><li><a href=/G>G</a></ul>",
		"/p3": cells("H", "K", "J") + "<p><b><a href=/L>L</a></b></p>",
	}
	s, p1 := openPage(t, pages, "/p1")
	c := newClusters(s, false)
	get := func(path string) *site.Page {
		n, err := s.Fetch(t.Context(), s.Intern("http://e.org"+path))
		if err != nil || n == nil {
			t.Fatal(err)
		}
		return n
	}
	p2, p3 := get("/p2"), get("/p3")
	if c.cluster(p1) != c.cluster(p2) || c.cluster(p1) == c.cluster(p3) {
		t.Errorf("clusters %d, %d, %d; want that of p1 and p2, and another one of p3", c.cluster(p1), c.cluster(p2), c.cluster(p3))
	}
	if got := p1.Schema.Distance(p3.Schema); got != 2 {
		t.Errorf("p1 and p3 are at a distance of %d, want 2", got)
	}
	if !c.isSimilar(p3, c.cluster(p1)) {
		t.Error("p1 and p3 are not similar")
	}
}

// What a page's link collections lead to, by schema.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		// The first three links of a collection lead to one cluster, so that the
		// fourth, which leads to another, is not followed. Links to the sample's
		// own cluster don't count.
		"/x1": sitetest.Schema("x", 9) + sitetest.Anchors("ul", "/y1", "/y2", "/y3", "/z1") + sitetest.Anchors("nav", "/x2", "/x3", "/x4", "/z2"),
	}
	for _, x := range []string{"/x2", "/x3", "/x4"} {
		pages[x] = sitetest.Schema("x", 9) + sitetest.Anchors("ul", "/y1") + sitetest.Anchors("nav", "/x1")
	}
	for _, y := range []string{"/y1", "/y2", "/y3"} {
		pages[y] = sitetest.Schema("y", 9)
	}
	for _, z := range []string{"/z1", "/z2"} {
		pages[z] = sitetest.Schema("z", 9)
	}
	s, x1 := openPage(t, pages, "/x1")
	x := indesit{newClusters(s, false)}
	near, err := x.neighbours(t.Context(), []*site.Page{x1})
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, c := range near {
		var of []string
		for _, n := range c.pages.list {
			of = append(of, strings.TrimPrefix(s.URL(n.ID), "http://e.org"))
		}
		got = append(got, of)
	}
	want := [][]string{{"/y1", "/y2", "/y3"}, {"/x2", "/x3", "/x4"}, {"/z2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("clusters (-want +got):\n%s", diff)
	}
}

// A neighbourhood of two index pages with class-links of all kinds is scored.
func TestScore(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/e0": sitetest.Schema("e", 9) + sitetest.Anchors("p", "/i1", "/i2"),
		"/n1": sitetest.Schema("n", 9), "/n2": sitetest.Schema("n", 9),
		// ul leads to three new entities on one page and to one on the other; ol
		// to one that is no entity, ahead of others; dl to none that is known.
		"/i1": sitetest.Anchors("ul", "/e0", "/e1", "/e2", "/e3") + sitetest.Anchors("ol", "/e0", "/n1", "/e4") + sitetest.Anchors("dl", "/e5"),
		"/i2": sitetest.Anchors("ul", "/e0", "/e1") + sitetest.Anchors("ol", "/n2") + sitetest.Anchors("dl", "/e6"),
	}
	for _, e := range []string{"/e1", "/e2", "/e3", "/e4", "/e5", "/e6"} {
		pages[e] = sitetest.Schema("e", 9) + sitetest.Anchors("p", "/i1")
	}
	s, e0 := openPage(t, pages, "/e0")
	x := indesit{newClusters(s, false)}
	near, err := x.neighbours(t.Context(), []*site.Page{e0})
	if err != nil || len(near) != 1 {
		t.Fatalf("%d clusters, %v", len(near), err)
	}
	known := newPageSet(e0)
	for range 2 { // scoring makes nothing known
		err := x.score(t.Context(), near[0], x.cluster(e0), known)
		if err != nil || near[0].score != 2 {
			t.Errorf("score %v, %v; want (3+1)/2", near[0].score, err)
		}
		if len(near[0].back) != 1 || s.LinkPathName(near[0].back[0]) != "html/body/ul/a[href]" {
			t.Errorf("back class-links %v", near[0].back)
		}
	}
	for _, path := range []string{"/e4", "/e5", "/e6", "/n2"} {
		if s.Visited(s.Intern("http://e.org" + path)) {
			t.Errorf("%s was fetched", path)
		}
	}
	if err := x.gather(t.Context(), near[0].pages.list, near[0].back, x.cluster(e0), known); err != nil {
		t.Fatal(err)
	}
	if err := x.score(t.Context(), near[0], x.cluster(e0), known); near[0].score != 0 || err != nil {
		t.Errorf("score %v, %v when all entities are known", near[0].score, err)
	}
}

// Of two indexes next to the sample the better one is used first, then the other
// one, since it still earns something. A third page has no link to what is known
// at first, only to what the indexes led to: it is none of the remaining ones.
func TestIteration(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/e0":     sitetest.Schema("e", 9) + sitetest.Anchors("p", "/less", "/more", "/change"),
		"/more":   sitetest.Schema("m", 9) + sitetest.Anchors("ul", "/e0", "/e1", "/e2", "/e3"),
		"/less":   sitetest.Schema("l", 9) + sitetest.Anchors("ul", "/e0", "/e3", "/e4"),
		"/change": sitetest.Schema("c", 9) + sitetest.Anchors("ul", "/e1", "/e4", "/e5"),
	}
	for _, e := range []string{"/e1", "/e2", "/e3", "/e4", "/e5"} {
		pages[e] = sitetest.Schema("e", 9)
	}
	got, _, _ := sitetest.Expand(t, INDESIT{}, pages, siteexpand.Options{}, "/e0")
	if diff := cmp.Diff([]string{"/e0", "/e1", "/e2", "/e3", "/e4"}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

// A search for a cluster is not begun within one for a similar cluster, or
// deeper than the height.
func TestPermitted(t *testing.T) {
	t.Parallel()
	s, _ := openPage(t, map[string]string{"/a": sitetest.Schema("a", 12), "/b": sitetest.Schema("a", 8), "/c": sitetest.Schema("c", 12)}, "/a")
	x := indesit{newClusters(s, false)}
	var ids []schemaID
	for _, path := range []string{"/a", "/b", "/c"} {
		n, err := s.Fetch(t.Context(), s.Intern("http://e.org"+path))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, x.cluster(n))
	}
	a, b, c := ids[0], ids[1], ids[2]
	for _, test := range []struct {
		of    schemaID
		under []schemaID
		want  bool
	}{
		{c, []schemaID{a}, true},
		{a, []schemaID{a}, false},
		{b, []schemaID{a}, false},
		{b, []schemaID{a, c}, false},
		{c, []schemaID{a, a, a, a}, true},
		{c, []schemaID{a, a, a, a, a}, false},
	} {
		if got := x.permitted(test.of, test.under); got != test.want {
			t.Errorf("a search for %d under %v: %v, want %v", test.of, test.under, got, test.want)
		}
	}
}

// openPage begins a run on pages, for tests of single steps.
func openPage(t *testing.T, pages map[string]string, sample string) (*site.Site, *site.Page) {
	t.Helper()
	s, starts, err := site.Open(t.Context(), "test", sitetest.NewMemory(pages), []string{"http://e.org" + sample}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Page(starts[0])
}
