package extract

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"verde/internal/stopwatch"
	"verde/page"
)

// generated are pages of one template with about so many texts each: a frame, a
// table of attributes of which each page lacks some, a list, offers, paragraphs.
func generated(pages, leaves int) []*page.Page {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string { return fmt.Sprintf("w%d", r.IntN(5000)) }
	var out []*page.Page
	for i := range pages {
		var b strings.Builder
		for k := range leaves / 8 {
			fmt.Fprintf(&b, "<ul class=nav><li><a>Section %d</a></ul>", k)
		}
		fmt.Fprintf(&b, "<h1>Thing %d %s</h1><table class=facts>", i, word())
		for k := range leaves / 8 {
			if r.IntN(4) > 0 {
				fmt.Fprintf(&b, "<tr><th>Attribute %d</th><td>%s %s</td></tr>", k, word(), word())
			}
		}
		b.WriteString("</table><h2>Tags</h2><ul class=tags>")
		for range 1 + r.IntN(leaves/8) {
			fmt.Fprintf(&b, "<li>%s</li>", word())
		}
		b.WriteString("</ul><h2>Offers</h2><div class=offers>")
		for range 1 + r.IntN(leaves/8) {
			fmt.Fprintf(&b, "<div class=offer><b>%s</b><i>$%d</i><u>Buy</u></div>", word(), r.IntN(900))
		}
		b.WriteString("</div><h2>Text</h2>")
		for range 1 + r.IntN(leaves/16) {
			fmt.Fprintf(&b, "<p>%s</p>", strings.Repeat(word()+" ", 20))
		}
		out = append(out, document(fmt.Sprintf("http://things.example/%d", i), b.String()))
	}
	return out
}

// BenchmarkAlign tells what an alignment takes, with the parse, on the clock, of
// the processors, and of memory from the system.
func BenchmarkAlign(b *testing.B) {
	for _, size := range []struct{ pages, leaves int }{{10, 400}, {30, 800}, {300, 300}, {3000, 300}} {
		b.Run(fmt.Sprintf("%d pages of %d texts", size.pages, size.leaves), func(b *testing.B) {
			pages := generated(size.pages, size.leaves)
			end := stopwatch.Start()
			for b.Loop() {
				if _, err := Align(pages, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(1e3*end().Processor/float64(b.N), "cpu-ms/op")
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
		})
	}
}

// BenchmarkExtract tells what a wrapper takes for a page, and its parse alone.
func BenchmarkExtract(b *testing.B) {
	pages := generated(30, 400)
	w, _, err := Learn(pages, Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, read := range []struct {
		name string
		page func(p *page.Page) error
	}{
		{"with the parse", func(p *page.Page) error { _, err := w.Extract(p); return err }},
		{"parse alone", func(p *page.Page) error { _, err := p.Parse(); return err }},
	} {
		b.Run(read.name, func(b *testing.B) {
			n, end := 0, stopwatch.Start()
			for b.Loop() {
				if err := read.page(pages[n%len(pages)]); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(1e6*end().Processor/float64(b.N), "cpu-µs/op")
		})
	}
}
