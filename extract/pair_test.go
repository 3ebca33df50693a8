package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestPairs checks labels in one block with their values in the next one, of which
// pages lack some, on learned and on other pages.
func TestPairs(t *testing.T) {
	t.Parallel()
	labels := []string{"Height", "Weight", "College", "Draft", "Team"}
	value := func(i, k int) string {
		return fmt.Sprintf("%s%d of %d", []string{"tall ", "heavy ", "", "round ", "the "}[k], i, k)
	}
	var pages []*page.Page
	for i := range 9 {
		var names, values string
		for k, label := range labels {
			if (i+2*k)%4 > 0 {
				names += "<div>" + label + "</div>"
				values += "<div>" + value(i, k) + "</div>"
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://players.example/%d", i),
			fmt.Sprintf("<h3>Player %d</h3><div class=cols><div class=names>%s</div><div class=vals>%s</div></div><p>All players</p>", i, names, values)))
	}
	w, table, err := Learn(pages[:7], Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Pairs) != 5 {
		t.Errorf("pairs %v", w.Pairs)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
		for k, label := range labels {
			var want []string
			if (i+2*k)%4 > 0 {
				want = []string{value(i, k)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestHeadingsOfOneRow checks that the headings of a table name the cells of its only
// row of values, also where a column has no heading or two have one.
func TestHeadingsOfOneRow(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"<table><tr><th>Author</th><th>Year</th><th>Pages</th></tr><tr><td>Ada %[1]d</td><td>19%[1]d0</td><td>%[1]d1</td></tr></table>",
		"<table><thead><tr><th>Author</th><th>Year</th><th>Pages</th></tr></thead><tbody><tr><td>Ada %[1]d</td><td>19%[1]d0</td><td>%[1]d1</td></tr></tbody></table>",
		"<table><tr><td>Author</td><td>Year</td><td>Pages</td></tr><tr><td>Ada %[1]d</td><td>19%[1]d0</td><td>%[1]d1</td></tr></table>",
		"<table><tr><th></th><th>Author</th><th>Year</th><th>Pages</th></tr><tr><td>Volume %[1]d</td><td>Ada %[1]d</td><td>19%[1]d0</td><td>%[1]d1</td></tr></table>",
		"<table><tr><th>Author</th><th>Year</th><th colspan=2>Pages</th></tr><tr><td>Ada %[1]d</td><td>19%[1]d0</td><td>%[1]d1</td><td>with index</td></tr></table>",
	} {
		var pages []*page.Page
		for i := range 8 {
			pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), fmt.Sprintf("<h1>Book %d</h1>"+form+"<p>All books</p>", i)))
		}
		_, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range table.Records() {
			for label, want := range map[string]string{"Author": fmt.Sprint("Ada ", i), "Year": fmt.Sprintf("19%d0", i), "Pages": fmt.Sprintf("%d1", i)} {
				if got := r.Texts(label); !slices.Equal(got, []string{want}) {
					t.Errorf("%s\npage %d: %s is %q, want %q", form, i, label, got, want)
				}
			}
		}
	}
}

// TestHeadingsInLayoutTable checks that a table lays out the page whose first row is its title alone: the headings within it name the cells
// below them.
func TestHeadingsInLayoutTable(t *testing.T) {
	t.Parallel()
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Author": fmt.Sprint("Ada ", i), "Pages": fmt.Sprintf("%d1", i), "Height": fmt.Sprintf("2%d", i)}
	}, func(i int) string {
		return fmt.Sprintf("<table><tr><td colspan=2>Register of books</td></tr><tr><td><a href=/>Home</a><br><a href=/all>All books</a></td><td><table><thead><tr><th>Author</th><th>Pages</th><th>Height</th></tr></thead><tbody><tr><td>Ada %[1]d</td><td>%[1]d1</td><td>2%[1]d</td></tr></tbody></table><p>Nobody read it.</p></td></tr></table>", i)
	})
}

