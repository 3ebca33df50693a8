package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/extract/rules"
	"verde/page"
)

// metals are facts, of which one has a text that markup runs through.
func metals(i int) map[string]string {
	out := map[string]string{"Maker": fmt.Sprintf("Maker %d", i*7%11), "Formula": fmt.Sprintf("Zn%d(SO4)%d", 2+i%5, 1+i%3), "Price": fmt.Sprint(99 + 10*i)}
	if i%3 > 0 {
		out["Rating"] = fmt.Sprintf("%d.5", i%5)
	}
	if i%4 > 1 {
		out["Zoom"] = fmt.Sprint(3 + i%6)
	}
	return out
}

// TestShapes checks facts in forms that pages write them in.
func TestShapes(t *testing.T) {
	t.Parallel()
	order := []string{"Maker", "Rating", "Formula", "Zoom", "Price"}
	each := func(i int, f func(k int, label, value string) string) string {
		var b strings.Builder
		for k, label := range order {
			if v := metals(i)[label]; v != "" {
				b.WriteString(f(k, label, v))
			}
		}
		return b.String()
	}
	row := func(label, value string) string {
		return fmt.Sprintf("<tr><th>%s</th><td>%s</td></tr>", label, value)
	}
	for name, body := range map[string]func(i int) string{
		"sub and sup in cells": func(i int) string {
			return "<table>" + each(i, func(_ int, label, value string) string {
				return row(label, strings.NewReplacer("(SO4)", "(SO<sub>4</sub>)", "Zn", "Zn<sup>", "(", "</sup>(").Replace(value))
			}) + "</table>"
		},
		"a row of the table that heads others": func(i int) string {
			return "<table>" + each(i, func(k int, label, value string) string {
				if k == 2 {
					return "<tr><th colspan=2>More facts</th></tr>" + row(label, value)
				}
				return row(label, value)
			}) + "</table>"
		},
		"a colon behind the markup of the label": func(i int) string {
			return "<div>" + each(i, func(_ int, label, value string) string { return "<b>" + label + "</b>: " + value + "<br>" }) + "</div>"
		},
		"equals signs behind labels": func(i int) string {
			return "<ul>" + each(i, func(_ int, label, value string) string { return "<li>" + label + " = " + value + "</li>" }) + "</ul>"
		},
		"labels as titles of items": func(i int) string {
			return "<ul>" + each(i, func(_ int, label, value string) string {
				return `<li title="` + label + `">` + value + "</li>"
			}) + "</ul>"
		},
		"labels as titles of items and of their pictures": func(i int) string {
			return "<ul>" + each(i, func(_ int, label, value string) string {
				return `<li title="` + label + `"><svg aria-label="` + label + `"></svg><span>` + value + "</span></li>"
			}) + "</ul>"
		},
		"raised labels": func(i int) string {
			return "<div>" + each(i, func(_ int, label, value string) string { return "<div><sup>" + label + "</sup>" + value + "</div>" }) + "</div>"
		},
		"dashes behind labels": func(i int) string {
			return "<ul>" + each(i, func(_ int, label, value string) string { return "<li>" + label + " – " + value + "</li>" }) + "</ul>"
		},
		"a dash behind the markup of the label": func(i int) string {
			return "<ul>" + each(i, func(_ int, label, value string) string { return "<li><b>" + label + "</b> – " + value + "</li>" }) + "</ul>"
		},
		"wide colons": func(i int) string {
			return "<div>" + each(i, func(_ int, label, value string) string { return label + "：" + value + "<br>" }) + "</div>"
		},
		"lines of a pre element": func(i int) string {
			return "<pre>" + each(i, func(_ int, label, value string) string { return label + ": " + value + "\n" }) + "</pre>"
		},
		"aligned lines of a pre element": func(i int) string {
			return "<pre>\n" + each(i, func(_ int, label, value string) string { return fmt.Sprintf("  %-10s: %s\n", label, value) }) + "</pre>"
		},
		"padded lines of a pre element": func(i int) string {
			return "<pre>\nThe facts\n\n" + each(i, func(_ int, label, value string) string { return fmt.Sprintf("%-12s%s\n", label, value) }) + "\nand no more\n</pre>"
		},
		"padded lines with links, one of them the last": func(i int) string {
			return "<pre>\n" + each(i, func(k int, label, value string) string {
				if k%3 == 0 {
					value = "<a href=/" + label + ">" + value + "</a>"
				}
				return fmt.Sprintf("%-12s%s\n", label, value)
			}) + "</pre><pre>\nThanks for all\n</pre>"
		},
		"leaders of dots": func(i int) string {
			return "<p>" + each(i, func(_ int, label, value string) string {
				return label + " " + strings.Repeat(".", 30-len(label)) + " " + value + "<br>"
			}) + "</p>"
		},
		"blanks that a browser shows": func(i int) string {
			return "<p>" + each(i, func(_ int, label, value string) string {
				return label + strings.Repeat("&nbsp;", 20-len(label)) + value + "<br>"
			}) + "</p>"
		},
		"labels in markup in a pre element": func(i int) string {
			return "<pre>" + each(i, func(_ int, label, value string) string { return "<b>" + label + "</b>: " + value + "\n" }) + "</pre>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, metals, body)
		})
	}
}

