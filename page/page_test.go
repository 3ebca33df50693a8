package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The URL of SSUP 2019, Figure 4, and what algorithms silent in the paper give.
func TestTerms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ url, want string }{
		{"website/drivers/2015/driver_02.htm", "pos1_website pos2_drivers pos3_2015 pos4_driver pos4_02 pos4_htm size_4"},
		{"http://www.example.com/", "pos1_www pos1_example pos1_com size_1"},
		{"http://e.org//a//b/", "pos1_e pos1_org pos2_a pos3_b size_3"},
		{"http://e.org/p?id=12&name=x9y", "pos1_e pos1_org pos2_p pos3_id pos3_12 pos4_name pos4_x pos4_9 pos4_y size_4"},
		{"http://e.org/a-a/a", "pos1_e pos1_org pos2_a pos3_a size_3"},
		{"http://e.org/%C3%A9t%C3%A9-7/%FF", "pos1_e pos1_org pos2_été pos2_7 pos3_FF size_3"},
	} {
		if got := strings.Join(Terms(test.url), " "); got != test.want {
			t.Errorf("Terms(%q)\n got %s\nwant %s", test.url, got, test.want)
		}
	}
}

func TestSiteAndDomain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ url, site, domain, dir string }{
		{"http://www.shop.example.co.uk/a/b.html?q=/", "shop.example.co.uk", "example.co.uk", "http://www.shop.example.co.uk/a/"},
		{"http://127.0.0.1:8080/", "127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080/"},
		{"http://books.example/", "books.example", "books.example", "http://books.example/"},
	} {
		if got := Site(test.url); got != test.site {
			t.Errorf("Site(%q) = %q, want %q", test.url, got, test.site)
		}
		if got := Domain(test.url); got != test.domain {
			t.Errorf("Domain(%q) = %q, want %q", test.url, got, test.domain)
		}
		if got := Dir(test.url); got != test.dir {
			t.Errorf("Dir(%q) = %q, want %q", test.url, got, test.dir)
		}
	}
}

const outlinePage = `<html><head><title> A
 page </title><link rel=canonical href="/canon"></head><body class=b>
<ul id=n><li><a href="/one">One</a><li><a class=c href="two.html"> <b>Two</b> <img alt="pic"></a></ul>
<a href="mailto:x@y">mail</a><a name=here>no link</a><map><area href="http://other.org/z"></map><a href="#top">top</a>
</body></html>`

func TestOutline(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		notation Notation
		want     []string
	}{
		{Tag, []string{"html/body/ul/li/a", "html/body/ul/li/a", "html/body/map/area", "html/body/a"}},
		{TagAttr, []string{"html/body[class]/ul[id]/li/a[href]", "html/body[class]/ul[id]/li/a[class,href]", "html/body[class]/map/area[href]", "html/body[class]/a[href]"}},
		{TagAttrValue, []string{"html/body[class=b]/ul[id=n]/li/a[href]", "html/body[class=b]/ul[id=n]/li/a[class=c,href]", "html/body[class=b]/map/area[href]", "html/body[class=b]/a[href]"}},
	} {
		var paths Paths
		doc, err := Parse([]byte(outlinePage))
		if err != nil {
			t.Fatal(err)
		}
		o := NewOutline(&Page{URL: "http://e.org/d/x"}, doc, &paths, test.notation)
		var got, urls []string
		for _, l := range o.Links {
			got, urls = append(got, paths.Name(l.Path)), append(urls, l.URL+" "+l.Text)
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%v: link-paths (-want +got):\n%s", test.notation, d)
		}
		want := []string{"http://e.org/one One", "http://e.org/d/two.html Two pic", "http://other.org/z ", "http://e.org/d/x top"}
		if d := cmp.Diff(want, urls); d != "" {
			t.Errorf("%v: links (-want +got):\n%s", test.notation, d)
		}
		if o.Title != "A page" || o.Canonical != "http://e.org/canon" {
			t.Errorf("title %q, canonical %q", o.Title, o.Canonical)
		}
		if want := map[Notation]int{Tag: 3, TagAttr: 4, TagAttrValue: 4}[test.notation]; len(o.Schema) != want {
			t.Errorf("%v: schema of %d link-paths, want %d", test.notation, len(o.Schema), want)
		}
	}
}

