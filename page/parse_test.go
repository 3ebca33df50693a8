package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
)

// links gives the targets of a tree's links in document order, and how deep
// the tree is, without recursion.
func links(doc *html.Node) (hrefs []string, depth int) {
	at := 0
	for n := doc; n != nil; {
		for _, a := range n.Attr {
			if n.Data == "a" && a.Key == "href" {
				hrefs = append(hrefs, a.Val)
			}
		}
		depth = max(depth, at)
		if n.FirstChild != nil {
			n, at = n.FirstChild, at+1
			continue
		}
		for n != nil && n.NextSibling == nil {
			n, at = n.Parent, at-1
		}
		if n != nil {
			n = n.NextSibling
		}
	}
	return hrefs, depth
}

// Whatever a site sends is a page with the links that it has, in time that is
// linear in it: what is not would go on for longer than tests may.
func TestHostileHTML(t *testing.T) {
	t.Parallel()
	const n = 100_000
	numbered := func(pattern string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String()
	}
	for name, body := range map[string]string{
		"deep":                       strings.Repeat("<div>", n),
		"deep and closed":            strings.Repeat("<div>", n) + "<a href=in>x</a>" + strings.Repeat("</div>", n),
		"just too deep":              strings.Repeat("<div>", 511),
		"deep formatting":            strings.Repeat("<b><i>", n),
		"fonts of all sizes":         numbered("<font size=%d>"),
		"fonts that outlive":         numbered("<p><font size=%d></p>"),
		"deep in a cell":             "<table><tr><td>" + strings.Repeat("<table><tr><td>", n),
		"cells of objects":           strings.Repeat("<td><object><b>", n),
		"deep lists":                 strings.Repeat("<ul><li>", n),
		"deep drawings":              strings.Repeat("<svg><g>", n) + strings.Repeat("<math><mi>", n),
		"deep templates":             strings.Repeat("<template>", n) + strings.Repeat("</template>", n),
		"unclosed links":             strings.Repeat("<a href=x><div>", n),
		"many bodies":                numbered("<body a%d=1>"),
		"many roots":                 numbered("<HTML b%d=1>"),
		"paragraphs and deep":        strings.Repeat("<p>x", n) + strings.Repeat("<div>", 600),
		"stray end tags":             strings.Repeat("x</y>", n),
		"text in a table":            "<table>" + strings.Repeat("x</y>", n) + "</table>",
		"attributes":                 "<p " + numbered("a%d=1 ") + ">",
		"one attribute":              "<p a='" + strings.Repeat("x", 4*n) + "'>",
		"NUL":                        strings.Repeat("a\x00<\x00p>", n),
		"lesser signs":               strings.Repeat("<", n),
		"comments":                   strings.Repeat("<!--<p>-->", n),
		"odd declarations":           strings.Repeat("<!DOCTYPE x [<!ENTITY a \"b\">", n),
		"entities":                   strings.Repeat("&amp;&#x110000;&#0;&bogus;", n),
		"misnested":                  strings.Repeat("<b><p></b></p>", n),
		"empty":                      "",
		"empty as in XML":            strings.Repeat("<iframe/>", n),
		"framesets without anything": strings.Repeat("<noframes>", n) + "</noframes>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &Page{URL: "http://h.example/", Body: []byte("<title>x</title><a href=first>1</a>" + body + "<a href=last>2</a>")}
			doc, err := p.Parse()
			if err != nil {
				t.Fatal(err)
			}
			sameOutline(t, p, doc)
			got, depth := links(doc)
			if depth > 512 {
				t.Errorf("%d levels", depth)
			}
			if len(got) < 2 || got[0] != "first" || got[len(got)-1] != "last" {
				t.Errorf("%d links, want the first and the last among them", len(got))
			}
			if strings.Contains(body, "href=in") && len(got) != 3 {
				t.Errorf("links %q, want the one inside, too", got)
			}
		})
	}
}

