package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestPartsOfTables checks what the rows of a table are read as where some of them are no rows like the others:
// each case is a page's body by its number, the fields and the first row that are wanted of page 0.
func TestPartsOfTables(t *testing.T) {
	t.Parallel()
	seasons := func(i int, between, foot string) string {
		rows := ""
		for n := range 3 + i%4 {
			if n == 2 {
				rows += between
			}
			rows += fmt.Sprintf("<tr><td>19%d%d</td><td>Club of %c%c</td><td>%d</td></tr>", n, i%10, 'a'+i, 'p'+n, 3*n+i)
		}
		return "<table><thead><tr><th>Season</th><th>Club</th><th>Goals</th></tr></thead><tbody>" + rows + "</tbody>" + foot + "</table>"
	}
	for _, test := range []struct {
		name   string
		body   func(i int) string
		fields string
		rows   string // of page 0
	}{
		{"a subtotal in bold type names no columns", func(i int) string {
			return seasons(i, fmt.Sprintf("<tr><th>Total</th><th>All clubs</th><th>%d</th></tr>", 33+i), "")
		}, "", "Season=1900 Club=Club of ap Goals=0; Season=1910 Club=Club of aq Goals=3; Season=1920 Club=Club of ar Goals=6"},
		{"the sums at the foot are no row", func(i int) string {
			return seasons(i, "", fmt.Sprintf("<tfoot><tr><td>Career</td><td></td><td>%d</td></tr></tfoot>", 50+3*i))
		}, "Career=50", "Season=1900 Club=Club of ap Goals=0; Season=1910 Club=Club of aq Goals=3; Season=1920 Club=Club of ar Goals=6"},
		{"a row without a first cell does not go on from the headings", func(i int) string {
			rows := fmt.Sprintf("<tr><td></td><td>Rolep%c</td></tr>", 'a'+i)
			for n := range 2 + i%3 {
				rows += fmt.Sprintf("<tr><td>G%c%c</td><td>Role%c%c</td></tr>", 'a'+i, 'p'+n, 'q'+n, 'a'+i)
			}
			return "<table><thead><tr><th>Group</th><th>Value</th></tr></thead><tbody>" + rows + "</tbody></table>"
		}, "", "Value=Rolepa; Group=Gap Value=Roleqa; Group=Gaq Value=Rolera"},
		{"a label behind a picture is one", func(i int) string {
			rows := ""
			for n, label := range []string{"Author", "Year", "Series", "Cover"} {
				if (i+n)%3 == 0 {
					rows += fmt.Sprintf("<tr><td><img src=%d.png></td><th>%s</th><td>val%c %c</td></tr>", n, label, 'a'+i, 'k'+n)
				}
			}
			return "<table>" + rows + "</table>"
		}, "Author=vala k Cover=vala n", ""},
	} {
		var pages []*page.Page
		for i := range 12 {
			pages = append(pages, document(fmt.Sprint("http://tables.example/", i), fmt.Sprintf("<h1>Page %d</h1><p>Some words</p>%s<p>All pages</p>", i, test.body(i))))
		}
		_, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := table.Records()[0]
		var fields, rows []string
		for _, f := range r.Fields {
			if slices.Contains([]string{"Author", "Cover", "Career"}, f.Label) {
				fields = append(fields, f.Label+"="+f.Values[0].Text)
			}
		}
		for _, g := range r.Groups {
			for _, row := range g.Rows {
				var cells []string
				for _, f := range row {
					cells = append(cells, f.Label+"="+f.Values[0].Text)
				}
				slices.SortFunc(cells, func(a, b string) int { return order(a) - order(b) })
				rows = append(rows, strings.Join(cells, " "))
			}
		}
		if got := strings.Join(fields, " "); got != test.fields {
			t.Errorf("%s: fields %s, want %s", test.name, got, test.fields)
		}
		if got := strings.Join(rows, "; "); got != test.rows {
			t.Errorf("%s: rows %s, want %s", test.name, got, test.rows)
		}
	}
}

// order is that of the columns in TestPartsOfTables.
func order(cell string) int {
	name, _, _ := strings.Cut(cell, "=")
	return slices.Index([]string{"Season", "Club", "Goals", "Group", "Value"}, name)
}

// TestPaddedBesideText checks that blocks of padded lines that have a line without a label each stay labels and values.
func TestPaddedBesideText(t *testing.T) {
	t.Parallel()
	labels := [][2]string{{"Weight", "Length"}, {"Maker", "Country"}, {"Colour", "Finish"}, {"Price", "Stock"}}
	var pages []*page.Page
	for i := range 12 {
		body := fmt.Sprintf("<h1>Item %d</h1>", i)
		for n, l := range labels {
			body += fmt.Sprintf("<div class=b>As known on day %d<br>%s....... val%c%d<br>%s....... val%c%d</div>", i+n, l[0], 'a'+i, 7*n, l[1], 'k'+i, 5*n)
		}
		pages = append(pages, document(fmt.Sprint("http://padded.example/", i), body))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for n, l := range labels {
			for k, want := range []string{fmt.Sprintf("val%c%d", 'a'+i, 7*n), fmt.Sprintf("val%c%d", 'k'+i, 5*n)} {
				if got := r.Texts(l[k]); !slices.Equal(got, []string{want}) {
					t.Errorf("page %d: %s is %q, want %q", i, l[k], got, want)
				}
			}
		}
	}
}

// TestPaddedOnFewPages checks that padded lines are labels and values though most pages are of another kind, whose texts in the
// same element have none.
func TestPaddedOnFewPages(t *testing.T) {
	t.Parallel()
	labels := []string{"Length", "First heard", "Language", "Subject", "Country", "Host"}
	var pages []*page.Page
	for i := range 15 {
		body := fmt.Sprintf("<h1>Show %c%d</h1>", 'a'+i, i)
		if i%3 == 0 {
			body += "<pre>\n"
			for n, label := range labels {
				if (i/3+n)%5 > 0 {
					body += fmt.Sprintf("%s %s: val%c%d\n", label, strings.Repeat(".", 30-len(label)), 'k'+i, n)
				}
			}
			body += "</pre>"
		}
		for n := range i % 4 {
			body += fmt.Sprintf("<pre>\nFrom: Listener %c%d\nsays that it is show %d of the best\n</pre>", 'a'+i, n, i)
		}
		pages = append(pages, document(fmt.Sprint("http://shows.example/", i), body))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for n, label := range labels {
			var want []string
			if i%3 == 0 && (i/3+n)%5 > 0 {
				want = []string{fmt.Sprintf("val%c%d", 'k'+i, n)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}
