package extract

import (
	"fmt"
	"slices"
	"strings"
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
		{"Author: X | Pages: 12", []inlinePart{{"Author:", "X"}, {"Pages:", "12"}}},
		{"Time of the day: 12:30", []inlinePart{{"Time of the day:", "12:30"}}},
		{"Author: A / B", []inlinePart{{"Author:", "A / B"}}},
		{"Title: A / B · Unknown: C; D · Year: 1920", []inlinePart{{"Title:", "A / B · Unknown: C; D"}, {"Year:", "1920"}}},
		{"Year: 1920 · Group:", []inlinePart{{"Year:", "1920"}, {"Group:", ""}}}, // the group is a link
		{"· Colors: red, blue · Hardness: 5 ·", []inlinePart{{"Colors:", "red, blue"}, {"Hardness:", "5"}}},
		{"· Group:", []inlinePart{{"Group:", ""}}},
		{"city 17; highway 21; range: 310 miles", nil}, // a value
		{"What one says of it and of others: no label", nil},
		{"Author – Jane Austen", []inlinePart{{"Author –", "Jane Austen"}}},
		{"Width - 12-13 cm", []inlinePart{{"Width -", "12-13 cm"}}},
		{"Autor / Author: X", []inlinePart{{"Autor / Author:", "X"}}},
		{"作者：X", []inlinePart{{"作者：", "X"}}},
		{"std::string", nil},
		{"well-known", nil},
		{"12: a number", nil},
		{"Battery: 4500 mAh · 3.5mm jack: Yes", []inlinePart{{"Battery:", "4500 mAh"}, {"3.5mm jack:", "Yes"}}},
		{"11:30 am – 10 pm", nil},
		{"red · blue", nil},
		{"http://x.example/", nil},
		{"Group:", nil}, // a label of its own already
		{"", nil},
	} {
		if diff := cmp.Diff(tt.want, inlineParts(tt.text, nil, false, func(label string) bool { return label != "" && label != "Unknown:" }), cmp.AllowUnexported(inlinePart{})); diff != "" {
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

// A heading that begins with its maker, who has made several, is one value, and so are links to such pages.
func TestMakersInHeadings(t *testing.T) {
	t.Parallel()
	makers, titles := strings.Fields("Foxes Quint Harbor Tapes"), strings.Fields("Rivers Salt Glass Paper Winter Stone Gold Lights Echo Road House Silver")
	name := func(i int) string { return makers[i%12/3] + ": " + titles[i%12] }
	var pages []*page.Page
	for i := range 12 {
		pages = append(pages, document(fmt.Sprintf("http://albums.example/%d", i), fmt.Sprintf(
			"<title>%s | Albums</title><h1>%s</h1><p>Year: %d</p><p>See too <a href=/%d>%s</a> and <a href=/%d>%s</a></p>", name(i), name(i), 1970+i, i+1, name(i+1), i+2, name(i+2))))
	}
	w, table, err := Learn(pages[:10], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
		if got := r.Texts("name"); !slices.Equal(got, []string{name(i)}) {
			t.Errorf("the name is %q, want %q; record %v", got, name(i), r.ByLabel())
		}
		if got := r.Texts("Year"); !slices.Equal(got, []string{fmt.Sprint(1970 + i)}) {
			t.Errorf("the year is %q; record %v", got, r.ByLabel())
		}
	}
}

// Where one of the values within a text is a link, and rows are left out on some pages,
// the label before the link is the link's, and what follows goes on with the next label.
func TestLinkAmongInlineLabels(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 12 {
		facts := fmt.Sprintf("Group: <a href='/g/%d'>%s</a> · Hardness: %d", i%3, []string{"Oxides", "Sulfides / Salts", "Silicates"}[i%3], i+2)
		if i%4 > 0 { // else the paragraph begins with the link's label
			facts = fmt.Sprintf("Lustre: %s · ", []string{"vitreous", "greasy", "dull"}[i%3]) + facts
		}
		pages = append(pages, document(fmt.Sprintf("http://stones.example/%d", i), fmt.Sprintf("<h1>Stone %c</h1><p>%s</p><p>Footer</p>", 'A'+i, facts)))
	}
	w, table, err := Learn(pages[:9], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[9:])...) {
		group := []string{[]string{"Oxides", "Sulfides / Salts", "Silicates"}[i%3]}
		if !slices.Equal(r.Texts("Group"), group) || !slices.Equal(r.Texts("Hardness"), []string{fmt.Sprint(i + 2)}) || (len(r.Texts("Lustre")) > 0) != (i%4 > 0) {
			t.Errorf("record %d: %v", i, r.ByLabel())
		}
	}
}

// TestLabelsInLinesWithLinks checks lines of labels and values some of which are links, also of paragraphs long enough
// for prose.
func TestLabelsInLinesWithLinks(t *testing.T) {
	t.Parallel()
	for _, form := range []struct{ block, item, mark string }{
		{"p", "%s: %s", " | "}, {"p", "%s: %s", " · "}, {"p", "<b>%s:</b> %s", " | "}, {"div", "%s: %s", "; "}, {"p", "%s: %s", "<br>"},
	} {
		t.Run(form.block+form.mark, func(t *testing.T) {
			t.Parallel()
			facts := func(i int) map[string]string {
				out := cameraFacts(i)
				out["body"], out["released"] = []string{"steel alloy", "brass", "light metal"}[i%3], fmt.Sprint(1960+i*7%50)
				return out
			}
			checkFacts(t, facts, func(i int) string {
				var items []string
				for _, label := range []string{"maker", "rating", "released", "body", "zoom", "price"} {
					v := facts(i)[label]
					if label == "maker" || label == "body" {
						v = "<a href=/x>" + v + "</a>"
					}
					if facts(i)[label] != "" {
						items = append(items, fmt.Sprintf(form.item, label, v))
					}
				}
				return "<" + form.block + ">" + strings.Join(items, form.mark) + "</" + form.block + ">"
			})
		})
	}
}