// TestScripts checks what a word is that sub and sup elements are in.
func TestScripts(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		"H<sub>2</sub>O":                                     {"H2O"},
		"12 m<sup>2</sup> of land":                           {"12 m2 of land"},
		"the 1<sup>st</sup>":                                 {"the 1st"},
		"1<sup>1</sup>/<sub>2</sub> cups":                    {"1 1/2 cups"},
		"<a href=/x>Zn<sub>5</sub></a>":                      {"Zn5"},
		"$19<sup>99</sup>":                                   {"$19", "99"},
		"12,345<sup>2</sup>":                                 {"12,345", "2"},
		"Lyon <sup>capital</sup>":                            {"Lyon", "capital"},
		"Lyon<sup>*</sup>":                                   {"Lyon", "*"},
		"<table><tr><th>Price<sup>1</sup></th></tr></table>": {"Price", "1"},
	} {
		p := document("http://scripts.example/", body)
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range rules.NewCorpus().Read(p.URL, root).Leaves {
			got = append(got, l.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is read as %q, want %q", body, got, want)
		}
	}
}

// TestHeadingsOfRows checks that cells are known by the row of headings above them, in tables
// of the same markup with other headings, whose rows hold plain cells.
func TestHeadingsOfRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	want := make([]map[string][]string, 18)
	for i := range want {
		want[i] = map[string][]string{}
		season, games := "", ""
		for k := range 3 + i%2 {
			season += fmt.Sprintf("<tr class=x%d><td>20%02d</td><td>%d</td><td>%d.5</td></tr>", k%2, k, 10+i+k, i*k)
			want[i]["Matches"] = append(want[i]["Matches"], fmt.Sprint(10+i+k))
			want[i]["Points per match"] = append(want[i]["Points per match"], fmt.Sprintf("%d.5", i*k))
		}
		for k := range 3 + i%3 {
			games += fmt.Sprintf("<tr class=x%d><td>Town %d</td><td>%d-%d</td><td>%d</td></tr>", k%2, i*7+k, k, i, 100*i+k)
			want[i]["Opponent"] = append(want[i]["Opponent"], fmt.Sprintf("Town %d", i*7+k))
			want[i]["Result"] = append(want[i]["Result"], fmt.Sprintf("%d-%d", k, i))
		}
		pages = append(pages, document(fmt.Sprintf("http://rows.example/%d", i), fmt.Sprintf("<h1>Player %d</h1>"+
			"<table class=stats><tr><td>Season</td><td>Matches</td><td>Points per match</td></tr>%s</table>"+
			"<table class=stats><tr><td>Opponent</td><td>Result</td><td>Visitors</td></tr>%s</table><p>Footer</p>", i, season, games)))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
		for label, values := range want[i] {
			if got := r.Texts(label); !slices.Equal(got, values) {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, values, r.Labels())
			}
		}
	}
}
