package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// labelledValues are a label with what a page has of it.
type labelledValues struct {
	label  string
	values []string
}

// boats are facts in the order of their pages: some lack some, a few values come again and
// again, and each has something that is said of another thing.
func boats(i int) []labelledValues {
	out := []labelledValues{
		{"Yard", []string{fmt.Sprintf("Yard %c", 'A'+i*7%11)}},
		{"Rig", []string{[]string{"Sloop", "Ketch", "Cutter"}[i*5%7%3]}},
		{"Length", []string{fmt.Sprintf("%d.%d m", 7+i*5%9, i%10)}},
		{"Draught", []string{fmt.Sprintf("1.%d m", i*3%10)}},
		{"Berths", []string{fmt.Sprint(2 + i*3%5)}},
		{"Launched", []string{fmt.Sprint(1950 + i*13%60)}},
	}
	return slices.DeleteFunc(out, func(x labelledValues) bool {
		return x.label == "Draught" && i%3 == 0 || x.label == "Berths" && i%4 == 1 || x.label == "Rig" && i%7 == 2
	})
}

// crews are facts of which some have several values.
func crews(i int) []labelledValues {
	names := func(of string, n int) (out []string) {
		for k := range n {
			out = append(out, fmt.Sprintf("%s %c%c", of, 'A'+(i*3+k*5)%26, 'a'+(i+k)%26))
		}
		return out
	}
	out := []labelledValues{
		{"Skipper", names("Captain", 1+i*5%3)},
		{"Harbour", names("Port", 1+i%2)},
		{"Length", []string{fmt.Sprintf("%d.%d m", 7+i*5%9, i%10)}},
		{"Mate", names("Sailor", i*7%4)},
		{"Launched", []string{fmt.Sprint(1950 + i*13%60)}},
	}
	return slices.DeleteFunc(out, func(x labelledValues) bool { return len(x.values) == 0 })
}

// checkLabelled learns on the first 12 pages of 18 and checks the values of each label. Where
// another thing's are among them, those are a column of their own.
func checkLabelled(t *testing.T, what func(i int) []labelledValues, body func(i int) string) {
	t.Helper()
	var pages []*page.Page
	for i := range 18 {
		pages = append(pages, document(fmt.Sprintf("http://facts.example/%d", i), fmt.Sprintf("<title>Thing %d, all about it</title><h1>Thing %[1]d</h1><p>On this page is what is known of it.</p>%s<p>Footer</p>", i, body(i))))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels := make(map[string]bool)
	for i := range pages {
		for _, x := range what(i) {
			labels[x.label] = true
		}
	}
	for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
		want := make(map[string][]string)
		for _, x := range what(i) {
			want[x.label] = x.values
		}
		for label := range labels {
			if got := r.Texts(label); !slices.Equal(got, want[label]) {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, want[label], r.Labels())
			}
		}
	}
}

// TestLabelBetween checks labels that stand behind their values, and before what is said of
// another thing, or of none.
func TestLabelBetween(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, row, after string }{
		"labels first":     {"<table>", "<tr><td>%[2]s</td><td>%[1]s</td><td>%[3]s</td></tr>", "</table>"},
		"cells":            {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>"},
		"heading cells":    {"<table>", "<tr><td>%s</td><th>%s</th><td>%s</td></tr>", "</table>"},
		"items":            {"<ul>", "<li><span>%s</span> <b>%s</b> <span>%s</span></li>", "</ul>"},
		"blocks":           {"<div>", "<div class=row><div>%s</div><div>%s</div><div>%s</div></div>", "</div>"},
		"blocks of a kind": {"<div>", "<div class=row><div class=v>%s</div><div class=l>%s</div><div class=o>%s</div></div>", "</div>"},
		"spans":            {"<section>", "<p><span class=v>%s</span><span class=l>%s</span><span class=o>%s</span></p>", "</section>"},
	} {
		for _, other := range []string{"always", "often"} {
			t.Run(name+", another's "+other, func(t *testing.T) {
				t.Parallel()
				checkLabelled(t, boats, func(i int) string {
					body := form.before
					for k, x := range boats(i) {
						of := fmt.Sprintf("%d.%d", 1+(i*11+k*5)%40, k)
						if other == "often" && (i+k)%3 == 0 {
							of = ""
						}
						body += fmt.Sprintf(form.row, x.values[0], x.label, of)
					}
					return body + form.after
				})
			})
		}
	}
}

