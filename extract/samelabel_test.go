package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/extract/leaves"
	"verde/page"
	"verde/record"
)

// TestFitOtherPlaces checks that places of a column that is gone are a column of their own,
// so that they read into no other one and the wrapper can be read again.
func TestFitOtherPlaces(t *testing.T) {
	t.Parallel()
	label := func(k int) string { return fmt.Sprint("c", k) }
	cells := func(on int) (out []Cell) {
		for i := range 10 {
			var c Cell
			if i < on {
				c.put(record.Value{Text: fmt.Sprint("v", i)}, leaves.Row{})
			}
			out = append(out, c)
		}
		return out
	}
	w := &Wrapper{}
	table := &Table{}
	for k, c := range []struct {
		same string
		on   int // pages on which it is read
	}{{"", 10}, {"", 0}, {"c1", 0}, {"c1", 0}, {"c0", 0}} {
		w.Columns = append(w.Columns, ColumnRule{Label: label(k), Kind: OptionalData, Support: .5, SameAs: c.same, Styles: []leaves.Style{{Path: "html/body/p"}}})
		table.Columns = append(table.Columns, Column{Label: label(k), Kind: OptionalData, Cells: cells(c.on)})
	}
	for i := range 10 {
		table.Pages = append(table.Pages, fmt.Sprint("http://places.example/", i))
	}
	w.fit(table, 0)
	var got []string
	for _, c := range w.Columns {
		got = append(got, strings.TrimSpace(c.Label+" "+c.SameAs))
	}
	if d := cmp.Diff([]string{"c0", "c2", "c3 c2", "c4 c0"}, got); d != "" {
		t.Errorf("columns and the ones that they are places of (-want +got):\n%s", d)
	}
	if err := checkColumns(w.Columns); err != nil {
		t.Error(err)
	}
	if _, err := json.Marshal(w); err != nil {
		t.Error(err)
	}
}

// TestJoinUnknownPlace checks that a place of a column that is not there keeps its values.
func TestJoinUnknownPlace(t *testing.T) {
	t.Parallel()
	w := &Wrapper{Columns: []ColumnRule{{Label: "a"}, {Label: "b", SameAs: "gone"}}}
	x := &compiled{places: w.places()}
	read := make([]Cell, 2)
	read[1].put(record.Value{Text: "of b"}, leaves.Row{})
	w.joinSame(x, read)
	if len(read[0].Values) != 0 || len(read[1].Values) != 1 {
		t.Errorf("cells: %+v", read)
	}
}

// TestSameLabelsUnderHeadings checks that what two headings have below them by the same label is
// told apart by them.
func TestSameLabelsUnderHeadings(t *testing.T) {
	t.Parallel()
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Height (North span)": fmt.Sprint(10+i*7%30, " m"), "Height (South span)": fmt.Sprint(11+i*11%30, " m"), "Built": fmt.Sprint(1800 + i*13%100)}
	}, func(i int) string {
		return fmt.Sprintf("<h2>North span</h2><table><tr><td>Height</td><td>%d m</td></tr><tr><td>Built</td><td>%d</td></tr></table>"+
			"<h2>South span</h2><table><tr><td>Height</td><td>%d m</td></tr></table>", 10+i*7%30, 1800+i*13%100, 11+i*11%30)
	})
}

// TestLabelOrProperty checks that values which have a label and a property on some pages, and the
// property alone on others, are one column that is called by the label, and that two labels with one property are two.
func TestLabelOrProperty(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"Built": fmt.Sprint(1800 + i*13%100), "Cost": fmt.Sprintf("$%d", 100+i*37%50)}
		if i%2 == 0 {
			out["Height"] = fmt.Sprint(10+i*7%30, " m")
		} else {
			out["Depth"] = fmt.Sprint(11+i*11%30, " m")
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		body, of := "<table>", facts(i)
		if i%3 == 0 {
			body += "<tr><td colspan=2 itemprop=price>" + of["Cost"] + "</td></tr>"
		}
		for _, label := range []string{"Height", "Depth"} {
			if of[label] != "" {
				body += fmt.Sprintf("<tr><td>%s</td><td itemprop=size>%s</td></tr>", label, of[label])
			}
		}
		if i%3 > 0 {
			body += "<tr><td>Cost</td><td itemprop=price>" + of["Cost"] + "</td></tr>"
		}
		return body + "<tr><td>Built</td><td>" + of["Built"] + "</td></tr></table>"
	})
}

// TestUsualOfOneLabel checks that of columns with one label the one that most pages have keeps it
// where the others are rare, as is what only some pages have behind the last label.
func TestUsualOfOneLabel(t *testing.T) {
	t.Parallel()
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Runtime": fmt.Sprint(80 + i*7%60), "Weight": fmt.Sprint(100+i*11%90, " kg")}
	}, func(i int) string {
		body := fmt.Sprintf("<div><p><b>Facts</b><ul><li><b>Runtime</b> - %d <li><b>Weight</b> - %d kg", 80+i*7%60, 100+i*11%90)
		if i%4 > 0 {
			body += fmt.Sprintf(" <li><b>No.</b> - %d", 3+i*5%40)
		}
		body += "</ul></div>"
		if i%8 == 0 {
			body += fmt.Sprintf("<p>Sponsored:<p>The price fell by %d dollars in this week, said Kim %s", i, strings.Repeat("Acme ", i))
		}
		return body + "<h3>See also</h3>"
	})
}