// TestRowsAreNoPairs checks that two rows of label and value, of which most pages show
// the same value in the first, are not taken for labels and values.
func TestRowsAreNoPairs(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{2, 3, 4} {
		var pages []*page.Page
		for i := range 8 {
			body := fmt.Sprintf("<h1>Film %d</h1><table>", i)
			for k := range rows - 2 {
				body += fmt.Sprintf("<tr><th>Fact %d</th><td>%d</td></tr>", k, 100*k+i)
			}
			body += fmt.Sprintf("<tr><th>Rated</th><td>%s</td></tr><tr><th>Directed by</th><td>Director %d</td></tr></table><p>All films</p>", []string{"R", "R", "PG"}[i%3], i)
			pages = append(pages, document(fmt.Sprintf("http://films.example/%d", i), body))
		}
		w, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(w.Pairs) > 0 {
			t.Errorf("%d rows: pairs %v", rows, w.Pairs)
		}
		for i, r := range table.Records() {
			if got := r.Texts("Directed by"); !slices.Equal(got, []string{fmt.Sprint("Director ", i)}) {
				t.Errorf("%d rows, page %d: directed by %q", rows, i, got)
			}
		}
	}
}

// TestRowsOfLabels checks rows of labels upon rows of their values, two or three a row: where a
// page lacks some, the others move up, and what stands in a row and a cell is another fact there.
func TestRowsOfLabels(t *testing.T) {
	t.Parallel()
	labels := []string{"Height", "Weight", "College", "Draft", "Team", "Born", "Coach"}
	for name, form := range map[string]struct {
		label, value string
		in           int // a row
	}{
		"th":      {"<th>%s</th>", "<td>%s</td>", 3},
		"td":      {"<td class=l>%s</td>", "<td class=v>%s</td>", 2},
		"plain":   {"<td><font size=1>%s</font></td>", "<td><b>%s</b></td>", 3},
		"unequal": {"<th>%s</th>", "<td>%s</td>", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts := func(i int) map[string]string {
				out := make(map[string]string)
				for k, label := range labels {
					if (3*i+2*k)%5 > 0 || k == 3 {
						out[label] = fmt.Sprintf("%s%d of %d", []string{"tall ", "heavy ", "", "round ", "the ", "", "by "}[k], i, k)
					}
				}
				return out
			}
			checkFacts(t, facts, func(i int) string {
				body, heads, values, n := "", "", "", 0
				flush := func() {
					if n > 0 {
						body += "<tr>" + heads + "</tr><tr>" + values + "</tr>"
					}
					heads, values, n = "", "", 0
				}
				for k, label := range labels {
					if k == 3 {
						flush()
						body += fmt.Sprintf("<tr><th colspan=%d>Career</th></tr>", form.in)
					}
					v := facts(i)[label]
					if v == "" {
						continue
					}
					if name == "unequal" && i%3 == 1 && n == 0 { // an empty cell
						heads += fmt.Sprintf(form.label, "Photo")
						values += "<td></td>"
						n++
					}
					heads += fmt.Sprintf(form.label, label)
					values += fmt.Sprintf(form.value, v)
					if n++; n >= form.in {
						flush()
					}
				}
				flush()
				return "<table>" + body + "</table>"
			})
		})
	}
}

// TestNothing checks that a mark for a missing value is none.
func TestNothing(t *testing.T) {
	t.Parallel()
	checkFacts(t, cameraFacts, func(i int) string {
		var b strings.Builder
		for k, label := range []string{"rating", "maker", "zoom", "price"} {
			v := cameraFacts(i)[label]
			if v == "" {
				v = []string{"—", "-", "n/a", ":"}[k%4]
			}
			fmt.Fprintf(&b, "<tr><th>%s</th><td>%s</td></tr>", label, v)
		}
		return "<table>" + b.String() + "</table>"
	})
}
