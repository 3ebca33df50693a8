package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestSeveralLabelsInOneText checks that labels within a text name its parts, on pages
// learned from and on others.
func TestSeveralLabelsInOneText(t *testing.T) {
	t.Parallel()
	player := func(i int) *page.Page {
		return document(fmt.Sprintf("http://players.example/%d", i), fmt.Sprintf("<h1>Player %c</h1><p>Height 17%d / Weight %d</p><p>Born %d</p>", 'A'+i, i+1, 200+7*i, 1970+i))
	}
	var pages []*page.Page
	for i := range 7 {
		pages = append(pages, player(i))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		if !slices.Equal(r.Texts("Height"), []string{fmt.Sprintf("17%d", i+1)}) || !slices.Equal(r.Texts("Weight"), []string{fmt.Sprint(200 + 7*i)}) {
			t.Errorf("record %v", r.ByLabel())
		}
	}
}
