package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestOwnNames checks that classes which name the page, or say the value again, do not
// scatter a field over columns, on learned and on other pages.
func TestOwnNames(t *testing.T) {
	t.Parallel()
	kinds := []string{"Fire", "Water", "Grass", "Rock", "Ice", "Steel", "Dark", "Bug"}
	var pages []*page.Page
	for i := range kinds {
		pages = append(pages, document(fmt.Sprintf("http://kinds.example/%d", i), fmt.Sprintf(
			"<div class='skin page-%d'><h1>Being %d</h1><p><span class='type type-%s'>%s</span></p><p class='note'>seen %d times</p></div>", i, i, kinds[i/2], kinds[i/2], 10+i)))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		for label, want := range map[string]string{"type": kinds[i/2], "note": fmt.Sprintf("seen %d times", 10+i)} {
			if got := r.Texts(label); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q; record %v", i, label, got, want, r.ByLabel())
			}
		}
	}
}
