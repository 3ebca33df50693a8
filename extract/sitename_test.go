package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestSiteInTitle checks that what stands before the name in titles, with the mark of labels behind it, keeps nobody
// from telling the name by the title; and that a value with a label of its own is called by that, though the title
// has it as a part of the name.
func TestSiteInTitle(t *testing.T) {
	t.Parallel()
	series := func(i int) string { return fmt.Sprintf("KX%d", 3+i*7%9) }
	name := func(i int) string { return fmt.Sprintf("%sF%d06", series(i), i*5%13) }
	for _, title := range []string{"Chips: %s", "Chips – %s", "%s | Chips"} {
		var pages []*page.Page
		for i := range 14 {
			pages = append(pages, &page.Page{URL: fmt.Sprintf("http://chips.example/%d", i), Status: 200, Body: fmt.Appendf(nil,
				"<title>"+title+"</title><p><a href=/>Chips</a></p><h1>%s</h1><dl><dt>Family</dt><dd>%s</dd><dt>Pins</dt><dd>%d</dd></dl>", name(i), name(i), series(i), 8+i*12%44)})
		}
		w, table, err := Learn(pages[:10], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
			for label, want := range map[string]string{"name": name(i), "Family": series(i), "Pins": fmt.Sprint(8 + i*12%44)} {
				if got := r.Texts(label); !slices.Equal(got, []string{want}) {
					t.Errorf("%q, page %d: %s %q, want %q, of %q", title, i, label, got, want, r.Labels())
				}
			}
		}
	}
}
