package selector

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/antchfx/htmlquery"
	"golang.org/x/net/html"

	"verde/extract"
	"verde/extract/leaves"
	"verde/page"
)

func books() []*page.Page {
	var out []*page.Page
	for i, who := range []string{"Ada", "Bea", "Cyd", "Dee", "Eve", "Fay"} {
		var b strings.Builder
		fmt.Fprintf(&b, `<body><h1 class="title main">Book %c</h1><table><tr><td>Author</td><td>%s</td></tr>`, 'A'+i, who)
		if i%2 == 0 {
			fmt.Fprintf(&b, "<tr><td>Weight</td><td>%d g</td></tr>", 100+i)
		}
		fmt.Fprintf(&b, `<tr><td>Pages</td><td>%d</td></tr></table><p>Language: %s</p><ul class="subjects">`, 90+7*i, []string{"French", "Dutch", "Greek"}[i%3])
		for k := range 1 + i%3 {
			fmt.Fprintf(&b, "<li>subject %d of %s</li>", k, who)
		}
		b.WriteString("</ul><p>All rights reserved</p></body>")
		out = append(out, &page.Page{URL: fmt.Sprintf("http://books.example/%d", i), Status: 200, Body: []byte(b.String())})
	}
	return out
}

func TestExport(t *testing.T) {
	t.Parallel()
	w, _, err := extract.Learn(books(), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sets, err := Export(w, books())
	if err != nil || len(sets) != 1 || sets[0].Pages != 6 {
		t.Fatalf("%+v, error %v", sets, err)
	}
	got := sets[0].Columns
	for label, want := range map[string]Selector{
		"h1":       {CSS: ".title.main"},
		"Author":   {XPath: `//tr[*[1][normalize-space()="Author"]]/*[2]`},
		"Weight":   {XPath: `//tr[*[1][normalize-space()="Weight"]]/*[2]`},
		"subjects": {CSS: ".subjects li"},
	} {
		if got[label] != want {
			t.Errorf("%s: %+v, want %+v (of %v, more %v)", label, got[label], want, slices.Sorted(maps.Keys(got)), sets[0].More)
		}
	}
	if few := export(w, []sampled{newSampled(mustParse(t, books()[0]), map[string][]string{"h1": {"Book A"}, "Author": {"Ada"}})}, 10); few.Columns["h1"].CSS == "" || few.More["Author"] != "not tried: there are too many columns" {
		t.Errorf("with a bound of ten nodes: %+v", few)
	}
	if sets[0].More["Language"] == "" {
		t.Errorf("a label within the text is no matter for a selector: %+v", sets[0])
	}
	if _, err := Export(w, nil); err == nil {
		t.Error("no error without pages")
	}
}

// TestExportNamed checks that it is said of columns of rows that are named why no selector is enough.
func TestExportNamed(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		rows := ""
		for k, name := range []string{"Length", "Beam", "Draught", "Port"} {
			if (i+k)%4 > 0 {
				rows += fmt.Sprintf("<tr><th>%d</th><td>%s</td><td>v%d</td><td></td></tr>", strings.Count(rows, "<tr>")+1, name, 17*i+5*k)
			}
		}
		pages = append(pages, &page.Page{URL: fmt.Sprintf("http://ships.example/%d", i), Status: 200, Body: []byte(fmt.Sprintf("<h1>Ship %d</h1><table><tr><th></th><th>A</th><th>B</th><th>C</th></tr>%s</table>", i, rows))})
	}
	w, _, err := extract.Learn(pages, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if sets, err := Export(w, pages); err != nil || sets[0].More["Length"] != `it is what stands in the rows that say "Length"` {
		t.Errorf("%+v, error %v", sets, err)
	}
}

func mustParse(t *testing.T, p *page.Page) *html.Node {
	t.Helper()
	root, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ got, want string }{
		{id("top"), "#top"},
		{id("1:a"), `[id="1:a"]`},
		{class("a b2"), ".a.b2"},
		{class(`md:w "x"`), `[class~="md:w"][class~="\"x\""]`},
		{inlineSteps("<i><b>"), "b > i"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s, want %s", tt.got, tt.want)
		}
	}
	if got := paths(`say "it's"`); got != nil {
		t.Errorf("XPath of a text with both quotes: %q", got)
	}
	if got := styles(&extract.ColumnRule{Styles: []leaves.Style{{Path: "html/body/p", Classes: []string{`"]`}}}}); len(got) == 0 || holdsAnything(got) {
		t.Errorf("%q", got)
	}
}

// holdsAnything tells whether a selector of these stands for every element.
func holdsAnything(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.TrimSpace(s) == "" || strings.Contains(s, "*") })
}

// A selector that many columns have in common searches a page once, and of what
// it finds no more is read than it takes to tell that it is not theirs. Elements
// and text nodes say what they show, those without text nothing.
func TestTexts(t *testing.T) {
	t.Parallel()
	root, err := html.Parse(strings.NewReader("<p>a <b>b</b>\n c<p> <br><p>d<p>e<p>f"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSampled(root, map[string][]string{"x": {"a"}, "y": {"a", "b"}})
	for name, test := range map[string]struct {
		find func(*goquery.Document) *goquery.Selection
		want []string
	}{
		"css": {func(doc *goquery.Document) *goquery.Selection { return doc.Find("p") }, []string{"a b c", "d", "e"}},
		"xpath": {func(doc *goquery.Document) *goquery.Selection {
			return doc.FindNodes(htmlquery.Find(root, "//p/text()")...)
		}, []string{"a", "c", "d"}},
		"no text": {func(doc *goquery.Document) *goquery.Selection { return doc.Find("br") }, nil},
		"nothing": {func(doc *goquery.Document) *goquery.Selection { return doc.Find("table") }, nil},
	} {
		searched := 0
		for range 3 {
			got := s.texts(name, func(doc *goquery.Document) *goquery.Selection {
				searched++
				return test.find(doc)
			})
			if !slices.Equal(got, test.want) || searched != 1 {
				t.Errorf("%s: texts %q after %d searches, want %q after one", name, got, searched, test.want)
			}
		}
	}
}