// TestLabelBehind checks labels in an element behind each of several values.
func TestLabelBehind(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, row, after string }{
		"brackets":        {"<ul>", "<li><b>%s</b> <small>(%s)</small></li>", "</ul>"},
		"no brackets":     {"<ul>", "<li><b>%s</b> <small>%s</small></li>", "</ul>"},
		"spans":           {"<ul>", "<li><span class=v>%s</span> <span class=l>%s</span></li>", "</ul>"},
		"bare value":      {"<ul>", "<li>%s <em>(%s)</em></li>", "</ul>"},
		"cells":           {"<table>", "<tr><td>%s</td><td>%s</td></tr>", "</table>"},
		"blocks":          {"<div>", "<div class=x><strong>%s</strong> <i>%s</i></div>", "</div>"},
		"linked, in rows": {"<div>", "<div class=x><a href=/x>%s</a> <i>(%s)</i></div>", "</div>"},
	} {
		for set, what := range map[string]func(int) []labelledValues{"one": boats, "several": crews} {
			t.Run(name+", "+set, func(t *testing.T) {
				t.Parallel()
				checkLabelled(t, what, func(i int) string {
					body := form.before
					for _, x := range what(i) {
						for _, v := range x.values {
							body += fmt.Sprintf(form.row, v, x.label)
						}
					}
					return body + form.after
				})
			})
		}
	}
}

// TestSeveralRows checks fields of which some pages have several rows, each with the label again.
func TestSeveralRows(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, row, after string }{
		"cells":         {"<table>", "<tr><td>%s</td><td>%s</td></tr>", "</table>"},
		"heading cells": {"<table>", "<tr><th>%s</th><td>%s</td></tr>", "</table>"},
		"terms":         {"<dl>", "<dt>%s</dt><dd>%s</dd>", "</dl>"},
		"blocks":        {"<div>", "<div class=row><div class=l>%s</div><div class=v>%s</div></div>", "</div>"},
		"plain blocks":  {"<div>", "<div><div>%s</div><div>%s</div></div>", "</div>"},
		"items":         {"<ul>", "<li><b>%s</b> <span>%s</span></li>", "</ul>"},
		"lines":         {"<div>", "<center>%s: %s</center>", "</div>"},
		"paragraphs":    {"<div>", "<p align=center><b>%s:</b> %s</p>", "</div>"},
		"broken lines":  {"<p>", "%s: %s<br>", "</p>"},
		"marked lines":  {"<p>", "<b>%s:</b> %s<br>", "</p>"},
		"linked":        {"<div>", "<p>%s: <a href=/x>%s</a></p>", "</div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, crews, func(i int) string {
				body := form.before
				for _, x := range crews(i) {
					for _, v := range x.values {
						body += fmt.Sprintf(form.row, x.label, v)
					}
				}
				return body + form.after
			})
		})
	}
}

// TestRowsThatGoOn checks tables in which the label of several values reaches down, or is left empty from the second on.
func TestRowsThatGoOn(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, first, next string }{
		"headings that reach down": {"<table>", "<tr><th rowspan=%d>%s</th><td>%s</td></tr>", "<tr><td>%s</td></tr>"},
		"cells that reach down":    {"<table>", "<tr><td rowspan=%d><b>%s</b></td><td>%s</td></tr>", "<tr><td>%s</td></tr>"},
		"below headings":           {"<table><tr><th>Field</th><th>Value</th></tr>", "<tr><td rowspan=%d>%s</td><td>%s</td></tr>", "<tr><td>%s</td></tr>"},
		"empty headings":           {"<table>", "<tr><th headers=%d>%s</th><td>%s</td></tr>", "<tr><th></th><td>%s</td></tr>"},
		"empty cells":              {"<table>", "<tr><td headers=%d>%s</td><td>%s</td></tr>", "<tr><td>&nbsp;</td><td>%s</td></tr>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, crews, func(i int) string {
				body := form.before
				for _, x := range crews(i) {
					for k, v := range x.values {
						if k == 0 {
							body += fmt.Sprintf(form.first, len(x.values), x.label, v)
						} else {
							body += fmt.Sprintf(form.next, v)
						}
					}
				}
				return body + "</table>"
			})
		})
	}
}

