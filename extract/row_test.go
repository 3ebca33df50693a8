package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// shop is a page with offers, which repeat, and facts, which only look as if.
func shop(i int, offers [][2]string, facts [][2]string) *page.Page {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>Thing %d</h1><table class=facts>", i)
	for _, f := range facts {
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td></tr>", f[0], f[1])
	}
	b.WriteString("</table><h2>Others bought</h2><div class=offers>")
	for _, o := range offers {
		fmt.Fprintf(&b, "<div class=offer><a>%s</a>", o[0])
		if o[0] < "M" {
			b.WriteString("<i>new</i>")
		}
		fmt.Fprintf(&b, "<p>Price</p><p>%s</p><b>Add to cart</b></div>", o[1])
	}
	b.WriteString("</div><p>All rights reserved</p>")
	return document(fmt.Sprintf("http://shop.example/%d", i), b.String())
}

func shopPages() []*page.Page {
	return []*page.Page{
		shop(1, [][2]string{{"Lamp", "$9"}, {"Rope", "$3"}, {"Tent", "$80"}, {"Boot", "$50"}}, [][2]string{{"Colour", "red"}, {"Weight", "3 kg"}, {"Maker", "Ames"}}),
		shop(2, [][2]string{{"Stove", "$40"}, {"Lamp", "$9"}, {"Axe", "$20"}}, [][2]string{{"Colour", "blue"}, {"Weight", "5 kg"}, {"Maker", "Borg"}}),
		shop(3, [][2]string{{"Knife", "$12"}, {"Map", "$7"}, {"Rope", "$3"}}, [][2]string{{"Colour", "red"}, {"Maker", "Cole"}}),
		shop(4, [][2]string{{"Torch", "$15"}, {"Sack", "$60"}}, [][2]string{{"Colour", "green"}, {"Weight", "1 kg"}, {"Maker", "Ames"}}),
	}
}

// TestGroups checks that offers become a column for each of their fields, on
// pages learned from and on others, and facts one for each label.
func TestGroups(t *testing.T) {
	t.Parallel()
	pages := shopPages()
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	check := func(r Record, want map[string][]string) {
		t.Helper()
		for label, values := range want {
			if got := r.Texts(label); !slices.Equal(got, values) {
				t.Errorf("%s: %s = %q, want %q (of %v)", r.URL, label, got, values, r.ByLabel())
			}
		}
	}
	records := table.Records()
	check(records[0], map[string][]string{"Colour": {"red"}, "Weight": {"3 kg"}, "Maker": {"Ames"}, "Others bought": {"Lamp", "Rope", "Tent", "Boot"}, "Price": {"$9", "$3", "$80", "$50"}})
	check(records[2], map[string][]string{"Colour": {"red"}, "Weight": nil, "Maker": {"Cole"}, "Others bought": {"Knife", "Map", "Rope"}, "Price": {"$12", "$7", "$3"}})
	r, err := w.Extract(shop(5, [][2]string{{"Pan", "$30"}, {"Cup", "$4"}, {"Lamp", "$9"}, {"Bag", "$14"}, {"Hat", "$11"}}, [][2]string{{"Weight", "8 kg"}, {"Maker", "Dunn"}}))
	if err != nil {
		t.Fatal(err)
	}
	check(r, map[string][]string{"Weight": {"8 kg"}, "Maker": {"Dunn"}, "Others bought": {"Pan", "Cup", "Lamp", "Bag", "Hat"}, "Price": {"$30", "$4", "$9", "$14", "$11"}})
}

// TestRepeatedLabels checks that a label which some pages have twice, in
// another section, still is one.
func TestRepeatedLabels(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i, size := range []string{"10", "20", "30", "40"} {
		rows := "<tr><td>Weight</td><td>" + size + " g</td></tr><tr><td>Height</td><td>" + size + " mm</td></tr><tr><td>Depth</td><td>1" + size + " mm</td></tr>"
		body := "<h1>Thing " + size + "</h1><table><tr><td>Name</td><td>N" + size + "</td></tr>" + rows
		if i%2 == 0 {
			body += "<tr><td>Box</td><td>B" + size + "</td></tr><tr><td>Weight</td><td>2" + size + " g</td></tr>"
		}
		pages = append(pages, document("http://things.example/"+size, body+"</table>"))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, size := range []string{"10", "20", "30", "40"} {
		r := table.Records()[i]
		if got := r.Texts("Weight"); !slices.Equal(got, []string{size + " g"}) {
			t.Errorf("weight of %s = %q of %v", size, got, r.ByLabel())
		}
		if got := r.Texts("Weight 2"); i%2 == 0 && !slices.Equal(got, []string{"2" + size + " g"}) {
			t.Errorf("weight of the box of %s = %q", size, got)
		}
	}
}

// TestAttributesAmongGroups checks that a table of attributes whose rows look
// like those of groups elsewhere on the pages is none.
func TestAttributesAmongGroups(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 6 {
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>C%d</h1><table><tr><td>Header:</td><td>h%d</td></tr><tr><td>Since:</td><td>%d.%d</td></tr></table><h2>Functions</h2><table>", i, i, i/3, i)
		for k := range 3 + i%3 {
			fmt.Fprintf(&b, "<tr><td>int</td><td>f%d_%d()</td></tr>", i, k)
		}
		b.WriteString("</table>")
		pages = append(pages, document(fmt.Sprintf("http://docs.example/%d", i), b.String()))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if !slices.Equal(r.Texts("Header"), []string{fmt.Sprintf("h%d", i)}) || !slices.Equal(r.Texts("Since"), []string{fmt.Sprintf("%d.%d", i/3, i)}) {
			t.Errorf("record %v", r.ByLabel())
		}
	}
}

// TestDefinitions checks that terms with their definitions are rows of a group.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 4 {
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>C%d</h1><h2>Parameters</h2><dl>", i)
		for k := range 3 + i%3 {
			fmt.Fprintf(&b, "<dt>p%d_%d</dt><dd>meaning %d of %d</dd>", i, k, k, i)
		}
		b.WriteString("</dl><h2>Notes</h2>")
		pages = append(pages, document(fmt.Sprintf("http://docs.example/%d", i), b.String()))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"p1_0", "p1_1", "p1_2", "p1_3"}
	if got := table.Records()[1].ByLabel()["Parameters"]; !slices.Equal(got, want) {
		t.Errorf("parameters %q, want %q", got, want)
	}
}