// TestPlainLabelOfFields checks that a text below a heading is called by it, though it has rows above the text: the group
// of these is called so as well.
func TestPlainLabelOfFields(t *testing.T) {
	t.Parallel()
	says := func(i int) string { return fmt.Sprintf("It draws %d times what is there and keeps it.", 7*i) }
	checkFacts(t, func(i int) map[string]string { return map[string]string{"Description": says(i)} }, func(i int) string {
		rows := ""
		for k := range 2 + i%3 {
			rows += fmt.Sprintf("<dt>part %d</dt><dd>does %d of it</dd>", 10*i+k, 100*i+k)
		}
		return fmt.Sprintf("<h2>Description</h2><dl>%s</dl><p>%s</p><h2>See also</h2><p><a href=%d>Thing %[3]d</a></p>", rows, says(i), i+1)
	})
}

// TestPlainLabelShown checks that what pages call "NAME" is called so, and their heading, which is the name by what it is, has the number.
func TestPlainLabelShown(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	says := func(i int) string {
		return fmt.Sprintf("tool%c - draws %d times what is there and keeps it", 'a'+i, 7*i)
	}
	for i := range 10 {
		p := document(fmt.Sprintf("http://tools.example/%d", i), fmt.Sprintf("<h1>tool%c</h1><h2>NAME</h2><p>%s</p><h2>NOTES</h2><p>Of tool %d there is no more to say.</p>", 'a'+i, says(i), 3*i))
		p.Body = []byte(strings.Replace(string(p.Body), "<head>", fmt.Sprintf("<head><title>tool%c</title>", 'a'+i), 1))
		pages = append(pages, p)
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("NAME"); len(got) != 1 || got[0] != says(i) {
			t.Errorf("page %d: NAME is %q of %v", i, got, r.ByLabel())
		}
	}
}

// TestPlainLabelOfRows checks that what a section has rows of on all pages is called by its heading, though some have a note
// there, too.
func TestPlainLabelOfRows(t *testing.T) {
	t.Parallel()
	checkFacts(t, func(i int) map[string]string {
		var names []string
		for k := range 2 + i%3 {
			names = append(names, fmt.Sprintf("call%d", 10*i+k))
		}
		return map[string]string{"Methods": strings.Join(names, "|")}
	}, func(i int) string {
		body := "<h2>Methods</h2>"
		if i%3 == 0 {
			body += fmt.Sprintf("<p>Added in 0.%d.</p>", 7*i)
		}
		body += "<table>"
		for k := range 2 + i%3 {
			body += fmt.Sprintf("<tr><td>call%d</td><td>(%d: Size)</td></tr>", 10*i+k, 100*i+k)
		}
		return body + fmt.Sprintf("</table><h2>See also</h2><p><a href=%d>Thing %[1]d</a></p>", i+1)
	})
}

// TestSpanningHead checks that the first row of a section of a table, which the section's name stands before in a cell that spans all of its
// rows, has its label in the second cell, as others do: what pages call so is not the name of the thing, though titles contain it.
func TestSpanningHead(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 12 {
		code := string(rune('A'+i)) + string(rune('Z'-i))
		pages = append(pages, document(fmt.Sprint("http://lines.example/", i), fmt.Sprintf("<title>Line %d (%s)</title><h1>Line %[1]d (%s)</h1><table>"+
			"<tr><th rowspan=2>Company<td class=label>Country<td class=value>Land %d<tr><td class=label>Founded<td class=value>%d"+
			"<tr><th rowspan=2>Codes<td class=label>Code<td class=value>%[2]s<tr><td class=label>Sign<td class=value>Call %d"+
			"<tr><th rowspan=1>Network<td class=label>Kind<td class=value>N%[3]d</table>",
			i, code, i*3%7, 1900+i*7%50, i*5%11)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for label, want := range map[string]string{"Code": string(rune('A'+i)) + string(rune('Z'-i)), "Kind": fmt.Sprint("N", i*3%7)} {
			if got := r.Texts(label); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, want, r.Labels())
			}
		}
	}
}

// TestUsualLabelOfRows checks that rows are called as most pages call them, though some have a heading of other words for a single one.
func TestUsualLabelOfRows(t *testing.T) {
	t.Parallel()
	rows := func(i int) int { return []int{3, 1, 2, 1, 2}[i%5] }
	checkFacts(t, func(i int) map[string]string {
		var names []string
		for k := range rows(i) {
			names = append(names, fmt.Sprintf("arg%d", 10*i+k))
		}
		return map[string]string{"Parameters": strings.Join(names, "|")}
	}, func(i int) string {
		body := "<h2>Parameters</h2><table>"
		if rows(i) == 1 {
			body = "<h2>Parameter</h2><table>"
		}
		for k := range rows(i) {
			body += fmt.Sprintf("<tr><td>arg%d</td><td>it is for use %d</td></tr>", 10*i+k, 100*i+k)
		}
		return body + fmt.Sprintf("</table><h2>See also</h2><p><a href=%d>Thing %[1]d</a></p>", i+1)
	})
}