// TestOneOrSeveral checks fields whose value stands bare in its cell or as a link, where several are the items of a
// list, in rows of which some stand alone.
func TestOneOrSeveral(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ before, row, one, list, item, after string }{
		"lists in blocks": {"<div class=part>", "<div class=row><div class=l>%s</div><div class=v>%s</div></div>", "%s", "<ul class=u>%s</ul>", "<li>%s</li>", "</div>"},
		"links in lists":  {"<div class=part>", "<div class=row><div class=l>%s</div><div class=v>%s</div></div>", "<a href=/x>%s</a>", "<ul>%s</ul>", "<li><a href=/x>%s</a></li>", "</div>"},
		"tables in cells": {"<table>", "<tr><td><b>%s</b></td><td>%s</td></tr>", "<a href=/x>%s</a>", "<table>%s</table>", "<tr><td><a href=/x>%s</a></td></tr>", "</table>"},
		"values above":    {"<div class=part>", "<div class=row><div>%[2]s</div><div class=l>%[1]s</div></div>", "<div class=v>%s</div>", "<div>%s</div>", "<div class=c>%s</div>", "</div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, crews, func(i int) string {
				body := form.before
				for k, x := range crews(i) {
					value := fmt.Sprintf(form.one, x.values[0])
					if len(x.values) > 1 {
						items := ""
						for _, v := range x.values {
							items += fmt.Sprintf(form.item, v)
						}
						value = fmt.Sprintf(form.list, items)
					}
					if k == 3 { // the last one or two in a part of their own
						body += form.after + form.before
					}
					body += fmt.Sprintf(form.row, x.label, value)
				}
				return body + form.after
			})
		})
	}
}

// TestMarksBeforeValues checks labels that a dash in the line parts from a value in markup of its
// own, and a value in markup of its own that looks like a line of labels.
func TestMarksBeforeValues(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]func(x labelledValues) string{
		"a dash before a link": func(x labelledValues) string {
			if x.label != "Yard" {
				return fmt.Sprintf("<li><b>%s</b> - %s</li>", x.label, x.values[0])
			}
			return fmt.Sprintf("<li><b>%s</b> - <a href='/of/%s'>%[2]s</a></li>", x.label, x.values[0])
		},
		"a list of parts": func(x labelledValues) string {
			return fmt.Sprintf("<div>%s: <em>%s</em></div>", x.label, x.values[0])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts := func(i int) []labelledValues {
				return append(boats(i), labelledValues{"Economy", []string{fmt.Sprintf("city= %d (mpg); range: %d miles", 12+i%9, 300+i*7)}})
			}
			checkLabelled(t, facts, func(i int) string {
				var b strings.Builder
				for _, x := range facts(i) {
					b.WriteString(line(x))
				}
				return "<ul>" + b.String() + "</ul>"
			})
		})
	}
}

// TestRowsOfFewValues checks rows of label, separator and value, of which one has few values, so
// that all of its texts come again and again: it is no row of labels above the next row.
func TestRowsOfFewValues(t *testing.T) {
	t.Parallel()
	facts := func(i int) []labelledValues {
		return []labelledValues{{"Kind", []string{[]string{"Part time", "Full time"}[i*5%7%2]}}, {"Place", []string{fmt.Sprintf("Port %c%c", 'A'+i*7%26, 'a'+i)}}}
	}
	checkLabelled(t, facts, func(i int) string {
		var b strings.Builder
		for _, x := range facts(i) {
			fmt.Fprintf(&b, "<li><span class=name>%s</span><span class=sep>:</span> <span class=val>%s</span></li>", x.label, x.values[0])
		}
		return "<ol>" + b.String() + "</ol>"
	})
}

// TestTitledTable checks that the rows of a table whose headings stand below a title are rows of
// columns, though what many of them begin with comes again on most pages.
func TestTitledTable(t *testing.T) {
	t.Parallel()
	teams, labels := strings.Fields("Tor Cle Por Chi Njn Bos"), []string{"Played", "Against", "Minutes", "Points"}
	games := func(i int) [][]string {
		var out [][]string
		for k := range 3 {
			out = append(out, []string{fmt.Sprintf("Day %d", k+i%2), teams[(k+i/5)%6], fmt.Sprint(10 + i*7%31 + k), fmt.Sprint(3 + i*5%23 + k)})
		}
		return out
	}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for k, label := range labels {
			var column []string
			for _, game := range games(i) {
				column = append(column, game[k])
			}
			out[label] = strings.Join(column, "|")
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		body := "<table class=games><tr><td colspan=2>Last Games</td><td>Rebounds</td></tr><tr><td>" + strings.Join(labels, "</td><td>") + "</td></tr>"
		for _, game := range games(i) {
			body += "<tr><td>" + strings.Join(game, "</td><td>") + "</td></tr>"
		}
		return body + "</table>"
	})
}
