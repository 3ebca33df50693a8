package extract

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"verde/extract/rules"
	"verde/page"
)

// What only leads to another place of the page is neither label nor value, nor is what the items of a list begin with.
func TestMarks(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		notes := `<sup id="r1"><a href="#n1">[1]</a></sup>`
		lustre := ""
		if i%3 > 0 {
			lustre = fmt.Sprintf("<tr><th>Lustre%s</th><td>dull %d</td></tr>", notes, i)
		}
		pages = append(pages, document(fmt.Sprintf("http://stones.example/%d", i), fmt.Sprintf(`<h1>%cite<a class="anchor" href="#top">¶</a></h1>
<table><tr><th>Group%s</th><td>Group %c<sup><a href="#n2">2</a>, <a href="#n3">3</a></sup></td></tr>%s<tr><th>Formula</th><td>Zn%d</td></tr>
<tr><th>Chapter</th><td><a href="#c%d">%d</a></td></tr><tr><th>Colours</th><td>&bull; grey %d<br>&bull; red</td></tr></table>`, 'A'+i, notes, 'A'+i, lustre, i+2, i, i+10, i)))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		want := map[string][]string{"Group": {fmt.Sprintf("Group %c", 'A'+i)}, "Formula": {fmt.Sprintf("Zn%d", i+2)}, "Chapter": {fmt.Sprint(i + 10)}, "Colours": {fmt.Sprintf("grey %d", i), "red"}}
		if i%3 > 0 {
			want["Lustre"] = []string{fmt.Sprintf("dull %d", i)}
		}
		for label, texts := range want {
			if got := r.Texts(label); !slices.Equal(got, texts) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, texts)
			}
		}
	}
}

// TestNoMarks checks that what leads to another place of the page is read where it is a value
// and no mark of a heading or note.
func TestNoMarks(t *testing.T) {
	t.Parallel()
	const anchor = `<a href="#x">`
	for name, tt := range map[string]struct {
		body string
		want []string // texts of leaves
	}{
		"a rating":                          {"<table><tr><th>Rating</th><td><a href=#reviews>★★★</a></td></tr></table>", []string{"Rating", "★★★"}},
		"an operator":                       {"<ul><li><a href='#v:bind'>(&gt;&gt;=)</a> :: m a</li></ul>", []string{"(>>=)", ":: m a"}},
		"an operator in code":               {"<pre>a " + anchor + "*</a> b</pre>", []string{"a", "*", "b"}},
		"a power in code":                   {"<pre>a<sup>" + anchor + "2</a></sup></pre>", []string{"a2"}},
		"a heading in code that is a sign":  {"<h2><a href='#x'><code>*</code></a> multiplies</h2>", []string{"*", "multiplies"}},
		"a word that parts others":          {"<h2>this " + anchor + "and</a> that</h2>", []string{"this", "and", "that"}},
		"a sign in a heading":               {"<h2>One<span>" + anchor + "#</a></span></h2><p>two</p>", []string{"One", "two"}},
		"a sign beside a heading":           {"<div><h2>One</h2> " + anchor + "🔗\ufe0e</a></div>", []string{"One"}},
		"a sign before a heading":           {"<div>" + anchor + "§</a><h2>One</h2></div>", []string{"One"}},
		"a sign that the style sheet draws": {"<h2>One " + anchor + "\u200b</a></h2>", []string{"One"}},
		"a sign in a term with code":        {"<dl><dt><code>f</code>" + anchor + "¶</a></dt><dd>two</dd></dl>", []string{"f", "two"}},
		"what edits the section":            {"<h2>One<span>[<a href='/edit?section=1'>edit</a>]</span></h2><p>two</p>", []string{"One", "two"}},
		"a note without a link":             {"<p>two<sup>[2]</sup> or <a href='/x'>[three]</a></p>", []string{"two", "or", "[three]"}},
		"brackets about more than a mark":   {"<h2><span>[One] and [two]</span></h2><p>three</p>", []string{"[One] and [two]", "three"}},
		"an operator in brackets":           {"<h2><code>[a]</code> of it</h2>", []string{"[a]", "of it"}},
		"code in a link in a heading":       {"<h2><a href='/x'><code>[a]</code></a> of it</h2>", []string{"[a]", "of it"}},
		"code above the line":               {"<p>two <sup><code>[2]</code></sup></p>", []string{"two", "[2]"}},
		"a heading of two brackets":         {"<h2><span>[One]</span> <span>[Two]</span></h2><p>three</p>", []string{"[One]", "[Two]", "three"}},
		"a heading in brackets":             {"<h2><span>[Five]</span></h2><p>two</p>", []string{"[Five]", "two"}},
		"a year in brackets":                {"<h1>Film <span>[2009]</span></h1>", []string{"Film", "[2009]"}},
		"a name with brackets in it":        {"<h2>Benzo<i>[a]</i>pyrene</h2>", []string{"Benzo", "[a]", "pyrene"}},
		"a note at a heading cell":          {"<table><tr><th>One<a href=#n>†</a></th><td>two<sup><a href=#n>[1]</a></sup></td></tr></table>", []string{"One", "two"}},
	} {
		p := document("http://marks.example/", tt.body)
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		d := rules.NewCorpus().Read(p.URL, root)
		var got []string
		for i := range d.Leaves {
			got = append(got, d.Leaves[i].Text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: read %q, want %q", name, got, tt.want)
		}
	}
}

// TestValuesThatLink checks that values and operators that link to a place of the page are in
// records.
func TestValuesThatLink(t *testing.T) {
	t.Parallel()
	names := []string{"(>>=)", "(<$>)", "fmap", "(|||)", "join", "(***)"}
	values := func(i int) map[string]string {
		return map[string]string{"Rating": strings.Repeat("★", 1+i%5), "Name": names[i], "Use": fmt.Sprintf("x%d %s y", i, strings.Trim(names[i], "()"))}
	}
	var pages []*page.Page
	for i := range names {
		of, link := values(i), func(text string) string { return `<a href="#v">` + html.EscapeString(text) + "</a>" }
		x, rest, _ := strings.Cut(of["Use"], " ")
		name, y, _ := strings.Cut(rest, " ")
		pages = append(pages, document(fmt.Sprintf("http://marks.example/%d", i), fmt.Sprintf(`<h1>Thing %c</h1><table>
<tr><th>Rating</th><td>%s</td></tr><tr><th>Name</th><td>%s</td></tr><tr><th>Use</th><td><pre>%s %s %s</pre></td></tr></table>`,
			'A'+i, link(of["Rating"]), link(of["Name"]), x, link(name), y)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for label, want := range values(i) {
			if got := r.Texts(label); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}
