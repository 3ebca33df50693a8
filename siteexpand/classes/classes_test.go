package classes

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
)

// library is a site of two lists, of books and of authors, whose pages have one
// frame and a template for each kind. Of the books, dead ones are linked to and
// are not there.
func library(books, authors, dead int) map[string]string {
	frame := func(body string) string {
		return `<div class=top>` + sitetest.Anchors("nav", "/", "/books/", "/authors/") + `</div><div class=main>` + body + `</div><div class=foot>` + sitetest.Anchors("p", "/about.html") + `</div>`
	}
	site := map[string]string{"/about.html": frame("<p class=text>About")}
	var b, a []string
	for i := range books {
		u := fmt.Sprintf("/books/b%d.html", i)
		b = append(b, u)
		site[u] = frame(`<h1 class=title>Book</h1><table class=facts><tr><th>By</th><td>` + sitetest.Anchors("i", fmt.Sprintf("/authors/a%d.html", i%max(1, authors))) + `</td></tr></table>`)
	}
	for i := range dead {
		b = append(b, fmt.Sprintf("/books/gone-%d.html", i))
	}
	for i := range authors {
		u := fmt.Sprintf("/authors/a%d.html", i)
		a = append(a, u)
		site[u] = frame(`<h2 class=name>Author</h2><ul class=works>` + sitetest.Anchors("li", fmt.Sprintf("/books/b%d.html", i)) + `</ul><p class=life>Life`)
	}
	site["/books/"], site["/authors/"] = frame(sitetest.Anchors("li", b...)), frame(sitetest.Anchors("li", a...))
	site["/"] = frame(sitetest.Anchors("p", "/books/", "/authors/", "/about.html"))
	return site
}

func TestClasses(t *testing.T) {
	t.Parallel()
	var books, authors []string
	for i := range 60 {
		books = append(books, fmt.Sprintf("/books/b%d.html", i))
		authors = append(authors, fmt.Sprintf("/authors/a%d.html", i))
	}
	slices.Sort(books)
	slices.Sort(authors)
	for _, test := range []struct {
		name    string
		dead    int
		samples []string
		want    []string
	}{
		{"one sample", 0, []string{"/books/b7.html"}, books},
		{"three samples", 0, []string{"/books/b7.html", "/books/b8.html", "/books/b59.html"}, books},
		{"the other kind", 0, []string{"/authors/a1.html"}, authors},
		{"dead links of the kind's folder", 40, []string{"/books/b7.html", "/books/b20.html"}, books},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, _, _ := sitetest.Expand(t, Method{}, library(60, 60, test.dead), siteexpand.Options{}, test.samples...)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("pages (-want +got):\n%s", d)
			}
		})
	}
}

// Of three classes with a page each, a feature of all three weighs the least that
// there is, ln(4/3.5), one of a single class ln(4/1.5). Two pages that share the
// first and differ in one of the others each are as similar as the first weighs
// against all three.
func TestFeatureWeights(t *testing.T) {
	t.Parallel()
	var pages [][]*site.Page // one a class
	for i := range 3 {
		pages = append(pages, []*site.Page{{ID: site.ID(i), Features: []similarity.Feature{1, similarity.Feature(10 + i)}}})
	}
	c := &crawl{weights: featureWeights(pages)}
	common, rare := math.Log(4/3.5), math.Log(4/1.5)
	if math.Abs(c.weights[1]-common) > 1e-9 || math.Abs(c.weights[10]-rare) > 1e-9 {
		t.Errorf("weights %v, want %v of 1 and %v of 10", c.weights, common, rare)
	}
	if got, want := c.jaccard(pages[0][0], pages[1][0]), common/(common+2*rare); math.Abs(got-want) > 1e-9 {
		t.Errorf("similarity %v, want %v", got, want)
	}
}

// What three samples share is required if names of their folder hardly share it by
// chance: a quarter of them do, and so three samples in one of 64 draws.
func TestRequire(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		like, all int // names that begin as the samples' do, of all names
		want      string
	}{{25, 100, "class"}, {50, 100, ""}, {100, 100, ""}} {
		c := &crawl{Site: site.New("classes", nil, siteexpand.Options{}), info: map[site.ID]*member{}}
		for i := range test.all {
			name := fmt.Sprintf("other_%d", i)
			if i < test.like {
				name = fmt.Sprintf("class_%d", i)
			}
			m := &member{id: c.Intern("http://e.org/" + name), name: name, fits: true}
			c.info[m.id], c.order = m, append(c.order, m)
		}
		c.starts = []site.ID{0, 1, 2}
		c.require()
		if c.required[1] != test.want {
			t.Errorf("%d of %d: %q is required, want %q", test.like, test.all, c.required[1], test.want)
		}
	}
}
