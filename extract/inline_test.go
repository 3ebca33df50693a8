package extract

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

func TestInlineParts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []inlinePart
	}{
		{"Author: Jane Austen", []inlinePart{{"Author:", "Jane Austen"}}},
		{"Height 6-8 / Weight 240", []inlinePart{{"Height", "6-8"}, {"Weight", "240"}}},
		{"Author: X | Pages: 12", []inlinePart{{"Author:", "X"}, {"Pages:", "12"}}},
		{"Price: $12 · Weight 3 kg", []inlinePart{{"Price:", "$12"}, {"Weight", "3 kg"}}},
		{"Größe 1,80 m · Gewicht 80 kg", []inlinePart{{"Größe", "1,80 m"}, {"Gewicht", "80 kg"}}},
		{"May 3", nil},
		{"Author: A / B", []inlinePart{{"Author:", "A / B"}}},
		{"24 mpg city / 32 mpg hwy", nil},
		{"Windows 95 / Windows XP", nil},
		{"http://x.example/", nil},
		{"", nil},
	} {
		if diff := cmp.Diff(tt.want, inlineParts(tt.text), cmp.AllowUnexported(inlinePart{})); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}

// TestSeveralLabelsInOneText checks labels within a text on pages learned from
// and on others.
func TestSeveralLabelsInOneText(t *testing.T) {
	t.Parallel()
	player := func(i int) *page.Page {
		return document(fmt.Sprintf("http://players.example/%d", i), fmt.Sprintf("<h1>Player %c</h1><p>Height 6-%d / Weight %d</p><p>Born %d</p>", 'A'+i, i, 200+7*i, 1970+i))
	}
	var pages []*page.Page
	for i := range 5 {
		pages = append(pages, player(i))
	}
	w, table, err := Learn(pages[:4], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[4:])...) {
		if !slices.Equal(r.Texts("Height"), []string{fmt.Sprintf("6-%d", i)}) || !slices.Equal(r.Texts("Weight"), []string{fmt.Sprint(200 + 7*i)}) {
			t.Errorf("record %v", r.ByLabel())
		}
	}
}