func TestOutlineRelations(t *testing.T) {
	t.Parallel()
	doc, err := Parse([]byte(`<head><link rel="canonical nofollow" href="/c"><link rel=canonical href="/other">
<link rel=alternate hreflang=DE href="/de/"><link rel="alternate" hreflang="x-default" href="/"><link rel=alternate media=print href="p.html">
<link rel=amphtml href="/amp"><link rel=alternate type="application/rss+xml" hreflang=en href="/feed"><link rel=alternate href="/y">
<link rel="alternate stylesheet" media=print href="/s.css"><link rel=alternate hreflang=fr><link rel=alternate hreflang=es href="mailto:x">
<link rel="next prefetch" href="?page=3"><link rel=PREV href="?page=1"><link href="/z"></head>`))
	if err != nil {
		t.Fatal(err)
	}
	o := NewOutline(&Page{URL: "http://e.org/d/x?page=2"}, doc, new(Paths), Tag)
	want := []Alternate{{"http://e.org/de/", "de"}, {"http://e.org/", "x-default"}, {"http://e.org/d/p.html", ""}, {"http://e.org/amp", ""}}
	if d := cmp.Diff(want, o.Alternates); d != "" {
		t.Errorf("alternates (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"http://e.org/d/x?page=3", "http://e.org/d/x?page=1"}, o.Parts); d != "" {
		t.Errorf("parts (-want +got):\n%s", d)
	}
	if o.Canonical != "http://e.org/c" || len(o.Links) != 0 {
		t.Errorf("canonical %s, links %v", o.Canonical, o.Links)
	}
	var many strings.Builder
	for i := range 2 * maxAlternates {
		fmt.Fprintf(&many, "<link rel=alternate hreflang=x%d href=/%d><link rel=next href=/n%d>", i, i, i)
	}
	if doc, err = Parse([]byte(many.String())); err != nil {
		t.Fatal(err)
	}
	if o = NewOutline(&Page{URL: "http://e.org/"}, doc, new(Paths), Tag); len(o.Alternates) != maxAlternates || len(o.Parts) != maxAlternates {
		t.Errorf("%d alternates and %d parts of a page that names too many", len(o.Alternates), len(o.Parts))
	}
}

// Frames are no links, but lead somewhere; the first language that html says is
// the document's.
func TestOutlineFrames(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		document, language string
		frames             []string
	}{
		{`<html LANG=" pt-BR "><frameset cols="20%,80%"><frame src="toc.html"><frame name=x><frame src="mailto:x"></frameset>`, "pt-br", []string{"http://e.org/d/toc.html"}},
		{`<html lang=en><base href="/b/"><iframe src="menu.html#top"></iframe><p lang=de>x`, "en", []string{"http://e.org/b/menu.html"}},
		{`<p>no html`, "", nil},
		{`<html lang="` + strings.Repeat("x", maxLanguage+1) + `">`, "", nil},
	} {
		doc, err := Parse([]byte(x.document))
		if err != nil {
			t.Fatal(err)
		}
		o := NewOutline(&Page{URL: "http://e.org/d/"}, doc, new(Paths), Tag)
		if d := cmp.Diff(x.frames, o.Frames); d != "" || o.Language != x.language || len(o.Links) > 0 {
			t.Errorf("%s: language %q, links %v, frames (-want +got):\n%s", x.document, o.Language, o.Links, d)
		}
	}
}

func TestOutlineBase(t *testing.T) {
	t.Parallel()
	var paths Paths
	doc, err := Parse([]byte(`<a href=x></a><base href="/b/"><base href="/c/">`))
	if err != nil {
		t.Fatal(err)
	}
	o := NewOutline(&Page{URL: "http://e.org/"}, doc, &paths, TagAttr)
	if len(o.Links) != 1 || o.Links[0].URL != "http://e.org/b/x" {
		t.Errorf("links %+v, want one to http://e.org/b/x", o.Links)
	}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b       Schema
		similarity float64
		distance   int
	}{
		{nil, nil, 1, 0},
		{Schema{1}, nil, 0, 1},
		{Schema{1, 2, 3}, Schema{2, 3, 4}, .5, 2},
		{Schema{1, 2}, Schema{1, 2}, 1, 0},
	} {
		if got := test.a.Similarity(test.b); got != test.similarity {
			t.Errorf("%v.Similarity(%v) = %v, want %v", test.a, test.b, got, test.similarity)
		}
		if got := test.b.Distance(test.a); got != test.distance {
			t.Errorf("%v.Distance(%v) = %v, want %v", test.b, test.a, got, test.distance)
		}
	}
}