// An element that has text only and is written as empty in XML ends there, unless an end tag of its own comes.
func TestEmptyAsInXML(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`<a href=1>a</a><iframe src="x"/><a href=2>b</a>`:                                  {"1", "2"},
		`<script src="x" /><IFRAME/><a href=1>a</a><title/><a href=2>b</a><script src=y/>`: {"1", "2"},
		`<script src="x"/><a href=1>a</a><script>y</script><a href=2>b</a>`:                {"2"},
		`<iframe src="x"><a href=1>a</a>`:                                                  nil,
		`<title-bar/><a href=1>a</a>`:                                                      {"1"},
	} {
		p := &Page{URL: "http://h.example/", Body: []byte(body)}
		doc, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		sameOutline(t, p, doc)
		if got, _ := links(doc); !slices.Equal(got, want) {
			t.Errorf("%s: links %q, want %q", body, got, want)
		}
	}
}

// sameOutline compares what a Reader finds in a page with what is in its tree.
func sameOutline(t *testing.T, p *Page, tree *html.Node) {
	t.Helper()
	var r Reader
	doc, err := r.Read(p)
	if err != nil {
		t.Fatal(err)
	}
	var paths Paths
	want := NewOutline(p, tree, &paths, TagAttrValue)
	got := OutlineOf(p, doc, &paths, TagAttrValue)
	for i := range want.Links {
		want.Links[i].Text = ""
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(Link{})); d != "" {
		t.Errorf("outline of %.200q (-tree +read):\n%.1000s", p.Body, d)
	}
}

// A document that parses as it is comes out as the same tree.
func TestFlattenLeavesShallow(t *testing.T) {
	t.Parallel()
	const text = `<!DOCTYPE html><HTML lang=en><p>a<p>b<ul><li>c<li><b>d</b></ul><!-- e --><table><tr><td>f<td>g</table><script>if (a<b) "<div>"</script>&amp;<div><b>x</div>y<a href="x">z</a></html>`
	spell := func(body []byte) string {
		doc, err := build(body)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := html.Render(&b, doc); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if d := cmp.Diff(spell([]byte(text)), spell((&flattener{depth: 100}).flatten([]byte(text)))); d != "" {
		t.Errorf("as it is and flattened:\n%s", d)
	}
}

// FuzzParse goes from bytes to a tree, and on to links and schema.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{outlinePage, "<b><p></b><table><a href=x>", "<svg><title><div>", "<select><option><svg>", "<template><td>\x00", "<body a><body b>", "<plaintext></plaintext><div>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		doc, err := Parse([]byte(body))
		if err != nil {
			t.Fatalf("no tree: %v", err)
		}
		if _, depth := links(doc); depth > 512 {
			t.Errorf("%d levels", depth)
		}
		// Deep inside of everything it still is a page.
		if _, err := Parse([]byte(strings.Repeat("<div>", 600) + body)); err != nil {
			t.Errorf("no tree 600 levels deeper: %v", err)
		}
		sameOutline(t, &Page{URL: "http://h.example/a/", Body: []byte(body)}, doc)
		for _, notation := range []Notation{TagAttr, Tag, TagAttrValue} {
			var paths Paths
			o := NewOutline(&Page{URL: "http://h.example/a/"}, doc, &paths, notation)
			if !slices.IsSorted(o.Schema) || len(slices.Compact(slices.Clone(o.Schema))) != len(o.Schema) {
				t.Errorf("%v: schema %v is no sorted set", notation, o.Schema)
			}
			var hang Schema
			for _, l := range o.Links {
				if n, err := Normalize(l.URL); err != nil || n != l.URL {
					t.Errorf("link %q is not normal: %q, %v", l.URL, n, err)
				}
				if paths.Name(l.Path) == "" || !slices.Contains(o.Schema, l.Path) {
					t.Errorf("%v: link %s hangs on %q, which is not of the schema", notation, l.URL, paths.Name(l.Path))
				}
				hang = append(hang, l.Path)
			}
			slices.Sort(hang)
			if !slices.Equal(slices.Compact(hang), o.Schema) {
				t.Errorf("%v: schema %v, link-paths %v", notation, o.Schema, hang)
			}
			// The same document has the same schema, whoever reads it.
			if again := NewOutline(&Page{URL: "http://h.example/a/"}, doc, &paths, notation); again.Schema.Similarity(o.Schema) != 1 || again.Schema.Distance(o.Schema) != 0 {
				t.Errorf("%v: schema %v, then %v", notation, o.Schema, again.Schema)
			}
		}
		flat := (&flattener{depth: 8, plain: true}).flatten([]byte(body))
		if len(flat) > 3*len(body) { // an end tag for each start tag
			t.Errorf("flattening %d bytes gives %d", len(body), len(flat))
		}
	})
}
