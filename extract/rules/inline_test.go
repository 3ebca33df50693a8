package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/extract/leaves"
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
		{"【全長】151.1cm", [][2]string{{"【全長】", "151.1cm"}}},
		{"【新着】", nil},
		{"【2】cm", nil},
		{"http://x.example/", nil},
		{"Group:", nil}, // a label of its own already
		{"", nil},
	} {
		d, got := &Doc{Doc: &leaves.Doc{Leaves: []leaves.Leaf{{Text: tt.text}}}}, [][2]string(nil)
		NewCorpus().inlineTexts(d, func(x cutText) {
			for _, item := range x.items(func(label string) bool { return label != "" && label != "Unknown:" }) {
				got = append(got, [2]string{item.label, strings.TrimLeft(tt.text[item.values[0].lo:item.values[0].hi], " ")})
			}
		})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}
