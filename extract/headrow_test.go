package extract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/record"
)

// TestGenericHeadRow checks that a table of labels and values is one of attributes though a
// row of headings stands above it, and that one of rows stays one.
func TestGenericHeadRow(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Beam", "Builder", "Home port", "Crew"}
	value := func(i, k int) string {
		if k%2 == 1 {
			return fmt.Sprintf("%d of %d", (i+3*k)%7, i)
		}
		return fmt.Sprintf("%c%c of old", 'p'+k, 'a'+i)
	}
	for _, form := range []struct{ head, row, end string }{
		{"<table><tr><th>Field</th><th>Value</th></tr>", "<tr><td>%s</td><td>%s</td></tr>", "</table>"},
		{"<table><thead><tr><th>Property</th><th>Details</th></tr></thead><tbody>", "<tr><th>%s</th><td>%s</td></tr>", "</tbody></table>"},
	} {
		var pages []*page.Page
		for i := range 10 {
			facts, voyages := form.head, ""
			for k, label := range labels {
				if (i+2*k)%5 > 0 {
					facts += fmt.Sprintf(form.row, label, value(i, k))
				}
			}
			for n := range 2 + i%4 {
				voyages += fmt.Sprintf("<tr><td>19%d%d</td><td>to harbour %d</td></tr>", n, i, i*n)
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1>", i)+facts+form.end+
				"<h2>Log</h2><table class=log><tr><th>Year</th><th>Voyage</th></tr>"+voyages+"</table><p>All ships</p>"))
		}
		for i, r := range checkTen(t, form.head, pages, labels, value) {
			if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 2+i%4 || !strings.Contains(fmt.Sprint(r.Groups[0].Rows[0]), "Voyage") {
				t.Errorf("%s page %d: groups %v, want the %d voyages", form.head, i, r.Groups, 2+i%4)
			}
		}
	}
}

// TestColumnsByHeading checks that the cells of a table are known by the headings above them, wherever they
// stand and though not all pages have them.
func TestColumnsByHeading(t *testing.T) {
	t.Parallel()
	player := func(i int) *page.Page {
		heads, columns := []string{"Season", "Club", "Goals"}, 3
		if i%2 == 1 {
			heads, columns = []string{"Season", "Goals"}, 2
		}
		body := "<table><thead><tr><th>" + strings.Join(heads, "</th><th>") + "</th></tr></thead><tbody>"
		for n := range 3 + i%3 {
			cells := []string{fmt.Sprintf("19%d%d", i, n), fmt.Sprintf("Club of %c%c", 'a'+i, 'p'+n), fmt.Sprint(10*i + n)}
			body += "<tr><td>" + strings.Join(append(cells[:columns-1:columns-1], cells[2]), "</td><td>") + "</td></tr>"
		}
		return document(fmt.Sprintf("http://players.example/%d", i), fmt.Sprintf("<h1>Player %d</h1><p>Some words</p>%s</tbody></table>", i, body))
	}
	var pages []*page.Page
	for i := range 10 {
		pages = append(pages, player(i))
	}
	w, table, err := Learn(pages[:7], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
		if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 3+i%3 {
			t.Fatalf("page %d: groups %v, want one of %d rows", i, r.Groups, 3+i%3)
		}
		for n, row := range r.Groups[0].Rows {
			want := map[string]string{"Season": fmt.Sprintf("19%d%d", i, n), "Goals": fmt.Sprint(10*i + n)}
			if i%2 == 0 {
				want["Club"] = fmt.Sprintf("Club of %c%c", 'a'+i, 'p'+n)
			}
			got := make(map[string]string)
			for _, f := range row {
				got[f.Label] = f.Values[0].Text
			}
			if !maps.Equal(got, want) {
				t.Errorf("page %d, row %d: %v, want %v", i, n, got, want)
			}
		}
	}
}

