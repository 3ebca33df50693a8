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

// TestTextBelowTheName checks that running text below the heading that names the entity
// is one column, wherever the heading stands, and that short facts there are not.
func TestTextBelowTheName(t *testing.T) {
	t.Parallel()
	text := func(i int, tag string) (out string) {
		for k := range 1 + i%3 {
			out += fmt.Sprintf("<%s>What is said of number %d, in paragraph %d.</%s>", tag, i, k, tag)
		}
		return out
	}
	name := func(i int) string { return fmt.Sprintf("%c-command", 'A'+i) }
	for _, test := range []struct {
		name string
		make func(i int) string
		text bool
	}{
		{"paragraphs", func(i int) string {
			return "<title>" + name(i) + " - Manual</title><h1>" + name(i) + "</h1>" + text(i, "p") + "<h2>See also</h2><p>others</p>"
		}, true},
		{"headings in a block of their own", func(i int) string {
			return "<title>" + name(i) + "</title><div><a href=/><h2>Manual</h2></a><h2>" + name(i) + " (old)</h2></div><blockquote>" + text(i, "p") + "</blockquote>"
		}, true},
		{"a list in a box", func(i int) string {
			return "<title>" + name(i) + "</title><div><h3>" + name(i) + "</h3><ul>" + text(i, "li") + "</ul></div><div>Printed on paper</div>"
		}, true},
		{"facts below it where their heading is missing", func(i int) string {
			facts := fmt.Sprintf("<ul><li><b>Wins</b> %d</li><li><b>Losses</b> %d</li></ul>", 3+i, 2*i)
			if i%4 > 0 {
				facts = "<h2>Facts</h2>" + facts
			}
			return "<title>" + name(i) + "</title><h1>" + name(i) + "</h1>" + text(i, "p") + facts
		}, true},
		{"facts", func(i int) string {
			return "<title>" + name(i) + "</title><h1>" + name(i) + fmt.Sprintf("</h1><div>%d wins</div><div>%d losses</div>", i, 2*i)
		}, false},
	} {
		var pages []*page.Page
		for i := range 8 {
			pages = append(pages, document(fmt.Sprintf("http://manual.example/%d", i), test.make(i)))
		}
		w, _, err := Learn(pages[:6], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range readAll(t, w, pages) {
			got := r.Texts("text")
			if test.text != (len(got) == 1+i%3) || !test.text && len(got) > 0 {
				t.Errorf("%s: %q of %v", test.name, got, r.ByLabel())
			}
		}
	}
}

// TestListsOfTerms checks that a term whose meaning is a list of terms labels it, so that
// lists of the same markup are told apart, and that the marks of links to terms are no text.
func TestListsOfTerms(t *testing.T) {
	t.Parallel()
	list := func(i, n int, what, class string) (out string) {
		for k := range n {
			out += fmt.Sprintf("<dt id=x><b>%s%d%d</b><i>, kind %d</i><a href=#x>¶</a></dt><dd><p>What %s %d of page %d is.</p></dd>", what, i, k, k, what, k, i)
		}
		return "<dl class=" + class + ">" + out + "</dl>"
	}
	for _, form := range []string{ // name, parameters, returns
		"<title>%s</title><h1>%s</h1><dl><dt>Parameters:</dt><dd>%s</dd><dt>Returns:</dt><dd>%s</dd></dl>",
		"<title>%s</title><h1>%s</h1><dl><dt><em>Parameters</em></dt><dd>%s</dd></dl><dl><dt><em>Returns</em></dt><dd>%s</dd></dl>",
	} {
		var pages []*page.Page
		for i := range 8 {
			name, class := fmt.Sprintf("%c-function", 'A'+i), []string{"simple", "wide"}[i%2]
			pages = append(pages, document(fmt.Sprintf("http://manual.example/%d", i), fmt.Sprintf(form, name, name, list(i, 1+i%4, "p", class), list(i, 1+i%2, "r", class))))
		}
		w, _, err := Learn(pages[:6], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range readAll(t, w, pages) {
			got := r.Columns()
			for label, n := range map[string]int{"Parameters": 1 + i%4, "Returns": 1 + i%2} {
				if terms := got[label]; len(terms) != n || terms[0] != fmt.Sprintf("%s%d0, kind 0", strings.ToLower(label[:1]), i) {
					t.Errorf("page %d: %s is %q of %q", i, label, terms, got)
				}
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

// kindsOfSections are pages whose sections hold different things, by the same markup.
func kindsOfSections() []*page.Page {
	var pages []*page.Page
	for i, name := range []string{"ant", "bee", "cat", "dog", "elk", "fox"} {
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>%s</h1><h2>Use<a href='#use'>¶</a></h2>", name)
		for k := range i%3 + 1 {
			fmt.Fprintf(&b, "<p>%s's line %d of <b>all</b> says <a href='x'>what</a> it does.</p>", name, k)
		}
		fmt.Fprintf(&b, "<pre>run %s</pre><h2>Parts</h2><table><tr><th>Part</th><th>Weight</th></tr>", name)
		for k := range i%2 + 2 {
			fmt.Fprintf(&b, "<tr><td>%s's <i>part</i> %d</td><td>%d g</td></tr>", name, k, 10*i+k)
		}
		b.WriteString("</table><h2>Sightings</h2><table>")
		for k := range i%3 + 1 {
			fmt.Fprintf(&b, "<tr><td>2026-0%d-1%d (A)</td><td>%s hill %d</td><td>%d</td></tr>", k+1, i%2, name, k, i+k)
		}
		fmt.Fprintf(&b, "</table><h2>Size</h2><ul><li>%d mm long</li><li>%d mm high</li></ul>", i+3, i+1)
		fmt.Fprintf(&b, "<h2>See also</h2><p><a href='a'>%s 1</a>, <a href='b'><code>%s</code>()</a></p><p>Terms of use</p>", name, name)
		pages = append(pages, document("http://kinds.example/"+name, b.String()))
	}
	return pages
}

// TestKindsOfSections checks what becomes of text, listings, links, tables and short
// attributes below headings.
func TestKindsOfSections(t *testing.T) {
	t.Parallel()
	pages := kindsOfSections()
	w, table, err := Learn(pages[:5], Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := append(table.Records(), readAll(t, w, pages[5:])...)
	for _, tt := range []struct {
		page  int
		label string
		want  []string
	}{
		{1, "Use", []string{"bee's line 0 of all says what it does.", "bee's line 1 of all says what it does."}},
		{5, "Use", []string{"fox's line 0 of all says what it does.", "fox's line 1 of all says what it does.", "fox's line 2 of all says what it does."}},
		{5, "Use 2", []string{"run fox"}},
		{2, "Part", []string{"cat's part 0", "cat's part 1"}},
		{5, "Weight", []string{"50 g", "51 g", "52 g"}},
		{0, "Sightings", []string{"2026-01-10 (A)"}},
		{5, "Sightings 3", []string{"5", "6", "7"}},
		{0, "Size", []string{"3 mm long"}},
		{5, "See also", []string{"fox 1", "fox()"}},
	} {
		if got := records[tt.page].Texts(tt.label); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s is %q, want %q", records[tt.page].URL, tt.label, got, tt.want)
		}
	}
	for _, g := range records[5].Groups {
		if want := map[string]int{"Parts": 3, "Sightings": 3}[g.Label]; len(g.Rows) != want {
			t.Errorf("group %s has %d rows, want %d", g.Label, len(g.Rows), want)
		}
	}
}

// TestNumbersOfRatings checks that a line in markup of its own which tells a number, alike on
// some pages, is no label of what stands below it: what follows is read alike on all pages.
func TestNumbersOfRatings(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"ISBN": fmt.Sprintf("97805151481%02d", i*7%90), "Publisher": fmt.Sprintf("House %c", 'A'+i*5%17), "Date": fmt.Sprintf("May %d", 1990+i)}
	}
	checkFacts(t, facts, func(i int) string {
		list := ""
		for _, label := range []string{"ISBN", "Publisher", "Date"} {
			list += fmt.Sprintf("<li><strong>%s</strong>: %s</li>", label, facts(i)[label])
		}
		ratings := 0
		if i%4 == 0 {
			ratings = 17 + i
		}
		return fmt.Sprintf("<h2>Overview</h2><div><p>%s</p></div><div><p class=total>%d Ratings</p><ul class=details>%s</ul></div>",
			strings.Repeat(fmt.Sprintf("A story of %d friends and what they found. ", i+2), 1+i%3), ratings, list)
	})
}

// TestFixedItemOfLastSection checks that what the last section says on all pages is of it if the section has an element of its own,
// and at the foot of the page if it has none.
func TestFixedItemOfLastSection(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]string{"own": "<div><h2>%s</h2>%s</div>", "none": "<h2>%s</h2>%s"} {
		var pages []*page.Page
		for i := range 8 {
			use, see := "", ""
			for k := range 1 + i%3 {
				use += fmt.Sprintf("<p>What tool %d does with its files, in sentence %d.</p>", i, k)
				see += fmt.Sprintf("<p>tool-%d(8)</p>", (i+3*k+1)%8)
			}
			pages = append(pages, document(fmt.Sprintf("http://tools.example/%d", i), fmt.Sprintf("<h1>tool-%d</h1>", i)+fmt.Sprintf(form, "Description", use)+fmt.Sprintf(form, "See also", see+"<p>suite(8)</p>")))
		}
		for i, r := range mostLearned(t, pages) {
			if got := r.Texts("See also"); slices.Contains(got, "suite(8)") != (name == "own") || len(got) < 1+i%3 {
				t.Errorf("%s, page %d: %q", name, i, got)
			}
		}
	}
}

// TestHeadingWithOwnName checks that a heading that says the name of the page's entity before what is below it is a label without
// the name, and that the paragraphs below the name that begin alike are one column.
func TestHeadingWithOwnName(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		name := fmt.Sprintf("clock_%c", 'a'+i)
		body := fmt.Sprintf("<h1>Class %s</h1>", name)
		for k := range 1 + i%3 {
			form := "<p>The <code>%s_%d()</code> member of it says what the time is in town %d of those.</p>"
			if k == 1 {
				form = "<p>Before %s and %d, nobody knew for sure what the time was in town %d.</p>"
			}
			body += fmt.Sprintf(form, name, k, i*3+k)
		}
		body += "<h2>Description</h2>"
		for k := range 1 + i%2 {
			body += fmt.Sprintf("<p>The <code>clock</code> no %d of this library goes on, in sentence %d.</p>", i, k)
		}
		body += fmt.Sprintf("<h3><code>%s</code> public functions</h3>", name)
		for k := range 2 + i%2 {
			body += fmt.Sprintf("<p>now_%d gives the time as others do.</p>", i*3+k)
		}
		pages = append(pages, document("http://clocks.example/"+name, "<title>Class "+name+"</title>"+body))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("Description"); len(got) != 1+i%2 {
			t.Errorf("page %d: Description is %q", i, got)
		}
		if got := r.Texts("public functions"); len(got) != 2+i%2 {
			t.Errorf("page %d: public functions are %q", i, got)
		}
		alike := slices.ContainsFunc(r.Labels(), func(label string) bool {
			got := r.Texts(label)
			return len(got) == 1+i%3 && !slices.ContainsFunc(got, func(s string) bool { return !strings.Contains(s, " in town ") })
		})
		if !alike {
			t.Errorf("page %d: no column of the paragraphs below the name in %q", i, r.ByLabel())
		}
	}
}
