package extract

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"verde/extract/rules"
	"verde/internal/stopwatch"
	"verde/page"
)

// Elements in elements, each of a class and with a text, as tags that nothing closes make them: each is a row of the one around
// it. The time is that of the leaves times their depth, so that twice as many take four times as long; with the cube of the depth it
// is eight times. What the processors worked is compared, by the best of three times as what runs beside can only add to one of
// them, and no other test runs at the same time.
func TestDeeplyNested(t *testing.T) {
	work := func(n int) float64 {
		var pages []*page.Page
		for p := range 6 {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "<div class=c%d>text %d of %d", i, i, p)
			}
			pages = append(pages, &page.Page{URL: fmt.Sprint("http://a.example/", p), Status: 200, Body: []byte(b.String())})
		}
		spent := stopwatch.Start()
		if _, _, err := Learn(pages, Options{}); err != nil {
			t.Fatal(err)
		}
		return spent().Processor
	}
	least := math.Inf(1)
	for range 3 {
		least = min(least, work(250)/work(125))
	}
	if most := math.Pow(2, 2.5); least > most {
		t.Errorf("twice as many texts took %.1f times as long, more than %.1f", least, most)
	}
}

// TestEmptyInHeading checks that elements of no text in a heading take time as there are more of them, not as the square of that:
// each is asked whether it is a mark of the heading.
func TestEmptyInHeading(t *testing.T) {
	work := func(n int) float64 {
		p := document("http://a.example/", "<h2>"+strings.Repeat("<span></span>", n)+"</h2>")
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		spent := stopwatch.Start()
		rules.NewCorpus().Walk(p.URL, root)
		return spent().Processor
	}
	least := math.Inf(1)
	for range 3 {
		least = min(least, work(32000)/work(4000))
	}
	if most := math.Pow(8, 1.5); least > most { // with the square it is 64 times as long
		t.Errorf("eight times as many elements took %.1f times as long, more than %.1f", least, most)
	}
}
