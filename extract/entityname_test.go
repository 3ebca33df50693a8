package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/extract/leaves"
	"verde/page"
)

// TestLabelsWithName checks that labels that say the name of the entity are those of other pages that say theirs.
func TestLabelsWithName(t *testing.T) {
	t.Parallel()
	names := []string{"Sea Wolf", "Mary of Hull", "Adder", "Old Gannet 7", "Kite", "Nordlys", "Prince Albert", "Tern", "St. Olaf", "Wanderer"}
	type fact struct{ text, label string } // as the page has it, with the name for %s, and as the record does
	for _, form := range []struct {
		name, head, before, row, after string
		facts                          []fact
	}{
		{"questions", "<title>%[1]s - Ships</title><h1>%[1]s: all answers</h1>", "", "<div><h3>%s</h3><p>%s</p></div>", "",
			[]fact{{"How is the %s rigged?", "How is the … rigged"}, {"Who built the %s?", "Who built the"}, {"Where does the %s lie?", "Where does the … lie"}, {"Is the %s for hire?", "Is the … for hire"}}},
		{"terms", "<title>Ships: %[1]s</title><h1>The %[1]s</h1>", "<dl>", "<dt>%s<dd>%s", "</dl>",
			[]fact{{"%s rig", "rig"}, {"Builder of %s", "Builder of"}, {"Port of the %s today", "Port of the … today"}, {"Price of %s", "Price of"}}},
		{"table", "<title>%[1]s</title><h2>%[1]s</h2>", "<table>", "<tr><th>%s</th><td>%s</td></tr>", "</table>",
			[]fact{{"The rig of %s", "The rig of"}, {"Who built %s", "Who built"}, {"%s’s port", "port"}, {"What %s costs", "What … costs"}}},
	} {
		value := func(i, k int) string {
			return [][]string{{"ketch", "sloop", "yawl"}, {"Brown & Sons", "Dockyard", "Olsen"}, {"Bergen", "Hull", "Kiel"}, {"12", "130", "95"}}[k][(i*i+k)%3]
		}
		var pages []*page.Page
		for i, name := range names {
			facts := ""
			for k, f := range form.facts {
				if (i+2*k)%5 > 0 {
					facts += fmt.Sprintf(form.row, fmt.Sprintf(f.text, name), value(i, k))
				}
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf(form.head, name)+form.before+facts+form.after+"<p>All ships</p>"))
		}
		w, table, err := Learn(pages[:7], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
			for k, f := range form.facts {
				var want []string
				if (i+2*k)%5 > 0 {
					want = []string{value(i, k)}
				}
				if got := r.Texts(f.label); !slices.Equal(got, want) {
					t.Errorf("%s page %d: %q is %q, want %q of %v", form.name, i, f.label, got, want, r.ByLabel())
				}
			}
		}
	}
}

// TestSectionsWithName checks that headings of whole sections stay as they are.
func TestSectionsWithName(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		body := fmt.Sprintf("<title>Ship %c</title><h1>Ship %c</h1>", 'A'+i, 'A'+i)
		for _, text := range []string{"Fans of", "Letters to"} {
			body += fmt.Sprintf("<h2>%s Ship %c</h2>", text, 'A'+i)
			for n := range 4 + i%3 {
				body += fmt.Sprintf("<p>%s number %d</p>", text, 10*i+n)
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), body))
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range w.Columns {
		if strings.Contains(c.Text, leaves.NameMark) || strings.Contains(c.Field, strings.ToLower(leaves.NameMark)) {
			t.Errorf("column %q of text %q and field %q has the name in it", c.Label, c.Text, c.Field)
		}
	}
}

// A label that begins with the name of a page's entity is the template's if other pages have it, too; and no page is read as if the mark of
// the name were its own.
func TestNamesThatAreWords(t *testing.T) {
	t.Parallel()
	for form, fact := range map[string]string{
		"cells":   "<tr><td>%s</td><td>%s</td></tr>",
		"in text": "<p>%s: %s</p>",
		"items":   "<li>• %s: %s</li>",
		"spans":   "<div><b>%s</b> %s</div>",
	} {
		var pages []*page.Page
		for i, name := range []string{"Home", "Art", "Date", "Anna Blue", "Carl Red", "Dora Fay", "Year", "Emil", "Weight", "Ida", "Of", "Page", "Made", "Form"} {
			body := fmt.Sprintf("<title>%[1]s | Acme</title><h1>%[1]s</h1><table>", name)
			for k, label := range []string{"Home page", "Art form", "Weight in kg", "Date of issue", leaves.NameMark + " of it"} {
				body += fmt.Sprintf(fact, label, fmt.Sprintf("v%d%c", i, 'a'+k))
			}
			pages = append(pages, document(fmt.Sprintf("http://a.example/%d", i), body+"</table>"))
		}
		w, table, err := Learn(pages[:10], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
			for k, label := range []string{"Home page", "Art form", "Weight in kg", "Date of issue"} {
				if got, want := r.Texts(label), fmt.Sprintf("v%d%c", i, 'a'+k); !slices.Equal(got, []string{want}) {
					t.Errorf("%s, page %d: %s is %q, want %q", form, i, label, got, want)
				}
			}
		}
	}
}
