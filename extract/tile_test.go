package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestTiles checks that a label below its value names it, in tiles of which some
// pages lack some, on learned and on other pages.
func TestTiles(t *testing.T) {
	t.Parallel()
	labels := []string{"Runs", "Wickets", "Matches", "Catches"}
	var pages []*page.Page
	for i := range 8 {
		body := fmt.Sprintf("<h1>Player %d</h1><div class=grid>", i)
		for k, label := range labels {
			if (i+k)%5 > 0 {
				body += fmt.Sprintf("<div class=tile><div class=big>%d</div><div class=small>%s</div></div>", 100*k+i, label)
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://cricket.example/%d", i), body+"</div><p>Back to the list</p>"))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		for k, label := range labels {
			var want []string
			if (i+k)%5 > 0 {
				want = []string{fmt.Sprint(100*k + i)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}
