package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// factsOf is what the i-th page says, by label, several values with | between them; pages lack some.
type factsOf func(i int) map[string]string

// checkFacts learns on the first 12 pages of 18 and checks what is read of each.
func checkFacts(t *testing.T, what factsOf, body func(i int) string) {
	t.Helper()
	var pages []*page.Page
	for i := range 18 {
		pages = append(pages, document(fmt.Sprintf("http://facts.example/%d", i), fmt.Sprintf("<h1>Thing %d</h1>%s<p>Footer</p>", i, body(i))))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]bool{}
	for i := range pages {
		for label := range what(i) {
			labels[label] = true
		}
	}
	for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
		for label := range labels {
			var want []string
			if v := what(i)[label]; v != "" {
				want = strings.Split(v, "|")
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, want, r.Labels())
			}
		}
	}
}

// cameraFacts are alike in form, so that nothing but the property tells them apart.
func cameraFacts(i int) map[string]string {
	out := map[string]string{"maker": fmt.Sprintf("Maker %d", i*7%11), "price": fmt.Sprint(99 + 10*i)}
	if i%3 > 0 {
		out["rating"] = fmt.Sprintf("%d.5", i%5)
	}
	if i%4 > 1 {
		out["zoom"] = fmt.Sprint(3 + i%6)
	}
	return out
}

// TestProperties checks that texts are known by the properties that markup gives them,
// wherever pages have them and whatever they lack.
func TestProperties(t *testing.T) {
	t.Parallel()
	order := []string{"rating", "maker", "zoom", "price"}
	for name, form := range map[string]struct{ list, item string }{
		"itemprop in cells":     {"<table>%s</table>", `<tr><td itemprop="%[1]s"><a href="/x">%[2]s</a></td></tr>`},
		"RDFa beside another":   {"<div>%s</div>", `<span property="%s">%s</span> `},
		"headings of cells":     {"<table><tr>%s</tr></table>", `<td data-th="%s:">%s</td>`},
		"headings of divisions": {"<div>%s</div>", `<div class="cell" data-label="%s"><b>%s</b></div>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, cameraFacts, func(i int) string {
				var b strings.Builder
				for k := range order {
					label := order[(k+i)%len(order)] // in any order
					if v := cameraFacts(i)[label]; v != "" {
						fmt.Fprintf(&b, form.item, label, v)
					}
				}
				return fmt.Sprintf(form.list, b.String())
			})
		})
	}
}

// TestPropertyOfRows checks that a property which several rows have, whose labels say
// what each holds, makes no column of all of them.
func TestPropertyOfRows(t *testing.T) {
	t.Parallel()
	checkFacts(t, cameraFacts, func(i int) string {
		var b strings.Builder
		for _, label := range []string{"rating", "maker", "zoom", "price"} {
			if v := cameraFacts(i)[label]; v != "" {
				fmt.Fprintf(&b, `<tr itemprop="additionalProperty"><th>%s</th><td itemprop="value">%s</td></tr>`, label, v)
			}
		}
		return "<table>" + b.String() + "</table>"
	})
}

// TestSameLabels checks that an attribute which pages have in one of two places, by the same
// label, is one column.
func TestSameLabels(t *testing.T) {
	t.Parallel()
	checkFacts(t, cameraFacts, func(i int) string {
		table, list := "", ""
		for _, label := range []string{"rating", "maker", "zoom", "price"} {
			switch v := cameraFacts(i)[label]; {
			case v == "":
			case strings.Count(table, "<tr>") < 2: // the first two
				table += fmt.Sprintf("<tr><th>%s</th><td>%s</td></tr>", label, v)
			default:
				list += fmt.Sprintf("<div><label>%s</label><span><a href=/x>%s</a></span></div>", label, v)
			}
		}
		return fmt.Sprintf("<table>%s</table><h2>More</h2><div>%s</div>", table, list)
	})
}

// TestSeveral checks that an attribute is one column whose single values are marked up otherwise than several.
func TestSeveral(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"maker": fmt.Sprintf("Maker %d", i*7%11), "style": []string{"oak", "elm", "fir|ash", "yew", "elm|oak|box", "ash"}[i%6]}
		if i%3 > 0 {
			out["rating"] = fmt.Sprintf("%d.5", i%5)
		}
		return out
	}
	const row = "<div class=row><div class=key>%s</div><div class=val>%s</div></div>"
	checkFacts(t, facts, func(i int) string {
		rows := ""
		for _, label := range []string{"maker", "rating", "style"} {
			v := facts(i)[label]
			items := strings.Split(v, "|")
			switch {
			case v == "":
			case len(items) == 1:
				rows += fmt.Sprintf(row, label, "<a href=/x>"+v+"</a>")
			default:
				rows += fmt.Sprintf(row, label, "<span class=tag><a href=/x>"+strings.Join(items, "</a></span><span class=tag><a href=/x>")+"</a></span>")
			}
		}
		return "<div class=rows>" + rows + "</div>"
	})
}

// TestNamesWithinThings checks that the name of a thing within another is called after what it is there.
func TestNamesWithinThings(t *testing.T) {
	t.Parallel()
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"brand": fmt.Sprintf("Maker %d", i*7%5), "seller": fmt.Sprintf("Shop %d", i*5%7)}
	}, func(i int) string {
		return fmt.Sprintf(`<div itemscope itemprop="brand"><span itemprop="name">Maker %d</span></div><div itemscope itemprop="seller"><b><span itemprop="name">Shop %d</span></b></div>`, i*7%5, i*5%7)
	})
}
