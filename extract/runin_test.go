package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestRunIns checks that labels in bold type which end in a colon are those of what stands behind them in their line, however many
// things a page describes so below one heading, and whatever is said of each in paragraphs between.
func TestRunIns(t *testing.T) {
	t.Parallel()
	facts := func(i, n int) (syntax, since string) {
		return fmt.Sprintf("order%d FILE", i*5%11+n), fmt.Sprintf("release %d.%d", i%4, n)
	}
	for _, form := range []string{"<p><strong>Syntax:</strong> <code>%s</code><br><strong>Since:</strong> %s</p>",
		"<p><b>Syntax</b>: %s</p><p><b>Since</b>: <i>%s</i></p>", "<ul><li><b>Syntax:</b> <b>%s</b></li><li><b>Since:</b> %s</li></ul>"} {
		var pages []*page.Page
		for i := range 15 {
			var body strings.Builder
			fmt.Fprintf(&body, "<h1>Module m%d</h1><h2>Orders</h2>", i)
			for n := range 2 + i*3%5 {
				syntax, since := facts(i, n)
				fmt.Fprintf(&body, "<h3>order%d</h3>"+form, i*5%11+n, syntax, since)
				for k := range 1 + (i+n)%3 {
					fmt.Fprintf(&body, "<p>What the order numbered %d does is explained at length in paragraph %d here.</p>", i*7+n, k)
				}
			}
			pages = append(pages, document(fmt.Sprintf("http://orders.example/%d", i), body.String()+"<p>Footer</p>"))
		}
		w, table, err := Learn(pages[:12], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[12:])...) {
			var syntaxes, versions []string
			for n := range 2 + i*3%5 {
				syntax, since := facts(i, n)
				syntaxes, versions = append(syntaxes, syntax), append(versions, since)
			}
			if got := r.Texts("Syntax"); !slices.Equal(got, syntaxes) {
				t.Errorf("%s: page %d: Syntax is %q, want %q", form, i, got, syntaxes)
			}
			if got := r.Texts("Since"); !slices.Equal(got, versions) {
				t.Errorf("%s: page %d: Since is %q, want %q", form, i, got, versions)
			}
		}
	}
}
