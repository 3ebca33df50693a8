package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// manual is a page about a module: a description in running text, and its functions, each with one or several
// signatures, types below a heading of their own, and paragraphs.
func manual(i int) *page.Page {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Module m%[1]d</title><h1>m%[1]d</h1><h2>Description</h2>", i)
	for k := range 1 + i%3 {
		fmt.Fprintf(&b, "<p>The module m%d does many things, and what it does in the case %d is told below.</p>", i, k)
	}
	b.WriteString("<h2>Exports</h2><div class=exports>")
	for f := range 2 + i%4 {
		fmt.Fprintf(&b, "<article class=func><h4>f%d_%d(X) -> Y</h4>", i, f)
		if f%3 > 0 {
			b.WriteString("<div class=types><h5>Types</h5>")
			for t := range 1 + (i+f)%3 {
				fmt.Fprintf(&b, "<div class=type>T%d = <a href=#t>list%d_%d()</a></div>", t, i, f)
			}
			b.WriteString("</div>")
		}
		b.WriteString("<div class=body>")
		for k := range 1 + (i+f)%6 {
			fmt.Fprintf(&b, "<p>Sentence %d of the function %d in module %d is <i>not</i> short at all.</p>", k, f, i)
		}
		b.WriteString("</div></article>")
	}
	b.WriteString("</div>")
	return document(fmt.Sprintf("http://manual.example/%d", i), b.String())
}

// mostLearned gives the records of pages, of which the last one is read by a wrapper that the others taught.
func mostLearned(t *testing.T, pages []*page.Page) []Record {
	t.Helper()
	last := len(pages) - 1
	w, table, err := Learn(pages[:last], Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Extract(pages[last])
	if err != nil {
		t.Fatal(err)
	}
	return append(table.Records(), r)
}

// TestRecords checks that each function is a row, on pages learned from and on others, with its types and paragraphs
// in it, however many there are, and that the description is none of them.
func TestRecords(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 7 {
		pages = append(pages, manual(i))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("Description"); len(got) != 1+i%3 {
			t.Errorf("page %d: description %q", i, got)
		}
		if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 2+i%4 {
			t.Errorf("page %d: %d groups %v", i, len(r.Groups), r.Groups)
			continue
		}
		for f, row := range r.Groups[0].Rows {
			var counts []string
			for _, field := range row {
				counts = append(counts, fmt.Sprint(field.Label, " ", len(field.Values)))
			}
			want := []string{"Exports 1", fmt.Sprint("Exports 2 ", 1+(i+f)%6), fmt.Sprint("Types ", 1+(i+f)%3)}
			if f%3 == 0 {
				want = want[:2]
			}
			if !slices.Equal(counts, want) {
				t.Errorf("page %d, function %d: fields %q, want %q", i, f, counts, want)
			}
		}
	}
}

// TestMatches checks that classes which say something of a match, and not which part of it a text is, scatter nothing,
// and that a team is one whether it links or not.
func TestMatches(t *testing.T) {
	t.Parallel()
	team := func(i, k int) string {
		if (i+k)%2 == 0 {
			return fmt.Sprintf("<a href=/%d>Team %d</a>", k, 10*i+k)
		}
		return fmt.Sprintf("Team %d", 10*i+k)
	}
	var pages []*page.Page
	for i := range 7 {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Club %[1]d</title><h1>Club %[1]d</h1><div class=row>", i)
		for k := range 1 + (3*i)%5 {
			fmt.Fprintf(&b, "<div class=col><div class='tie %s'><p class=head>%d<br>Round %d of %d</p><p class='team one'>%s</p><p class=score>%d-%d</p><p class='team two'>%s</p></div></div>",
				[]string{"cup", "league"}[k%2], 2000+10*i+k, i, k, team(i, k), i, k, team(i+50, k))
		}
		pages = append(pages, document(fmt.Sprintf("http://clubs.example/%d", i), b.String()+"</div>"))
	}
	for i, r := range mostLearned(t, pages) {
		if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 1+(3*i)%5 {
			t.Fatalf("page %d: groups %v", i, r.Groups)
		}
		for k, row := range r.Groups[0].Rows {
			var got []string
			for _, field := range row {
				got = append(got, field.Values[0].Text)
			}
			want := []string{fmt.Sprint(2000 + 10*i + k), fmt.Sprintf("Round %d of %d", i, k), fmt.Sprint("Team ", 10*i+k), fmt.Sprintf("%d-%d", i, k), fmt.Sprint("Team ", 10*(i+50)+k)}
			if !slices.Equal(got, want) {
				t.Errorf("page %d, match %d: %q, want %q", i, k, got, want)
			}
		}
	}
}

// TestNoEntries checks that what attributes say, with a note below each value, are no entries where most of them have one value.
func TestNoEntries(t *testing.T) {
	t.Parallel()
	statements := func(i int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Brown %[1]d</title><h1>Brown %[1]d</h1><h2>Facts</h2>", i)
		for k, label := range []string{"Wing span", "Family", "Status", "Plant", "Range"} {
			fmt.Fprintf(&b, "<div class=property><div class=label>%s</div><div class=values>", label)
			for v := range 1 + k/4*(i%4) {
				fmt.Fprintf(&b, "<div class=statement><div class=value>v%d.%d.%d</div><div class=notes><p>%d references</p></div></div>", i, k, v, (i+k)%3)
			}
			b.WriteString("</div></div>")
		}
		return b.String()
	}
	var pages []*page.Page
	for i := range 7 {
		pages = append(pages, document(fmt.Sprintf("http://facts.example/%d", i), statements(i)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for k, label := range []string{"Wing span", "Family", "Status", "Plant"} {
			if got, want := r.Texts(label), fmt.Sprintf("v%d.%d.0", i, k); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestTables checks that tables which lay out a page, one with its facts and more of them with a note each, are no entries.
func TestTables(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 7 {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Inn -- House %[1]d</title><table><tr><td>Home</td><td><center><table><tr><td><font><b>House %[1]d</b></font></td></tr></table>", i)
		b.WriteString("<table>")
		for k, label := range []string{"Built", "Size", "Town", "Manager"} {
			fmt.Fprintf(&b, "<tr><th><font>%s</font></th><td><font>v%d.%d</font></td></tr>", label, i, k)
		}
		b.WriteString("</table>")
		for k := range i % 3 {
			fmt.Fprintf(&b, "<table><tr><td><font>It is a house that people who were there %d times like as well as others.</font></td></tr></table>", 10*i+k)
		}
		b.WriteString("<table><tr><th>Room</th><th>Guests</th><th>Rate</th></tr>")
		for k := range 2 + i%3 {
			fmt.Fprintf(&b, "<tr><td><font>Room %d</font></td><td><font>%d</font></td><td><font>%d EUR</font></td></tr>", 10*i+k, 1+k, 60+10*i+k)
		}
		pages = append(pages, document(fmt.Sprintf("http://inns.example/%d", i), b.String()+"</table></center></td></tr></table>"))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("name"); !slices.Equal(got, []string{fmt.Sprint("House ", i)}) {
			t.Errorf("page %d: name %q, groups %v", i, got, r.Groups)
		}
		if got := r.Texts("Built"); !slices.Equal(got, []string{fmt.Sprintf("v%d.0", i)}) {
			t.Errorf("page %d: built %q", i, got)
		}
	}
}