// TestFewRows checks that rows below headings make up a group though most pages have one of them,
// and some no table at all: the headings are no row of their own.
func TestFewRows(t *testing.T) {
	t.Parallel()
	team := func(i int) (p *page.Page, rows int) {
		body := fmt.Sprintf("<h1>Team %d</h1><p>Founded %d</p>", i, 1900+7*i)
		if i%3 == 2 {
			return document(fmt.Sprintf("http://teams.example/%d", i), body), 0
		}
		if rows = 1; i%6 == 0 {
			rows = 4
		}
		body += "<table><thead><tr><th>Player</th><th>Pos</th><th>Min</th><th>G</th></tr></thead><tbody>"
		for n := range rows {
			body += fmt.Sprintf("<tr><td>%c. Player%c</td><td>%s</td><td>%d</td><td>%d</td></tr>", 'A'+i, 'a'+n, []string{"CB", "FW"}[(i+n)%2], 90*i+n, n)
		}
		return document(fmt.Sprintf("http://teams.example/%d", i), body+"</tbody></table>"), rows
	}
	var pages []*page.Page
	var want []int
	for i := range 10 {
		p, n := team(i)
		pages, want = append(pages, p), append(want, n)
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		got := 0
		for _, g := range r.Groups {
			got += len(g.Rows)
		}
		if got != want[i] || got > 0 && fmt.Sprint(r.Groups[0].Rows[0][1].Label) != "Pos" {
			t.Errorf("page %d: groups %v, want %d rows with Player, Pos, Min, G", i, r.Groups, want[i])
		}
	}
}

// TestRowHeads checks that tables with a row of headings are of attributes, several cells and all numbers
// as well, where the header of each row is one by the markup.
func TestRowHeads(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Beam", "Draught", "Length", "Crew"}
	for _, form := range []struct {
		name, head, row string
		cells           int
	}{
		{"two units", "<thead><tr><th>Measure</th><th>Metric</th><th>Imperial</th></tr></thead>", "<tr><th scope=row>%s</th><td>%s</td><td>%s</td></tr>", 2},
		{"no corner", "<tr><td></td><th>As built</th><th>Today</th></tr>", "<tr><th>%s</th><td>%s</td><td><b>%s</b></td></tr>", 2},
		{"numbers alone", "<thead><tr><th>Statistic</th><th>Number</th></tr></thead>", "<tr><th>%s</th><td>%s</td></tr>", 1},
	} {
		value := func(i, k, n int) string { return fmt.Sprint(100*n + 7*i + 13*k) }
		var pages []*page.Page
		for i := range 10 {
			facts, voyages := "<table>"+form.head, ""
			for k, label := range labels {
				if (i+2*k)%5 > 0 {
					texts := []any{label, value(i, k, 1), value(i, k, 2)}
					facts += fmt.Sprintf(form.row, texts[:form.cells+1]...)
				}
			}
			for n := range 2 + i%4 {
				voyages += fmt.Sprintf("<tr><th>19%d%d</th><td>to harbour %d</td><td>%d days</td></tr>", n, i, i*n, 3*n+i)
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1>", i)+facts+
				"</table><h2>Log</h2><table class=log><tr><th>Year</th><th>Voyage</th><th>Time</th></tr>"+voyages+"</table><p>All ships</p>"))
		}
		w, table, err := Learn(pages[:7], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
			for k, label := range labels {
				for n := range form.cells {
					var want []string
					if (i+2*k)%5 > 0 {
						want = []string{value(i, k, n+1)}
					}
					column := label
					if n > 0 {
						column += " 2"
					}
					if got := r.Texts(column); !slices.Equal(got, want) {
						t.Errorf("%s page %d: %s is %q, want %q", form.name, i, column, got, want)
					}
				}
			}
			if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 2+i%4 {
				t.Errorf("%s page %d: groups %v, want the %d voyages", form.name, i, r.Groups, 2+i%4)
			}
		}
	}
}

