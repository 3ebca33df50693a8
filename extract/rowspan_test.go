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

// TestNamesBesideRows checks that labels of the same words are told apart by the cell beside their rows.
func TestNamesBesideRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 10 {
		row := func(label string, value int) string {
			return fmt.Sprintf("<td><a href=/g>%s</a><td>%c%d", label, 'a'+i, value+3*i)
		}
		pages = append(pages, document(fmt.Sprintf("http://phones.example/%d", i), fmt.Sprintf("<h1>Phone %c</h1>", 'A'+i)+
			"<table><tr><th rowspan=3>Display"+row("Type", 10)+"<tr>"+row("Size", 20)+"<tr>"+row("Resolution", 30)+"</table>"+
			"<table><tr><th rowspan=2>Battery"+row("Type", 40)+"<tr>"+row("Charging", 50)+"</table>"))
	}
	compareSecond(t, pages, map[string]string{"Type (Display)": "b13", "Size": "b23", "Type (Battery)": "b43", "Charging": "b53"})
}

// TestValuesBesideRows checks that labels of the same words are not told apart by what each page has beside their rows.
func TestValuesBesideRows(t *testing.T) {
	t.Parallel()
	teams := strings.Fields("Ana Bo Cy Dee Eve Fay Gus Hal Ida Joy")
	var pages []*page.Page
	for i := range 10 {
		side := func(class string, n int) string {
			return fmt.Sprintf("<table class=%s><tr><td rowspan=3>%s<td>Goals<td>%d<tr><td>Shots<td>%d<tr><td>Fouls<td>%d</table>", class, teams[(3*i+7*n)%10], i+n, 10+3*i+n, 7*i+n)
		}
		pages = append(pages, document(fmt.Sprintf("http://matches.example/%d", i), fmt.Sprintf("<h1>Match %c</h1>", 'A'+i)+side("home", 0)+"<p>and</p>"+side("away", 1)))
	}
	compareSecond(t, pages, map[string]string{"Goals": "1", "Goals 2": "2", "Shots": "13", "Shots 2": "14", "Fouls": "7", "Fouls 2": "8"})
}

// TestEntityBesideRows checks that what is beside rows is called without the name of the page's entity.
func TestEntityBesideRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i, name := range strings.Fields("Ana Bobo Cycy Deed Even Fayan Gustav Hallo Idaho Joyce") {
		table := func(head string, n int) string {
			return fmt.Sprintf("<table><tr><th rowspan=2>%s<td>Type<td>a%d<tr><td>Size<td>b%d</table>", head, n+2*i, n+3*i)
		}
		pages = append(pages, document(fmt.Sprintf("http://towers.example/%d", i), fmt.Sprintf("<title>%s Tower</title><h1>%[1]s Tower</h1><p>About %[1]s Tower</p>", name)+table(name+" Tower today", 10)+table("Others", 50)))
	}
	compareSecond(t, pages, map[string]string{"Type (today)": "a12", "Size (today)": "b13", "Type (Others)": "a52", "Size (Others)": "b53"})
}

// compareSecond learns from pages, and compares what the wrapper reads on the second one.
func compareSecond(t *testing.T, pages []*page.Page, want map[string]string) {
	t.Helper()
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Extract(pages[1])
	if err != nil {
		t.Fatal(err)
	}
	compareFields(t, &r, want)
}
