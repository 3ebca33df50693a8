package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

func TestLabelsInText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want [][2]string
	}{
		{"Author: Jane Austen", [][2]string{{"Author:", "Jane Austen"}}},
		{"Author: X | Pages: 12", [][2]string{{"Author:", "X"}, {"Pages:", "12"}}},
		{"Time of the day: 12:30", [][2]string{{"Time of the day:", "12:30"}}},
		{"Author: A / B", [][2]string{{"Author:", "A / B"}}},
		{"Title: A / B · Unknown: C; D · Year: 1920", [][2]string{{"Title:", "A / B · Unknown: C; D"}, {"Year:", "1920"}}},
		{"· Colors: red, blue · Hardness: 5 ·", [][2]string{{"Colors:", "red, blue"}, {"Hardness:", "5"}}},
		{"city 17; highway 21; range: 310 miles", nil}, // a value
		{"What one says of it and of others: no label", nil},
		{"Author – Jane Austen", [][2]string{{"Author –", "Jane Austen"}}},
		{"Width - 12-13 cm", [][2]string{{"Width -", "12-13 cm"}}},
		{"作者：X", [][2]string{{"作者：", "X"}}},
		{"std::string", nil},
		{"well-known", nil},
		{"12: a number", nil},
		{"Battery: 4500 mAh · 3.5mm jack: Yes", [][2]string{{"Battery:", "4500 mAh"}, {"3.5mm jack:", "Yes"}}},
		{"11:30 am – 10 pm", nil},
		{"March – October", nil},
		{"Monday – 9:00 to 17:00", [][2]string{{"Monday –", "9:00 to 17:00"}}},
		{"Mon – Fri: 9 to 5", nil},
		{"red · blue", nil},
		{"http://x.example/", nil},
		{"Group:", nil}, // a label of its own already
		{"", nil},
	} {
		d, got := &doc{leaves: []leaf{{text: tt.text}}}, [][2]string(nil)
		newCorpus().inlineTexts(d, func(x cutText) {
			for _, item := range x.items(func(label string) bool { return label != "" && label != "Unknown:" }) {
				got = append(got, [2]string{item.label, strings.TrimLeft(tt.text[item.values[0].lo:item.values[0].hi], " ")})
			}
		})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}

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
