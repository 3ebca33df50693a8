package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestListsOfOneSize checks that as many values behind a label on each page are its list where other labels have lists
// of the same markup whose size differs.
func TestListsOfOneSize(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ field, one, item string }{
		"chips in definitions": {"<dt>%s</dt><dd>%s</dd>", "", `<span class=tag>%s</span> `},
		"lists below headings": {"<h3>%s</h3>%s", "<p>%s</p>", "<li><p>%s</p></li>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			want := make([]map[string][]string, 18)
			for i := range want {
				want[i] = map[string][]string{"Town": {fmt.Sprintf("Town %c", 'A'+i), fmt.Sprintf("Land %c", 'A'+i%5)}, "Opened": {fmt.Sprint(1900 + 7*i)}}
				for k := range 1 + i%3 {
					want[i]["Deck"] = append(want[i]["Deck"], []string{"Oak", "Steel", "Stone", "Iron", "Brick"}[(i+2*k)%5])
				}
				var b strings.Builder
				for _, label := range []string{"Town", "Deck", "Opened"} {
					var all strings.Builder
					for _, v := range want[i][label] {
						fmt.Fprintf(&all, form.item, v)
					}
					items := all.String()
					switch {
					case form.one == "":
					case len(want[i][label]) == 1:
						items = fmt.Sprintf(form.one, want[i][label][0])
					default:
						items = "<ul>" + items + "</ul>"
					}
					fmt.Fprintf(&b, form.field, label, items)
				}
				body := b.String()
				if form.one == "" {
					body = "<dl>" + body + "</dl>"
				}
				pages = append(pages, document(fmt.Sprintf("http://lists.example/%d", i), fmt.Sprintf("<h1>Bridge %d</h1>%s<h3>Footer</h3><p>All rights reserved</p>", i, body)))
			}
			w, table, err := Learn(pages[:12], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
				for label, values := range want[i] {
					if got := r.Texts(label); !slices.Equal(got, values) {
						t.Errorf("page %d: %s is %q, want %q", i, label, got, values)
					}
				}
			}
		})
	}
}

// TestListsThatChangePlaces checks that values behind a label, as many on each page, are its list where they stand at any place in it, and
// that those of different attributes, which keep their places, are no list, even if some have the same value on each page.
func TestListsThatChangePlaces(t *testing.T) {
	t.Parallel()
	titles := []string{"Emma", "Villette", "Middlemarch", "Dracula", "Kidnapped", "Jude the Obscure", "Moonfleet"}
	towns, makers := []string{"Cork", "Riga", "Lyon"}, []string{"Harbour Lane Press", "Saltmarsh Press", "Northlight Editions"}
	for name, c := range map[string]struct {
		values func(page int) []string
		want   int // values in the column of the label
	}{
		"related": {func(page int) []string { return []string{titles[page%7], titles[(2*page+3)%7], titles[(4*page+5)%7]} }, 3},
		"attributes": {func(page int) []string {
			return []string{towns[page%3], makers[page*page%3], titles[page%7]}
		}, 1},
		"attributes twice": {func(page int) []string {
			town, maker := towns[page%3], makers[page*page%3]
			return []string{town, maker, town, maker}
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 14 {
				items := "<li>" + strings.Join(c.values(i), "</li><li>") + "</li>"
				pages = append(pages, document(fmt.Sprintf("http://shelf.example/%d", i), fmt.Sprintf("<h1>Book %c</h1><h2>On the same shelf</h2><ul>%s</ul><p>All rights reserved</p>", 'A'+i, items)))
			}
			w, table, err := Learn(pages[:12], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
				if got, want := r.Texts("On the same shelf"), c.values(i)[:c.want]; !slices.Equal(got, want) {
					t.Errorf("page %d: %q, want %q", i, got, want)
				}
			}
		})
	}
}

// TestMarkedLists checks that what marks part is one list though some members are links and others are not, and though nearly all pages have
// one of them, on pages that a wrapper was learned on and on others.
func TestMarkedLists(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ linked, bare, mark, last string }{
		"code, some of it linked":    {"<code><a href=%[1]s.html>%[1]s</a></code>", "<code>%s</code>", ", ", ", "},
		"links and spans, a word":    {"<a class=type href=%[1]s.html>%[1]s</a>", "<span class=type>%s</span>", ", ", " and "},
		"links and code, both marks": {"<a href=%[1]s.html>%[1]s</a>", "<code>%s</code>", ", ", ", and "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			want := make([][]string, 18)
			for i := range want {
				var b strings.Builder
				for k := range 2 + i%3 {
					v, as := fmt.Sprintf("Bark%c", 'A'+(i+5*k)%20), form.linked
					if k == 1 && i%7 > 0 {
						v, as = "Fungus", form.bare
					}
					if k > 0 && k == 1+i%3 {
						b.WriteString(form.last)
					} else if k > 0 {
						b.WriteString(form.mark)
					}
					fmt.Fprintf(&b, as, v)
					want[i] = append(want[i], v)
				}
				pages = append(pages, document(fmt.Sprintf("http://lists.example/%d", i), fmt.Sprintf("<h1>Beetle %c</h1><dl><dt>Feeds on:</dt><dd>%s</dd></dl><dl><dt>Length:</dt><dd>%d mm</dd></dl><p>All rights reserved</p>", 'A'+i, b.String(), 10+i)))
			}
			w, table, err := Learn(pages[:12], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
				if got := r.Texts("Feeds on"); !slices.Equal(got, want[i]) {
					t.Errorf("page %d: %q, want %q", i, got, want[i])
				}
			}
		})
	}
}

// TestTextBehindLists checks that a text of all pages is no member of a list, though a mark of lists is before it.
func TestTextBehindLists(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	want := make([][]string, 18)
	for i := range want {
		var b strings.Builder
		for k := range 1 + i%3 {
			want[i] = append(want[i], fmt.Sprintf("Bark%c", 'A'+(i+5*k)%20))
			fmt.Fprintf(&b, "<a href=%[1]s.html>%[1]s</a>%s", want[i][k], []string{", ", " | "}[(k+1)/(1+i%3)])
		}
		pages = append(pages, document(fmt.Sprintf("http://lists.example/%d", i), fmt.Sprintf("<h1>Beetle %c</h1><p>%s<span>Contact</span></p><p>All rights reserved</p>", 'A'+i, b.String())))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
		var got []string
		for _, f := range r.Fields {
			if values := r.Texts(f.Label); slices.Contains(values, want[i][0]) {
				got = values
			}
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("page %d: %q, want %q", i, got, want[i])
		}
	}
}
