package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestCellsOfSeveralRows checks tables whose cells reach into rows below: the day of several rows of a group, whose
// other cells are columns of their own.
func TestCellsOfSeveralRows(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{"td", "th"} {
		checkHours(t, cell)
	}
}

// checkHours checks the table of hours with the day in a cell of that tag.
func checkHours(t *testing.T, cell string) {
	t.Helper()
	var pages []*page.Page
	var hours [][]string
	for i := range 16 {
		var times []string
		body := fmt.Sprintf("<h1>Barge %c</h1><table><tr><th>Built<td>%d", 'A'+i, 1900+i)
		body += fmt.Sprintf("<tr><th>Port<td>Port %d</table><div><table class=hours><tr><th>Day<th>Hour<th>Place", i%5)
		for day := range 2 {
			for k := range 2 {
				body += "<tr>"
				if k == 0 {
					body += fmt.Sprintf("<%s rowspan=2>Day %d", cell, day+i)
				}
				times = append(times, fmt.Sprintf("%d:%02d", 8+k, i+day))
				body += fmt.Sprintf("<td>%s<td>Lock %d", times[len(times)-1], (i*k+day)%7)
			}
		}
		hours = append(hours, times)
		pages = append(pages, document(fmt.Sprintf("http://barges.example/%d", i), body+"</table></div>"))
	}
	w, table, err := Learn(pages[:12], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[12:])...) {
		if got := r.Texts("Hour"); !slices.Equal(got, hours[i]) {
			t.Errorf("%s, page %d: hours %q, want %q", cell, i, got, hours[i])
		}
	}
}

// TestLabelsBesideSections checks that the first label of each section, which stands behind the section's heading as a value does
// behind its label, is a label.
func TestLabelsBesideSections(t *testing.T) {
	t.Parallel()
	type fact struct{ label, value string }
	var pages []*page.Page
	var facts [][]fact
	for i := range 14 {
		sections := []struct {
			heading string
			facts   []fact
		}{
			{"General", []fact{{"Length", fmt.Sprintf("%d m", 300+17*i)}, {"Speed", fmt.Sprintf("%d km/h", 60+i%9)}, {"Opened", fmt.Sprint(1970 + 3*i)}}},
			{"Data", []fact{{"Material", []string{"Steel", "Wood"}[i%2]}, {"Height", fmt.Sprintf("%d m", 20+i*7%13)}, {"Town", []string{"Ulm", "Bern", "Graz"}[i%3]}}},
			{"Further", []fact{{"Trains", fmt.Sprint(1 + i%3)}, {"Rating", fmt.Sprintf("%d/10", 3+i%6)}}},
		}
		body, all := fmt.Sprintf("<h1>Coaster %c</h1><table class=facts>", 'A'+i), []fact(nil)
		for k, s := range sections {
			if i%4 == k { // an optional row
				s.facts = s.facts[:len(s.facts)-1]
			} else if i%5 == k { // the first row, too
				s.facts = s.facts[1:]
			}
			all = append(all, s.facts...)
			slices.SortFunc(s.facts, func(x, y fact) int { return (i%3 - 1) * strings.Compare(x.label, y.label) })
			for n, x := range s.facts {
				if n > 0 {
					body += "<tr>"
				} else {
					body += fmt.Sprintf("</table><table class=facts><tr><th rowspan=9 scope=row>%s</th>", s.heading)
				}
				body += fmt.Sprintf("<td class=what>%s</td><td class=is>%s</td></tr>", x.label, x.value)
			}
		}
		facts = append(facts, all)
		pages = append(pages, document(fmt.Sprintf("http://coasters.example/%d", i), body+"</table>"))
	}
	w, table, err := Learn(pages[:10], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[10:])...) {
		for _, x := range facts[i] {
			if got := r.Texts(x.label); !slices.Equal(got, []string{x.value}) {
				t.Errorf("page %d: %s %q, want %q", i, x.label, got, x.value)
			}
		}
	}
}
