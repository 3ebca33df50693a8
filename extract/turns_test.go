package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestTurns checks that labels which nothing but the order of texts tells from values label them, below a heading that
// running text would stand below, too, on learned and on other pages, of which each lacks some.
func TestTurns(t *testing.T) {
	t.Parallel()
	labels := []string{"Region", "Grapes", "Colour", "Opened", "Bottle", "Serve at"}
	colours := []string{"red", "white", "rose"}
	value := func(i, k int) string {
		if k == 2 {
			return colours[i%3] // which many pages have, too
		}
		return fmt.Sprintf("Abc %d", 31*i+100*k)
	}
	each := func(format string, texts []string) string {
		var out strings.Builder
		for _, text := range texts {
			fmt.Fprintf(&out, format, text)
		}
		return out.String()
	}
	pairs := func(format string, labels, values []string) []string {
		var out []string
		for k := range labels {
			out = append(out, fmt.Sprintf(format, labels[k], values[k]))
		}
		return out
	}
	for name, facts := range map[string]func(labels, values []string) string{
		"two lists": func(l, v []string) string {
			return "<div><div><ul>" + each("<li>%s</li>", l) + "</ul></div><div><ul>" + each("<li>%s</li>", v) + "</ul></div></div>"
		},
		"two columns": func(l, v []string) string {
			return "<div><div class=l>" + each("<p>%s</p>", l) + "</div><div class=r>" + each("<p>%s</p>", v) + "</div></div>"
		},
		"lines of two cells": func(l, v []string) string {
			return "<table><tr><td>" + each("%s<br>", l) + "</td><td>" + each("%s<br>", v) + "</td></tr></table>"
		},
		"lines in bold, and lines": func(l, v []string) string {
			return "<div><div><b>" + each("%s<br>", l) + "</b></div><div>" + each("%s<br>", v) + "</div></div>"
		},
		"paragraphs in blocks, the value above": func(l, v []string) string {
			return "<div>" + each("<div>%s</div>", pairs("<p>%[2]s</p><p>%[1]s</p>", l, v)) + "</div>"
		},
		"paragraphs of classes in blocks": func(l, v []string) string {
			return "<div>" + each("<div>%s</div>", pairs("<p class=l>%s</p><p class=r>%s</p>", l, v)) + "</div>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 14 {
				var l, v []string
				for k, label := range labels {
					if (i+k)%4 > 0 {
						l, v = append(l, label), append(v, value(i, k))
					}
				}
				pages = append(pages, document(fmt.Sprintf("http://wine.example/%d", i), fmt.Sprintf(
					"<h1>Wine %d</h1><h2>Facts</h2>%s<h2>Notes</h2><p>%s</p><div><p>Home</p><p>Wines</p><p>Help</p><p>Shop</p></div>",
					i, facts(l, v), strings.Repeat(fmt.Sprintf("The vintage %d of the hill has plums. ", i), 3))))
			}
			w, table, err := Learn(pages[:10], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
				for k, label := range labels {
					var want []string
					if (i+k)%4 > 0 {
						want = []string{value(i, k)}
					}
					if got := r.Texts(label); !slices.Equal(got, want) {
						t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
					}
				}
				if got := r.Texts("Home"); got != nil {
					t.Errorf("page %d: the menu is a fact: %q", i, got)
				}
			}
		})
	}
}

// TestTagsAreNoTurns checks that words of which each page has others, in a list, are values of one field: none of them is
// always before another.
func TestTagsAreNoTurns(t *testing.T) {
	t.Parallel()
	words := []string{"dry", "fruity", "light", "oak", "old", "red", "sweet", "young"}
	var pages []*page.Page
	want := make([][]string, 12)
	for i := range want {
		for k, word := range words {
			if (i*7+k*k)%5 < 3 {
				want[i] = append(want[i], word)
			}
		}
		body := fmt.Sprintf("<h1>Wine %d</h1><h2>Tags</h2><div>", i)
		for _, word := range want[i] {
			body += "<p>" + word + "</p>"
		}
		pages = append(pages, document(fmt.Sprintf("http://wine.example/%d", i), body+"</div>"))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("Tags"); !slices.Equal(got, want[i]) {
			t.Errorf("page %d: %q, want %q", i, got, want[i])
		}
	}
}

// TestListAmongTurns checks that a list of two below its label is none of a label and its value, though the lines around it are, and that
// the line behind the list is not of it.
func TestListAmongTurns(t *testing.T) {
	t.Parallel()
	lands := []string{"Peru", "Chile", "Nepal", "Malta", "Oman"}
	facts := func(i int) map[string]string {
		out := map[string]string{"Year": fmt.Sprint(1900 + i*7%90), "Lands": lands[i%5]}
		for k := range i * 5 % 3 {
			out["Lands"] += "|" + lands[(i+k+1)%5]
		}
		if i%2 > 0 {
			out["Bed"] = fmt.Sprintf("Bed %c", 'A'+i*3%11)
		}
		if i%4 > 0 {
			out["Author"] = fmt.Sprintf("Author %c", 'A'+i*5%13)
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		body := ""
		for _, label := range []string{"Year", "Author", "Lands", "Bed"} {
			switch v := facts(i)[label]; {
			case label == "Lands":
				body += "<p><strong>Lands</strong></p><ul><li>" + strings.ReplaceAll(v, "|", "</li><li>") + "</li></ul>"
			case v != "":
				body += fmt.Sprintf("<p><strong>%s</strong> <span>%s</span></p>", label, v)
			}
		}
		return "<div>" + body + "</div>"
	})
}
