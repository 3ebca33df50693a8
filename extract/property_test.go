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

// TestSeveral checks that an attribute is one column whose single values are marked up otherwise than several, or
// stand elsewhere.
func TestSeveral(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"maker": fmt.Sprintf("Maker %d", i*7%11), "style": []string{"oak", "elm", "fir|ash", "yew", "elm|oak|box", "ash"}[i%6]}
		if i%3 > 0 {
			out["rating"] = fmt.Sprintf("%d.5", i%5)
		}
		return out
	}
	icon := `<div class=col><i class="fa fa-%s" title="%[1]s"></i> <span>%s</span></div>`
	for name, form := range map[string]struct{ single, several, item string }{
		"elements":      {"<div class=row><div class=key>%s</div><div class=val><a href=/x>%s</a></div></div>", "<div class=row><div class=key>%s</div><div class=val>%s</div></div>", "<span class=tag><a href=/x>%[2]s</a></span>"},
		"beside others": {icon, "%[2]s", `<span class=badge title="%s"><a href=/x>%s</a></span>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, facts, func(i int) string {
				rows, lists := "", ""
				for _, label := range []string{"maker", "rating", "style"} {
					switch v := facts(i)[label]; {
					case v == "":
					case !strings.Contains(v, "|"):
						rows += fmt.Sprintf(form.single, label, v)
					default:
						items := ""
						for _, one := range strings.Split(v, "|") {
							items += fmt.Sprintf(form.item, label, one)
						}
						list := fmt.Sprintf(form.several, label, items)
						if name == "elements" {
							rows += list
						} else {
							lists += list
						}
					}
				}
				return "<p>" + lists + "</p><div class=rows>" + rows + "</div>"
			})
		})
	}
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

// TestTitles checks texts side by side of which nothing but an attribute says what they are.
func TestTitles(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"<span class=x title='%s'>%s</span> ", "<abbr title='%s'>%s</abbr> · ", "<i aria-label='%s:'><b>%s</b></i> "} {
		checkFacts(t, cameraFacts, func(i int) string {
			var b strings.Builder
			for _, label := range []string{"rating", "maker", "zoom", "price"} {
				if v := cameraFacts(i)[label]; v != "" {
					fmt.Fprintf(&b, form, label, v)
				}
			}
			return "<p>" + b.String() + "</p>"
		})
	}
}

// TestFillers checks that a text which stands behind all labels is none, nor a value.
func TestFillers(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"<tr><td><b>%s</b></td><td><em>is</em> %s</td></tr>", "<tr><td>%s</td><td><i>is</i></td><td><a href=/x>%s</a></td></tr>", "<tr><td><b>%s</b> <small>official</small>: <a href=/x>%s</a></td></tr>",
	} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, cameraFacts, func(i int) string {
				var b strings.Builder
				for _, label := range []string{"maker", "rating", "zoom", "price"} {
					if v := cameraFacts(i)[label]; v != "" {
						fmt.Fprintf(&b, form, label, v)
					}
				}
				return "<table>" + b.String() + "</table>"
			})
		})
	}
}

// TestFillersOfKinds checks parameters whose kind stands in brackets between the label and the value, one of two on
// all pages or by how many values there are.
func TestFillersOfKinds(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"style": []string{"oak|elm", "elm|yew", "fir|ash", "yew|fir|elm", "elm|oak|box", "ash|fir"}[i%6], "depth": fmt.Sprint(3+i*5%14, " m"), "built": fmt.Sprint(1800 + i*7%90), "maker": fmt.Sprintf("Maker %d", i*7%11)}
		if i%3 > 0 {
			out["rooms"] = fmt.Sprint(40 + i*11%31)
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		var b strings.Builder
		for _, label := range []string{"built", "style", "depth", "maker", "rooms"} {
			switch v := facts(i)[label]; {
			case v == "":
			case strings.Contains(v, "|"):
				fmt.Fprintf(&b, "<li><p><b>%s</b> (<em>list</em>) – </p><ul><li><p>%s</p></li></ul></li>", label, strings.ReplaceAll(v, "|", "</p></li><li><p>"))
			case label == "maker":
				fmt.Fprintf(&b, "<li><p><b>%s</b> (<em>text</em>) – <a href=/x>%s</a></p></li>", label, v)
			default:
				fmt.Fprintf(&b, "<li><p><b>%s</b> (<em>text</em>) – %s</p></li>", label, v)
			}
		}
		return "<ul>" + b.String() + "</ul>"
	})
}

// TestChoices checks that the labels of buttons to choose by are values, of the field that the heading above names.
func TestChoices(t *testing.T) {
	t.Parallel()
	sizes := []string{"S|M", "M", "XL|S|L", "L|M", "M|XL"}
	facts := func(i int) map[string]string {
		out := map[string]string{"Colour": []string{"red|blue", "green", "blue|black|white", "white", "black|red"}[i*3%5], "Maker": fmt.Sprintf("Maker %d", i*7%11)}
		if i%4 > 0 {
			out["Size"] = sizes[i%5]
		}
		return out
	}
	for _, form := range []string{`<label class=o><input type=radio name=n> %s</label> `, `<input type=CheckBox id=x> <label for=x>%s</label> `} {
		checkFacts(t, facts, func(i int) string {
			var b strings.Builder
			for _, label := range []string{"Colour", "Size", "Maker"} {
				if v := facts(i)[label]; v != "" {
					fmt.Fprintf(&b, "<h4>%s</h4><div>", label)
					for _, one := range strings.Split(v, "|") {
						fmt.Fprintf(&b, form, one)
					}
					b.WriteString("</div>")
				}
			}
			return "<form>" + b.String() + "<button>Buy</button></form>"
		})
	}
}