// TestDataSheet checks that a table with headings is one of attributes where each row has further cells behind its value, if the
// label tells of what kind the values are, and that offers are rows though the sellers are the same on all pages.
func TestDataSheet(t *testing.T) {
	t.Parallel()
	labels, units := []string{"Rig", "Beam", "Draught", "Length", "Crew"}, []string{"-", "m", "m", "m", "hands"}
	sellers := []string{"Tidewater", "Harbour Yard", "Old Quay", "Northsail"}
	value := func(i, k int) string {
		if k == 0 {
			return fmt.Sprintf("%c%c rig", 'p'+i%7, 'a'+i)
		}
		return fmt.Sprint(100*k + 7*i)
	}
	var pages []*page.Page
	for i := range 10 {
		facts, offers := "<table class=sheet><tr><th>Property</th><th>Value</th><th>Unit</th><th>Source</th></tr>", ""
		for k, label := range labels {
			if (i+2*k)%5 > 0 {
				facts += fmt.Sprintf("<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>", label, value(i, k), units[k], []string{"measured", "stated"}[(i+k)%2])
			}
		}
		for n := range 2 + i%3 {
			offers += fmt.Sprintf("<tr><td>%s</td><td>%d EUR</td><td>%s</td></tr>", sellers[(i+n)%4], 1000*n+31*i, []string{"sold", "at sea", "in port"}[(2*i+n)%3])
		}
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1>", i)+facts+
			"</table><h2>Offers</h2><table class=offers><tr><th>Seller</th><th>Price</th><th>State</th></tr>"+offers+"</table><p>All ships</p>"))
	}
	for i, r := range checkTen(t, "units", pages, labels, value) {
		if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 2+i%3 {
			t.Errorf("page %d: groups %v, want the %d offers", i, r.Groups, 2+i%3)
		}
	}
}

// TestRareHeadRow checks that cells are known by the headings above them in a table that few of the pages have, where other tables
// below the same kind of element have others.
func TestRareHeadRow(t *testing.T) {
	t.Parallel()
	table := func(i, rows int, heads ...string) string {
		out := "<table><tr><th>" + strings.Join(heads, "</th><th>") + "</th></tr>"
		for n := range rows {
			out += fmt.Sprintf("<tr><td>%c%d</td><td>said of %d</td></tr>", 'a'+n, i, 10*i+n)
		}
		return out + "</table>"
	}
	var pages []*page.Page
	for i := range 10 {
		body := fmt.Sprintf("<h1>Thing %d</h1><h2>Members</h2>%s", i, table(i, 2+i%4, "Member", "Meaning"))
		if i%5 == 1 {
			body += "<h2>Parameters</h2>" + table(i+20, 2+i%3, "Parameter", "Default")
		}
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), body+"<h2>Notes</h2><p>No more.</p>"))
	}
	_, read, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range read.Records() {
		if got := fmt.Sprint(r.Groups); strings.Contains(got, "Default") != (i%5 == 1) || strings.Contains(fmt.Sprint(r.Fields), "Default") {
			t.Errorf("page %d: groups %s, fields %v", i, got, r.Fields)
		}
	}
}

// TestRareHeading checks that a heading above rows is no value where few of the pages have it.
func TestRareHeading(t *testing.T) {
	t.Parallel()
	rows := func(i, n int) (out string) {
		for k := range n {
			out += fmt.Sprintf("<tr><td>%c%d</td><td>said of %d</td></tr>", 'a'+k, i, 10*i+k)
		}
		return "<table>" + out + "</table>"
	}
	var pages []*page.Page
	for i := range 10 {
		body := fmt.Sprintf("<h1>Thing %d</h1><h2>Members</h2>%s", i, rows(i, 2+i%4))
		for k, label := range []string{"Signals", "Properties", "Styles"} {
			if (i+k)%(k+3) == 0 {
				body += "<h2>" + label + "</h2>" + rows(i+20*k, 2+i%3)
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i), body+"<h2>Notes</h2><p>No more.</p>"))
	}
	_, read, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range read.Records() {
		if slices.ContainsFunc(r.Fields, func(f record.Field) bool {
			return slices.Contains([]string{"Signals", "Properties", "Styles"}, f.Values[0].Text)
		}) {
			t.Errorf("page %d: the heading is a value: %v", i, r.Fields)
		}
	}
}
