package template

import (
	"fmt"
	"strings"
	"testing"

	"verde/internal/flathtml"
	"verde/siteexpand/similarity"
)

func features(t testing.TB, doc string) []similarity.Feature {
	t.Helper()
	var d flathtml.Document
	if !d.Read([]byte(doc)) {
		t.Fatalf("%s: its tags do not spell it out", doc)
	}
	features := similarity.FeaturesOf(&d, nil)
	return features
}

// Features that exemplars share and others lack weigh most; features of all pages weigh nothing.
func TestTemplate(t *testing.T) {
	t.Parallel()
	const chrome = "<nav class=top>Home</nav>"
	book := func(i int, extra string) []similarity.Feature {
		return features(t, fmt.Sprintf("%s<h1>Book %d</h1><b>Written by</b>%s", chrome, i, extra))
	}
	l := Template{Exemplars: [][]similarity.Feature{book(1, ""), book(2, ""), book(3, "<i>Sale</i>")}}
	l.Learn([]Class{
		{HasExemplar: true, Weight: 1, Pages: [][]similarity.Feature{book(4, "")}},
		{Pages: [][]similarity.Feature{features(t, chrome+"<h1>Contact</h1>")}},
		{Pages: [][]similarity.Feature{features(t, chrome+"<h1>News</h1>")}},
	}, 2)
	for _, x := range []struct {
		what      string
		page      []similarity.Feature
		low, high float64
	}{
		{"another book", book(9, ""), 1, 1},
		{"a book on sale", book(9, "<i>Sale</i>"), 1, 1}, // what it has beside the template is no matter
		{"chrome and a heading", features(t, chrome+"<h1>Imprint</h1>"), 0, .1},
		{"the label alone", features(t, "<b>Written by</b>"), .9, 1}, // nothing else tells books from the rest
		{"nothing", nil, 0, 0},
	} {
		if got := l.Similarity(x.page); got < x.low || got > x.high {
			t.Errorf("score of %s: %v, want %v to %v", x.what, got, x.low, x.high)
		}
	}
	if got := l.LeaveOneOut(); got != 1 {
		t.Errorf("least score of an exemplar %v, want 1", got)
	}
}

// What is rare among the pages of the type's own class is there by chance.
func TestTemplateChance(t *testing.T) {
	t.Parallel()
	item := func(year string) []similarity.Feature { return features(t, "<b>Price</b><i>"+year+"</i>") }
	l := Template{Exemplars: [][]similarity.Feature{item("1996"), item("1996")}}
	others := Class{Pages: [][]similarity.Feature{features(t, "<p>")}}
	l.Learn([]Class{others}, 2)
	before := l.Similarity(item("2004"))
	l.Learn([]Class{{HasExemplar: true, Weight: 4, Pages: [][]similarity.Feature{item("2001"), item("2002"), item("2003"), item("2004")}}, others}, 2)
	if after := l.Similarity(item("2004")); after <= before || after < .8 {
		t.Errorf("score %v, then %v with pages of the class; want it to grow to .8 and more", before, after)
	}
}

func TestTemplateEmpty(t *testing.T) {
	t.Parallel()
	l := Template{Exemplars: [][]similarity.Feature{features(t, "<a>1</a>"), features(t, "<b>2</b>")}}
	l.Learn(nil, 2)
	if got := l.Similarity(features(t, "<i>3</i>")); got < 0 || got > 1 {
		t.Errorf("score %v", got)
	}
}

func BenchmarkTemplate(b *testing.B) {
	var doc strings.Builder
	for i := range 300 {
		fmt.Fprintf(&doc, "<div class=c%d><b>label %d</b></div>", i, i)
	}
	page := features(b, doc.String())
	l := Template{Exemplars: [][]similarity.Feature{page, page, page}}
	l.Learn(nil, 2)
	b.ReportAllocs()
	for b.Loop() {
		l.Similarity(page)
	}
}
