package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// manualPage is a page with sections in the order given, of which each has as
// many paragraphs as its number says.
func manualPage(name string, sections ...string) *page.Page {
	var b strings.Builder
	fmt.Fprintf(&b, "<div id=%q><h1>%s</h1>", name, name)
	for _, s := range sections {
		heading, n, _ := strings.Cut(s, " ")
		fmt.Fprintf(&b, "<h2>%s</h2>", heading)
		for k := range len(n) {
			fmt.Fprintf(&b, "<p>What %s says about %s, in paragraph %d.</p>", name, heading, k)
		}
	}
	return document("http://manual.example/"+name, b.String()+"</div>")
}

// TestSections checks that headings are labels although some pages lack them,
// one page alone has one, or the order differs, and that the paragraphs below
// one are a column.
func TestSections(t *testing.T) {
	t.Parallel()
	pages := []*page.Page{
		manualPage("ant", "Use ii", "Notes i", "Errors i"),
		manualPage("bee", "Use i", "Errors iii"),
		manualPage("cat", "Use i", "Errors i", "Notes iii"),
		manualPage("dog", "Use iii", "Notes i", "Errors i"),
		manualPage("elk", "Use i", "History i", "Errors i"),
		manualPage("fox", "Use i", "Errors ii", "Notes i"),
		manualPage("gnu", "Use ii", "Errors i"),
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	unseen := manualPage("hen", "Use i", "Notes ii", "Errors ii")
	paragraphs := map[string]map[string]int{
		"ant": {"Use": 2, "Notes": 1, "Errors": 1}, "cat": {"Use": 1, "Notes": 3, "Errors": 1}, "elk": {"Use": 1, "History": 1, "Errors": 1},
		"fox": {"Use": 1, "Notes": 1, "Errors": 2}, "hen": {"Use": 1, "Notes": 2, "Errors": 2},
	}
	for _, r := range append(table.Records(), readAll(t, w, []*page.Page{unseen})...) {
		name := r.URL[strings.LastIndex(r.URL, "/")+1:]
		for heading, n := range paragraphs[name] {
			got := r.Texts(heading)
			if len(got) != n || slices.ContainsFunc(got, func(s string) bool { return !strings.Contains(s, "about "+heading+",") }) {
				t.Errorf("%s: %s is %q", name, heading, got)
			}
		}
	}
}

// TestTitlesAreNoLabels checks that headings of which each page has its own are
// values, though most headings are labels.
func TestTitlesAreNoLabels(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 6 {
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i),
			fmt.Sprintf("<h2>Thing %c</h2><p>a%d</p><h2>Size</h2><p>b%d</p><h2>Weight</h2><p>c%d</p><h2>Colour</h2><p>d%d</p>", 'A'+i, i, i, i, i)))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("h2"); !slices.Equal(got, []string{fmt.Sprintf("Thing %c", 'A'+i)}) {
			t.Errorf("title %q of %v", got, r.ByLabel())
		}
	}
}

// TestHeadedTables checks that a table with headings above its columns is rows,
// though its rows begin with texts that other pages have as well.
func TestHeadedTables(t *testing.T) {
	t.Parallel()
	sellers := []string{"Ames", "Borg", "Cole"}
	var pages []*page.Page
	for i := range 5 {
		body := fmt.Sprintf("<h1>Thing %d</h1><table><tr><th>Seller</th><th>Price</th></tr>", i)
		for k, s := range sellers[:1+i%3] {
			body += fmt.Sprintf("<tr><td>%s</td><td>$%d</td></tr>", s, 10+7*i+k)
		}
		pages = append(pages, document(fmt.Sprintf("http://shop.example/%d", i), body+"</table>"))
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range readAll(t, w, pages) {
		if got := r.Texts("Seller"); !slices.Equal(got, sellers[:1+i%3]) {
			t.Errorf("sellers %q of %v", got, r.ByLabel())
		}
	}
}

// TestOwnIDs checks that ids which each page has for itself do not keep lists
// apart.
func TestOwnIDs(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 5 {
		body := fmt.Sprintf(`<div id="page%d"><h1>Thing %d</h1><h2>See also</h2><div id="s%d">`, i, i, i)
		for k := range 1 + i%3 {
			body += fmt.Sprintf("<a>thing %d</a>, ", 10*i+k)
		}
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), body+"</div></div>"))
	}
	w, table, err := Learn(pages[:4], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[4:])...) {
		if got := r.Texts("See also"); len(got) != 1+i%3 {
			t.Errorf("%d links: %q of %v", 1+i%3, got, r.ByLabel())
		}
	}
}