// TestFactsAmongRows checks that blocks of facts are attributes although free texts in blocks
// of the same markup, as many as a page has, stand beside them.
func TestFactsAmongRows(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ list, row string }{
		"divisions":   {"<div>%s%s</div>", "<div class=b><span class=l>%s</span> <span>%s</span></div>"},
		"many before": {"<div>%[2]s%[1]s</div>", "<div class=b><span class=l>%s</span> <span>%s</span></div>"},
		"cells":       {"<table>%s%s</table>", "<tr><td>%s</td><td>%s</td></tr>"},
		"two tables":  {"<table class=t>%s</table><table class=t>%s</table>", "<tr><td>%s</td><td>%s</td></tr>"},
		"terms":       {"<dl>%s%s</dl>", "<dt>%s</dt><dd>%s</dd>"},
		"layout":      {"<table><tr><td>Camera</td></tr><tr><td><table>%s</table></td></tr>%s</table>", "<tr><td><b>%s</b></td><td>%s</td></tr>"},
		"cards":       {"<div>%s%s</div>", "<article><h4>%s</h4><p>%s</p></article>"},
		"items":       {"<ul class=f>%s</ul><ul class=f>%s</ul>", "<li><b>%s:</b> %s</li>"},
	} {
		for _, most := range []int{8, 36} {
			t.Run(fmt.Sprintf("%s %d", name, most), func(t *testing.T) {
				t.Parallel()
				checkFacts(t, cameraFacts, func(i int) string {
					var facts, others strings.Builder
					for _, label := range []string{"rating", "maker", "zoom", "price"} {
						if v := cameraFacts(i)[label]; v != "" {
							fmt.Fprintf(&facts, form.row, label, v)
						}
					}
					for k := range i * 11 % (most + 1) {
						fmt.Fprintf(&others, form.row, fmt.Sprintf("Reader %d", 100*i+k), fmt.Sprintf("It was %d and %d", i, k))
					}
					return fmt.Sprintf(form.list, facts.String(), others.String())
				})
			})
		}
	}
}

// TestLabelsInBlocks checks that labels in blocks of their own name their values, which are links,
// however deep both are within their row.
func TestLabelsInBlocks(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ list, row string }{
		"side by side":     {"<div>%s</div>", "<div class=l>%s</div><div class=v><a href=/x>%s</a></div>"},
		"links are blocks": {"<div>%s</div>", "<div class=l>%s</div><a href=/x class=v>%s</a>"},
		"deep":             {"<div>%s</div>", "<div class=r><div class=c1><div class=l>%s</div></div><div class=c2><div class=w><a href=/x>%s</a></div></div></div>"},
		"spacer":           {"<table>%s</table>", "<tr><td><font>%s</font></td><td width=9></td><td><b><a href=/x>%s</a></b></td></tr>"},
		"spacer, tables":   {"<table>%s</table>", "<tr><td><table><tr><td>%s</td></tr></table></td><td>&nbsp;</td><td><table><tr><td><a href=/x>%s</a></td></tr></table></td></tr>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, cameraFacts, func(i int) string {
				var b strings.Builder
				for _, label := range []string{"rating", "maker", "zoom", "price"} {
					if v := cameraFacts(i)[label]; v != "" {
						fmt.Fprintf(&b, form.row, label, v)
					}
				}
				return fmt.Sprintf(form.list, b.String())
			})
		})
	}
}

// TestValuesInRowsThatAreLabels checks that what a neighbour's row says in one place is its value there, though it labels a fact of
// the page: a role, of which each row has one, or a genre, as which other words stand there, too.
func TestValuesInRowsThatAreLabels(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{"roles": {"Author", "Editor", "Translator"}, "genres": {"Author", "Family", "Editor"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			want := make([][]string, 10)
			for i := range want {
				var b strings.Builder
				fmt.Fprintf(&b, "<title>Book %[1]d</title><h1>Book %[1]d</h1><table>", i)
				for k, label := range []string{"Author", "Editor", "Translator", "Pages"} {
					fmt.Fprintf(&b, "<tr><th>%s</th><td>Abc %d</td></tr>", label, 10*i+k)
				}
				b.WriteString("</table><h3>People</h3><div class=people>")
				for n := range 3 + i%4 {
					word := words[(i*i+n)%3]
					want[i] = append(want[i], word)
					fmt.Fprintf(&b, "<div class=p><a>Name%d%d Last</a><div class=r>%s</div><div class=w>wrote %d books</div></div>", i, n, word, 3*i+n)
				}
				b.WriteString("</div>")
				pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), b.String()))
			}
			for i, r := range mostLearned(t, pages) {
				if len(r.Groups) != 1 {
					t.Fatalf("page %d: groups %v", i, r.Groups)
				}
				for n, row := range r.Groups[0].Rows {
					if len(row) != 3 || row[1].Values[0].Text != want[i][n] {
						t.Errorf("page %d, row %d: %v, want %s second of three", i, n, row, want[i][n])
					}
				}
			}
		})
	}
}
