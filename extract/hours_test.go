package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// hours are facts of few values, of which each day has all on some pages and each page several.
func hours(i int) []labelledValues {
	of := []string{"9am-6pm", "10am-8pm", "11am-11pm", "Closed"}
	var out []labelledValues
	for k, day := range []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"} {
		out = append(out, labelledValues{day, []string{of[(i*i+k*(i+3)+k/3)%4]}})
	}
	return out
}

// TestFewValues checks values that nearly all pages have, here behind one label and there behind another: neither they
// nor the rows of them are the template's.
func TestFewValues(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, row, after string }{
		"items":            {"<ul>", "<li><span>%s</span> <span>%s</span></li>", "</ul>"},
		"cells":            {"<table>", "<tr><td>%s</td><td>%s</td></tr>", "</table>"},
		"terms":            {"<dl>", "<dt>%s</dt><dd>%s</dd>", "</dl>"},
		"blocks of a kind": {"<div>", "<div class=row><div>%s</div><div>%s</div></div>", "</div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, hours, func(i int) string {
				body := form.before
				for _, x := range hours(i) {
					body += fmt.Sprintf(form.row, x.label, x.values[0])
				}
				return body + form.after
			})
		})
	}
}

// TestBelowRows checks that a text below rows of labels and values is not called after the last label.
func TestBelowRows(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]string{
		"paragraphs": "<p>Maker: Maker %c</p><p>Weight: %d kg</p><div class=about>It was made in %d.</div>",
		"items":      "<ul><li><b>Maker</b>: Maker %c</li><li><b>Weight</b>: %d kg</li></ul><div class=about>It was made in %d.</div>",
		"cells":      "<table><tr><th>Maker</th><td>Maker %c</td></tr><tr><th>Weight</th><td>%d kg</td></tr></table><div class=about>It was made in %d.</div>",
	} {
		var pages []*page.Page
		for i := range 8 {
			pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), fmt.Sprintf("<h1>Thing %d</h1>"+form, i, 'A'+i*5%7, 3+i, 1900+7*i)))
		}
		table, err := Align(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range table.Records() {
			if got, want := r.Texts("about"), []string{fmt.Sprintf("It was made in %d.", 1900+7*i)}; !slices.Equal(got, want) {
				t.Errorf("%s, page %d: %q, want %q; there is %q", name, i, got, want, r.Labels())
			}
		}
	}
}
